//! What a server pours out is not kept. One test, so that the peak is that of these runs and no others.

use std::time::Duration;

use mcp_conformance::suite::{Command, Options, Suite};
use mcp_conformance::transcript::{Connection, Transcript, What};

const GREET: &str = r#"read -r line; echo '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"bad","version":"1"}}}'; "#;
const ONE_LONG_LINE: &str = r"head -c 300000000 /dev/zero | tr '\0' x; echo; cat >/dev/null";
const TINY_VALUES: &str =
    r#"yes '{"jsonrpc":"2.0","method":"x","params":{"a":['"$(yes 0, | head -n 50000 | tr -d '\n')"'0]}}'"#;

async fn run(script: &str) -> Transcript {
    let mut options = Options::default();
    options.patience.answer = Duration::from_secs(20);
    options.patience.exit = Duration::from_millis(300);
    options.patience.term = Duration::from_millis(200);
    let script = format!("{GREET}{script}");
    let run = Suite::command(Command::new("sh", ["-c", &script])).options(options).run().await;
    run.expect("the server greets").recording.transcript
}

fn is_cut_off(transcript: &Transcript, limit: &str) -> bool {
    let mut events = transcript.connections().flat_map(Connection::events);
    events.any(|event| matches!(&event.what, What::CutOff(why) if why.contains(limit)))
}

#[tokio::test]
async fn long_lines_and_tiny_values_are_cut_off_and_not_kept() {
    let transcript = run(ONE_LONG_LINE).await;
    assert!(is_cut_off(&transcript, "bytes"));
    let kept: usize = transcript.connections().flat_map(Connection::received).map(|(_, text)| text.bytes().len()).sum();
    assert!(kept < 10_000, "{kept} bytes kept");
    assert!(is_cut_off(&run(TINY_VALUES).await, "JSON values"));
    if cfg!(target_os = "linux") {
        let status = std::fs::read_to_string("/proc/self/status").expect("the system tells");
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("the peak is told");
        let kilobytes: u64 = peak.trim().trim_end_matches(" kB").parse().expect("a number");
        assert!(kilobytes < 100_000, "peak {kilobytes} kB");
    }
}
