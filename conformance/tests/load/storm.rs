//! Many requests, most of them broken: each gets the status that it deserves. A thousand, or as many as
//! `MCP_LOAD_REQUESTS` says.

use std::collections::BTreeMap;
use std::io::Write;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngSeed, TestRunner};

use crate::amount;
use crate::program::Program;
use crate::web::{POST, Web};

/// One request, without its session.
#[derive(Debug, Clone)]
struct Shot {
    method: &'static str,
    path: &'static str,
    headers: Vec<(&'static str, String)>,
    session: Session,
    body: Vec<u8>,
    /// The statuses of which one is right.
    due: &'static [u16],
}

#[derive(Debug, Clone, Copy)]
enum Session {
    Own,
    Unknown,
    None,
}

const PING: &str = r#"{"jsonrpc":"2.0","id":"ping","method":"ping"}"#;

fn good(body: impl Into<Vec<u8>>, due: &'static [u16]) -> Shot {
    let headers = POST.map(|(name, value)| (name, value.to_owned())).to_vec();
    Shot { method: "POST", path: "/mcp", headers, session: Session::Own, body: body.into(), due }
}

fn with(mut shot: Shot, name: &'static str, value: &str, due: &'static [u16]) -> Shot {
    shot.headers.retain(|(other, _)| *other != name);
    shot.headers.push((name, value.to_owned()));
    Shot { due, ..shot }
}

/// A body that is no message: random bytes, a message cut short, JSON of another kind, an object that lacks what it needs.
fn bad_body() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        vec(any::<u8>(), 0..300).prop_filter("an object could be a message", |bytes| !bytes.contains(&b'{')),
        (1..PING.len()).prop_map(|cut| PING.as_bytes()[..cut].to_vec()),
        prop_oneof![Just("[]"), Just("7"), Just("null"), Just("\"text\""), Just("[{}]")].prop_map(Into::into),
        "[a-z]{1,9}".prop_map(|name| format!("{{\"{name}x\":1}}").into_bytes()),
        (1..200usize).prop_map(|depth| "[".repeat(depth * 50).into_bytes()),
    ]
}

/// A request with an id, whatever else it is.
fn addressed() -> impl Strategy<Value = Vec<u8>> {
    let method = prop_oneof!["[a-z/]{1,20}".prop_map(|name| format!("\"x{name}\"")), Just("7".to_owned())];
    let params = prop_oneof![Just("{}"), Just("[]"), Just("7"), Just("{\"_meta\":7}")];
    (method, params, any::<u32>()).prop_map(|(method, params, id)| {
        format!(r#"{{"jsonrpc":"2.0","id":{id},"method":{method},"params":{params}}}"#).into_bytes()
    })
}

fn shot() -> impl Strategy<Value = Shot> {
    let text = "[ -~]{1,40}";
    prop_oneof![
        2 => Just(good(PING, &[200])),
        1 => text.prop_map(|value| with(good(PING, &[]), "X-Anything", &value, &[200])),
        1 => Just(good(r#"{"jsonrpc":"2.0","method":"notifications/none"}"#, &[202])),
        6 => bad_body().prop_map(|body| good(body, &[400])),
        3 => addressed().prop_map(|body| good(body, &[200])),
        1 => "[a-z]{1,12}".prop_map(|host| with(good(PING, &[]), "Host", &format!("{host}.example"), &[403])),
        1 => text.prop_map(|value| with(good(PING, &[]), "Origin", &format!("x{value}"), &[403])),
        1 => "x[!-~]{0,20}".prop_map(|value| with(good(PING, &[]), "MCP-Protocol-Version", &value, &[400])),
        1 => "x[!-~]{0,20}".prop_map(|value| with(good(PING, &[]), "Content-Type", &value, &[415])),
        1 => "x[!-~]{0,20}".prop_map(|value| with(good(PING, &[]), "Accept", &value, &[406])),
        1 => Just(Shot { session: Session::Unknown, ..good(PING, &[404]) }),
        1 => Just(Shot { session: Session::None, ..good(PING, &[400]) }),
        1 => Just(Shot { path: "/elsewhere", ..good(PING, &[404]) }),
        1 => Just(Shot { method: "PUT", ..good(PING, &[405]) }),
        1 => Just(Shot { method: "GET", headers: Vec::new(), body: Vec::new(), ..good("", &[406]) }),
    ]
}

#[tokio::test]
async fn broken_requests_get_the_right_status() {
    let count = amount("MCP_LOAD_REQUESTS", 1000);
    let program = Program::start();
    let seed = std::env::var("MCP_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(20_251_125);
    let mut runner = TestRunner::new(Config { rng_seed: RngSeed::Fixed(seed), ..Config::default() });
    let mut web = Web::open(&program.address).await;
    let own = web.greet().await;
    let mut statuses = BTreeMap::<u16, usize>::new();
    for _ in 0..count {
        let shot = shot().new_tree(&mut runner).expect("a request").current();
        let status = fire(&mut web, &program.address, &own, &shot).await;
        assert!(shot.due.contains(&status), "{status} for {shot:?}");
        *statuses.entry(status).or_default() += 1;
    }
    let garbage = vec(any::<u8>(), 1..200);
    for _ in 0..count / 10 {
        let mut bytes = garbage.new_tree(&mut runner).expect("bytes").current();
        bytes.extend(b"\r\n\r\n");
        let response = Web::open(&program.address).await.raw(&bytes).await;
        assert!(response.is_none_or(|response| response.status == 400), "{bytes:?}");
    }
    assert_eq!(fire(&mut web, &program.address, &own, &good(PING, &[200])).await, 200, "it still serves");
    let (peak, words) = (program.peak(), program.last_words());
    assert!(!words.contains("panicked"), "{words}");
    writeln!(std::io::stdout(), "{count} requests: {statuses:?}, peak {peak:?} MiB").expect("the terminal");
}

/// The status that a request gets; over another connection, where the server closed the last.
async fn fire(web: &mut Web, address: &str, own: &str, shot: &Shot) -> u16 {
    let mut headers: Vec<_> = shot.headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
    match shot.session {
        Session::Own => headers.push(("MCP-Session-Id", own)),
        Session::Unknown => headers.push(("MCP-Session-Id", "never-given")),
        Session::None => {}
    }
    if let Some(response) = web.send(shot.method, shot.path, &headers, &shot.body).await {
        return response.status;
    }
    *web = Web::open(address).await;
    let again = web.send(shot.method, shot.path, &headers, &shot.body).await;
    again.expect("an answer on a new connection").status
}
