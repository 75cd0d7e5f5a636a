//! Whatever happened is written and read back unchanged.

use std::time::Duration;

use mcp_conformance::transcript::{Assumption, Event, Exit, Header, SseEvent, Text, Transport, What, read, write};
use proptest::prelude::*;

fn text() -> impl Strategy<Value = Text> {
    prop_oneof![
        Just(Text::from("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n")),
        Just(Text::from("{\"a\":1e400,\"a\":2}")),
        Just(Text::from(" {}\r\n")),
        Just(Text::from("1\n\n")),
        ".*".prop_map(Text::from),
        prop::collection::vec(any::<u8>(), 0..40).prop_map(Text::from),
    ]
}

fn headers() -> impl Strategy<Value = Vec<(String, String)>> {
    prop::collection::vec(("[A-Za-z-]{1,9}", ".{0,9}"), 0..4)
}

fn what() -> impl Strategy<Value = What> {
    let maybe = || prop::option::of(".{0,9}");
    prop_oneof![
        (prop_oneof![Just(Transport::Stdio), Just(Transport::Http), Just(Transport::Memory)], maybe())
            .prop_map(|(transport, target)| What::Opened { transport, target }),
        text().prop_map(What::Sent),
        text().prop_map(What::Received),
        text().prop_map(What::Stderr),
        ("[A-Z]{3,6}", "/.{0,9}", headers()).prop_map(|(method, path, headers)| What::HttpRequest {
            method,
            path,
            headers
        }),
        (any::<u16>(), headers()).prop_map(|(status, headers)| What::HttpResponse { status, headers }),
        (maybe(), maybe(), prop::option::of(any::<u64>()), prop::option::of(text()))
            .prop_map(|(id, kind, retry, data)| What::Sse(SseEvent { id, kind, retry, data })),
        any::<u32>().prop_map(|ms| What::Silence(Duration::from_millis(ms.into()))),
        (prop::option::of(any::<i32>()), prop::option::of(any::<i32>()))
            .prop_map(|(code, signal)| What::Exited(Exit { code, signal })),
        Just(What::InputClosed),
        Just(What::Closed),
        ".{0,9}".prop_map(What::CutOff),
        ".{0,9}".prop_map(|id| What::Assume(Assumption::EndedSession(id))),
        prop::collection::vec(".{0,9}", 0..3).prop_map(|all| What::Assume(Assumption::AllowedOrigins(all))),
        any::<bool>().prop_map(|valid| What::Assume(Assumption::ValidCredentials(valid))),
    ]
}

fn event() -> impl Strategy<Value = Event> {
    (any::<u32>(), any::<u32>(), any::<u32>(), prop::option::of(any::<u64>()), what()).prop_map(
        |(seq, us, conn, http, what)| Event { seq: seq.into(), at: Duration::from_micros(us.into()), conn, http, what },
    )
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(events in prop::collection::vec(event(), 0..8)) {
        let header = Header::default();
        let mut file = Vec::new();
        write(&mut file, &header, &events).unwrap();
        let (again, back) = read(&*file).unwrap();
        prop_assert_eq!(again, header);
        prop_assert_eq!(back, events);
    }
}

#[test]
fn a_line_that_is_no_event_is_named() {
    let file = "{\"transcript\":1}\n{\"event\":\"sent\"}\n";
    let error = read(file.as_bytes()).unwrap_err().to_string();
    assert_eq!(error, "line 2: the event needs `json`, `text` or `base64`");
    let error = read("{}\n".as_bytes()).unwrap_err().to_string();
    assert!(error.starts_with("line 1: a recording starts with {\"transcript\":1}"), "{error}");
}
