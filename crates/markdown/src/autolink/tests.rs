use super::find;

/// Checks which parts of a text are addresses.
fn check(text: &str, addresses: &[&str]) {
    let mut found = Vec::new();
    let mut done = 0;
    while let Some((range, _)) = find(text, done) {
        assert!(done <= range.start && range.start < range.end, "{text:?}");
        done = range.end;
        found.push(text.get(range).unwrap());
    }
    assert_eq!(found, addresses, "{text:?}");
}

#[test]
fn addresses_end_where_the_sentence_goes_on() {
    check("see https://example.org/a.", &["https://example.org/a"]);
    check(
        "(see https://example.org/a_(b))",
        &["https://example.org/a_(b)"],
    );
    check(
        "https://example.org/?q=(a))))",
        &["https://example.org/?q=(a)"],
    );
    check("[https://example.org]", &["https://example.org"]);
    check("https://example.org/a&copy;.", &["https://example.org/a"]);
    check("https://example.org/a;", &["https://example.org/a"]);
    check("https://example.org/a<b", &["https://example.org/a"]);
    check(
        r#"{"url":"https://example.org/a","n":1}"#,
        &["https://example.org/a"],
    );
    check(
        "参见https://example.org/a，然后",
        &["https://example.org/a"],
    );
    check("~~https://example.org/~~", &["https://example.org/"]);
    check(
        "https://example.org/\u{202E}gpj.exe",
        &["https://example.org/"],
    );
}

#[test]
fn addresses_need_a_scheme_and_a_host() {
    check(
        "HTTPS://Example.org and http://localhost:8080/x",
        &["HTTPS://Example.org", "http://localhost:8080/x"],
    );
    check("https://user@example.org/", &["https://user@example.org/"]);
    check("xhttp://example.org", &[]);
    check("http:// http:x http:///x https://-a https://", &[]);
    check("https://a_b.c_d", &[]);
    check("https://a_b.example.org", &["https://a_b.example.org"]);
    check("javascript:alert(1) ftp://example.org", &[]);
    check(
        "https://a.example https://b.example",
        &["https://a.example", "https://b.example"],
    );
    check("https://é.example/ü!", &["https://é.example/ü"]);
}

#[test]
fn addresses_without_a_scheme_begin_with_www() {
    check(
        "www.example.org/a?b=(c)), (www.example.com).",
        &["www.example.org/a?b=(c)", "www.example.com"],
    );
    check(
        "*www.example.org* \"www.example.com\"",
        &["www.example.org", "www.example.com"],
    );
    check("see www.example.org:8080/a", &["www.example.org:8080/a"]);
    check("www.a www. www.a. www..b www.a_b.c_d WWW.a.b", &[]);
    check(
        "a.www.example.org /www.a.b mywww.a.b éwww.a.b _www.a.b",
        &[],
    );
    check(
        "https://www.example.org www.a.b@example.org",
        &["https://www.example.org", "www.a.b@example.org"],
    );
}

#[test]
fn mail_addresses_need_a_name_and_a_host() {
    check("a.b+c@example.org.", &["a.b+c@example.org"]);
    check("a@b @example.org a@.org a@example.org-", &[]);
    check("leptos@0.8.23 git@example.org:a/b a@example.org/x", &[]);
    check("to a@example.org: hello", &["a@example.org"]);
    check("a@b.c@d.e", &["b.c@d.e"]);
    check("é a@example.org", &["a@example.org"]);
}
