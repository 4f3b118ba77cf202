//! Async functions as handlers.

use std::future::Future;
use std::sync::Arc;

use super::{Facts, HandlerFuture, Output, Tool};
use crate::call::Call;
use crate::param::Param;
use crate::respond::{IntoOutcome, OutputSchema};
use crate::spec::ParamSpec;

/// An async function that can serve a tool.
///
/// Implemented for functions of up to eight parameters, each of which is an
/// argument or an extractor, and whose result can be returned from a tool.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot serve a tool",
    note = "a handler is an async function; each parameter is an argument (`Deserialize` + `JsonSchema`) or an extractor (`FromCall`)"
)]
pub trait ToolHandler<Kinds>: Send + Sync + 'static {
    /// Fits the handler's parameters to the described arguments.
    #[doc(hidden)]
    fn fit(&self, described: Vec<ParamSpec>) -> Result<Vec<ParamSpec>, String>;

    /// What the results look like.
    #[doc(hidden)]
    fn output(&self) -> OutputSchema;

    /// Runs one call.
    #[doc(hidden)]
    fn run(self: Arc<Self>, call: Call) -> HandlerFuture;
}

pub(super) fn erase<Kinds, H: ToolHandler<Kinds>>(mut facts: Facts, handler: H) -> Tool {
    if matches!(facts.output, Output::Free) {
        facts.output = handler.output().map_or(Output::Free, Output::Derived);
    }
    match handler.fit(std::mem::take(&mut facts.params)) {
        Ok(params) => facts.params = params,
        Err(fault) => facts.faults.push(fault),
    }
    let handler = Arc::new(handler);
    Tool {
        facts,
        run: Arc::new(move |call| Arc::clone(&handler).run(call)),
    }
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
        impl<F, Fut, R, RVia, $($param, $via),*> ToolHandler<(Fut, R, RVia, $($param, $via),*)> for F
        where
            F: Fn($($param),*) -> Fut + Send + Sync + 'static,
            Fut: Future<Output = R> + Send + 'static,
            R: IntoOutcome<RVia>,
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
            fn run(self: Arc<Self>, call: Call) -> HandlerFuture {
                Box::pin(async move {
                    let mut index = 0;
                    $(
                        let $param = call.take::<$param, $via>(index).await?;
                        index += 1;
                    )*
                    self($($param),*).await.into_outcome()
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
