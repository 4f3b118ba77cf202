//! `Mcp-Param-…` against the arguments of a tool call (specification,
//! "Streamable HTTP: Server behavior for custom headers").

use http::HeaderMap;
use mcp_core::Error;
use mcp_core::era::{Field, Params};
use mcp_core::header::MirroredHeader;
use serde_json::Value;

use crate::header::{self, Single};

/// Every header that mirrors an argument agrees with it. Headers that mirror
/// nothing are ignored.
pub(super) fn check(
    headers: &HeaderMap,
    params: &Params,
    mirrored: &[MirroredHeader],
) -> Result<(), Error> {
    // Arguments that cannot be read are refused for what they are, by the engine.
    let arguments = params
        .get(Field::Arguments)
        .map(serde_json::from_str::<Value>);
    let Ok(arguments) = arguments.transpose() else {
        return Ok(());
    };
    for mirror in mirrored {
        let name = mirror.name();
        let value = match header::single(headers, name.as_str()) {
            Single::Absent => None,
            Single::Value(value) => Some(value),
            Single::Malformed => {
                return Err(Error::header_mismatch(format_args!("{name} is malformed")));
            }
        };
        mirror
            .matches(value, arguments.as_ref())
            .map_err(Error::header_mismatch)?;
    }
    Ok(())
}
