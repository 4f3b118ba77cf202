//! What is a URI, what is a template, and which belongs to which.

use std::time::{Duration, Instant};

use mcp_core::{ErrorCode, ProtocolVersion};
use serde_json::json;

use super::{Template, check_uri};

fn template(text: &str) -> Template {
    Template::parse(text).unwrap()
}

/// The values as `name=value`, `-` for no match, or `!` and the words.
fn matched(text: &str, uri: &str) -> String {
    match template(text).matches(uri) {
        None => "-".to_owned(),
        Some(Err(malformed)) => format!("!{malformed}"),
        Some(Ok(values)) => {
            let values: Vec<_> = values.iter().map(|(n, v)| format!("{n}={v}")).collect();
            values.join("&")
        }
    }
}

#[track_caller]
fn check(text: &str, uri: &str, expected: &str) {
    assert_eq!(matched(text, uri), expected, "{text} on {uri}");
}

// RFC 6570, levels 1 and 2, sections 3.2.2 to 3.2.4.
#[test]
fn expansions_of_the_rfc_match_back() {
    check("t:{var}", "t:value", "var=value");
    check("t:{hello}", "t:Hello%20World%21", "hello=Hello World!");
    check("t:{half}", "t:50%25", "half=50%");
    check("t:O{empty}X", "t:OX", "-");
    check("t:{+var}", "t:value", "var=value");
    check("t:{+hello}", "t:Hello%20World!", "hello=Hello World!");
    check("t:{+path}/here", "t:/foo/bar/here", "path=/foo/bar");
    check("t:here?ref={+path}", "t:here?ref=/foo/bar", "path=/foo/bar");
    check(
        "t:up{+path}{#frag}",
        "t:up/foo/bar#sec/1",
        "path=/foo/bar&frag=sec/1",
    );
    check("t:X{#var}", "t:X#value", "var=value");
    check("t:X{#hello}", "t:X#Hello%20World!", "hello=Hello World!");
}

// P41: the raw string is matched, each variable is decoded once.
#[test]
fn values_are_decoded_once() {
    check("doc://b/{name}", "doc://b/caf%C3%A9%20x", "name=café x");
    check("doc://b/{name}", "doc://b/caf%c3%a9", "name=café");
    check("doc://b/{name}", "doc://b/a+b", "name=a+b");
    check("doc://b/{name}", "doc://b/%2525", "name=%25");
    check("doc://b/{name}", "doc://b/%252e%252e", "name=%2e%2e");
    check("doc://b/{name}", "doc://b/café x", "name=café x");
    check("doc://b/{name}", "doc://b/A:1;v=2,3", "name=A:1;v=2,3");
    check("doc://b/{+path}", "doc://b/x%2Fy/z", "path=x/y/z");
}

// S-RES-24: nothing is normalised but what RFC 3986 calls equivalent.
#[test]
fn nothing_is_normalised_for_a_client() {
    check("doc://b/list", "doc://b/list", "");
    check("doc://b/list", "doc://b/list/", "-");
    check("doc://b/list", "DOC://b/list", "-");
    check("doc://b/list", "doc://B/list", "-");
    check("doc://b/list", "doc://b/x/../list", "-");
    check("doc://b/list", "doc://b//list", "-");
    check("doc://b/{name}", "doc://b/name/", "-");
    check("doc://b/{name}", "doc://b", "-");
    check("doc://b/{name}", "doc://b/", "-");
    // RFC 3986, section 6.2.2: the same under every scheme.
    check("doc://b/list", "doc://b/%6Cist", "");
    check("doc://b/a%c3%a9", "doc://b/a%C3%A9", "");
    check("doc://b/a%2Fb", "doc://b/a/b", "-");
}

