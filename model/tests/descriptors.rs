//! What the setters of the descriptors do.

use mcp_model::{
    Hint, Icon, IconTheme, Implementation, Json, Meta, MetaKey, MetaKeyFault, Metadata, ObjectSchema, Prompt, Resource,
    ResourceTemplate, TaskSupport, Tool, ToolAnnotations, ToolExecution,
};

fn text<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("wire types can be written")
}

fn tool() -> Tool {
    Tool::new("x", ObjectSchema::new())
}

#[test]
fn later_setters_win() {
    let tool = tool().title("a").title("b").annotations(Hint::Read).annotations([Hint::OpenWorld]);
    assert_eq!(tool.title.as_deref(), Some("b"));
    assert_eq!(tool.annotations, Some(ToolAnnotations::open_world()));
}

#[test]
fn icons_are_added_or_replaced() {
    let icon = |src: &str| Icon::new(src);
    let tool = tool().icon(icon("a")).icon(icon("b"));
    assert_eq!(tool.icons.as_ref().unwrap().len(), 2);
    let tool = tool.icons([icon("c")]);
    assert_eq!(tool.icons, Some(vec![icon("c")]));
    let empty = Vec::<Icon>::new();
    assert_eq!(text(&tool.icons(empty)), r#"{"name":"x","icons":[],"inputSchema":{"type":"object"}}"#);
}

#[test]
fn meta_keys_are_added_or_all_replaced() {
    let tool = tool().meta("a", 1).meta("b", "two").meta("a", Json::null());
    assert_eq!(text(&tool.meta), r#"{"a":null,"b":"two"}"#);
    let tool = tool.meta_object(Meta::from([("c", true)]));
    assert_eq!(text(&tool.meta), r#"{"c":true}"#);
}

#[test]
fn a_bundle_replaces_also_with_nothing() {
    let bundle = Metadata::new().title("t").meta("a", 1);
    let tool = tool().icon(Icon::new("i")).metadata(&bundle);
    assert_eq!(text(&tool), r#"{"name":"x","title":"t","inputSchema":{"type":"object"},"_meta":{"a":1}}"#);
    let nothing = Metadata::new();
    assert_eq!(text(&tool.metadata(&nothing)), r#"{"name":"x","inputSchema":{"type":"object"}}"#);
    assert_eq!(ResourceTemplate::new("x", "y").title("z").metadata(&nothing), ResourceTemplate::new("x", "y"));
}

#[test]
fn an_implementation_has_the_family_and_meta_as_an_extra_member() {
    let bundle = Metadata::new().title("t").icon(Icon::new("i")).meta("a", 1);
    let program = Implementation::new("n", "1")
        .website_url("https://example.com")
        .description("d")
        .metadata(&bundle)
        .meta("b", 2);
    assert_eq!(
        text(&program),
        r#"{"name":"n","version":"1","title":"t","description":"d","websiteUrl":"https://example.com","icons":[{"src":"i"}],"_meta":{"a":1,"b":2}}"#,
    );
    assert_eq!(program.metadata(&Metadata::new()).extra, Implementation::new("n", "1").extra);
}

#[test]
fn display_names_fall_back() {
    let named = tool();
    assert_eq!(named.display_name(), "x");
    let annotated = named.annotations(Hint::Title("annotated".into()));
    assert_eq!(annotated.display_name(), "annotated");
    assert_eq!(annotated.title("title").display_name(), "title");
    assert_eq!(Prompt::new("p").display_name(), "p");
    assert_eq!(Resource::new("r", "file:///r").title("R").display_name(), "R");
}

#[test]
fn tasks_are_forbidden_where_nothing_is_said() {
    assert_eq!(tool().task_support(), TaskSupport::Forbidden);
    assert_eq!(tool().execution(ToolExecution::new()).task_support(), TaskSupport::Forbidden);
    assert_eq!(tool().execution(ToolExecution::task_required()).task_support(), TaskSupport::Required);
    assert_eq!(text(&ToolExecution::task_optional()), r#"{"taskSupport":"optional"}"#);
}

#[test]
fn icons_say_what_they_are() {
    let none: [&str; 0] = [];
    assert_eq!(text(&Icon::svg("https://x", none)), r#"{"src":"https://x","mimeType":"image/svg+xml"}"#);
    assert_eq!(
        text(&Icon::full("https://x", "image/webp", ["any"], IconTheme::Dark)),
        r#"{"src":"https://x","mimeType":"image/webp","sizes":["any"],"theme":"dark"}"#,
    );
    assert!(Icon::new("HTTPS://x").has_safe_source());
    assert!(Icon::data_encode("image/png", []).has_safe_source());
    for unsafe_source in ["http://x", "javascript:x", "file:///x", "/x", "httpsx"] {
        assert!(!Icon::new(unsafe_source).has_safe_source(), "{unsafe_source}");
    }
}

#[test]
fn the_best_icon_fits_theme_then_size() {
    let source = |name: &str| format!("https://example.com/{name}");
    let icons = [
        Icon::png("http://unsafe", ["48x48"]),
        Icon::full(source("dark"), "image/png", ["48x48"], IconTheme::Dark),
        Icon::png(source("16"), ["16x16", "24x24"]),
        Icon::svg(source("any"), ["any"]),
        Icon::jpeg(source("64"), ["64x64"]),
        Icon::png(source("96"), ["96x96"]),
    ];
    let best = |size, theme, accepted: &[&str]| {
        let best = Icon::best(&icons, size, theme, accepted).map(|icon| icon.src.as_str());
        best.and_then(|src| src.rsplit('/').next())
    };
    assert_eq!(best(24, None, &[]), Some("16"));
    assert_eq!(best(48, None, &[]), Some("any"));
    assert_eq!(best(48, None, &["image/png"]), Some("96"));
    assert_eq!(best(48, None, &["image/jpg"]), Some("64"));
    assert_eq!(best(500, None, &["image/png"]), Some("96"));
    assert_eq!(best(48, Some(IconTheme::Dark), &["image/png"]), Some("dark"));
    assert_eq!(best(48, Some(IconTheme::Light), &["image/png"]), Some("96"));
    assert_eq!(best(48, None, &["image/gif"]), None);
}

#[test]
fn meta_keys_are_explained() {
    for good in ["", "a", "a.b_c-d", "com.example/", "com.example/x", "a1-b2.c/0"] {
        assert!(MetaKey::parse(good).is_ok(), "{good}");
    }
    for (bad, fault) in [
        ("/x", MetaKeyFault::EmptyLabel),
        ("a..b/x", MetaKeyFault::EmptyLabel),
        ("1a/x", MetaKeyFault::LabelStart),
        ("a-/x", MetaKeyFault::LabelEnd),
        ("a_b/x", MetaKeyFault::LabelCharacter),
        ("-x", MetaKeyFault::NameEnds),
        ("a/x_", MetaKeyFault::NameEnds),
        ("a b", MetaKeyFault::NameCharacter),
        ("a/b/c", MetaKeyFault::NameCharacter),
    ] {
        assert_eq!(MetaKey::parse(bad).unwrap_err().fault(), fault, "{bad}");
    }
    for reserved in ["io.modelcontextprotocol/", "dev.mcp/x", "org.modelcontextprotocol.api/x", "com.mcp.tools/x"] {
        assert!(MetaKey::parse(reserved).unwrap().is_reserved(), "{reserved}");
    }
    for free in ["com.example.mcp/x", "mcp/x", "mcp", "a.mcpx/y"] {
        assert!(!MetaKey::parse(free).unwrap().is_reserved(), "{free}");
    }
}
