//! Who calls, as far as callers can be told apart.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::extract::ConnectInfo;
use http::Extensions;
use mcp_core::transport::Principal;

/// What layers and the accept loop know of a caller; looked at only where it
/// matters.
pub(crate) struct Caller(Extensions);

/// Equal for requests of the same caller.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Key {
    /// Authenticated.
    Principal(String),
    /// Anonymous, from this network.
    Network(IpAddr),
}

impl Caller {
    pub(crate) fn new(extensions: Extensions) -> Self {
        Self(extensions)
    }

    /// `None` where one cannot be told from others: where nobody says from
    /// where it calls, and on this machine, where it may be a proxy.
    pub(crate) fn key(&self) -> Option<Key> {
        if let Some(principal) = self.0.get::<Principal>() {
            return Some(Key::Principal(principal.key()));
        }
        let ConnectInfo(peer) = self.0.get::<ConnectInfo<SocketAddr>>()?;
        network(peer.ip()).map(Key::Network)
    }
}

/// What one caller has of the address space: who has an IPv6 address nearly
/// always has the 2^64 beside it (RFC 6177).
fn network(address: IpAddr) -> Option<IpAddr> {
    match address.to_canonical() {
        address if address.is_loopback() => None,
        IpAddr::V6(address) => {
            let network = address.to_bits() >> 64 << 64;
            Some(Ipv6Addr::from_bits(network).into())
        }
        address @ IpAddr::V4(_) => Some(address),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(peer: &str, principal: Option<&str>) -> Option<Key> {
        let mut extensions = Extensions::new();
        let peer: SocketAddr = peer.parse().expect("an address");
        extensions.insert(ConnectInfo(peer));
        if let Some(subject) = principal {
            extensions.insert(Principal::new("issuer", subject, "client"));
        }
        Caller::new(extensions).key()
    }

    #[test]
    fn a_principal_is_itself_wherever_it_calls_from() {
        let ada = key("192.0.2.1:1", Some("ada"));
        assert!(ada.is_some());
        assert_eq!(ada, key("[2001:db8::1]:2", Some("ada")));
        assert_eq!(ada, key("127.0.0.1:3", Some("ada")));
        assert_ne!(ada, key("192.0.2.1:1", Some("bob")));
        assert_ne!(ada, key("192.0.2.1:1", None));
    }

    #[test]
    fn others_are_told_apart_by_their_network() {
        let own = key("192.0.2.1:1", None);
        assert!(own.is_some());
        assert_eq!(own, key("192.0.2.1:2", None));
        assert_eq!(own, key("[::ffff:192.0.2.1]:2", None));
        assert_ne!(own, key("192.0.2.2:1", None));
        let own = key("[2001:db8::1]:1", None);
        assert_eq!(own, key("[2001:db8::ffff:2]:1", None));
        assert_ne!(own, key("[2001:db8:0:1::1]:1", None));
    }

    #[test]
    fn on_this_machine_anybody_may_be_a_proxy() {
        for peer in ["127.0.0.1:1", "[::1]:1", "[::ffff:127.0.0.1]:1"] {
            assert_eq!(key(peer, None), None, "{peer}");
        }
        assert_eq!(Caller::new(Extensions::new()).key(), None);
    }
}
