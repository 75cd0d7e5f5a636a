//! A stream passed on byte for byte while its lines are taken down.

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

/// As many bytes as are passed on at once.
const CHUNK: usize = 64 << 10;

/// Longer lines are passed on whole and taken down in pieces of this length.
const LINE: usize = 64 << 20;

/// Passes everything on until either side ends; every line is taken down before its last byte is passed on, so that an
/// answer is never recorded before what it answers.
pub(crate) async fn relay(
    mut from: impl AsyncRead + Unpin,
    to: &mut (impl AsyncWrite + Unpin),
    mut take: impl FnMut(Vec<u8>),
) {
    let mut chunk = vec![0; CHUNK];
    let mut line = Vec::new();
    while let Ok(read @ 1..) = from.read(&mut chunk).await {
        for piece in chunk[..read].split_inclusive(|byte| *byte == b'\n') {
            line.extend_from_slice(piece);
            if piece.ends_with(b"\n") || line.len() >= LINE {
                take(std::mem::take(&mut line));
            }
        }
        if to.write_all(&chunk[..read]).await.is_err() || to.flush().await.is_err() {
            break;
        }
    }
    if !line.is_empty() {
        take(line);
    }
}

#[cfg(test)]
mod tests {
    use super::relay;

    #[tokio::test]
    async fn bytes_are_passed_on_as_they_are_and_lines_taken_down() {
        let said = b"{}\r\n\n\xff\xfe\nhalf".as_slice();
        let (mut passed, mut lines) = (Vec::new(), Vec::new());
        relay(said, &mut passed, |line| lines.push(line)).await;
        assert_eq!(passed, said);
        assert_eq!(lines, [b"{}\r\n".as_slice(), b"\n", b"\xff\xfe\n", b"half"]);
    }
}
