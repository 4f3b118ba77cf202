//! Why an endpoint could not be built or bound.

use std::fmt;
use std::io;
use std::net::SocketAddr;

/// An endpoint that cannot be built, or an address that cannot be bound.
///
/// The message names the setting to change.
#[derive(Debug)]
pub struct Error(Kind);

#[derive(Debug)]
pub(crate) enum Kind {
    HostsUnknown(SocketAddr),
    InvalidHost(String),
    InvalidOrigin(String),
    Bind { address: String, source: io::Error },
}

impl Error {
    /// Whether the address is reachable from other machines while nobody said
    /// under which names: [`Builder::allowed_hosts`](crate::Builder::allowed_hosts)
    /// or [`Builder::any_host`](crate::Builder::any_host) is missing.
    #[must_use]
    pub fn is_hosts_unknown(&self) -> bool {
        matches!(self.0, Kind::HostsUnknown(_))
    }

    /// Whether the system refused the address.
    #[must_use]
    pub fn is_bind(&self) -> bool {
        matches!(self.0, Kind::Bind { .. })
    }
}

impl From<Kind> for Error {
    fn from(kind: Kind) -> Self {
        Self(kind)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::HostsUnknown(address) => write!(
                f,
                "{address} can be reached from other machines: name the hosts clients use with \
                 allowed_hosts([\"mcp.example.com\"]), or switch the check off with any_host()"
            ),
            Kind::InvalidHost(host) => write!(
                f,
                "allowed_hosts: {host:?} is no host; write \"mcp.example.com\" or \"mcp.example.com:8443\""
            ),
            Kind::InvalidOrigin(origin) => write!(
                f,
                "allowed_origins: {origin:?} is no origin; write \"https://app.example.com\""
            ),
            Kind::Bind { address, .. } => write!(f, "cannot listen on {address}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.0 {
            Kind::Bind { source, .. } => Some(source),
            _ => None,
        }
    }
}
