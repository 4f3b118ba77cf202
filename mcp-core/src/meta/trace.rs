//! Where a call comes from: the trace it belongs to.

use super::keys;

/// The trace that a call belongs to, as its caller tells of it: the names and
/// formats of W3C Trace Context and W3C Baggage.
///
/// What does not follow those formats is ignored, as they ask; a call is
/// never refused for it. It is the caller's word: good for tracing, and for
/// nothing that needs trust.
///
/// Spec: [Trace context](https://modelcontextprotocol.io/specification/2026-07-28/basic/index#meta),
/// [Trace Context](https://www.w3.org/TR/trace-context/),
/// [Baggage](https://www.w3.org/TR/baggage/).
///
/// # Examples
///
/// ```
/// use mcp_core::meta::TraceContext;
///
/// let parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
/// let trace = TraceContext::new(Some(parent), Some("vendor=x"), None).unwrap();
/// assert_eq!(trace.trace_id(), Some("0af7651916cd43dd8448eb211c80319c"));
/// assert!(trace.is_sampled());
/// assert!(TraceContext::new(Some("not a parent"), Some("vendor=x"), None).is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceContext {
    traceparent: Option<Box<str>>,
    tracestate: Option<Box<str>>,
    baggage: Option<Box<str>>,
}

impl TraceContext {
    /// The longest `traceparent` that is read, in bytes. Those of the version
    /// in use have 55; later ones may be longer.
    const MAX_TRACEPARENT: usize = 256;
    /// The longest `tracestate` that is read, in bytes: as much as anybody
    /// must pass on.
    const MAX_TRACESTATE: usize = 512;
    /// The longest `baggage` that is read, in bytes: as much as anybody must
    /// pass on.
    const MAX_BAGGAGE: usize = 8192;

    /// Keeps those of the three values that are well-formed. `tracestate` says
    /// nothing without a `traceparent` and goes with it.
    ///
    /// Several `tracestate` or `baggage` headers are one value, joined by
    /// commas.
    #[must_use]
    pub fn new(
        traceparent: Option<&str>,
        tracestate: Option<&str>,
        baggage: Option<&str>,
    ) -> Option<Self> {
        let traceparent = traceparent.map(str::trim_ascii).filter(is_traceparent);
        let tracestate = tracestate
            .map(str::trim_ascii)
            .filter(|_| traceparent.is_some())
            .filter(|state| is_list(state, Self::MAX_TRACESTATE));
        let baggage = baggage
            .map(str::trim_ascii)
            .filter(|baggage| is_list(baggage, Self::MAX_BAGGAGE));
        (traceparent.is_some() || baggage.is_some()).then(|| Self {
            traceparent: traceparent.map(Into::into),
            tracestate: tracestate.map(Into::into),
            baggage: baggage.map(Into::into),
        })
    }

    /// The whole `traceparent`: version, trace, span and flags.
    #[must_use]
    pub fn traceparent(&self) -> Option<&str> {
        self.traceparent.as_deref()
    }

    /// What tracing systems add to `traceparent`.
    #[must_use]
    pub fn tracestate(&self) -> Option<&str> {
        self.tracestate.as_deref()
    }

    /// Names and values that travel with the trace.
    #[must_use]
    pub fn baggage(&self) -> Option<&str> {
        self.baggage.as_deref()
    }

    /// The values that are there, under the names they have in headers: what a
    /// propagator reads.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &str)> {
        [
            (keys::TRACEPARENT, self.traceparent()),
            (keys::TRACESTATE, self.tracestate()),
            (keys::BAGGAGE, self.baggage()),
        ]
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)))
    }

    /// The trace: 32 lowercase hexadecimal digits.
    #[must_use]
    pub fn trace_id(&self) -> Option<&str> {
        self.traceparent().map(|parent| &parent[3..35])
    }

    /// The caller's span: 16 lowercase hexadecimal digits.
    #[must_use]
    pub fn parent_id(&self) -> Option<&str> {
        self.traceparent().map(|parent| &parent[36..52])
    }

    /// Whether the caller records the trace.
    #[must_use]
    pub fn is_sampled(&self) -> bool {
        self.traceparent()
            .and_then(|parent| u8::from_str_radix(&parent[53..55], 16).ok())
            .is_some_and(|flags| flags & 1 == 1)
    }
}

