//! Whatever a server does over HTTP, the suite ends in time, with a recording or a clear word, and tells no secret.

mod http_server;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use http_server::{Reply, Request, Server};
use mcp_conformance::suite::{Command, CouldNotRun, Endpoint, Obstacle, Options, Run, Suite};
use mcp_conformance::transcript::{Connection, Event, Transcript, What, write};

const RESULT: &str = r#"{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"bad","version":"1"}}"#;

fn options() -> Options {
    let mut options = Options::default();
    let patience = &mut options.patience;
    patience.first = Duration::from_secs(3);
    patience.answer = Duration::from_millis(300);
    patience.quiet = Duration::from_millis(20);
    patience.exit = Duration::from_millis(300);
    patience.term = Duration::from_millis(200);
    options.deadline = Duration::from_secs(20);
    options
}

fn suite(endpoint: Endpoint) -> Suite {
    Suite::url(endpoint).expect("a client").options(options())
}

fn endpoint(server: &Server) -> Endpoint {
    Endpoint::new(&server.url("/mcp")).expect("an address")
}

async fn run(server: &Server) -> Run {
    let run = suite(endpoint(server)).run().await.expect("the server greets");
    assert!(run.notes.iter().all(|note| !note.contains("cut short")), "{:?}", run.notes);
    run
}

async fn could_not(server: &Server) -> CouldNotRun {
    suite(endpoint(server)).run().await.expect_err("there is nothing to judge")
}

