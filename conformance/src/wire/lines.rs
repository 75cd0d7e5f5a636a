//! Framing by newlines.

use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncRead, AsyncReadExt, BufReader};

use super::Tap;
use crate::transcript::{Text, What};

/// Records each line and hands it on, up to the end of the stream or of the budget.
pub(super) async fn listen(reader: impl AsyncRead + Send + Unpin, tap: Tap) {
    let mut reader = BufReader::new(reader);
    while let Some(line) = next(&mut reader, tap.budget.message()).await {
        if !tap.text(None, Text::from(line), What::Received) {
            return;
        }
    }
}

/// The next line with its newline, the unterminated last one, or the first bytes of one that is too long. A stream that
/// breaks has ended.
pub(super) async fn next(reader: &mut (impl AsyncBufRead + Unpin), limit: usize) -> Option<Vec<u8>> {
    let mut line = Vec::new();
    let limit = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
    let _ = reader.take(limit).read_until(b'\n', &mut line).await;
    (!line.is_empty()).then_some(line)
}

#[cfg(test)]
mod tests {
    use tokio::io::BufReader;

    #[tokio::test]
    async fn every_byte_is_in_one_line_whatever_the_chunks() {
        for capacity in [1, 2, 64] {
            let mut reader = BufReader::with_capacity(capacity, b"{}\r\n\n\xff\nhalf".as_slice());
            let mut lines = Vec::new();
            while let Some(line) = super::next(&mut reader, 8).await {
                lines.push(line);
            }
            assert_eq!(lines, [b"{}\r\n".as_slice(), b"\n", b"\xff\n", b"half"]);
        }
    }

    #[tokio::test]
    async fn a_line_without_end_stops_one_byte_over_the_limit() {
        let mut reader = BufReader::new(tokio::io::AsyncReadExt::take(tokio::io::repeat(b'x'), 300 << 20));
        assert_eq!(super::next(&mut reader, 1000).await.map(|line| line.len()), Some(1001));
    }
}
