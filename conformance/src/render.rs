//! Renderers: a report becomes bytes.

pub mod excerpt;
pub mod json;
pub mod junit;
pub mod markdown;
pub mod pages;
pub mod requirements;
pub mod sarif;
pub mod tap;
pub mod text;
