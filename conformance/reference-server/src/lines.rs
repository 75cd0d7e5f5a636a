//! Newline-delimited messages over any pair of byte streams.

use std::io;

use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncWrite, AsyncWriteExt};

/// What one read of the stream brought.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// The bytes of one line, without its terminator.
    Whole(Vec<u8>),
    /// A line longer than the limit; its bytes were skipped.
    TooLong,
}

/// Reads lines of at most a given number of bytes.
pub(crate) struct Lines<R> {
    reader: R,
    limit: usize,
    partial: Vec<u8>,
    skipping: bool,
}

impl<R: AsyncBufRead + Unpin> Lines<R> {
    pub(crate) fn new(reader: R, limit: usize) -> Self {
        Self { reader, limit, partial: Vec::new(), skipping: false }
    }

    /// The next line, or `None` at the end of the input. An unterminated last line counts.
    ///
    /// Dropping the future loses nothing: what was read so far is kept for the next call.
    pub(crate) async fn next(&mut self) -> io::Result<Option<Line>> {
        loop {
            let chunk = self.reader.fill_buf().await?;
            if chunk.is_empty() {
                return Ok(self.last());
            }
            let newline = chunk.iter().position(|&byte| byte == b'\n');
            let taken = newline.unwrap_or(chunk.len());
            if !self.skipping {
                self.partial.extend_from_slice(&chunk[..taken]);
            }
            self.reader.consume(newline.map_or(taken, |at| at + 1));
            self.enforce_limit();
            if newline.is_some() {
                return Ok(Some(self.take()));
            }
        }
    }

    fn enforce_limit(&mut self) {
        if self.partial.len() > self.limit {
            self.partial = Vec::new();
            self.skipping = true;
        }
    }

    fn take(&mut self) -> Line {
        if std::mem::take(&mut self.skipping) {
            return Line::TooLong;
        }
        Line::Whole(std::mem::take(&mut self.partial))
    }

    fn last(&mut self) -> Option<Line> {
        (self.skipping || !self.partial.is_empty()).then(|| self.take())
    }
}

/// Writes one message as one line.
pub(crate) async fn write_line<W: AsyncWrite + Unpin>(writer: &mut W, text: &str) -> io::Result<()> {
    writer.write_all(text.as_bytes()).await?;
    writer.write_all(b"\n").await
}

#[cfg(test)]
mod tests {
    use tokio::io::BufReader;

    use super::{Line, Lines};

    async fn all(input: &[u8], limit: usize, buffer: usize) -> Vec<Line> {
        let mut lines = Lines::new(BufReader::with_capacity(buffer, input), limit);
        let mut seen = Vec::new();
        while let Some(line) = lines.next().await.expect("reading from memory") {
            seen.push(line);
        }
        seen
    }

    fn whole(text: &str) -> Line {
        Line::Whole(text.as_bytes().to_vec())
    }

    #[tokio::test]
    async fn lines_are_cut_at_newlines_whatever_the_chunks() {
        for buffer in 1..8 {
            let seen = all(b"one\ntwo\r\n\nlast", 100, buffer).await;
            assert_eq!(seen, [whole("one"), whole("two\r"), whole(""), whole("last")]);
        }
    }

    #[tokio::test]
    async fn a_line_over_the_limit_is_skipped_and_the_next_one_read() {
        for buffer in [1, 3, 64] {
            let seen = all(b"12345\n123456\nok\n1234567", 5, buffer).await;
            assert_eq!(seen, [whole("12345"), Line::TooLong, whole("ok"), Line::TooLong]);
        }
    }

    #[tokio::test]
    async fn no_input_is_no_line() {
        assert!(all(b"", 5, 4).await.is_empty());
    }
}
