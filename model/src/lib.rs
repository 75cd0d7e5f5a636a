//! Exact, lossless wire types of the Model Context Protocol, revision 2025-11-25.
