//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#stdio>

use crate::rule::{Observations, rules};
use crate::transcript::value::parse;
use crate::transcript::{Connection, Event, Exit, Id, Party, Transcript, What};

rules! { "stdio";
    /// A server answers on standard output.
    ///
    /// Requests come on standard input, answers leave on standard output. A server that writes its messages to standard
    /// error looks alive in a terminal and is silent to every client.
    Must answers_on_standard_output on Stdio since V2024_11_05
    cites ["stdio-uses-stdin-stdout"] = "basic/transports#stdio";

    /// A server ends when its standard input is closed.
    ///
    /// That is how a client says goodbye. Servers stay behind as orphans when a timer, a thread or a child of theirs keeps
    /// them alive, or when the loop that reads the input takes its end for a pause.
    Should exits_when_its_input_closes on Stdio since V2024_11_05
    cites ["stdio-exit-on-stdin-eof", "lifecycle-supported"] = "basic/lifecycle#stdio";

    /// A server ends when it is asked to terminate.
    ///
    /// What does not react to the end of its input gets SIGTERM, and only then is it killed. Servers that catch the signal
    /// for a tidy end and never come to it leave no other way.
    Should exits_when_terminated on Stdio since V2024_11_05 cites ["stdio-exit-on-sigterm"] = "basic/lifecycle#stdio";
}

fn answers_on_standard_output(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no request was sent");
    for connection in t.connections() {
        let on_stderr = |event: &&Event| matches!(&event.what, What::Stderr(text) if answer_id(text.bytes()).is_some());
        for exchange in connection.exchanges(Party::Client) {
            let is_its_own = |event: &&Event| matches!(&event.what, What::Stderr(text) if answer_id(text.bytes()).as_ref() == exchange.request.id());
            let strayed = connection.events().iter().filter(on_stderr).find(is_its_own);
            match strayed {
                _ if !exchange.answers.is_empty() => seen.held(),
                Some(event) => {
                    seen.broken([exchange.request.seq, event.seq], "the answer was written to standard error");
                }
                None => {}
            }
        }
    }
    seen
}

/// The id of the response that this text is.
fn answer_id(text: &[u8]) -> Option<Id> {
    let value = parse(text).ok()?;
    (value["jsonrpc"] == "2.0" && (value.get("result").is_some() || value.get("error").is_some()))
        .then(|| Id::new(&value["id"].to_string()))?
}

/// What came after the input was closed.
struct End<'t> {
    closed: &'t Event,
    /// A wait in which the process did not end.
    waited: Option<&'t Event>,
    exit: Option<(&'t Event, Exit)>,
}

fn end(connection: &Connection) -> Option<End<'_>> {
    let mut later = connection.events().iter().skip_while(|event| event.what != What::InputClosed);
    let closed = later.next()?;
    let later: Vec<_> = later.collect();
    let exit = later.iter().find_map(|event| match event.what {
        What::Exited(exit) => Some((*event, exit)),
        _ => None,
    });
    let is_before = |event: &&&Event| exit.is_none_or(|(end, _)| event.seq < end.seq);
    let waited = later.iter().find(|event| matches!(event.what, What::Silence(_)) && is_before(event)).copied();
    Some(End { closed, waited, exit })
}

fn exits_when_its_input_closes(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the input was not closed");
    for End { closed, waited, exit } in t.connections().filter_map(end) {
        match (waited, exit) {
            (Some(waited), _) => seen.broken([closed, waited], "the server did not end when its input was closed"),
            (None, Some((event, exit))) if matches!(exit.signal, Some(4 | 6 | 7 | 8 | 11)) => {
                seen.broken([closed, event], "the server crashed when its input was closed");
            }
            (None, Some((_, exit))) if !exit.was_killed() => seen.held(),
            _ => {}
        }
    }
    seen
}

fn exits_when_terminated(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the server had not to be terminated");
    for End { closed, waited, exit } in t.connections().filter_map(end) {
        match (waited, exit) {
            (Some(_), Some((event, Exit { signal: Some(9), .. }))) => {
                seen.broken([closed, event], "the server had to be killed");
            }
            (Some(_), Some(_)) => seen.held(),
            _ => {}
        }
    }
    seen
}
