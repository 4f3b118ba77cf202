//! What can be a parameter of a tool, decided by traits.

use std::any::{TypeId, type_name};
use std::future::Future;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use crate::call::Call;
use crate::error::Result;
use crate::schema::{Arguments, Unpublishable};
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
}

/// All arguments taken as one struct.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WholeArguments {
    pub(crate) describe: fn() -> Result<Arguments, Unpublishable>,
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

/// A parameter of a tool: an argument, or something extracted from the call.
///
/// Implemented for everything that is `serde::Deserialize` and
/// `schemars::JsonSchema`, and for everything that is [`FromCall`]; which of
/// the two applies is inferred (`Via`).
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a tool parameter",
    label = "neither an argument nor an extractor",
    note = "an argument derives `serde::Deserialize` and `schemars::JsonSchema` (schemars 1.x; `cargo tree -i schemars` shows a second version), or one of `Scalar` and `Choice`",
    note = "an extractor implements `mcp_server::FromCall`"
)]
pub trait Param<Via>: Sized + Send + 'static {
    /// Describes the parameter.
    #[doc(hidden)]
    fn spec(name: &'static str) -> ParamSpec;

    /// Takes the value out of a call.
    #[doc(hidden)]
    fn take(call: &Call, spec: &ParamSpec) -> impl Future<Output = Result<Self>> + Send;
}

#[diagnostic::do_not_recommend]
impl<T: FromCall> Param<ViaCall> for T {
    fn spec(_name: &'static str) -> ParamSpec {
        let mut needs = Needs::default();
        T::requires(&mut needs);
        ParamSpec::Extracted(needs)
    }

    async fn take(call: &Call, _spec: &ParamSpec) -> Result<Self> {
        T::from_call(call).await
    }
}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + JsonSchema + Send + 'static> Param<ViaArg> for T {
    fn spec(name: &'static str) -> ParamSpec {
        ParamSpec::Argument(ArgumentSpec::of::<T>(name))
    }

    async fn take(call: &Call, spec: &ParamSpec) -> Result<Self> {
        match spec {
            ParamSpec::Argument(argument) => argument.take(call),
            ParamSpec::Extracted(_) => unreachable!("spec and take come from one impl"),
        }
    }
}