#[test]
fn literals_match_as_clients_encode_them() {
    for text in ["doc://my docs/é/{x}", "doc://my%20docs/%C3%A9/{x}"] {
        check(text, "doc://my%20docs/%C3%A9/1", "x=1");
        check(text, "doc://my%20docs/%c3%a9/1", "x=1");
        check(text, "doc://my docs/é/1", "x=1");
        check(text, "doc://my+docs/%C3%A9/1", "-");
    }
}

#[test]
fn a_simple_variable_stays_within_its_segment() {
    check("doc://{a}", "doc://x/y", "-");
    check("doc://{a}", "doc://x?y", "-");
    check("doc://{a}", "doc://x#y", "-");
    check("doc://{a}/{b}", "doc://x/y", "a=x&b=y");
    check("doc://{a}/{b}", "doc://x/y/z", "-");
    check("doc://{a}?q={q}#{s}", "doc://x?q=1#2", "a=x&q=1&s=2");
    check("doc://{+a}/{b}", "doc://x/y?/z", "a=x/y?&b=z");
}

#[test]
fn the_earlier_variable_takes_what_it_can() {
    check("doc:{name}.{ext}", "doc:a.tar.gz", "name=a.tar&ext=gz");
    check("doc:{name}.{ext}", "doc:a.", "-");
    check("doc:{+path}/{name}", "doc:a/b/c", "path=a/b&name=c");
    // The first `-` would leave a slash to the second variable.
    check("doc:{+a}-{b}", "doc:x-y/z-w", "a=x-y/z&b=w");
    check("doc:{a}-{b}-c", "doc:-----c", "a=--&b=-");
}

// S-RES-20: no value leads out of the directory it is joined to.
#[test]
fn traversal_is_refused() {
    let climbs = "holds a `.` or `..` path segment";
    check("doc://b/{n}", "doc://b/..%2F..%2Fetc", "-");
    check("doc://b/{n}", "doc://b/x%2fy", "-");
    check("doc://b/{n}", "doc://b/x%5Cy", "-");
    check("doc://b/{n}", "doc://b/x\\y", "-");
    for dots in ["..", ".", "%2e%2E", ".%2e", "%2e"] {
        check(
            "doc://b/{n}",
            &format!("doc://b/{dots}"),
            &format!("!`n` {climbs}"),
        );
    }
    check("doc://b/{n}", "doc://b/..x", "n=..x");
    check("doc://b/{n}", "doc://b/...", "n=...");
    for path in [
        "..",
        "../x",
        "x/..",
        "x/../y",
        "x%2F..%2Fy",
        "x%2f%2e%2e/y",
        "..%5Cx",
        "x\\..\\y",
    ] {
        check(
            "doc://b/{+p}",
            &format!("doc://b/{path}"),
            &format!("!`p` {climbs}"),
        );
        check(
            "doc://b{#p}",
            &format!("doc://b#{path}"),
            &format!("!`p` {climbs}"),
        );
    }
    check("doc://b/{+p}", "doc://b/x/..y/./z", "p=x/..y/./z");
    check(
        "doc://b/{n}",
        "doc://b/x%00.png",
        "!`n` holds a NUL character",
    );
    check("doc://b/{+p}", "doc://b/x\0y", "!`p` holds a NUL character");
    // `Path::join` forgets the directory when the other path is absolute.
    let absolute = "!`p` begins with a slash where the template already has one";
    check("file:///{+p}", "file:////etc/passwd", absolute);
    check("file:///{+p}", "file:///%2Fetc/passwd", absolute);
    check("file:///{+p}", "file:///%5C%5Chost%5Cshare", absolute);
    check("docs://{+p}", "docs:///etc/passwd", absolute);
    // Nothing is doubled here: the author wants the slash.
    check("docs://host{+p}", "docs://host/a/b", "p=/a/b");
    check("docs:{+p}", "docs:/a/b", "p=/a/b");
}

