//! Log messages for the client.

use std::sync::Once;
use std::time::Duration;

use bytes::Bytes;
use mcp_core::era::log_frame;
use mcp_core::types::LoggingLevel;
use serde::Serialize;
use tokio::time::Instant;

use super::pace::{Pace, Paced};
use super::{Said, Voice, is_speaking};
use crate::context::Ctx;
use crate::input::tell;

/// How often a call writes to the client's log: a hundred messages at once,
/// then 20 a second (specification, "Logging": rate limit).
const PACE: Pace = Pace::new(100, Duration::from_millis(50));

/// Longest message, in bytes.
const LONGEST: usize = 64 * 1024;

/// What became of a call's log messages.
#[derive(Debug, Default)]
pub(super) struct Kept {
    paced: Paced,
    /// Messages left out since the last one that was told.
    left_out: u64,
}

impl Ctx {
    /// Sends a log message to a client that asked for messages of this level;
    /// silent otherwise, and always unless the server offers
    /// [`logging`](crate::ServerBuilder::logging).
    ///
    /// After a hundred messages at once, a call may send 20 a second; the
    /// client is told how many were left out. Messages beyond 64 KiB are left
    /// out as well. Never log credentials or personal data.
    ///
    /// Deprecated by the specification (SEP-2577), still served in every
    /// revision. For your own logs use `tracing`: on standard error, or
    /// through OpenTelemetry.
    #[deprecated(
        note = "SEP-2577 deprecates logging to the client and allows its removal from 2027-07-28 on: \
                         use `tracing`, on standard error or through OpenTelemetry"
    )]
    pub fn log<T: Serialize + ?Sized>(&self, level: LoggingLevel, data: &T) {
        self.0.voice.log(level, None, data);
    }
}

impl Voice {
    /// Whether the client wants messages of this level, and may be told now.
    pub(crate) fn hears(&self, level: LoggingLevel) -> bool {
        self.least.is_some_and(|least| level >= least) && !is_speaking()
    }

    /// Sends a log message, if the client wants it.
    pub(crate) fn log<T: Serialize + ?Sized>(
        &self,
        level: LoggingLevel,
        logger: Option<&str>,
        data: &T,
    ) {
        if !self.hears(level) {
            return;
        }
        // Written outside of the lock: `data` may be anybody's code.
        match log_frame(level, logger, data) {
            Ok(frame) => self.log_frame(frame),
            Err(error) => tracing::warn!(%error, "a log message could not be written"),
        }
    }

    fn log_frame(&self, frame: Bytes) {
        static TOLD: Once = Once::new();
        tell(
            &TOLD,
            "logging",
            "write to standard error, or use OpenTelemetry",
        );
        let mut said = self.lock();
        if !self.is_heard(&said) {
            return;
        }
        if frame.len() > LONGEST || !PACE.take(&mut said.log.paced, Instant::now()) {
            said.log.left_out += 1;
            return;
        }
        self.confess(&mut said);
        self.send(&mut said, frame);
    }

    /// Says how many messages were left out.
    pub(super) fn confess(&self, said: &mut Said) {
        let Some(least) = self.least.filter(|_| said.log.left_out > 0) else {
            return;
        };
        let words = match std::mem::take(&mut said.log.left_out) {
            1 => "1 message left out: too long, or one of too many".to_owned(),
            many => format!("{many} messages left out: too long, or too many"),
        };
        // At least as serious as what the client wants to hear.
        let level = least.max(LoggingLevel::Warning);
        if let Ok(frame) = log_frame(level, Some(env!("CARGO_CRATE_NAME")), &words) {
            self.send(said, frame);
        }
    }
}
