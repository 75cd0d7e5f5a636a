//! What the handler of a resource may return.

use mcp_model::{AnyResourceContents, Base64, BlobResourceContents, ReadResourceResult, TextResourceContents};
use tower::BoxError;

use crate::{ProtocolError, protocol_error};

/// What the handler of a resource or template may return: text, bytes, whole contents, or a result that
/// may have failed; `None` says that there is no such resource. `M` only tells the implementations apart.
pub trait IntoContents<M> {
    /// The result that the client gets, or the error that takes its place. `mime_type` is the descriptor's.
    ///
    /// # Errors
    ///
    /// That there is no such resource, or why it could not be read.
    fn into_contents(self, uri: &str, mime_type: Option<&str>) -> Result<ReadResourceResult, BoxError>;
}

/// Marks text.
#[derive(Debug)]
pub enum TextContents {}

impl IntoContents<TextContents> for String {
    fn into_contents(self, uri: &str, mime_type: Option<&str>) -> Result<ReadResourceResult, BoxError> {
        let mut contents = TextResourceContents::new(uri, self);
        contents.mime_type = mime_type.map(str::to_owned);
        Ok(one(AnyResourceContents::Text(contents)))
    }
}

impl IntoContents<TextContents> for &str {
    fn into_contents(self, uri: &str, mime_type: Option<&str>) -> Result<ReadResourceResult, BoxError> {
        self.to_owned().into_contents(uri, mime_type)
    }
}

/// Marks bytes.
#[derive(Debug)]
pub enum BlobContents {}

impl IntoContents<BlobContents> for Vec<u8> {
    fn into_contents(self, uri: &str, mime_type: Option<&str>) -> Result<ReadResourceResult, BoxError> {
        let mut contents = BlobResourceContents::new(uri, Base64::encode(&self));
        contents.mime_type = mime_type.map(str::to_owned);
        Ok(one(AnyResourceContents::Blob(contents)))
    }
}

/// Marks contents that are sent as they are.
#[derive(Debug)]
pub enum WholeContents {}

impl IntoContents<WholeContents> for Vec<AnyResourceContents> {
    fn into_contents(self, _: &str, _: Option<&str>) -> Result<ReadResourceResult, BoxError> {
        Ok(ReadResourceResult::new(self))
    }
}

/// Marks contents that may not exist.
#[derive(Debug)]
pub struct MaybeContents<M>(M);

impl<M, T: IntoContents<M>> IntoContents<MaybeContents<M>> for Option<T> {
    fn into_contents(self, uri: &str, mime_type: Option<&str>) -> Result<ReadResourceResult, BoxError> {
        let there = self.ok_or_else(|| ProtocolError(protocol_error::resource_not_found(uri)))?;
        there.into_contents(uri, mime_type)
    }
}

/// Marks a reading that may fail.
#[derive(Debug)]
pub struct FallibleContents<M>(M);

impl<M, T: IntoContents<M>, E: Into<BoxError>> IntoContents<FallibleContents<M>> for Result<T, E> {
    fn into_contents(self, uri: &str, mime_type: Option<&str>) -> Result<ReadResourceResult, BoxError> {
        self.map_err(Into::into)?.into_contents(uri, mime_type)
    }
}

fn one(contents: AnyResourceContents) -> ReadResourceResult {
    ReadResourceResult::new([contents])
}
