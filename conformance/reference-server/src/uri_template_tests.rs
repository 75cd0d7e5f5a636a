use proptest::prelude::*;

use super::UriTemplate;

fn captured(template: &str, uri: &str) -> Option<Vec<(String, String)>> {
    let template = UriTemplate::parse(template).expect("a template of the test is well formed");
    let variables = template.captures(uri)?;
    let pairs = variables.iter();
    Some(pairs.map(|(n, v)| (n.to_owned(), v.to_owned())).collect())
}

fn expect(template: &str, uri: &str, pairs: &[(&str, &str)]) {
    let pairs: Vec<_> = pairs.iter().map(|&(n, v)| (n.into(), v.into())).collect();
    assert_eq!(captured(template, uri), Some(pairs), "{template} on {uri}");
}

#[test]
fn every_operator_is_read_back() {
    expect("users://{id}", "users://42", &[("id", "42")]);
    expect("a://{x},{y}", "a://1,2", &[("x", "1"), ("y", "2")]);
    expect("file:///{+path}", "file:///a/b.txt", &[("path", "a/b.txt")]);
    expect("doc://d{#part}", "doc://d#s1", &[("part", "s1")]);
    expect("x://a{.ext}", "x://a.json", &[("ext", "json")]);
    expect("x://a{/b,c}", "x://a/1/2", &[("b", "1"), ("c", "2")]);
    expect("x://a{;b,c}", "x://a;b=1;c", &[("b", "1"), ("c", "")]);
    expect("x://a{?q,n}", "x://a?q=1&n=2", &[("n", "2"), ("q", "1")]);
    expect("x://a?z=1{&q}", "x://a?z=1&q=2", &[("q", "2")]);
}

#[test]
fn a_variable_may_be_left_out_where_the_operator_allows_it() {
    expect("x://a{?q,n}", "x://a?n=2", &[("n", "2")]);
    expect("x://a{?q,n}", "x://a", &[]);
    expect("doc://d{#part}", "doc://d", &[]);
}

#[test]
fn values_are_percent_decoded_once() {
    expect("x://{v}", "x://a%20b%2fc%25", &[("v", "a b/c%")]);
    expect("x://{+v}", "x://a%20b", &[("v", "a b")]);
    expect("x://%C3%A9/{v}", "x://%C3%A9/%C3%A9", &[("v", "é")]);
}

#[test]
fn what_no_expansion_gives_is_no_match() {
    for (template, uri) in [
        ("users://{id}", "users://a/b"),
        ("users://{id}", "other://1"),
        ("x://{a}/{a}", "x://1/2"),
        ("x://a{?q,n}", "x://a&q=1"),
        ("x://{v}", "x://%ff"),
        ("x://{v}", "x://1\n"),
    ] {
        assert_eq!(captured(template, uri), None, "{template} on {uri}");
    }
}

#[test]
fn a_template_that_cannot_be_read_back_says_why() {
    for (template, words) in [
        ("x://{", "invalid URI template"),
        ("x://{a", "invalid URI template"),
        ("x://{!a}", "invalid URI template"),
        ("x://é", "outside of ASCII"),
        ("x://{list*}", "{list*} cannot be read back"),
        ("x://{a:3}", "{a:3} cannot be read back"),
    ] {
        let error = UriTemplate::parse(template).expect_err(template);
        assert!(error.contains(words), "{template}: {error}");
    }
}

proptest! {
    #[test]
    fn any_value_survives_expansion_and_capture(id in "\\PC*", tail in "\\PC*") {
        let template = UriTemplate::parse("x://{id}/t{?tail}").expect("well formed");
        let mut given = crate::arguments::Arguments::default();
        given.insert("id", id);
        given.insert("tail", tail);
        let uri = template.expand(&given).expect("expands");
        prop_assert_eq!(template.captures(&uri), Some(given));
    }

    #[test]
    fn any_text_is_a_template_or_an_error(text in ".*", uri in ".*") {
        if let Ok(template) = UriTemplate::parse(&text) {
            template.captures(&uri);
        }
    }
}
