//! What a request must be before anybody reads its message.
//!
//! Each guard settles one question and refuses with the status that belongs
//! to it; later code does not ask again.

mod authority;
pub(crate) mod body;
mod host;
pub(crate) mod media;
mod origin;

use http::request::Parts;

pub(crate) use host::Hosts;
pub(crate) use origin::Origins;

use crate::refusal::Refusal;

/// Where requests may come from.
///
/// Both checks keep web pages away from servers that trust their network: a
/// page can make the browser resolve its own name to 127.0.0.1, but it can
/// neither choose the Host that the browser sends nor hide its Origin
/// (specification, "Streamable HTTP: Security").
pub(crate) struct Guard {
    pub(crate) hosts: Hosts,
    pub(crate) origins: Origins,
}

impl Guard {
    /// # Errors
    ///
    /// 403, with a log line that names the setting.
    pub(crate) fn check(&self, parts: &Parts) -> Result<(), Refusal> {
        let host = self.hosts.check(parts)?;
        self.origins.check(&parts.headers, host, &self.hosts)
    }
}

/// As much of a peer's words as a log line should hold.
fn excerpt(text: &str) -> &str {
    match text.char_indices().nth(128) {
        Some((end, _)) => &text[..end],
        None => text,
    }
}
