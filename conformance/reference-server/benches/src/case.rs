//! What is compared.

/// A way of serving the echo tool.
pub struct Case {
    /// Its name.
    pub name: &'static str,
    /// Whether the server keeps sessions.
    pub sessions: bool,
    /// Whether rmcp answers with plain JSON where it can; this server then does what it always does.
    pub json: bool,
    /// How many clients call at a time.
    pub clients: usize,
    /// How many calls each client makes in a round.
    pub calls: u32,
}

/// Sessions, as both servers have them by default, under one client and under many; and servers without sessions.
pub const CASES: [Case; 4] = [
    Case { name: "sessions, 1 client", sessions: true, json: false, clients: 1, calls: 2_000 },
    Case { name: "sessions, 32 clients", sessions: true, json: false, clients: 32, calls: 200 },
    Case { name: "stateless, streams, 32 clients", sessions: false, json: false, clients: 32, calls: 200 },
    Case { name: "stateless, rmcp with JSON, 32 clients", sessions: false, json: true, clients: 32, calls: 200 },
];
