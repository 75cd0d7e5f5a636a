//! `tap` passes every byte on as it is, and outlives both sides.

use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use mcp_conformance::transcript::{What, read};

fn tap(server: &str, transcript: &str) -> (Child, PathBuf) {
    let path = std::env::temp_dir().join(format!("mcp-tap-{}-{transcript}.jsonl", std::process::id()));
    let child = Command::new(env!("CARGO_BIN_EXE_mcp-conformance"))
        .args(["tap", "--quiet", "--report", &format!("transcript={}", path.display()), "--", "sh", "-c", server])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the tap starts");
    (child, path)
}

fn recorded(path: &PathBuf) -> Vec<What> {
    let file = std::fs::read(path).expect("a recording");
    let _ = std::fs::remove_file(path);
    read(&*file).expect("a readable recording").1.into_iter().map(|event| event.what).collect()
}

#[test]
fn every_byte_comes_through_and_is_recorded() {
    let (mut child, path) = tap("cat; printf 'bye' >&2", "bytes");
    let said = b"{\"a\":1}\n\xff\xfe broken \x00\n\r\n\nno end".to_vec();
    child.stdin.take().unwrap().write_all(&said).unwrap();
    let ended = child.wait_with_output().unwrap();
    assert_eq!(ended.stdout, said);
    assert!(ended.stderr.starts_with(b"bye"), "{}", String::from_utf8_lossy(&ended.stderr));

    let events = recorded(&path);
    let joined =
        |pick: fn(&What) -> Option<&[u8]>| events.iter().filter_map(pick).flatten().copied().collect::<Vec<u8>>();
    assert_eq!(joined(|what| if let What::Sent(text) = what { Some(text.bytes()) } else { None }), said);
    assert_eq!(joined(|what| if let What::Received(text) = what { Some(text.bytes()) } else { None }), said);
    assert_eq!(joined(|what| if let What::Stderr(text) = what { Some(text.bytes()) } else { None }), b"bye");
    assert!(events.contains(&What::InputClosed) && events.contains(&What::Closed));
}

#[test]
fn it_outlives_a_server_that_dies() {
    let (mut child, path) = tap("read line; printf 'half'; exit 3", "death");
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"{}\n").unwrap();
    let ended = child.wait_with_output().unwrap();
    drop(input);
    assert_eq!(ended.stdout, b"half");
    let exits =
        recorded(&path).into_iter().filter_map(|what| if let What::Exited(exit) = what { exit.code } else { None });
    assert_eq!(exits.collect::<Vec<_>>(), [3]);
}

#[test]
fn it_outlives_a_client_that_dies() {
    let (mut child, path) = tap("cat", "client");
    drop(child.stdout.take());
    child.stdin.take().unwrap().write_all(b"{}\n").unwrap();
    let mut report = String::new();
    child.stderr.take().unwrap().read_to_string(&mut report).unwrap();
    child.wait().unwrap();
    assert!(report.contains("not exercised"), "{report}");
    assert!(recorded(&path).contains(&What::Closed));
}

#[test]
fn a_message_takes_less_than_a_millisecond_longer() {
    let (mut child, path) = tap("cat", "speed");
    let (mut input, mut output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let mut trip = || {
        let start = Instant::now();
        input.write_all(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n").unwrap();
        let mut answer = [0; 41];
        output.read_exact(&mut answer).unwrap();
        start.elapsed()
    };
    let mut trips: Vec<_> = (0..300).map(|_| trip()).collect();
    trips.sort();
    drop(input);
    child.wait().unwrap();
    recorded(&path);
    // There and back are two messages.
    assert!(trips[150] < Duration::from_millis(2), "the median trip takes {:?}", trips[150]);
}

/// A server that answers every connection with these bytes in two parts, and keeps what it was told.
async fn canned(listener: tokio::net::TcpListener, answer: &'static [u8]) -> Vec<u8> {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let (mut socket, _) = listener.accept().await.unwrap();
    let mut told = vec![0; 4096];
    let read = socket.read(&mut told).await.unwrap();
    told.truncate(read);
    for part in answer.chunks(answer.len() / 2 + 1) {
        socket.write_all(part).await.unwrap();
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    told
}

#[tokio::test]
async fn every_byte_of_a_socket_comes_through_and_its_exchange_is_recorded() {
    use mcp_conformance::tap::HttpTap;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    const ASKED: &[u8] = b"POST /mcp HTTP/1.1\r\nHost: h\r\nauthorization: Bearer s3cret\r\ncontent-length: 40\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
    const ANSWER: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n18\r\nid: a\ndata: {\"jsonrpc\":\"\r\n1a\r\n2.0\",\"id\":1,\"result\":{}}\n\n\r\n0\r\n\r\n";
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let server = listener.local_addr().unwrap().to_string();
    let tap = HttpTap::bind("127.0.0.1:0".parse().unwrap(), server).await.unwrap();
    let mut client = tokio::net::TcpStream::connect(tap.address().unwrap()).await.unwrap();
    let mut got = Vec::new();
    let told = tokio::select! {
        _ = tap.run() => unreachable!("the tap goes on"),
        told = async {
            client.write_all(ASKED).await.unwrap();
            let (told, read) = tokio::join!(canned(listener, ANSWER), client.read_to_end(&mut got));
            read.unwrap();
            told
        } => told,
    };
    assert_eq!(told, ASKED);
    assert_eq!(got, ANSWER);
    let transcript = tap.transcript();
    let connection = transcript.connections().next().unwrap();
    let ping = connection.requests("ping").next().unwrap();
    assert!(ping.result().is_some(), "{connection:#?}");
    let mut file = Vec::new();
    mcp_conformance::transcript::write(&mut file, transcript.header(), transcript.events()).unwrap();
    assert!(!String::from_utf8(file).unwrap().contains("s3cret"));
    assert_eq!(tap.note(), None);
}
