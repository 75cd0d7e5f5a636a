//! What rules of several pages ask.

pub(super) mod asked;
pub(super) mod call;
pub(super) mod capability;
pub(super) mod changed;
pub(super) mod claimed;
pub(super) mod listing;
pub(super) mod part;
pub(super) mod schema;
pub(super) mod shape;
