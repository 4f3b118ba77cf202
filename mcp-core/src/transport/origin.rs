//! Who is at the other end, and how messages travel there.

use std::fmt;
use std::sync::Arc;

use crate::meta::{TraceContext, keys};

/// What a transport knows of a peer, told when a connection opens.
#[derive(Clone)]
#[non_exhaustive]
pub struct Origin {
    /// How messages travel.
    pub channel: Channel,
    /// Whether the peer may see internal error texts.
    pub trust: Trust,
    /// Who is calling, where the transport has authenticated somebody.
    pub principal: Option<Principal>,
    /// The headers of the HTTP request, if it was one.
    pub headers: Option<Arc<dyn Headers>>,
}

impl Origin {
    /// The process that started us, over one long-lived byte stream (stdio).
    #[must_use]
    pub fn stream() -> Self {
        Self {
            channel: Channel::Stream,
            trust: Trust::Local,
            principal: None,
            headers: None,
        }
    }

    /// A peer on a network, one exchange at a time (HTTP).
    #[must_use]
    pub fn exchange() -> Self {
        Self {
            channel: Channel::Exchange,
            trust: Trust::Remote,
            principal: None,
            headers: None,
        }
    }

    /// Says who is calling.
    #[must_use]
    pub fn with_principal(mut self, principal: Principal) -> Self {
        self.principal = Some(principal);
        self
    }

    /// Attaches the request's headers.
    #[must_use]
    pub fn with_headers(mut self, headers: Arc<dyn Headers>) -> Self {
        self.headers = Some(headers);
        self
    }

    /// The trace that the HTTP request's headers name, if they name one that
    /// is well-formed: `traceparent`, `tracestate`, `baggage`.
    #[must_use]
    pub fn trace_context(&self) -> Option<TraceContext> {
        let headers = self.headers.as_deref()?;
        let parent = headers.get(keys::TRACEPARENT);
        if parent.is_none() && headers.get(keys::BAGGAGE).is_none() {
            return None;
        }
        // A list may come in several headers; a second parent makes both void.
        let mut parents = 0;
        let (mut state, mut baggage) = (String::new(), String::new());
        headers.for_each(&mut |name, value| {
            let list = if name.eq_ignore_ascii_case(keys::TRACEPARENT) {
                parents += 1;
                return;
            } else if name.eq_ignore_ascii_case(keys::TRACESTATE) {
                &mut state
            } else if name.eq_ignore_ascii_case(keys::BAGGAGE) {
                &mut baggage
            } else {
                return;
            };
            if !list.is_empty() {
                list.push(',');
            }
            list.push_str(value);
        });
        TraceContext::new(
            parent.filter(|_| parents == 1),
            Some(&state),
            Some(&baggage),
        )
    }

    /// Says whether the peer may see internal error texts.
    #[must_use]
    pub fn with_trust(mut self, trust: Trust) -> Self {
        self.trust = trust;
        self
    }
}

impl fmt::Debug for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Origin")
            .field("channel", &self.channel)
            .field("trust", &self.trust)
            .field("principal", &self.principal)
            .finish_non_exhaustive()
    }
}

/// How messages travel between the peer and us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    /// One byte stream for everything: a session, once opened, is the
    /// stream's own, and request ids are unique on it.
    Stream,
    /// Each request has an exchange of its own: a session is named by an id
    /// in each of them, and request ids of different exchanges may be equal.
    Exchange,
}

/// On which side of the trust boundary a peer stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trust {
    /// Started us: may read our error texts as it may read our logs.
    Local,
    /// Somebody on a network.
    Remote,
}

/// An authenticated caller.
///
/// Two requests come from the same principal if and only if their
/// [`Principal::key`]s are equal: sealed state and sessions are bound to it.
/// Never built from what the client says of itself.
#[derive(Clone, PartialEq, Eq)]
pub struct Principal {
    issuer: Arc<str>,
    subject: Arc<str>,
    client: Arc<str>,
}

impl Principal {
    /// A subject (`sub`) as its issuer (`iss`) names it, acting through a client.
    #[must_use]
    pub fn new(issuer: &str, subject: &str, client: &str) -> Self {
        Self {
            issuer: issuer.into(),
            subject: subject.into(),
            client: client.into(),
        }
    }

    /// Who vouches for the subject.
    #[must_use]
    pub fn issuer(&self) -> &str {
        &self.issuer
    }

    /// Who is calling.
    #[must_use]
    pub fn subject(&self) -> &str {
        &self.subject
    }

    /// Through which OAuth client.
    #[must_use]
    pub fn client(&self) -> &str {
        &self.client
    }

    /// A string that is equal for the same principal only.
    ///
    /// Parts carry their lengths, so that no two principals share a key.
    #[must_use]
    pub fn key(&self) -> String {
        let (issuer, subject, client) = (self.issuer(), self.subject(), self.client());
        format!(
            "{}:{issuer}{}:{subject}{}:{client}",
            issuer.len(),
            subject.len(),
            client.len()
        )
    }
}

impl fmt::Debug for Principal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Principal")
            .field("subject", &self.subject)
            .finish_non_exhaustive()
    }
}

/// The headers of a request, without saying which HTTP library read them.
pub trait Headers: Send + Sync {
    /// The first value of a header; names are compared without case. Values
    /// that are no visible ASCII are absent, and so are credentials
    /// (`Authorization`, `Proxy-Authorization`, `Cookie`): a transport keeps
    /// them to itself.
    fn get(&self, name: &str) -> Option<&str>;

    /// Visits every header whose value is visible ASCII.
    fn for_each(&self, visit: &mut dyn FnMut(&str, &str));
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Sent(&'static [(&'static str, &'static str)]);

    impl Headers for Sent {
        fn get(&self, name: &str) -> Option<&str> {
            let mut found = self
                .0
                .iter()
                .filter(|(sent, _)| sent.eq_ignore_ascii_case(name));
            found.next().map(|(_, value)| *value)
        }

        fn for_each(&self, visit: &mut dyn FnMut(&str, &str)) {
            for (name, value) in self.0 {
                visit(name, value);
            }
        }
    }

    /// S-OTEL-01
    #[test]
    fn headers_name_a_trace() {
        const PARENT: &str = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        let read = |headers| {
            let origin = Origin::exchange().with_headers(Arc::new(Sent(headers)));
            origin.trace_context()
        };
        let trace = read(&[
            ("Host", "x"),
            ("Traceparent", PARENT),
            ("tracestate", "a=1"),
            ("tracestate", "b=2"),
            ("Baggage", "k=v"),
        ])
        .expect("a trace");
        assert_eq!(trace.traceparent(), Some(PARENT));
        assert_eq!(trace.tracestate(), Some("a=1,b=2"));
        assert_eq!(trace.baggage(), Some("k=v"));
        assert_eq!(read(&[("Host", "x"), ("tracestate", "a=1")]), None);
        assert_eq!(
            read(&[("traceparent", PARENT), ("traceparent", PARENT)]),
            None
        );
        assert_eq!(Origin::stream().trace_context(), None);
    }

    #[test]
    fn no_two_principals_share_a_key() {
        let one = Principal::new("a", "bc", "d");
        let two = Principal::new("ab", "c", "d");
        assert_ne!(one.key(), two.key());
        assert_eq!(one.key(), Principal::new("a", "bc", "d").key());
    }
}
