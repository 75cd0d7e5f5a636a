//! What a peer said, fit to be shown: printable, and cut to a sane length.

use std::fmt::Write;

use crate::transcript::{Event, SseEvent, What};

/// As many characters as an excerpt has at most.
const LENGTH: usize = 300;

/// One line that says what happened.
pub fn of(event: &Event) -> String {
    match &event.what {
        What::Opened { transport, target } => {
            format!("opened over {} {}", transport.as_str(), printable(target.as_deref().unwrap_or_default()))
        }
        What::Sent(text) => format!("→ {}", cut(&printable(&text.lossy()))),
        What::Received(text) => format!("← {}", cut(&printable(&text.lossy()))),
        What::HttpRequest { method, path, headers } => {
            format!("→ {} {}{}", printable(method), cut(&printable(path)), listed(headers))
        }
        What::HttpResponse { status, headers } => format!("← {status}{}", listed(headers)),
        What::Sse(sse) => format!("← {}", stream_event(sse)),
        What::Stderr(text) => format!("stderr: {}", cut(&printable(&text.lossy()))),
        What::InputClosed => "the input was closed".to_owned(),
        What::Silence(time) => format!("nothing for {:.1} s", time.as_secs_f64()),
        What::Exited(exit) => match (exit.code, exit.signal) {
            (_, Some(signal)) => format!("ended by signal {signal}"),
            (Some(code), None) => format!("exited with code {code}"),
            (None, None) => "ended".to_owned(),
        },
        What::Closed => "the connection was closed".to_owned(),
        What::CutOff(why) => format!("stopped listening: {}", cut(&printable(why))),
        What::Assume(assumption) => format!("assumed: {assumption:?}"),
    }
}

fn listed(headers: &[(String, String)]) -> String {
    let mut out = String::new();
    for (name, value) in headers {
        let _ = write!(out, " · {}: {}", printable(name), cut(&printable(value)));
    }
    cut(&out)
}

fn stream_event(sse: &SseEvent) -> String {
    let id = sse.id.as_deref().map(|id| format!("id: {} ", printable(id))).unwrap_or_default();
    let data = sse.data.as_ref().map(|data| printable(&data.lossy())).unwrap_or_default();
    cut(&format!("{id}data: {data}"))
}

/// The text with every character visible: controls, escapes, bidirectional overrides and invisible characters are
/// written as `\u{…}`; a newline at the end is left out.
pub fn printable(text: &str) -> String {
    let text = text.strip_suffix('\n').unwrap_or(text);
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            hidden if is_hidden(hidden) => {
                let _ = write!(out, "\\u{{{:x}}}", u32::from(hidden));
            }
            visible => out.push(visible),
        }
    }
    out
}

/// Controls, format characters that reorder or hide text, and what fonts draw as nothing.
pub(super) fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(u32::from(character),
            0xAD | 0x34F | 0x61C | 0x115F..=0x1160 | 0x17B4..=0x17B5 | 0x180B..=0x180F | 0x200B..=0x200F
            | 0x2028..=0x202E | 0x2060..=0x206F | 0x3164 | 0xFE00..=0xFE0F | 0xFEFF | 0xFFA0 | 0xFFF0..=0xFFFB
            | 0x1BCA0..=0x1BCA3 | 0x1D173..=0x1D17A | 0xE0000..=0xE0FFF)
}

/// The text with its middle left out where it is long.
pub fn cut(text: &str) -> String {
    let count = text.chars().count();
    if count <= LENGTH {
        return text.to_owned();
    }
    let head: String = text.chars().take(LENGTH - 60).collect();
    let tail: String = text.chars().skip(count - 50).collect();
    format!("{head} … {tail}")
}

#[cfg(test)]
mod tests {
    use super::{cut, printable};

    #[test]
    fn what_hides_is_shown() {
        let shown = printable("a\u{1b}[31m\u{202e}b\u{200b}\u{feff}\n");
        assert_eq!(shown, "a\\u{1b}[31m\\u{202e}b\\u{200b}\\u{feff}");
    }

    #[test]
    fn long_text_loses_its_middle() {
        let long = "x".repeat(10_000) + "end";
        assert!(cut(&long).chars().count() <= 300);
        assert!(cut(&long).ends_with("end"));
    }
}
