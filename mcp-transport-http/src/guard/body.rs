//! Reads a body up to a size and within a time.

use std::error::Error as StdError;
use std::time::Duration;

use bytes::Bytes;
use http::StatusCode;
use http_body::Body;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use mcp_core::Error;

use crate::refusal::Refusal;

/// Reads the whole body; a body of one piece is moved, not copied.
///
/// # Errors
///
/// 413 as soon as the body is, or says it is, longer than `limit` bytes;
/// 408 where it is not there in time; 400 where the connection breaks.
pub(crate) async fn read<B>(body: B, limit: usize, time: Duration) -> Result<Bytes, Refusal>
where
    B: Body<Data = Bytes>,
    B::Error: Into<Box<dyn StdError + Send + Sync>>,
{
    if body.size_hint().lower() > limit as u64 {
        return Err(too_large(limit));
    }
    match tokio::time::timeout(time, Limited::new(body, limit).collect()).await {
        Ok(Ok(body)) => Ok(body.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(too_large(limit)),
        Ok(Err(_)) => Err(Refusal::bad_request(Error::invalid_request(
            "The body broke off",
        ))),
        Err(_) => {
            let error = Error::invalid_request("The body did not arrive in time");
            Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, error))
        }
    }
}

fn too_large(limit: usize) -> Refusal {
    let error = Error::invalid_request(format!("Message exceeds {limit} bytes"));
    Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, error)
}
