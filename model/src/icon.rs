//! Pictures of things.

use crate::Base64;
use crate::wire::wire;

wire! {
    /// The background that an icon is made for.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic#icons>.
    pub enum IconTheme {
        /// A light one.
        Light = "light",
        /// A dark one.
        Dark = "dark",
    }
}

wire! {
    /// A picture that a user interface may show.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic#icons>.
    pub struct Icon {
        /// Where it is: an HTTPS URL, or a `data:` URI that holds it.
        pub src: String as "uri",
        /// Its format, where the source does not say it well.
        pub mime_type: Option<String> = "mimeType",
        /// The sizes it can be shown at, as `48x48` in pixels or `any`; absent means any.
        pub sizes: Option<Vec<String>>,
        /// The background it is made for; absent means any.
        pub theme: Option<IconTheme>,
    }
}

wire! {
    /// The member that all things with pictures have.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic#icons>.
    pub struct Icons {
        /// The pictures.
        pub icons: Option<Vec<Icon>>,
    }
}

impl Icon {
    /// An icon with all that can be said of it; no sizes at all are left out.
    pub fn full(
        src: impl Into<String>,
        mime_type: impl Into<String>,
        sizes: impl IntoIterator<Item = impl Into<String>>,
        theme: IconTheme,
    ) -> Self {
        Self::new(src).mime_type(mime_type).sizes(sizes).theme(theme)
    }

    /// A PNG picture.
    ///
    /// ```
    /// let icon = mcp_model::Icon::png("https://example.com/icon.png", ["48x48"]);
    /// assert_eq!(icon.mime_type.as_deref(), Some("image/png"));
    /// ```
    pub fn png(src: impl Into<String>, sizes: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self::new(src).mime_type("image/png").sizes(sizes)
    }

    /// A JPEG picture.
    pub fn jpeg(src: impl Into<String>, sizes: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self::new(src).mime_type("image/jpeg").sizes(sizes)
    }

    /// An SVG picture; shown with care, for it may hold scripts.
    pub fn svg(src: impl Into<String>, sizes: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self::new(src).mime_type("image/svg+xml").sizes(sizes)
    }

    /// A picture held in the icon itself, from base64 text.
    pub fn data_uri(mime_type: impl Into<String>, data: &Base64) -> Self {
        let mime_type = mime_type.into();
        let src = format!("data:{mime_type};base64,{}", data.as_str());
        Self::new(src).mime_type(mime_type)
    }

    /// A picture held in the icon itself, from its bytes.
    ///
    /// ```
    /// let icon = mcp_model::Icon::data_encode("image/png", [1, 2, 3]);
    /// assert_eq!(icon.src, "data:image/png;base64,AQID");
    /// ```
    pub fn data_encode(mime_type: impl Into<String>, bytes: impl AsRef<[u8]>) -> Self {
        Self::data_uri(mime_type, &Base64::encode(bytes))
    }

    /// Whether the source is one that a client may load: an HTTPS URL or a `data:` URI.
    pub fn has_safe_source(&self) -> bool {
        let scheme = self.src.split_once(':').map(|(scheme, _)| scheme);
        scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case("https") || scheme.eq_ignore_ascii_case("data"))
    }

    /// The best of several icons to show at `size` pixels on `theme`.
    ///
    /// Only icons with a safe source count, and of the formats in `accepted` those that name theirs; an empty
    /// `accepted` takes all. The theme decides first, then the size: the exact one, any, the next larger, the next
    /// smaller. Among equals the first wins.
    ///
    /// ```
    /// use mcp_model::Icon;
    /// let icons = [
    ///     Icon::png("https://example.com/16.png", ["16x16"]),
    ///     Icon::png("https://example.com/64.png", ["64x64"]),
    /// ];
    /// let best = Icon::best(&icons, 48, None, &["image/png"]);
    /// assert_eq!(best.unwrap().src, "https://example.com/64.png");
    /// ```
    pub fn best<'a>(icons: &'a [Self], size: u32, theme: Option<IconTheme>, accepted: &[&str]) -> Option<&'a Self> {
        let usable = icons.iter().filter(|icon| icon.has_safe_source() && icon.is_one_of(accepted));
        usable.min_by_key(|icon| (icon.theme_distance(theme), icon.size_distance(size)))
    }

    fn is_one_of(&self, accepted: &[&str]) -> bool {
        let Some(ours) = self.mime_type.as_deref().filter(|_| !accepted.is_empty()) else {
            return true;
        };
        accepted.iter().any(|other| usual_name(ours) == usual_name(other))
    }

    fn theme_distance(&self, wanted: Option<IconTheme>) -> u8 {
        match (self.theme, wanted) {
            (ours, wanted) if ours == wanted => 0,
            (None, _) | (_, None) => 1,
            _ => 2,
        }
    }

    fn size_distance(&self, wanted: u32) -> (u8, u32) {
        let sizes = self.sizes.iter().flatten();
        let distances = sizes.map(|size| size_distance(size, wanted));
        distances.min().unwrap_or((1, 0))
    }
}

/// Exact, any, larger, smaller, unreadable; then how far away.
fn size_distance(size: &str, wanted: u32) -> (u8, u32) {
    if size.eq_ignore_ascii_case("any") {
        return (1, 0);
    }
    let width = size.split_once('x').and_then(|(width, _)| width.parse::<u32>().ok());
    match width {
        Some(width) if width == wanted => (0, 0),
        Some(width) if width > wanted => (2, width - wanted),
        Some(width) => (3, wanted - width),
        None => (4, 0),
    }
}

fn usual_name(mime_type: &str) -> String {
    let name = mime_type.to_ascii_lowercase();
    if name == "image/jpg" { "image/jpeg".to_owned() } else { name }
}
