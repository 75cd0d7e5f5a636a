//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#stdio>

use crate::rule::{Observations, rules};
use crate::transcript::{Transcript, What};

rules! { "stdio";
    /// A client closes the server's input before it ends the server.
    ///
    /// So the server can end by itself. Clients break this by killing the process at once.
    Should client_closes_the_input_first binds Client on Stdio since V2024_11_05
        cites ["stdio-shutdown-close-stdin"] = "basic/lifecycle#stdio";
}

fn client_closes_the_input_first(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the server was not seen to end");
    for connection in t.connections() {
        let closed = connection.events().iter().find(|event| event.what == What::InputClosed);
        let ended = connection.events().iter().find_map(|event| match event.what {
            What::Exited(exit) => Some((event, exit)),
            _ => None,
        });
        match (closed, ended) {
            (Some(closed), Some((ended, _))) if closed.seq < ended.seq => seen.held(),
            (_, Some((ended, exit))) if exit.was_killed() => {
                seen.broken([ended], "the server was killed while its input was open");
            }
            _ => {}
        }
    }
    seen
}
