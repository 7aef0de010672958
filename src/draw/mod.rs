//! Pictures of what the program finds: boards, goal graphs, proof trees, thermographs, curves.
//!
//! Floor 11: draws typed results of the floors below. It uses no protocol and no files. The same input gives the same
//! bytes.
//!
//! | file | what it does |
//! |---|---|
//! | [`picture`] | what a picture shows, as types that are written as JSON, too |
//! | [`views`] | pictures of results: a judgement, a reading, an endgame, a small board, a goal graph |
//! | `theme` | colors for light and dark surroundings |
//! | `render` | pictures as SVG |
//! | `png`, `outlines` | pictures as PNG, their letters as outlines |

#[cfg(feature = "png")]
mod outlines;
pub mod picture;
#[cfg(feature = "png")]
mod png;
mod render;
mod text;
mod theme;
pub mod views;

#[cfg(feature = "png")]
pub use outlines::OutlineError;
#[cfg(feature = "png")]
pub use png::{PngError, to_png};
pub use render::to_svg;
pub use theme::Theme;
