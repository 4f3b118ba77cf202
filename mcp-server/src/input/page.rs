//! Which pages a user may be sent to.

use std::net::{IpAddr, Ipv6Addr};

use crate::uri::check_uri;

/// Checks the address of a page: `https`, or `http` on this machine while a
/// server is being developed, and nothing that a client could mistake for
/// another host (specification, "Elicitation: Safe URL handling").
///
/// # Errors
///
/// What is wrong. The address is not repeated: it may hold what must not be
/// logged.
pub(super) fn check_page(url: &str) -> Result<(), &'static str> {
    check_uri(url).map_err(|_| "is no URL (RFC 3986)")?;
    let (scheme, rest) = url.split_once("://").ok_or("has no host")?;
    let authority = &rest[..rest.find(['/', '?', '#']).unwrap_or(rest.len())];
    if authority.contains('@') {
        return Err("holds a user name or a password");
    }
    let host = host(authority).ok_or("has no host that everybody reads alike")?;
    match scheme {
        _ if scheme.eq_ignore_ascii_case("https") => Ok(()),
        _ if scheme.eq_ignore_ascii_case("http") && is_this_machine(host) => Ok(()),
        _ => Err("is neither https nor http on this machine"),
    }
}

/// The host of an authority without credentials. Only letters, digits,
/// hyphens and dots, or an IPv6 address: escapes and other characters are
/// read in different ways by different programs.
fn host(authority: &str) -> Option<&str> {
    let (host, port) = match authority.strip_prefix('[') {
        Some(rest) => {
            let (address, port) = rest.split_once(']')?;
            address.parse::<Ipv6Addr>().ok()?;
            (address, port)
        }
        None => authority.split_at(authority.find(':').unwrap_or(authority.len())),
    };
    let plain = |host: &str| {
        let label = |label: &str| {
            !label.is_empty()
                && label
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        };
        host.strip_suffix('.').unwrap_or(host).split('.').all(label)
    };
    let port = match port.strip_prefix(':') {
        Some(port) => port.is_empty() || port.parse::<u16>().is_ok(),
        None => port.is_empty(),
    };
    (port && (authority.starts_with('[') || plain(host))).then_some(host)
}

fn is_this_machine(host: &str) -> bool {
    let name = host.strip_suffix('.').unwrap_or(host);
    let localhost = name.eq_ignore_ascii_case("localhost")
        || name
            .rsplit_once('.')
            .is_some_and(|(_, last)| last.eq_ignore_ascii_case("localhost"));
    localhost
        || host
            .parse::<IpAddr>()
            .is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_on_the_web_and_on_this_machine_are_fine() {
        for url in [
            "https://example.com",
            "https://example.com:8443/connect?flow=1#top",
            "HTTPS://xn--exmple-cua.com/",
            "https://[2001:db8::1]/",
            "http://localhost:3000/sign-in",
            "http://app.localhost/",
            "http://127.0.0.1/",
            "http://[::1]:8080/x",
        ] {
            assert_eq!(check_page(url), Ok(()), "{url}");
        }
    }

    // S-ELIC-19, S-ELIC-20
    #[test]
    fn other_addresses_are_refused() {
        for url in [
            "",
            "example.com",
            "https:",
            "https:example.com",
            "https://",
            "https:///x",
            "https://:443/",
            "https://user@example.com/",
            "https://user:secret@example.com/",
            "https://example.com@evil.example/",
            "https://example.com\\@evil.example/",
            "https://ex ample.com/",
            "https://exämple.com/",
            "https://example%2ecom/",
            "https://a..b/",
            "https://example.com:99999/",
            "https://example.com:x/",
            "https://[::1/",
            "https://[zz]/",
            "http://example.com/",
            "http://127.0.0.1.evil.example/",
            "http://localhost.evil.example/",
            "http://[2001:db8::1]/",
            "javascript:alert(1)",
            "data:text/html,x",
            "file:///etc/passwd",
            "vscode://extension",
        ] {
            assert!(check_page(url).is_err(), "{url}");
        }
    }
}