// S-RES-19: a URI that cannot be read is told so, with -32602.
#[test]
fn malformed_values_are_invalid_params() {
    let digits = "has a `%` without two hexadecimal digits";
    for broken in ["%", "%4", "%zz", "a%C3%", "%%20", "%+1"] {
        check(
            "doc://{n}",
            &format!("doc://{broken}"),
            &format!("!`n` {digits}"),
        );
    }
    let utf8 = "!`n` is not UTF-8 after percent-decoding";
    check("doc://{n}", "doc://%FF", utf8);
    check("doc://{n}", "doc://%C3", utf8);
    check("doc://{n}", "doc://%ED%A0%80", utf8);
    // An overlong `/`.
    check("doc://{n}", "doc://..%c0%af", utf8);

    let doc = template("doc://{n}");
    let error = doc.matches("doc://%zz").unwrap().unwrap_err();
    let error = error.into_error("doc://%zz");
    assert_eq!(
        error.code(ProtocolVersion::LATEST),
        ErrorCode::INVALID_PARAMS
    );
    assert_eq!(error.data(), Some(&json!({ "uri": "doc://%zz" })));
    assert_eq!(
        error.message(),
        format!("Invalid resource URI: `n` {digits}")
    );
    // Somebody else's URI is nobody's here.
    check("doc://{n}", "other://%zz", "-");
}

#[test]
fn an_escape_is_never_cut() {
    check("doc:{a}2F{b}", "doc:x%2Fy", "-");
    check("doc:{a}2F{b}", "doc:x2Fy", "a=x&b=y");
}

// S-RES-03: `uriTemplate` is RFC 6570; what it says is kept as it was written.
#[test]
fn templates_say_what_they_have() {
    let fixed = template("logo://main");
    assert!(fixed.is_fixed());
    assert_eq!(fixed.variables().count(), 0);
    let two = template("docs://é/{org.name}/{+_p2}?x#y");
    assert!(!two.is_fixed());
    assert_eq!(two.variables().collect::<Vec<_>>(), ["org.name", "_p2"]);
    assert_eq!(two.as_str(), "docs://é/{org.name}/{+_p2}?x#y");
}

#[test]
fn other_templates_are_refused_with_words() {
    let cases = [
        ("{scheme}://x", "does not begin with a scheme"),
        ("orders{x}://y", "does not begin with a scheme"),
        ("{+url}", "does not begin with a scheme"),
        ("1a://{x}", "does not begin with a scheme"),
        ("a://{x", "a `{` that is never closed"),
        ("a://x}", "a `}` that closes nothing"),
        ("a://{x}}", "a `}` that closes nothing"),
        ("a://{{x}}", "names no variable"),
        ("a://{}", "names no variable"),
        ("a://{+}", "names no variable"),
        ("a://{x y}", "names no variable"),
        ("a://{x-y}", "names no variable"),
        ("a://{x..y}", "names no variable"),
        ("a://{.x}", "has the operator `.`"),
        ("a://{/x}", "has the operator `/`"),
        ("a://{;x}", "has the operator `;`"),
        ("a://{?x}", "has the operator `?`"),
        ("a://{&x}", "has the operator `&`"),
        ("a://{=x}", "has the operator `=`"),
        ("a://{!x}", "has the operator `!`"),
        ("a://{x,y}", "names several variables"),
        ("a://{x:3}", "has a modifier"),
        ("a://{x*}", "has a modifier"),
        ("a://{x}{y}", "nothing between `x` and `y`"),
        ("a://{x}{+y}", "nothing between `x` and `y`"),
        ("a://{x}/{x}", "has the variable `x` twice"),
        ("a://%/{x}", "a percent sign is `%25`"),
        ("a://{x}/%2", "a percent sign is `%25`"),
        ("a://<{x}>", "holds '<'"),
        ("a://\n{x}", "holds '\\n'"),
    ];
    for (text, words) in cases {
        let error = Template::parse(text).unwrap_err();
        assert!(error.contains(words), "{text}: {error}");
    }
}

