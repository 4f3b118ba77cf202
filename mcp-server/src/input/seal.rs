//! Sealing: what leaves the server and must come back as it was.
//!
//! XChaCha20-Poly1305 with random nonces: 192 bits are enough to draw them
//! without counting, on any number of replicas that share a key.

use std::fmt;

use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use data_encoding::BASE64URL_NOPAD;

use super::digest::Digest;

/// First byte of everything sealed: the layout that follows.
const VERSION: u8 = 1;
const ID: usize = 4;
const NONCE: usize = 24;
/// Version, key id and nonce.
const HEADER: usize = 1 + ID + NONCE;

/// What something is sealed for. Sealed for one purpose, it cannot be opened
/// for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// State between two rounds of one call.
    RequestState,
    /// The id of a session.
    Session,
}

impl Purpose {
    fn label(self) -> &'static [u8] {
        match self {
            Self::RequestState => b"request state",
            Self::Session => b"session",
        }
    }
}

/// Why something sealed cannot be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unopened {
    /// It is nothing we could have sealed.
    Malformed,
    /// Sealed with a key this ring does not hold.
    Foreign,
    /// Altered, or sealed for another purpose.
    Altered,
}

impl fmt::Display for Unopened {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Malformed => "not sealed by a server of this kind",
            Self::Foreign => "sealed by another instance: set MCP_STATE_KEY on all replicas",
            Self::Altered => "altered on its way",
        })
    }
}

impl std::error::Error for Unopened {}

/// A secret is too short to make a key of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WeakSecret;

impl fmt::Display for WeakSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a state key needs at least {} random bytes",
            KeyRing::LEAST_SECRET
        )
    }
}

impl std::error::Error for WeakSecret {}

/// Keys for sealing: the first seals, all of them open.
///
/// To rotate a key, put the new one first and drop the old one once nothing
/// sealed with it can still come back.
#[derive(Clone)]
pub(crate) struct KeyRing(Vec<Key>);

#[derive(Clone)]
struct Key {
    id: [u8; ID],
    cipher: XChaCha20Poly1305,
}

impl KeyRing {
    /// Shortest secret a key is made of, in bytes.
    pub(crate) const LEAST_SECRET: usize = 16;

    /// A ring of the keys that follow from these secrets. Secrets should be
    /// random: a key is derived fast, so guessing a passphrase is fast too.
    ///
    /// # Errors
    ///
    /// A secret is shorter than [`KeyRing::LEAST_SECRET`], or there is none.
    pub(crate) fn from_secrets<S: AsRef<[u8]>>(secrets: &[S]) -> Result<Self, WeakSecret> {
        let long_enough = |secret: &S| secret.as_ref().len() >= Self::LEAST_SECRET;
        if secrets.is_empty() || !secrets.iter().all(long_enough) {
            return Err(WeakSecret);
        }
        Ok(Self(
            secrets
                .iter()
                .map(|secret| Key::derive(secret.as_ref()))
                .collect(),
        ))
    }

    /// A ring of one key that dies with the process.
    pub(crate) fn random() -> Self {
        Self(vec![Key::derive(&entropy::<32>())])
    }

    /// Seals a text for a purpose; base64url without padding. Two seals of
    /// one text differ.
    pub(crate) fn seal(&self, purpose: Purpose, plain: &[u8]) -> String {
        let key = &self.0[0];
        let nonce = entropy::<NONCE>();
        let mut sealed = Vec::with_capacity(HEADER + plain.len() + 16);
        sealed.push(VERSION);
        sealed.extend_from_slice(&key.id);
        let aad = [purpose.label(), &sealed].concat();
        sealed.extend_from_slice(&nonce);
        let cipher = key
            .cipher
            .encrypt(
                &XNonce::from(nonce),
                Payload {
                    msg: plain,
                    aad: &aad,
                },
            )
            .expect("far below the cipher's limit of 256 GiB");
        sealed.extend_from_slice(&cipher);
        BASE64URL_NOPAD.encode(&sealed)
    }

    /// Opens what was sealed for the same purpose.
    ///
    /// # Errors
    ///
    /// [`Unopened`]: for the log, not for the peer.
    pub(crate) fn open(&self, purpose: Purpose, sealed: &str) -> Result<Vec<u8>, Unopened> {
        let sealed = BASE64URL_NOPAD
            .decode(sealed.as_bytes())
            .map_err(|_| Unopened::Malformed)?;
        let (header, cipher) = sealed.split_at_checked(HEADER).ok_or(Unopened::Malformed)?;
        let (named, nonce) = header.split_at(1 + ID);
        if named[0] != VERSION {
            return Err(Unopened::Malformed);
        }
        let aad = [purpose.label(), named].concat();
        let nonce = XNonce::try_from(nonce).map_err(|_| Unopened::Malformed)?;
        let mut keys = self.0.iter().filter(|key| key.id == named[1..]).peekable();
        if keys.peek().is_none() {
            return Err(Unopened::Foreign);
        }
        // Ids are short, so two keys may share one.
        keys.find_map(|key| {
            key.cipher
                .decrypt(
                    &nonce,
                    Payload {
                        msg: cipher,
                        aad: &aad,
                    },
                )
                .ok()
        })
        .ok_or(Unopened::Altered)
    }
}

