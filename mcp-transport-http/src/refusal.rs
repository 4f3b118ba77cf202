//! Refusals: a status and a JSON-RPC error that says why.

use std::borrow::Cow;

use axum::response::Response;
use bytes::Bytes;
use http::header::{ALLOW, RETRY_AFTER};
use http::{HeaderName, HeaderValue, StatusCode};
use mcp_core::jsonrpc::{Fault, write};
use mcp_core::{Error, ProtocolVersion, RequestId};

use crate::reply;

/// A request that is not served.
#[derive(Debug)]
pub(crate) struct Refusal {
    status: StatusCode,
    id: Option<RequestId>,
    error: Error,
    header: Option<(HeaderName, &'static str)>,
}

impl Refusal {
    /// A refusal that belongs to no message.
    pub(crate) fn new(status: StatusCode, error: Error) -> Self {
        Self {
            status,
            id: None,
            error,
            header: None,
        }
    }

    /// The request is wrong, and the message says how.
    pub(crate) fn bad_request(error: Error) -> Self {
        Self::new(StatusCode::BAD_REQUEST, error)
    }

    /// Too much goes on, or the endpoint stops: come back in a second.
    pub(crate) fn unavailable(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, Error::internal(message)).with(RETRY_AFTER, "1")
    }

    /// The methods that are served are these.
    pub(crate) fn method_not_allowed(allow: &'static str) -> Self {
        let error =
            Error::invalid_request("Messages are sent with POST; GET and DELETE are for sessions");
        Self::new(StatusCode::METHOD_NOT_ALLOWED, error).with(ALLOW, allow)
    }

    /// Says in a header what would have been served.
    pub(crate) fn with(mut self, name: HeaderName, value: &'static str) -> Self {
        self.header = Some((name, value));
        self
    }

    /// Answers the request of this id.
    pub(crate) fn to(mut self, id: Option<&RequestId>) -> Self {
        self.id = id.cloned();
        self
    }

    /// The JSON-RPC error alone.
    pub(crate) fn into_frame(self) -> Bytes {
        // The codes of refusals are the same in every revision.
        write::error(self.id.as_ref(), &self.error, ProtocolVersion::LATEST)
    }

    pub(crate) fn into_response(self) -> Response {
        let (status, header) = (self.status, self.header.clone());
        let mut response = reply::json(status, self.into_frame());
        if let Some((name, value)) = header {
            response
                .headers_mut()
                .insert(name, HeaderValue::from_static(value));
        }
        response
    }
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Self {
        // What looks like a response is never answered under its id.
        let id = fault.id.filter(|_| !fault.response_like);
        Self {
            id,
            ..Self::bad_request(fault.error)
        }
    }
}
