//! What can be a parameter of a tool, decided by traits.

use std::any::{TypeId, type_name};
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use crate::call::Call;
use crate::error::Result;
use crate::schema::{Arguments, SchemaProfile, Unpublishable};
use crate::spec::{ArgumentSpec, ParamSpec};

/// Marks parameters that are extracted from the call. Inferred, never written
/// except to decide for a type that could be both.
#[derive(Debug)]
pub struct ViaCall;

/// Marks parameters that are arguments. Inferred, never written except to
/// decide for a type that could be both.
#[derive(Debug)]
pub struct ViaArg;

/// A value that comes from the call rather than from its arguments.
///
/// Implement it for your own types: a tenant read from the caller's identity,
/// a connection taken from a pool.
///
/// # Examples
///
/// ```
/// use mcp_server::{Call, Error, FromCall, Result};
///
/// struct Tenant(String);
///
/// impl FromCall for Tenant {
///     async fn from_call(call: &Call) -> Result<Self> {
///         let tenant = call.header("x-tenant").ok_or_else(|| Error::public("no tenant"))?;
///         Ok(Self(tenant.to_owned()))
///     }
/// }
/// ```
pub trait FromCall: Sized + Send + 'static {
    /// Reads the value.
    ///
    /// # Errors
    ///
    /// Ends the call before the handler runs; see [`Error`](crate::Error) for
    /// who gets to read what.
    fn from_call(call: &Call) -> impl Future<Output = Result<Self>> + Send;

    /// Says what the server must provide; checked when it is built.
    fn requires(needs: &mut Needs) {
        let _ = needs;
    }
}

/// What the extractors of a tool require of the server.
#[derive(Debug, Default)]
pub struct Needs {
    pub(crate) states: Vec<(TypeId, &'static str)>,
    pub(crate) whole: Option<WholeArguments>,
    /// Whether the arguments can be read as that struct, where that is known.
    pub(crate) reads: Option<fn(&serde_json::Value) -> bool>,
    /// Whether the handler gets to ask the user.
    pub(crate) ctx: bool,
}

/// All arguments taken as one struct.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WholeArguments {
    pub(crate) describe: fn(SchemaProfile) -> Result<Arguments, Unpublishable>,
}

impl Needs {
    /// A value of this type, registered with `.state(…)`.
    pub fn state<T: 'static>(&mut self) {
        self.states.push((TypeId::of::<T>(), type_name::<T>()));
    }

    /// The whole arguments object as one value of this type.
    pub fn arguments<T: JsonSchema>(&mut self) {
        self.whole = Some(WholeArguments {
            describe: crate::schema::arguments_of::<T>,
        });
    }
}

/// A parameter of a handler: an argument, or something extracted from the call.
///
/// Implemented for everything that is `serde::Deserialize` and
/// `schemars::JsonSchema`, and for everything that is [`FromCall`]; which of
/// the two applies is inferred (`Via`).
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a parameter",
    label = "neither an argument nor an extractor",
    note = "an argument derives `serde::Deserialize` and `schemars::JsonSchema` (schemars 1.x; `cargo tree -i schemars` shows a second version), or one of `Scalar` and `Choice`",
    note = "an extractor implements `mcp_server::FromCall`; in a resource, so does everything that is no variable of the URI"
)]
pub trait Param<Via>: Sized + Send + 'static {
    /// Describes the parameter.
    #[doc(hidden)]
    fn spec(name: &'static str) -> ParamSpec;

    /// Takes the value out of a call.
    #[doc(hidden)]
    fn take<'a>(call: &'a Call, spec: &'a ParamSpec) -> Taken<'a, Self>;
}

/// A parameter's value, on its way.
///
/// Arguments are there at once. A type of its own, and not the future of an
/// async function, because rustc forgets in the latter's `Send` proof that a
/// lifetime was `'static`: `State<&'static str>` could not be taken.
#[doc(hidden)]
pub enum Taken<'a, T> {
    Now(Option<Result<T>>),
    Later(Pin<Box<dyn Future<Output = Result<T>> + Send + 'a>>),
}

// Neither variant pins the value itself.
impl<T> Unpin for Taken<'_, T> {}

impl<T> Future for Taken<'_, T> {
    type Output = Result<T>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<T>> {
        match self.get_mut() {
            Self::Now(value) => value.take().map_or(Poll::Pending, Poll::Ready),
            Self::Later(future) => future.as_mut().poll(context),
        }
    }
}

#[diagnostic::do_not_recommend]
impl<T: FromCall> Param<ViaCall> for T {
    fn spec(_name: &'static str) -> ParamSpec {
        let mut needs = Needs::default();
        T::requires(&mut needs);
        ParamSpec::Extracted(needs)
    }

    fn take<'a>(call: &'a Call, _spec: &'a ParamSpec) -> Taken<'a, Self> {
        Taken::Later(Box::pin(T::from_call(call)))
    }
}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + JsonSchema + Send + 'static> Param<ViaArg> for T {
    fn spec(name: &'static str) -> ParamSpec {
        ParamSpec::Argument(ArgumentSpec::of::<T>(name))
    }

    fn take<'a>(call: &'a Call, spec: &'a ParamSpec) -> Taken<'a, Self> {
        match spec {
            ParamSpec::Argument(argument) => Taken::Now(Some(argument.take(call))),
            ParamSpec::Extracted(_) => unreachable!("spec and take come from one impl"),
        }
    }
}
