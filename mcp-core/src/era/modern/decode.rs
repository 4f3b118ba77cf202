//! Parameters to a [`Call`].

use crate::call::Call;
use crate::era::{Field, Params};
use crate::{Error, Method};

/// Reads the parameters of one of the shared methods.
///
/// # Errors
///
/// -32601 for methods that never reach dispatch, -32602 for parameters that
/// do not fit.
pub fn decode(method: &Method, params: &Params) -> Result<Call, Error> {
    match method {
        Method::ToolsList => params.page().map(Call::ListTools),
        Method::ToolsCall => {
            let mut call = params.call_tool()?;
            call.input_responses = params.input_responses()?;
            call.request_state = params.string(Field::RequestState, "requestState")?;
            Ok(Call::CallTool(call))
        }
        other => Err(Error::method_not_found(other.as_str())),
    }
}
