//! Renderers: a report becomes bytes.

pub mod excerpt;
pub mod json;
pub mod text;
