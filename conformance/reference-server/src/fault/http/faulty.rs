//! The faults of HTTP, and what became of them so far.

use std::sync::{Mutex, PoisonError};

use axum::{
    http::{HeaderMap, HeaderValue, request::Parts},
    response::Response,
};
use serde_json::{Map, Value, json};

use super::StreamEdit;
use crate::fault::{
    Mutant,
    occasion::{Fault, Occasion, is_method},
    pattern::fits,
    reference::AtHand,
};

/// As many bytes as a body may have; more are no business of a mutant's.
pub(super) const LIMIT: usize = 64 << 20;

/// The faults, and what became of them so far.
pub(super) struct Faulty {
    pub(super) faults: Vec<Fault>,
    seen: Mutex<Vec<u64>>,
    last: Mutex<Value>,
}

/// A request that is an occasion for some of the faults.
pub(super) struct Meant {
    pub(super) faults: Vec<Fault>,
    request: Value,
    before: Value,
}

impl Faulty {
    pub(super) fn new(mutant: &Mutant) -> Self {
        let faults = mutant.faults().to_vec();
        let seen = Mutex::new(vec![0; faults.len()]);
        Self { faults, seen, last: Mutex::default() }
    }

    /// What goes wrong with this request.
    pub(super) fn meant(&self, parts: &Parts, body: &[u8]) -> Meant {
        let request = told(parts, body);
        let before = std::mem::replace(&mut *self.last.lock().unwrap_or_else(PoisonError::into_inner), request.clone());
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let mut occasions: Vec<_> = self.faults.iter().zip(seen.iter_mut()).collect();
        occasions.retain_mut(|(fault, seen)| is_meant(fault, &request, seen));
        let faults = occasions.into_iter().map(|(fault, _)| fault.clone()).collect();
        Meant { faults, request, before }
    }
}

impl Meant {
    /// What values are taken from.
    pub(super) fn at_hand(&self) -> AtHand<'_> {
        AtHand { this: Some(&self.request), asked: Some(&self.before), nth: 1 }
    }

    /// Keeps only what goes wrong where the response is this one.
    pub(super) fn narrow(&mut self, response: &Response) {
        self.faults.retain(|fault| gives(fault, response));
    }

    /// What goes wrong with the response's stream.
    pub(super) fn stream(&self) -> StreamEdit {
        let mut stream = StreamEdit::default();
        self.faults.iter().filter_map(|fault| fault.step.stream.as_ref()).for_each(|edit| stream.extend(edit));
        stream
    }

    /// The response with what goes wrong in its head or whole body.
    pub(super) fn response(&self, response: Response) -> Response {
        let edits = self.faults.iter().filter_map(|fault| fault.step.response.as_ref());
        edits.fold(response, |response, edit| edit.apply(response, self.at_hand()))
    }
}

fn is_meant(fault: &Fault, request: &Value, seen: &mut u64) -> bool {
    let method = request["method"].as_str().unwrap_or_default();
    let is_http = matches!(&fault.occasion, Occasion::Http(wanted) if is_method(wanted, method));
    is_http && fault.narrow.fits(Some(request), None) && fault.narrow.counts(seen)
}

/// A request as patterns see it.
fn told(parts: &Parts, body: &[u8]) -> Value {
    json!({
        "method": parts.method.as_str(),
        "path": parts.uri.path(),
        "headers": headers(&parts.headers),
        "body": serde_json::from_slice(body).unwrap_or(Value::Null),
    })
}

fn headers(headers: &HeaderMap) -> Map<String, Value> {
    let text = |value: &HeaderValue| Value::from(String::from_utf8_lossy(value.as_bytes()));
    headers.iter().map(|(name, value)| (name.as_str().to_owned(), text(value))).collect()
}

fn gives(fault: &Fault, response: &Response) -> bool {
    let Some(wanted) = &fault.narrow.gives else { return true };
    let found = json!({"status": response.status().as_u16(), "headers": headers(response.headers())});
    fits(wanted, Some(&found))
}
