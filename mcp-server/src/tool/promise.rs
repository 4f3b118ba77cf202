//! The output schema of a tool, as what its results are held to.

use std::sync::OnceLock;

use mcp_core::types::RawJson;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::validate::Validator;

/// What a tool promises of its results.
pub(crate) enum Promise {
    /// A schema written by hand; compiled when the server is built.
    ByHand(Validator),
    /// A schema derived from the type of the results. It can be wrong all the
    /// same: `#[schemars(with)]` says whatever its author believes. Compiled
    /// when the first result is held to it.
    Derived(OnceLock<Result<Validator, String>>),
}

impl Promise {
    pub(crate) fn is_derived(&self) -> bool {
        matches!(self, Self::Derived(_))
    }

    /// Holds the structured content of a good result to the schema as it was
    /// published: there is some, and it matches (specification, "Tools:
    /// Output schema").
    ///
    /// # Errors
    ///
    /// In words for the operator.
    pub(crate) fn hold(
        &self,
        published: Option<&RawValue>,
        data: Option<&RawJson>,
    ) -> Result<(), String> {
        let data = data.ok_or("no structured content, though an output schema is published")?;
        let data: Value =
            serde_json::from_slice(data.as_bytes()).map_err(|error| error.to_string())?;
        let violations = match self.validator(published)?.check(&data) {
            Ok(()) => return Ok(()),
            Err(violations) => violations,
        };
        Err(violations.under("It does not match the output schema:"))
    }

    fn validator(&self, published: Option<&RawValue>) -> Result<&Validator, &str> {
        match self {
            Self::ByHand(validator) => Ok(validator),
            Self::Derived(compiled) => {
                let compile = || {
                    let schema = published.map_or("true", RawValue::get);
                    let schema = serde_json::from_str(schema).map_err(|error| error.to_string())?;
                    let validator = Validator::compile(&schema);
                    validator.map_err(|fault| format!("its output schema: {fault}"))
                };
                compiled
                    .get_or_init(compile)
                    .as_ref()
                    .map_err(String::as_str)
            }
        }
    }
}