impl Key {
    fn derive(secret: &[u8]) -> Self {
        let Digest(key) = Digest::of("seal key", &[secret]);
        let Digest(id) = Digest::of("seal key id", &[secret]);
        Self {
            id: [id[0], id[1], id[2], id[3]],
            cipher: XChaCha20Poly1305::new(&key.into()),
        }
    }
}

impl fmt::Debug for KeyRing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "KeyRing({} keys)", self.0.len())
    }
}

/// Random bytes of the operating system.
pub(super) fn entropy<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    // A system without randomness cannot seal, and nothing else here would be
    // safe to go on with; the standard library's hash maps panic as well.
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &[u8] = b"an old secret of some length";
    const NEW: &[u8] = b"a new secret of some length!";

    fn ring(secrets: &[&[u8]]) -> KeyRing {
        KeyRing::from_secrets(secrets).unwrap()
    }

    #[test]
    fn what_was_sealed_is_opened_and_no_two_seals_are_equal() {
        let ring = ring(&[NEW]);
        let (one, two) = (
            ring.seal(Purpose::Session, b"text"),
            ring.seal(Purpose::Session, b"text"),
        );
        assert_ne!(one, two);
        assert_eq!(ring.open(Purpose::Session, &one).unwrap(), b"text");
        assert_eq!(ring.open(Purpose::Session, &two).unwrap(), b"text");
        assert!(!one.contains(['=', '+', '/']), "{one}");
    }

    #[test]
    fn a_purpose_cannot_be_swapped() {
        let ring = ring(&[NEW]);
        let sealed = ring.seal(Purpose::Session, b"text");
        assert_eq!(
            ring.open(Purpose::RequestState, &sealed),
            Err(Unopened::Altered)
        );
    }

    #[test]
    fn every_altered_byte_is_noticed() {
        let ring = ring(&[NEW]);
        let sealed = ring.seal(Purpose::Session, b"some text");
        let bytes = BASE64URL_NOPAD.decode(sealed.as_bytes()).unwrap();
        for index in 0..bytes.len() {
            for flip in [1, 0x80] {
                let mut altered = bytes.clone();
                altered[index] ^= flip;
                let altered = BASE64URL_NOPAD.encode(&altered);
                assert!(
                    ring.open(Purpose::Session, &altered).is_err(),
                    "byte {index}"
                );
            }
        }
        for length in 0..bytes.len() {
            let short = BASE64URL_NOPAD.encode(&bytes[..length]);
            assert!(
                ring.open(Purpose::Session, &short).is_err(),
                "{length} bytes"
            );
        }
        for text in [
            format!("{sealed}-TAMPERED"),
            format!("{sealed}="),
            format!(" {sealed}"),
            "é".to_owned(),
        ] {
            assert!(ring.open(Purpose::Session, &text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_first_key_seals_and_all_of_them_open() {
        let before = ring(&[OLD]).seal(Purpose::Session, b"text");
        let both = ring(&[NEW, OLD]);
        assert_eq!(both.open(Purpose::Session, &before).unwrap(), b"text");
        let after = both.seal(Purpose::Session, b"text");
        assert_eq!(
            ring(&[NEW]).open(Purpose::Session, &after).unwrap(),
            b"text"
        );
        assert_eq!(
            ring(&[OLD]).open(Purpose::Session, &after),
            Err(Unopened::Foreign)
        );
    }

    #[test]
    fn instances_without_a_common_secret_are_foreign_to_each_other() {
        let sealed = KeyRing::random().seal(Purpose::Session, b"text");
        let fault = KeyRing::random()
            .open(Purpose::Session, &sealed)
            .unwrap_err();
        assert_eq!(fault, Unopened::Foreign);
        assert!(
            fault
                .to_string()
                .contains("set MCP_STATE_KEY on all replicas")
        );
    }

    #[test]
    fn short_secrets_are_refused() {
        assert_eq!(
            KeyRing::from_secrets(&[b"fifteen bytes.."]).unwrap_err(),
            WeakSecret
        );
        assert_eq!(KeyRing::from_secrets::<&[u8]>(&[]).unwrap_err(), WeakSecret);
        assert!(KeyRing::from_secrets(&[b"sixteen bytes..!"]).is_ok());
        assert!(KeyRing::from_secrets(&[NEW, b"short"]).is_err());
    }
}
