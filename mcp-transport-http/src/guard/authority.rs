//! A host with an optional port, as it stands in Host and Origin.

/// A borrowed `host[:port]`; the host is what stood there, not normalised.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Authority<'a> {
    pub(crate) host: &'a str,
    pub(crate) port: Option<u16>,
}

impl<'a> Authority<'a> {
    /// Splits `host`, `host:port`, `[v6]` or `[v6]:port`.
    ///
    /// Only the split is checked. Whoever reads the result compares the host
    /// with names that are known, so odd characters match nothing.
    pub(crate) fn parse(text: &'a str) -> Option<Self> {
        let split = if text.starts_with('[') {
            text.find(']')? + 1
        } else {
            text.find(':').unwrap_or(text.len())
        };
        let (host, rest) = text.split_at(split);
        let port = match rest.strip_prefix(':') {
            Some(digits) if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
                Some(digits.parse().ok()?)
            }
            Some(_) => return None,
            None if rest.is_empty() => None,
            None => return None,
        };
        (!host.is_empty()).then_some(Self { host, port })
    }

    /// Whether the host is this machine, under the names that cannot be
    /// pointed elsewhere.
    pub(crate) fn is_loopback(&self) -> bool {
        LOOPBACK
            .iter()
            .any(|name| self.host.eq_ignore_ascii_case(name))
    }
}

/// The names of this machine.
pub(crate) const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_and_ports_are_split() {
        let check = |text: &str, expect: Option<(&str, Option<u16>)>| {
            let found = Authority::parse(text).map(|authority| (authority.host, authority.port));
            assert_eq!(found, expect, "{text:?}");
        };
        check("localhost", Some(("localhost", None)));
        check("localhost:8080", Some(("localhost", Some(8080))));
        check("[::1]", Some(("[::1]", None)));
        check("[::1]:8080", Some(("[::1]", Some(8080))));
        check("", None);
        check(":80", None);
        check("localhost:", None);
        check("localhost:8080.", None);
        check("localhost:99999", None);
        check("localhost:+80", None);
        check("[::1", None);
        check("[::1]x", None);
        check("a:b@localhost:80", None);
    }
}
