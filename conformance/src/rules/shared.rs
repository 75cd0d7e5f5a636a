//! What rules of several pages ask.

pub(super) mod asked;
pub(super) mod capability;
pub(super) mod uri;
