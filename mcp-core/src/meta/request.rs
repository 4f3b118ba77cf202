//! The `_meta` of a request, read in one pass.

use super::keys;
use crate::jsonrpc::{Broken, Scan};

/// The reserved keys of a request's `_meta`, raw; other keys are skipped here
/// and stay in the frame.
#[derive(Debug, Default)]
pub(crate) struct RequestMeta<'a> {
    /// See [`keys::PROTOCOL_VERSION`].
    pub(crate) protocol_version: Option<&'a str>,
    /// See [`keys::CLIENT_INFO`].
    pub(crate) client_info: Option<&'a str>,
    /// See [`keys::CLIENT_CAPABILITIES`].
    pub(crate) client_capabilities: Option<&'a str>,
    /// See [`keys::LOG_LEVEL`].
    pub(crate) log_level: Option<&'a str>,
    /// See [`keys::PROGRESS_TOKEN`].
    pub(crate) progress_token: Option<&'a str>,
    /// See [`keys::TRACEPARENT`].
    pub(crate) traceparent: Option<&'a str>,
    /// See [`keys::TRACESTATE`].
    pub(crate) tracestate: Option<&'a str>,
    /// See [`keys::BAGGAGE`].
    pub(crate) baggage: Option<&'a str>,
}

impl<'a> RequestMeta<'a> {
    /// Reads the object at this place. Of a key that comes twice, the last
    /// value counts.
    pub(crate) fn scan(scan: &mut Scan<'a>) -> Result<Self, Broken> {
        let mut meta = Self::default();
        scan.enter()?;
        while let Some(key) = scan.member()? {
            let value = Some(scan.value()?);
            match &*key {
                keys::PROTOCOL_VERSION => meta.protocol_version = value,
                keys::CLIENT_INFO => meta.client_info = value,
                keys::CLIENT_CAPABILITIES => meta.client_capabilities = value,
                keys::LOG_LEVEL => meta.log_level = value,
                keys::PROGRESS_TOKEN => meta.progress_token = value,
                keys::TRACEPARENT => meta.traceparent = value,
                keys::TRACESTATE => meta.tracestate = value,
                keys::BAGGAGE => meta.baggage = value,
                _ => {}
            }
        }
        Ok(meta)
    }
}