// S-RES-17: schemes, custom ones too, are those of RFC 3986.
#[test]
fn uris_follow_the_rfc() {
    for uri in [
        "orders://A-1042",
        "x+y-z.1:opaque",
        "urn:isbn:0451450523",
        "file:///etc/hosts",
        "https://u:p@[::1]:8080/a/b;c=1?q=[#frag/?",
        "https://[2001:db8::7]",
        "mailto:a@b.c",
        "x:",
        "x://",
        "doc://caf%C3%A9",
    ] {
        let uri = uri.replace("?q=[", "?q=%5B");
        assert_eq!(check_uri(&uri), Ok(()), "{uri}");
        assert_eq!(template(&uri).matches(&uri), Some(Ok(Vec::new())), "{uri}");
    }
    for (uri, words) in [
        ("", "does not begin with a scheme"),
        ("orders", "does not begin with a scheme"),
        ("/etc/hosts", "does not begin with a scheme"),
        ("://x", "does not begin with a scheme"),
        ("1x://y", "does not begin with a scheme"),
        ("my_app://x", "does not begin with a scheme"),
        ("é://x", "does not begin with a scheme"),
        ("doc://my file é", "write `doc://my%20file%20%C3%A9`"),
        ("doc://a\\b", "write `doc://a%5Cb`"),
        ("doc://a\0", "write `doc://a%00`"),
        ("doc://100%", "a percent sign is `%25`"),
        ("doc://a%2", "a percent sign is `%25`"),
        ("doc://a#b#c", "second `#`"),
        ("doc://a/[b]", "stray bracket"),
        ("doc://[a]@b", "stray bracket"),
        ("doc://a[b]", "stray bracket"),
        ("doc://[b", "stray bracket"),
        ("doc://[::1]x", "stray bracket"),
        ("doc:[b]", "stray bracket"),
        ("doc://a?[b]", "stray bracket"),
        ("doc://a#[b]", "stray bracket"),
    ] {
        let error = check_uri(uri).unwrap_err();
        assert!(error.contains(words), "{uri}: {error}");
        assert_eq!(Template::parse(uri).map(|_| ()), Err(error), "{uri}");
    }
}

#[test]
fn the_more_literal_template_comes_first() {
    let ordered = [
        "doc://users/settings",
        "doc://users/{name}",
        "doc://{a}/{b}",
        "doc://{a}",
        "doc://{+a}",
    ];
    let mut sorted: Vec<_> = ordered.iter().rev().map(|text| template(text)).collect();
    sorted.sort_by_key(Template::precedence);
    assert_eq!(
        sorted.iter().map(Template::as_str).collect::<Vec<_>>(),
        ordered
    );
    // As many literals: the one that is literal for longer.
    assert!(template("doc://ab/{x}").precedence() < template("doc://{x}/ab").precedence());
    // Names do not count, so that registration order can.
    assert_eq!(
        template("doc://{x}").precedence(),
        template("doc://{name}").precedence()
    );
}

#[test]
fn templates_that_differ_in_names_hold_the_same_uris() {
    let same = |one: &str, other: &str| template(one).same_uris(&template(other));
    assert!(same("doc://{x}/é", "doc://{y}/%c3%a9"));
    assert!(same("doc://x{#a}", "doc://x#{+b}"));
    assert!(!same("doc://{x}", "doc://{+x}"));
    assert!(!same("doc://{x}", "doc://{x}/"));
    assert!(!same("doc://{x}/", "doc://{x}/{y}"));
}

/// A small generator, so that a failure comes back.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % sides
    }

    fn text(&mut self, alphabet: &[char]) -> String {
        let length = 1 + self.roll(8);
        (0..length)
            .map(|_| alphabet[self.roll(alphabet.len())])
            .collect()
    }
}

