//! Extractors that come with the crate.

use std::any::type_name;
use std::ops::Deref;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use crate::call::Call;
use crate::context::Ctx;
use crate::error::{Error, Result};
use crate::param::{FromCall, Needs};

impl FromCall for Ctx {
    async fn from_call(call: &Call) -> Result<Self> {
        Ok(call.ctx().clone())
    }

    fn requires(needs: &mut Needs) {
        needs.ctx = true;
    }
}

/// A value registered with `.state(…)` on the server; each call gets a clone.
///
/// A missing registration is reported when the server is built.
#[derive(Clone, Copy, Debug, Default)]
pub struct State<T>(pub T);

impl<T: Clone + Send + Sync + 'static> FromCall for State<T> {
    async fn from_call(call: &Call) -> Result<Self> {
        call.ctx().state().map(Self).ok_or_else(|| {
            Error::opaque(format!(
                "State<{}> was never added to the server",
                type_name::<T>()
            ))
        })
    }

    fn requires(needs: &mut Needs) {
        needs.state::<T>();
    }
}

impl<T> Deref for State<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

/// All arguments of the call as one struct, for authors who share or flatten
/// argument types. Not to be mixed with single arguments.
///
/// # Examples
///
/// ```
/// use mcp_server::{Args, Tool};
///
/// #[derive(serde::Deserialize, schemars::JsonSchema)]
/// struct Query {
///     /// Words to look for.
///     words: String,
/// }
///
/// let search = Tool::new("search")
///     .describe("Search orders.")
///     .handler(async |Args(query): Args<Query>| query.words);
/// # drop(search);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Args<T>(pub T);

impl<T: DeserializeOwned + JsonSchema + Send + 'static> FromCall for Args<T> {
    async fn from_call(call: &Call) -> Result<Self> {
        // `&Map` deserialises as the object it is, without a copy.
        T::deserialize(call.arguments())
            .or_else(|error| call.reread("", error, false))
            .map(Self)
    }

    fn requires(needs: &mut Needs) {
        needs.arguments::<T>();
        needs.reads = Some(|arguments| T::deserialize(arguments).is_ok());
    }
}

/// The headers of the HTTP request, as name and value, without credentials
/// ([`Ctx::headers`]); empty over stdio.
#[derive(Clone, Debug, Default)]
pub struct HeaderMap(pub Headers);

/// Headers in the order in which they came. Values that are no visible ASCII
/// are left out.
#[derive(Clone, Debug, Default)]
pub struct Headers(Vec<(Box<str>, Box<str>)>);

impl Headers {
    /// The first value of a header; names are compared without case.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value)
    }

    /// Every header.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (&**name, &**value))
    }
}

impl FromCall for HeaderMap {
    async fn from_call(call: &Call) -> Result<Self> {
        let mut headers = Headers::default();
        if let Some(source) = call.headers() {
            source.for_each(&mut |name, value| headers.0.push((name.into(), value.into())));
        }
        Ok(Self(headers))
    }
}

/// The authenticated caller; ends the call if there is none.
#[derive(Clone, Debug)]
pub struct Caller(mcp_core::transport::Principal);

impl Deref for Caller {
    type Target = mcp_core::transport::Principal;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl FromCall for Caller {
    async fn from_call(call: &Call) -> Result<Self> {
        call.principal().cloned().map(Self)
    }
}
