//! A stream passed on byte for byte while somebody looks on.

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

/// As many bytes as are passed on at once.
const CHUNK: usize = 64 << 10;

/// Longer lines are taken down in pieces of this length.
const LINE: usize = 64 << 20;

/// Passes everything on until either side ends. Bytes are seen before they are passed on, so that no answer is ever
/// recorded before its question.
pub(crate) async fn pass(
    mut from: impl AsyncRead + Unpin,
    to: &mut (impl AsyncWrite + Unpin),
    mut see: impl FnMut(&[u8]),
) {
    let mut chunk = vec![0; CHUNK];
    while let Ok(read @ 1..) = from.read(&mut chunk).await {
        see(&chunk[..read]);
        if to.write_all(&chunk[..read]).await.is_err() || to.flush().await.is_err() {
            break;
        }
    }
}

/// As [`pass`], and takes every line down, the unterminated last one too.
pub(crate) async fn pass_lines(
    from: impl AsyncRead + Unpin,
    to: &mut (impl AsyncWrite + Unpin),
    mut take: impl FnMut(Vec<u8>),
) {
    let mut line = Vec::new();
    let split = |bytes: &[u8]| {
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            line.extend_from_slice(piece);
            if piece.ends_with(b"\n") || line.len() >= LINE {
                take(std::mem::take(&mut line));
            }
        }
    };
    pass(from, to, split).await;
    if !line.is_empty() {
        take(line);
    }
}

#[cfg(test)]
mod tests {
    use super::pass_lines;

    #[tokio::test]
    async fn bytes_are_passed_on_as_they_are_and_lines_taken_down() {
        let said = b"{}\r\n\n\xff\xfe\nhalf".as_slice();
        let (mut passed, mut lines) = (Vec::new(), Vec::new());
        pass_lines(said, &mut passed, |line| lines.push(line)).await;
        assert_eq!(passed, said);
        assert_eq!(lines, [b"{}\r\n".as_slice(), b"\n", b"\xff\xfe\n", b"half"]);
    }
}