/// Answers every request with a result, and takes everything else.
fn good(request: &Request) -> Reply {
    match (&*request.method, request.id()) {
        ("POST", Some(id)) => {
            let result = if request.is_initialize() { RESULT } else { "{}" };
            Reply::json(200, &format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#))
        }
        ("POST", None) => Reply::status(202),
        _ => Reply::status(405),
    }
}

fn events(transcript: &Transcript) -> impl Iterator<Item = &Event> {
    transcript.connections().flat_map(Connection::events)
}

fn file(transcript: &Transcript) -> String {
    let mut file = Vec::new();
    write(&mut file, transcript.header(), events(transcript)).expect("written to memory");
    String::from_utf8(file).expect("a recording is text")
}

#[tokio::test]
async fn one_that_answers_is_recorded_with_every_exchange() {
    let server = Server::start(good).await;
    let run = run(&server).await;
    assert_eq!(run.notes, Vec::<String>::new());
    let transcript = &run.recording.transcript;
    let pings: Vec<_> = transcript.requests("ping").filter(|ping| ping.result().is_some()).collect();
    assert!(pings.len() > 20, "{} pings were answered", pings.len());
    assert!(pings.iter().all(|ping| ping.request.http.is_some() && ping.answer().unwrap().http == ping.request.http));
}

#[tokio::test]
async fn one_that_asks_for_authentication_could_not_be_judged_and_shows_its_challenge() {
    let challenge = r#"Bearer resource_metadata="http://localhost/.well-known/x""#;
    let server = Server::start(move |_| Reply::status(401).header("WWW-Authenticate", challenge)).await;
    let error = could_not(&server).await;
    assert!(matches!(error.obstacle, Obstacle::Authentication(401, _)));
    let message = error.to_string();
    assert!(message.contains("resource_metadata") && message.contains("--bearer-env"), "{message}");
}

#[tokio::test]
async fn what_lets_in_reaches_no_recording_even_when_the_server_says_it_back() {
    let server = Server::start(|request| {
        assert_eq!(request.header("x-api"), Some("key-in-header"));
        let mut reply = good(request).header("X-Echo", request.header("authorization").unwrap_or_default());
        reply.body = reply
            .body
            .replace("\"name\":\"bad\"", &format!("\"name\":\"{}\"", request.header("x-api").unwrap_or_default()));
        reply
    })
    .await;
    let url = server.url("/mcp?token=token-in-query");
    let endpoint =
        Endpoint::new(&url).unwrap().bearer("token-in-header").unwrap().header("X-Api", "key-in-header").unwrap();
    let run = suite(endpoint).run().await.expect("the server greets");
    let said = file(&run.recording.transcript) + &serde_json::to_string(&run.report()).unwrap() + &run.notes.join("\n");
    for secret in ["token-in-query", "token-in-header", "key-in-header"] {
        assert!(!said.contains(secret), "{secret} was told");
    }
    assert!(said.contains("\"name\":\"[redacted]\""));
}

#[tokio::test]
async fn a_redirection_to_another_origin_is_not_followed() {
    let other = Server::start(good).await;
    let target = other.url("/mcp");
    let server = Server::start(move |_| Reply::status(307).header("Location", &target)).await;
    let error = could_not(&server).await;
    assert!(matches!(error.obstacle, Obstacle::Status(307)), "{error}");
    assert_eq!(other.served(), 0);
}

#[tokio::test]
async fn a_redirection_within_the_origin_is_followed_once_and_remembered() {
    let server = Server::start(|request| match &*request.path {
        "/mcp" => Reply::status(307).header("Location", "/mcp/"),
        _ => good(request),
    })
    .await;
    let run = run(&server).await;
    let transcript = &run.recording.transcript;
    let first = transcript.connections().next().expect("the shared connection");
    let is_redirected = |event: &&Event| matches!(event.what, What::HttpResponse { status: 307, .. });
    assert_eq!(first.events().iter().filter(is_redirected).count(), 1);
    assert!(first.requests("ping").all(|ping| ping.answers.len() <= 1));
}

#[tokio::test]
async fn a_redirect_loop_ends() {
    let server = Server::start(|_| Reply::status(308).header("Location", "/mcp")).await;
    let message = could_not(&server).await.to_string();
    assert!(message.contains("redirects more than 5 times"), "{message}");
}

#[tokio::test]
async fn one_that_is_not_there_is_named() {
    let server = Server::start(good).await;
    let url = server.url("/mcp");
    drop(server);
    let error = suite(Endpoint::new(&url).unwrap()).run().await.unwrap_err();
    assert!(error.to_string().contains("refused"), "{error}");
}

#[tokio::test]
async fn one_that_is_no_mcp_endpoint_is_named() {
    let server = Server::start(|_| Reply::new(404, "text/html", "<h1>not here</h1>")).await;
    assert!(matches!(could_not(&server).await.obstacle, Obstacle::Status(404)));
}

#[tokio::test]
async fn one_that_hangs_ends_in_time() {
    let start = Instant::now();
    let server =
        Server::start(|request| if request.body.contains("\"ping\"") { Reply::never() } else { good(request) }).await;
    let run = run(&server).await;
    assert!(run.notes[0].contains("no answer to `ping`"), "{:?}", run.notes);
    assert!(events(&run.recording.transcript).any(|event| matches!(event.what, What::Silence(_))));
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[tokio::test]
async fn an_endless_stream_is_cut_off() {
    for endless in [": nothing\n\n", "data: x", "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}\n\n"]
    {
        let server =
            Server::start(
                move |request| {
                    if request.is_initialize() { good(request) } else { Reply::stream("").endless(endless) }
                },
            )
            .await;
        let mut options = options();
        options.limits.bytes = 1 << 20;
        options.limits.message = 1 << 18;
        options.limits.messages = 1000;
        options.patience.answer = Duration::from_secs(5);
        let run = suite(endpoint(&server)).options(options).run().await.expect("the server greets");
        assert!(events(&run.recording.transcript).any(|event| matches!(event.what, What::CutOff(_))), "{endless:?}");
        assert!(events(&run.recording.transcript).count() < 5000);
    }
}

#[tokio::test]
async fn a_body_without_end_is_cut_off() {
    let server =
        Server::start(
            |request| {
                if request.is_initialize() { good(request) } else { Reply::json(200, "").endless("[[[[[[[[") }
            },
        )
        .await;
    let mut options = options();
    options.limits.message = 1 << 16;
    options.patience.answer = Duration::from_secs(5);
    let run = suite(endpoint(&server)).options(options).run().await.expect("the server greets");
    assert!(events(&run.recording.transcript).any(|event| matches!(event.what, What::CutOff(_))));
}

#[tokio::test]
async fn a_stream_that_breaks_off_is_taken_up_again() {
    let server = Server::start(|request| {
        if request.header("last-event-id") == Some("half-way") {
            return Reply::stream("id: end\ndata: {\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}\n\n");
        }
        match request.id() {
            Some(id) if id == "2" => Reply::stream("retry: 10\nid: half-way\ndata:\n\ndata: torn"),
            _ => good(request),
        }
    })
    .await;
    let run = run(&server).await;
    let transcript = &run.recording.transcript;
    assert_eq!(run.notes, Vec::<String>::new());
    let first = transcript.connections().next().unwrap();
    let torn: Vec<_> = first.received().filter(|(_, text)| text.lossy() == "data: torn").collect();
    assert_eq!(torn.len(), 1);
    let ping = first.requests("ping").next().unwrap();
    assert!(ping.result().is_some() && ping.answer().unwrap().http != ping.request.http);
}

#[tokio::test]
async fn how_a_response_ended_is_recorded() {
    let server = Server::start(|request| match (&*request.method, request.id()) {
        ("GET", _) => Reply::stream(": listening\n\n").open(),
        (_, Some(id)) if id == "2" => Reply::stream("data: {\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}\n\n").open(),
        _ => good(request),
    })
    .await;
    let run = run(&server).await;
    let first = run.recording.transcript.connections().next().expect("the shared connection");
    let exchanges = first.http();
    let get = exchanges.iter().find(|exchange| exchange.method == "GET").expect("a stream that listens");
    assert!(get.dropped.is_some() && get.closed.is_none());
    let ping = first.requests("ping").next().expect("the first ping").request.http;
    let ping = exchanges.iter().find(|exchange| exchange.event.http == ping).expect("its exchange");
    assert!(ping.closed.is_none() && ping.dropped.is_some());
    let others = exchanges.iter().filter(|exchange| exchange.closed.is_some()).count();
    assert!(others > 20, "{others} responses ended");
}

#[tokio::test]
async fn the_session_is_named_in_every_request_and_ended_at_the_end() {
    let server = Server::start(|request| {
        let reply = match (&*request.method, request.header("mcp-session-id")) {
            ("DELETE", Some("session-1")) => return Reply::status(200),
            ("POST", None) if !request.is_initialize() => return Reply::status(400),
            _ => good(request),
        };
        if request.is_initialize() { reply.header("Mcp-Session-Id", "session-1") } else { reply }
    })
    .await;
    let run = run(&server).await;
    for connection in run.recording.transcript.connections() {
        let mut methods = connection.events().iter().filter_map(|event| match &event.what {
            What::HttpRequest { method, .. } => Some(method.as_str()),
            _ => None,
        });
        assert_eq!(methods.next_back(), Some("DELETE"), "connection {}", connection.id());
    }
}

#[tokio::test]
async fn a_command_that_never_listens_is_named_with_its_last_words_and_ended() {
    let server = Server::start(good).await;
    let url = server.url("/mcp");
    drop(server);
    let command = Command::new("sh", ["-c", "echo 'no port' >&2; exit 4"]);
    let error = suite(Endpoint::new(&url).unwrap().started_by(command)).run().await.unwrap_err().to_string();
    assert!(
        error.contains("does not listen on") && error.contains("exit status: 4") && error.contains("no port"),
        "{error}"
    );
}

#[tokio::test]
async fn a_command_that_starts_the_server_ends_with_the_run() {
    let server = Server::start(good).await;
    let marker = "sleep 4321.5";
    let endpoint = endpoint(&server).started_by(Command::new("sh", ["-c", &format!("{marker} & {marker}")]));
    suite(endpoint).run().await.expect("something listens");
    let ps = std::process::Command::new("ps").args(["-axo", "stat=,args="]).output().expect("ps runs");
    let left = String::from_utf8_lossy(&ps.stdout)
        .lines()
        .filter(|line| line.ends_with(marker) && !line.starts_with('Z'))
        .count();
    assert_eq!(left, 0);
}

#[tokio::test]
async fn a_command_that_ends_with_its_input_serves_to_the_end() {
    let server = Server::start(good).await;
    let mark = std::env::temp_dir().join(format!("mcp-conformance-input-{}", std::process::id()));
    let script = format!("cat >/dev/null; touch {}", mark.display());
    suite(endpoint(&server).started_by(Command::new("sh", ["-c", &script]))).run().await.expect("something listens");
    assert!(!mark.exists(), "the input was closed");
}

#[tokio::test]
async fn one_that_accepts_requests_and_never_answers_is_waited_for_once() {
    let accepts = |request: &Request| if request.is_initialize() { good(request) } else { Reply::status(202) };
    let server = Server::start(accepts).await;
    let mut options = options();
    options.patience.quiet = Duration::from_millis(500);
    let start = Instant::now();
    let run = suite(endpoint(&server)).options(options).run().await.expect("the server greets");
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    let breaks = |id: &str| run.report().judged().any(|judged| judged.id == id && judged.is_fault());
    assert!(breaks("http/answers-with-a-stated-type"));
}

fn blamed(run: &Run) -> BTreeSet<&'static str> {
    run.report().judged().filter(|judged| judged.is_fault()).map(|judged| judged.id).collect()
}

#[tokio::test]
async fn one_that_ends_over_a_message_is_blamed_for_nothing_else() {
    let ended = AtomicBool::new(false);
    let ends = move |request: &Request| {
        ended.fetch_or(request.body.contains("params-is-a-text"), Ordering::Relaxed);
        if ended.load(Ordering::Relaxed) { Reply::never() } else { good(request) }
    };
    let (one, other) = (run(&Server::start(good).await).await, run(&Server::start(ends).await).await);
    let more: Vec<_> = blamed(&other).difference(&blamed(&one)).copied().collect();
    assert_eq!(more, ["jsonrpc/survives-malformed-input"], "{:?}", other.notes);
}
