//! A mutant in the place of its server.

use std::io;

use tokio::io::{AsyncRead, AsyncWrite};

use super::{Ended, Mutant};
use crate::Server;

/// As many bytes as may lie between the server and its faults.
const PIPE: usize = 64 << 10;

impl<C: Send + Sync + 'static> Server<C> {
    /// As [`Server::serve`], with the faults of a mutant; `errors` takes what it writes to standard error.
    ///
    /// # Errors
    ///
    /// As [`Server::serve`].
    pub async fn serve_mutant(
        &self,
        mutant: &Mutant,
        reader: impl AsyncRead + Unpin,
        writer: impl AsyncWrite + Unpin,
        errors: impl AsyncWrite + Unpin,
    ) -> io::Result<Ended> {
        let (outer, inner) = tokio::io::duplex(PIPE);
        let serving = async {
            let (reader, writer) = tokio::io::split(inner);
            // What breaks between the server and its faults shows as the server's end.
            let _ended = self.serve(reader, writer).await;
            std::future::pending::<()>().await;
        };
        tokio::select! {
            ended = mutant.carry(tokio::io::split(outer), (reader, writer), errors) => ended,
            () = serving => Ok(Ended::Well),
        }
    }
}
