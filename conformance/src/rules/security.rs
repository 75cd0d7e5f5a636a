//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/security_best_practices>

use crate::rule::{Observations, rules};
use crate::transcript::{Connection, HttpExchange, HttpResponse, Message, Party, Transcript};

rules! { "security";
    /// Session ids cannot be guessed.
    ///
    /// Whoever knows an id can speak for its session. Servers break this with a counter or the time. It is judged by two ids:
    /// they are shorter than eight characters, or differ by nothing but a number that went on a little.
    Should session_ids_cannot_be_guessed on Http since V2025_03_26
        cites ["security-session-id-secure"] = "basic/transports#session-management";

    /// Task ids cannot be guessed.
    ///
    /// Where no credentials tell clients apart, the id is all that protects a task. Servers break this with a counter. It is
    /// judged by two ids of tasks that were created without credentials, as session ids are.
    Must task_ids_cannot_be_guessed since V2025_11_25
        cites ["security-task-id-entropy"] = "basic/utilities/tasks#task-isolation-and-access-control";

    /// A server that cannot tell clients apart lists no tasks.
    ///
    /// The list would show everybody's tasks to anybody. It is judged over HTTP, where there are neither credentials nor
    /// sessions.
    Should unknown_clients_list_no_tasks on Http since V2025_11_25
        cites ["security-task-no-list-unidentified"] = "basic/utilities/tasks#task-isolation-and-access-control";
}

/// Why two ids can be guessed from each other.
fn guessable(first: &str, second: &str) -> Option<&'static str> {
    if first.len().max(second.len()) < 8 {
        return Some("the ids are shorter than eight characters");
    }
    let common = first.bytes().zip(second.bytes()).take_while(|(a, b)| a == b).count();
    let number = |id: &str| {
        let start = id[..common].rfind(|c: char| !c.is_ascii_digit()).map_or(0, |at| at + 1);
        let digits: String = id.get(start..)?.chars().take_while(char::is_ascii_digit).collect();
        Some((digits.parse::<u64>().ok()?, id[start + digits.len()..].to_owned()))
    };
    if !first.is_char_boundary(common) || !second.is_char_boundary(common) {
        return None;
    }
    let ((a, rest), (b, other)) = (number(first)?, number(second)?);
    (rest == other && a.abs_diff(b) <= 1000).then_some("the ids differ by nothing but a number")
}

/// Judges ids in the order in which they were given.
fn judge(ids: &[(&str, u64)], otherwise: &str) -> Observations {
    let mut seen = Observations::new(otherwise);
    for pair in ids.windows(2) {
        let [(first, at), (second, then)] = pair else { continue };
        if first != second {
            seen.judge([*at, *then], guessable(first, second));
        }
    }
    seen
}

fn session_ids_cannot_be_guessed(t: &Transcript) -> Observations {
    let mut ids = Vec::new();
    for exchange in t.http().filter(HttpExchange::is_initialize) {
        if let (Some(id), Some(response)) =
            (exchange.issued_session(), exchange.response.filter(HttpResponse::is_success))
        {
            ids.push((id, response.event.seq));
        }
    }
    judge(&ids, "the server gave no two session ids")
}

/// Whether credentials were used.
fn is_identified(connection: &Connection) -> bool {
    connection.http().iter().any(|exchange| exchange.headers.has("authorization"))
}

fn task_ids_cannot_be_guessed(t: &Transcript) -> Observations {
    let mut ids = Vec::new();
    for connection in t.connections().filter(|connection| !is_identified(connection)) {
        let asked = connection.exchanges(Party::Client).filter(|exchange| exchange.params().get("task").is_some());
        let created = asked.filter_map(|exchange| exchange.result());
        let created: Vec<(&Message, _)> = created.collect();
        ids.extend(
            created.iter().filter_map(|(message, result)| Some((result["task"]["taskId"].as_str()?, message.seq))),
        );
    }
    judge(&ids, "no two tasks were created without credentials")
}

fn unknown_clients_list_no_tasks(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the server knows its clients, or has no tasks");
    for connection in t.connections().filter(|connection| !is_identified(connection)) {
        let over_http = connection.http();
        let Some(handshake) = connection.handshake().filter(|_| !over_http.is_empty()) else { continue };
        let has_session = over_http.iter().any(|exchange| exchange.issued_session().is_some());
        let tasks = &handshake.server_capabilities()["tasks"];
        if tasks.is_object() && !has_session {
            let why = tasks["list"].is_object().then_some("anybody may list the tasks of everybody");
            seen.judge([handshake.answer], why);
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::guessable;

    #[test]
    fn counters_are_guessed_and_random_ids_are_not() {
        for (first, second) in
            [("task-0000009", "task-0000010"), ("session1", "session2"), ("1", "2"), ("1701388800123", "1701388800456")]
        {
            assert!(guessable(first, second).is_some(), "{first} {second}");
        }
        for (first, second) in [
            ("5f1c7a9e-2b8d-4e0a-9c3f-6d7b1a20e4f8", "c0a4e2d1-93b7-4f58-8e6a-1b5d7f3c9a02"),
            ("12345678901234", "98765432109876"),
            ("aé345678", "aè345678"),
        ] {
            assert!(guessable(first, second).is_none(), "{first} {second}");
        }
    }
}
