//! Under which names the server may be addressed.

use std::fmt;
use std::net::IpAddr;

use http::StatusCode;
use http::header::HOST;
use http::request::Parts;
use mcp_core::Error as RpcError;

use super::authority::{Authority, LOOPBACK};
use super::excerpt;
use crate::error::{Error, Kind};
use crate::refusal::Refusal;

/// The hosts that a request may name.
#[derive(Clone, Debug)]
pub(crate) enum Hosts {
    /// Any: somebody in front checks, or nothing is to be protected.
    Any,
    /// These, compared exactly and without case.
    Listed(Vec<Name>),
}

/// A host, on one port or on every port.
#[derive(Clone, Debug)]
pub(crate) struct Name {
    host: Box<str>,
    port: Option<u16>,
}

impl Hosts {
    /// The names of this machine, on any port.
    pub(crate) fn loopback() -> Self {
        let name = |host: &str| Name {
            host: host.into(),
            port: None,
        };
        Self::Listed(LOOPBACK.into_iter().map(name).collect())
    }

    /// The names of this machine, and the loopback address that is bound.
    pub(crate) fn bound(address: IpAddr) -> Self {
        let mut hosts = Self::loopback();
        let host = match address {
            IpAddr::V4(address) => address.to_string(),
            IpAddr::V6(address) => format!("[{address}]"),
        };
        if let Self::Listed(names) = &mut hosts {
            names.push(Name {
                host: host.into(),
                port: None,
            });
        }
        hosts
    }

    /// The hosts that a user lists.
    pub(crate) fn parse(hosts: Vec<String>) -> Result<Self, Error> {
        let names: Result<_, Error> = hosts.into_iter().map(Name::parse).collect();
        names.map(Self::Listed)
    }

    /// Finds the host that a request names, and whether it may.
    ///
    /// HTTP/2 names it in `:authority`, and so does HTTP/1.1 in the absolute
    /// form; where Host stands beside it, both must be allowed.
    pub(super) fn check<'a>(&self, parts: &'a Parts) -> Result<Option<&'a str>, Refusal> {
        let target = parts.uri.authority().map(http::uri::Authority::as_str);
        let mut headers = parts.headers.get_all(HOST).iter();
        let header = match (headers.next(), headers.next()) {
            (None, _) => None,
            (Some(value), None) => Some(value.to_str().unwrap_or_default()),
            (Some(_), Some(_)) => return Err(self.refuse("(more than one)")),
        };
        if matches!(self, Self::Any) {
            return Ok(target.or(header));
        }
        for host in [target, header].into_iter().flatten() {
            if !self.allows(host) {
                return Err(self.refuse(host));
            }
        }
        match target.or(header) {
            Some(host) => Ok(Some(host)),
            None => Err(self.refuse("(none)")),
        }
    }

    fn allows(&self, host: &str) -> bool {
        let Self::Listed(names) = self else {
            return true;
        };
        Authority::parse(host).is_some_and(|found| names.iter().any(|name| name.matches(found)))
    }

    fn refuse(&self, host: &str) -> Refusal {
        tracing::warn!(
            host = ?excerpt(host),
            allowed = %self,
            "403: this Host is not allowed; if clients reach the server under that name, add it to `allowed_hosts`"
        );
        Refusal::new(
            StatusCode::FORBIDDEN,
            RpcError::invalid_request("Host not allowed"),
        )
    }
}

impl fmt::Display for Hosts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Listed(names) = self else {
            return f.write_str("any");
        };
        for (index, Name { host, port }) in names.iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            match port {
                Some(port) => write!(f, "{comma}{host}:{port}")?,
                None => write!(f, "{comma}{host}")?,
            }
        }
        Ok(())
    }
}

impl Name {
    fn parse(text: String) -> Result<Self, Error> {
        // A bare IPv6 address is told from host:port by its second colon.
        let text = if text.parse::<std::net::Ipv6Addr>().is_ok() {
            format!("[{text}]")
        } else {
            text
        };
        // The library knows what a host is made of.
        let valid = text.parse::<http::uri::Authority>().is_ok() && !text.contains('@');
        match Authority::parse(&text) {
            Some(authority) if valid => Ok(Self {
                host: authority.host.into(),
                port: authority.port,
            }),
            _ => Err(Kind::InvalidHost(text).into()),
        }
    }

    fn matches(&self, found: Authority<'_>) -> bool {
        self.host.eq_ignore_ascii_case(found.host)
            && self.port.is_none_or(|port| found.port == Some(port))
    }
}
