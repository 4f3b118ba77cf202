//! Async functions as handlers, of whatever is served.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use crate::call::Call;
use crate::error::{Error, Result};
use crate::param::Param;
use crate::respond::OutputSchema;
use crate::spec::ParamSpec;

/// The future of a handler that gives an `Out`.
pub type HandlerFuture<Out = crate::ToolResult> =
    Pin<Box<dyn Future<Output = Result<Out, Error>> + Send>>;

/// A handler, erased.
pub(crate) type Run<Out> = Arc<dyn Fn(Call) -> HandlerFuture<Out> + Send + Sync>;

/// A value that a handler may return where an `Out` is wanted: the result of
/// a tool, of a prompt, of a resource.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be returned here",
    label = "no `{Out}` can be made of it"
)]
pub trait Respond<Out, Via> {
    /// What the results look like, where they are published.
    #[doc(hidden)]
    #[must_use]
    fn schema() -> OutputSchema {
        None
    }

    /// The result.
    #[doc(hidden)]
    fn respond(self) -> Result<Out>;
}

/// An async function that can serve a tool, a prompt or a resource.
///
/// Implemented for functions of up to eight parameters, each of which is an
/// argument or an extractor, and whose result can become an `Out`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no handler that gives a `{Out}`",
    note = "a handler is an async function; each parameter is an argument (`Deserialize` + `JsonSchema`) or an extractor (`FromCall`)"
)]
pub trait Handler<Out, Kinds>: Send + Sync + 'static {
    /// Fits the handler's parameters to the described arguments.
    #[doc(hidden)]
    fn fit(&self, described: Vec<ParamSpec>) -> Result<Vec<ParamSpec>, String>;

    /// What the results look like.
    #[doc(hidden)]
    fn output(&self) -> OutputSchema;

    /// Runs one call.
    #[doc(hidden)]
    fn run(self: Arc<Self>, call: Call) -> HandlerFuture<Out>;
}

/// Forgets the type of a handler.
pub(crate) fn erase<Out: 'static, Kinds: 'static>(handler: impl Handler<Out, Kinds>) -> Run<Out> {
    let handler = Arc::new(handler);
    Arc::new(move |call| Arc::clone(&handler).run(call))
}

/// Puts the described arguments where the handler takes arguments, and the
/// handler's own extractors where it takes those.
fn merge(described: Vec<ParamSpec>, wanted: Vec<ParamSpec>) -> Result<Vec<ParamSpec>, String> {
    let (described_count, wanted_count) = (
        described.len(),
        wanted
            .iter()
            .filter(|param| matches!(param, ParamSpec::Argument(_)))
            .count(),
    );
    if described_count != wanted_count {
        return Err(format!(
            "its handler takes {wanted_count} arguments, and {described_count} are described with `.arg(…)`"
        ));
    }
    let mut described = described.into_iter();
    Ok(wanted
        .into_iter()
        .map(|param| match param {
            ParamSpec::Argument(own) => described.next().unwrap_or(ParamSpec::Argument(own)),
            extracted @ ParamSpec::Extracted(_) => extracted,
        })
        .collect())
}

macro_rules! handlers {
    ($(($($param:ident $via:ident),*);)*) => {$(
        impl<Out, F, Fut, R, RVia, $($param, $via),*> Handler<Out, (Fut, R, RVia, $($param, $via),*)> for F
        where
            Out: 'static,
            F: Fn($($param),*) -> Fut + Send + Sync + 'static,
            Fut: Future<Output = R> + Send + 'static,
            R: Respond<Out, RVia>,
            $($param: Param<$via>,)*
            $($via: 'static,)*
        {
            fn fit(&self, described: Vec<ParamSpec>) -> Result<Vec<ParamSpec>, String> {
                merge(described, vec![$(<$param as Param<$via>>::spec("")),*])
            }

            fn output(&self) -> OutputSchema {
                R::schema()
            }

            #[allow(non_snake_case, unused_variables, unused_mut, unused_assignments)]
            fn run(self: Arc<Self>, call: Call) -> HandlerFuture<Out> {
                Box::pin(async move {
                    let mut index = 0;
                    $(
                        let $param = call.take::<$param, $via>(index).await?;
                        index += 1;
                    )*
                    self($($param),*).await.respond()
                })
            }
        }
    )*};
}

handlers! {
    ();
    (A VA);
    (A VA, B VB);
    (A VA, B VB, C VC);
    (A VA, B VB, C VC, D VD);
    (A VA, B VB, C VC, D VD, E VE);
    (A VA, B VB, C VC, D VD, E VE, G VG);
    (A VA, B VB, C VC, D VD, E VE, G VG, H VH);
    (A VA, B VB, C VC, D VD, E VE, G VG, H VH, I VI);
}
