//! What makes it safe to run a handler again: values that stay the same.

use std::future::{IntoFuture, pending};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use mcp_core::Error;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::{RawValue, to_raw_value};

use super::digest::Digest;
use super::flow::{Book, End, claim};
use super::seal::entropy;
use crate::context::Ctx;

/// Values that stay the same when the handler runs again after a question.
impl Ctx {
    /// Runs a future and keeps its value, so that a later round of questions
    /// does not run it again. Errors are not kept: the next round tries
    /// again.
    ///
    /// The value travels with the client, sealed, until the call ends: keep
    /// ids, not documents (8 KiB in all). So this is *at most once per
    /// completed round*, not exactly once: a client may repeat an old round.
    /// What must not happen twice gets the [idempotency
    /// key](Ctx::idempotency_key) as well.
    ///
    /// The key is unique within a call; using it twice ends the call with an
    /// error.
    ///
    /// # Errors
    ///
    /// Those of the future.
    ///
    /// # Panics
    ///
    /// When awaited outside of the handler's own polls, such as in a spawned
    /// task.
    ///
    /// # Examples
    ///
    /// ```
    /// # struct Label; enum Full {}
    /// # async fn buy(_key: String) -> Result<String, Full> { Ok(String::new()) }
    /// # async fn ship(ctx: mcp_server::Ctx) -> Result<(), Full> {
    /// let label = ctx.once("label", buy(ctx.idempotency_key())).await?;
    /// ctx.confirm(format!("Print label {label}?")).await; // runs the handler again, not `buy`
    /// # Ok(())
    /// # }
    /// ```
    pub async fn once<F, T, E>(&self, key: &str, future: F) -> Result<T, E>
    where
        F: IntoFuture<Output = Result<T, E>>,
        T: Serialize + DeserializeOwned,
    {
        let flow = &self.0.flow;
        flow.assert_driven("`once`");
        if flow.is_raised() {
            // A question is open that the handler did not wait for.
            return pending().await;
        }
        if !flow.with_book(|book| claim(&mut book.kept, key)) {
            return self.fail(key, "is used twice in this call").await;
        }
        if flow.is_live() {
            return future.await;
        }
        if let Some(kept) = flow.with_book(|book| book.kept(key)) {
            return match serde_json::from_str(kept.get()) {
                Ok(value) => Ok(value),
                // Running it again could do twice what was to be done once.
                Err(fault) => {
                    self.fail(key, &format!("kept a value of another type: {fault}"))
                        .await
                }
            };
        }
        let value = future.await?;
        match to_raw_value(&value) {
            Ok(kept) => flow.with_book(|book| book.memory.once.push((key.to_owned(), kept))),
            Err(fault) => {
                return self
                    .fail(key, &format!("cannot keep its value: {fault}"))
                    .await;
            }
        }
        Ok(value)
    }

    /// A key that is equal in every round of this call and in every
    /// repetition of an old round, and differs between calls: hand it to a
    /// payment API, and a repetition is harmless.
    ///
    /// 32 hexadecimal digits. Where one call makes several payments, append
    /// something of their own.
    #[must_use]
    pub fn idempotency_key(&self) -> String {
        self.derive("idempotency key", &[]).to_id()
    }

    /// Names this call over all of its rounds, for the address of a page that
    /// [`Ctx::open_url`] sends the user to. 32 hexadecimal digits that nobody
    /// can guess, but no secret: who knows it has proved nothing.
    #[must_use]
    pub fn flow_id(&self) -> String {
        self.derive("flow id", &[]).to_id()
    }

    /// The time, to the millisecond. The first, second, … look at the clock
    /// gives the same in every round.
    #[must_use]
    pub fn now(&self) -> SystemTime {
        let now = || {
            SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .unwrap_or_default()
        };
        let millis = match self.0.flow.is_live() {
            true => as_millis(now()),
            false => self.0.flow.with_book(|book| {
                let look = book.looks;
                book.looks += 1;
                if look == book.memory.times.len() {
                    book.memory.times.push(as_millis(now()));
                }
                book.memory.times[look]
            }),
        };
        UNIX_EPOCH + Duration::from_millis(millis)
    }

    /// A random number. The first, second, … draw gives the same in every
    /// round; nobody outside can foresee it.
    #[must_use]
    pub fn random(&self) -> u64 {
        u64::from_le_bytes(self.draw())
    }

    /// A random UUID (version 4, RFC 9562), drawn like [`Ctx::random`].
    #[must_use]
    pub fn uuid(&self) -> String {
        let mut bytes: [u8; 16] = self.draw();
        bytes[6] = bytes[6] & 0x0f | 0x40;
        bytes[8] = bytes[8] & 0x3f | 0x80;
        let hex = data_encoding::HEXLOWER.encode(&bytes);
        let (time, rest) = hex.split_at(8);
        format!(
            "{time}-{}-{}-{}-{}",
            &rest[..4],
            &rest[4..8],
            &rest[8..12],
            &rest[12..]
        )
    }

    /// Random bytes, drawn like [`Ctx::random`].
    ///
    /// # Panics
    ///
    /// For more than 32 bytes.
    #[must_use]
    pub fn random_bytes<const N: usize>(&self) -> [u8; N] {
        self.draw()
    }

    fn draw<const N: usize>(&self) -> [u8; N] {
        let draw = self.0.flow.with_book(|book| {
            book.draws += 1;
            book.draws
        });
        let Digest(bytes) = self.derive("random", &[&draw.to_le_bytes()]);
        let drawn = bytes
            .first_chunk::<N>()
            .expect("at most 32 bytes are drawn at once");
        *drawn
    }

    /// What follows from the secret that was minted in the first round.
    pub(super) fn derive(&self, label: &str, parts: &[&[u8]]) -> Digest {
        let seed = self
            .0
            .flow
            .with_book(|book| *book.memory.seed.get_or_insert_with(|| Digest(entropy())));
        Digest::of(label, &[&[&seed.0[..]], parts].concat())
    }

    /// Ends the call for a fault of its author.
    async fn fail<T>(&self, key: &str, what: &str) -> T {
        tracing::error!(name = self.name(), key, "`once` {what}");
        let fault = Error::internal(format!("`once(\"{key}\")` {what}"));
        self.0.flow.end(End::Failed(fault));
        pending().await
    }
}

impl Book {
    fn kept(&self, key: &str) -> Option<Box<RawValue>> {
        self.memory
            .once
            .iter()
            .find(|(name, _)| name == key)
            .map(|(_, value)| value.clone())
    }
}

fn as_millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
