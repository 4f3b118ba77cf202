//! Which web pages may send requests.

use http::header::ORIGIN;
use http::{HeaderMap, StatusCode};
use mcp_core::Error as RpcError;

use super::authority::Authority;
use super::excerpt;
use super::host::Hosts;
use crate::error::{Error, Kind};
use crate::header::{self, Single};
use crate::refusal::Refusal;

/// The origins that a request may come from, where a browser names one.
///
/// Besides those listed, a page may call the server it was loaded from, and a
/// page of this machine may call a server of this machine (on any port: that
/// is how inspectors and development servers run).
#[derive(Clone, Debug)]
pub(crate) enum Origins {
    /// Any page at all.
    Any,
    /// These, compared exactly.
    Listed(Vec<Listed>),
}

/// An origin that a user allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Listed {
    /// Pages without an origin: sandboxed frames, local files.
    Null,
    /// Scheme, host and port, in lower case.
    Tuple {
        scheme: String,
        host: String,
        port: Option<u16>,
    },
}

impl Origins {
    /// The origins that a user lists.
    pub(crate) fn parse(origins: Vec<String>) -> Result<Self, Error> {
        let read = |text: String| match Page::parse(&text) {
            Some(page) => Ok(page.listed()),
            None => Err(Kind::InvalidOrigin(text).into()),
        };
        let listed: Result<_, Error> = origins.into_iter().map(read).collect();
        listed.map(Self::Listed)
    }

    /// Passes a request that no page sent, or whose page may.
    pub(super) fn check(
        &self,
        headers: &HeaderMap,
        host: Option<&str>,
        hosts: &Hosts,
    ) -> Result<(), Refusal> {
        let origin = match (self, header::single(headers, &ORIGIN)) {
            (Self::Any, _) | (_, Single::Absent) => return Ok(()),
            (_, Single::Value(origin)) => origin,
            (_, Single::Malformed) => return Err(refuse("(malformed)")),
        };
        // A host that was not checked may be the page's own name.
        let host = host.filter(|_| !matches!(hosts, Hosts::Any));
        match Page::parse(origin) {
            Some(page) if page.is_of(host) || self.lists(&page) => Ok(()),
            _ => Err(refuse(origin)),
        }
    }

    fn lists(&self, page: &Page<'_>) -> bool {
        match self {
            Self::Any => true,
            Self::Listed(listed) => !listed.is_empty() && listed.contains(&page.listed()),
        }
    }
}

fn refuse(origin: &str) -> Refusal {
    tracing::warn!(
        origin = ?excerpt(origin),
        "403: this Origin is not allowed; if the page may use the server, add it to `allowed_origins`"
    );
    Refusal::new(
        StatusCode::FORBIDDEN,
        RpcError::invalid_request("Origin not allowed"),
    )
}

/// The serialised origin of a page (RFC 6454, 6.2).
#[derive(Clone, Copy)]
enum Page<'a> {
    Null,
    Tuple {
        scheme: &'a str,
        authority: Authority<'a>,
    },
}

impl<'a> Page<'a> {
    fn parse(text: &'a str) -> Option<Self> {
        if text == "null" {
            return Some(Self::Null);
        }
        let (scheme, authority) = text.split_once("://")?;
        let named = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
        let foreign = |byte: u8| !byte.is_ascii_graphic() || b"/?#@\\".contains(&byte);
        if scheme.is_empty() || !scheme.bytes().all(named) || authority.bytes().any(foreign) {
            return None;
        }
        let authority = Authority::parse(authority)?;
        Some(Self::Tuple { scheme, authority })
    }

    /// Whether the page was loaded from this host, or both are this machine.
    fn is_of(&self, host: Option<&str>) -> bool {
        let (Self::Tuple { scheme, authority }, Some(host)) =
            (self, host.and_then(Authority::parse))
        else {
            return false;
        };
        let Some(default) = default_port(scheme) else {
            return false;
        };
        if authority.is_loopback() && host.is_loopback() {
            return true;
        }
        authority.host.eq_ignore_ascii_case(host.host)
            && authority.port.unwrap_or(default) == host.port.unwrap_or(default)
    }

    fn listed(&self) -> Listed {
        match self {
            Self::Null => Listed::Null,
            Self::Tuple { scheme, authority } => Listed::Tuple {
                scheme: scheme.to_ascii_lowercase(),
                host: authority.host.to_ascii_lowercase(),
                port: authority.port.or_else(|| default_port(scheme)),
            },
        }
    }
}

fn default_port(scheme: &str) -> Option<u16> {
    match scheme {
        _ if scheme.eq_ignore_ascii_case("https") => Some(443),
        _ if scheme.eq_ignore_ascii_case("http") => Some(80),
        _ => None,
    }
}