#[test]
fn what_a_client_expands_gives_the_values_back() {
    let simple: Vec<char> = "ab.-_~ %+:?#&=@!é€😀\u{0}\"{}'".chars().collect();
    let reserved: Vec<char> = "ab.-_~ +:/?&=@!é€😀\"'".chars().collect();
    let text = template("doc://{org}/{name}?of={+path}&x{#frag}");
    let mut dice = Dice(1);
    let mut refused = 0;
    for _ in 0..20_000 {
        let (org, name) = (dice.text(&simple), dice.text(&simple));
        let (path, frag) = (dice.text(&reserved), dice.text(&reserved));
        let values = [
            ("org", &*org),
            ("name", &*name),
            ("path", &*path),
            ("frag", &*frag),
        ];
        let uri = text.expand(&values);
        assert_eq!(check_uri(&uri), Ok(()), "{values:?}");
        let forbidden = [&org, &name]
            .into_iter()
            .any(|value| value.contains('\0') || *value == "." || *value == "..")
            || [&path, &frag]
                .into_iter()
                .any(|value| value.split('/').any(|segment| segment == ".."));
        match text.matches(&uri).expect("expansions match") {
            Ok(found) => {
                let found: Vec<_> = found.iter().map(|(n, v)| (*n, v.as_str())).collect();
                assert_eq!(found, values, "{uri}");
                assert!(!forbidden, "{values:?}");
            }
            Err(malformed) => {
                assert!(forbidden, "{values:?}: {malformed}");
                refused += 1;
            }
        }
    }
    assert!(refused > 0);
}

/// Every way to cut `uri`, tried one after the other.
fn by_force(parts: &[&str], uri: &str) -> Option<Vec<String>> {
    let Some((part, parts)) = parts.split_first() else {
        return uri.is_empty().then(Vec::new);
    };
    let Some(reserved) = part.strip_prefix('{').map(|rest| rest.starts_with('+')) else {
        return by_force(parts, uri.strip_prefix(part)?);
    };
    (1..=uri.len()).rev().find_map(|end| {
        let value = &uri[..end];
        if !reserved && value.contains('/') {
            return None;
        }
        let mut values = by_force(parts, &uri[end..])?;
        values.insert(0, value.to_owned());
        Some(values)
    })
}

#[test]
fn every_short_uri_is_cut_as_by_force() {
    let templates: [&[&str]; 8] = [
        &["t:", "{a}"],
        &["t:", "{+a}"],
        &["t:", "{a}", "-", "{b}"],
        &["t:", "{+a}", "-", "{b}"],
        &["t:", "{a}", "-", "{+b}", "/"],
        &["t:", "{a}", "--", "{b}", "-", "{+c}"],
        &["t:", "{+a}", "/-", "{+b}", "-", "{c}"],
        &["t:", "{a}", "x", "{b}", "x", "{c}", "-x"],
    ];
    for parts in templates {
        let text = template(&parts.concat());
        for length in 0..=8 {
            for number in 0..3_usize.pow(length) {
                let digit = |place| number / 3_usize.pow(place) % 3;
                let tail: String = (0..length).map(|p| ["x", "-", "/"][digit(p)]).collect();
                // A slash after a slash is refused, which force knows nothing of.
                if parts.concat().contains("/-") || !tail.contains("//") {
                    let uri = format!("t:{tail}");
                    let found = text.matches(&uri).map(|values| {
                        let values = values.expect("nothing here is malformed");
                        values.into_iter().map(|(_, value)| value).collect()
                    });
                    assert_eq!(found, by_force(parts, &uri), "{text:?} on {uri}");
                }
            }
        }
    }
}

#[test]
fn hostile_uris_cost_no_more_than_their_length() {
    let names = (0..12).map(|index| format!("{{v{index}}}"));
    let text = template(&format!("t:{}-end", names.collect::<Vec<_>>().join("-")));
    let uri = format!("t:{}", "-a".repeat(100_000));
    let begun = Instant::now();
    assert_eq!(text.matches(&uri), None);
    assert!(text.matches(&format!("{uri}-end")).is_some());
    // Exponential or quadratic search would take from minutes to forever.
    assert!(begun.elapsed() < Duration::from_secs(20));
}
