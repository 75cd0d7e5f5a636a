//! A session over a pair of byte streams, one message a line.
//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#stdio>

use std::{io, time::Duration};

use tokio::{
    io::{AsyncRead, AsyncWrite, AsyncWriteExt, BufReader, BufWriter},
    time::timeout,
};

use crate::{
    About, Opening, Outbox, Outgoing, Server, Session,
    lines::{Line, Lines, write_line},
    protocol_error::invalid_request,
};

/// How long the requests that are still being served may take after the input has ended.
const GRACE: Duration = Duration::from_secs(2);

impl<C: Send + Sync + 'static> Server<C> {
    /// Serves one client over a pair of byte streams, such as standard input and output, until the input
    /// ends. What was asked for by then is still answered, within two seconds.
    ///
    /// Dropping the future ends the session at once.
    ///
    /// # Errors
    ///
    /// Where reading or writing fails; a client that closes its end is one case of it.
    pub async fn serve<R, W>(&self, reader: R, writer: W) -> io::Result<()>
    where
        R: AsyncRead + Unpin,
        W: AsyncWrite + Unpin,
    {
        let (session, outbox) = self.session(Opening::default());
        let limit = self.parts().settings.message_limit;
        let lines = Lines::new(BufReader::new(reader), limit);
        let mut writing = std::pin::pin!(write(outbox, BufWriter::new(writer)));
        tokio::select! {
            read = read(lines, session) => read?,
            written = &mut writing => return written,
        }
        // A handler's own tasks may outlive its request; they are not waited for without end.
        timeout(GRACE, writing).await.unwrap_or(Ok(()))
    }
}

async fn read<R, C>(mut lines: Lines<BufReader<R>>, session: Session<C>) -> io::Result<()>
where
    R: AsyncRead + Unpin,
    C: Send + Sync + 'static,
{
    while let Some(line) = lines.next().await? {
        match line {
            Line::Whole(message) => session.receive(&message).await,
            Line::TooLong => session.refuse(None, invalid_request("the message is too long")).await,
        }
    }
    let _late = timeout(GRACE, session.finish()).await.is_err();
    Ok(())
}

async fn write<W: AsyncWrite + Unpin>(mut outbox: Outbox, mut writer: W) -> io::Result<()> {
    while let Some(message) = outbox.next().await {
        write_message(&mut writer, &message).await?;
        while let Some(message) = outbox.waiting() {
            write_message(&mut writer, &message).await?;
        }
        writer.flush().await?;
    }
    Ok(())
}

async fn write_message<W: AsyncWrite + Unpin>(writer: &mut W, message: &Outgoing) -> io::Result<()> {
    // Here is only one stream, which nobody could go on with.
    if matches!(message.about, About::Break(_)) {
        return Ok(());
    }
    write_line(writer, &message.text).await
}