/// Whether a value is a `traceparent` (Trace Context, section 3.2): of
/// version 00, or of a later one that begins in the same way.
fn is_traceparent(value: &&str) -> bool {
    let bytes = value.as_bytes();
    if !(55..=TraceContext::MAX_TRACEPARENT).contains(&bytes.len()) || !value.is_ascii() {
        return false;
    }
    let hex = |range: std::ops::Range<usize>| {
        bytes[range]
            .iter()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    };
    let zero = |range: std::ops::Range<usize>| bytes[range].iter().all(|byte| *byte == b'0');
    let dashes = [2, 35, 52].iter().all(|&at| bytes[at] == b'-');
    let end = match &bytes[..2] {
        b"ff" => false,
        b"00" => bytes.len() == 55,
        _ => bytes.len() == 55 || bytes[55] == b'-',
    };
    dashes
        && end
        && hex(0..2)
        && hex(3..35)
        && hex(36..52)
        && hex(53..55)
        && !zero(3..35)
        && !zero(36..52)
}

/// Whether a value is a list of `name=value`, in characters that headers may
/// have, and not too long.
fn is_list(value: &str, longest: usize) -> bool {
    let graphic = |byte: u8| matches!(byte, b' '..=b'~' | b'\t');
    !value.is_empty()
        && value.len() <= longest
        && value.bytes().all(graphic)
        && value.split(',').map(str::trim_ascii).all(|member| {
            // Empty members are allowed, and mean nothing.
            member.is_empty() || member.find('=').is_some_and(|at| at > 0)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARENT: &str = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    #[test]
    fn a_parent_is_taken_apart() {
        let trace = TraceContext::new(Some(PARENT), Some("a=1,b@c=2"), Some("k=v;p=1 , l = w"))
            .expect("well-formed");
        assert_eq!(trace.traceparent(), Some(PARENT));
        assert_eq!(trace.trace_id(), Some("0af7651916cd43dd8448eb211c80319c"));
        assert_eq!(trace.parent_id(), Some("b7ad6b7169203331"));
        assert!(trace.is_sampled());
        assert_eq!(trace.tracestate(), Some("a=1,b@c=2"));
        assert_eq!(trace.baggage(), Some("k=v;p=1 , l = w"));
        let unsampled = PARENT.replace("-01", "-02");
        let trace = TraceContext::new(Some(&unsampled), None, None).expect("well-formed");
        assert!(!trace.is_sampled());
    }

    #[test]
    fn a_later_version_may_be_longer() {
        let later = PARENT.replacen("00", "cc", 1);
        for parent in [later.clone(), format!("{later}-what-comes")] {
            let trace = TraceContext::new(Some(&parent), None, None).expect("well-formed");
            assert_eq!(trace.parent_id(), Some("b7ad6b7169203331"));
        }
    }

    #[test]
    fn what_is_malformed_is_ignored() {
        let zero_trace = PARENT.replace("0af7651916cd43dd8448eb211c80319c", &"0".repeat(32));
        let zero_span = PARENT.replace("b7ad6b7169203331", &"0".repeat(16));
        let long = format!("cc{}-{}", &PARENT[2..], "x".repeat(300));
        for parent in [
            "",
            &PARENT[..54],
            &format!("{PARENT}-more"),
            &PARENT.to_uppercase(),
            &PARENT.replacen("00", "ff", 1),
            &PARENT.replacen("00", "cc", 1).replace("-01", "-01x"),
            &PARENT.replace('-', "_"),
            &PARENT.replace("0af7", "0äf"),
            &zero_trace,
            &zero_span,
            &long,
        ] {
            assert_eq!(
                TraceContext::new(Some(parent), Some("a=1"), None),
                None,
                "{parent}"
            );
        }
        for list in ["", "a", "=1", "a=\n1", "a=ä", &"a=1,".repeat(3000)] {
            let trace = TraceContext::new(Some(PARENT), Some(list), Some(list)).expect("a parent");
            assert_eq!((trace.tracestate(), trace.baggage()), (None, None));
        }
    }

    #[test]
    fn baggage_travels_alone() {
        let trace = TraceContext::new(None, Some("a=1"), Some("k=v")).expect("baggage");
        assert_eq!((trace.tracestate(), trace.trace_id()), (None, None));
        assert!(trace.iter().eq([("baggage", "k=v")]));
        assert!(!trace.is_sampled());
        assert_eq!(TraceContext::new(None, None, None), None);
    }
}
