//! One mirrored argument: where it is, and whether a header agrees with it.

use std::borrow::Cow;

use serde_json::{Number, Value};

use super::value::decode;

/// A header `Mcp-Param-…` that repeats an argument of a tool.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MirroredHeader {
    /// The name of the header behind `Mcp-Param-`, as the schema spells it. Header names ignore
    /// case.
    pub header: String,
    /// The path to the argument: one name for each object on the way.
    pub path: Vec<String>,
}

impl MirroredHeader {
    /// A header that repeats the argument at a path.
    #[must_use]
    pub fn new(header: impl Into<String>, path: impl Into<Vec<String>>) -> Self {
        Self {
            header: header.into(),
            path: path.into(),
        }
    }

    /// The whole name of the header.
    #[must_use]
    pub fn name(&self) -> String {
        format!("Mcp-Param-{}", self.header)
    }

    /// The argument it repeats. `null` and nothing are the same: the header is left out for both.
    #[must_use]
    pub fn find<'a>(&self, arguments: Option<&'a Value>) -> Option<&'a Value> {
        let found = self
            .path
            .iter()
            .try_fold(arguments?, |value, name| value.get(name))?;
        (!found.is_null()).then_some(found)
    }

    /// Whether a request's header agrees with its arguments.
    ///
    /// `header_value` is the value of the header as sent, if it was sent.
    ///
    /// # Errors
    ///
    /// What does not agree, in words for the error -32020: the header is missing though the
    /// argument is there, or the reverse; it cannot be read; or the two differ. Integers are
    /// compared by value (`42.0` is `42`). Spec: [Server
    /// behavior](https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#server-behavior-for-custom-headers).
    pub fn matches(
        &self,
        header_value: Option<&str>,
        arguments: Option<&Value>,
    ) -> Result<(), String> {
        let argument = self.find(arguments);
        let (raw, argument) = match (header_value, argument) {
            (None, None) => return Ok(()),
            (None, Some(_)) => {
                return Err(format!(
                    "{} header is missing, but argument '{}' is present",
                    self.name(),
                    self.at()
                ));
            }
            (Some(_), None) => {
                return Err(format!(
                    "{} header is present, but argument '{}' is not",
                    self.name(),
                    self.at()
                ));
            }
            (Some(raw), Some(argument)) => (raw, argument),
        };
        let value = decode(raw).map_err(|fault| format!("{} header value {fault}", self.name()))?;
        let equal = match argument {
            Value::String(text) => *text == value,
            Value::Bool(flag) => value == if *flag { "true" } else { "false" },
            Value::Number(number) => same_number(&value, number),
            // Lists and objects have no spelling in a header.
            Value::Null | Value::Array(_) | Value::Object(_) => false,
        };
        if equal {
            Ok(())
        } else {
            Err(format!(
                "{} header value '{value}' does not match argument '{}'",
                self.name(),
                self.at()
            ))
        }
    }

    fn at(&self) -> Cow<'_, str> {
        match &self.path[..] {
            [name] => Cow::Borrowed(name),
            path => Cow::Owned(path.join(".")),
        }
    }
}

/// Compares by value where both are exact: whole numbers by their digits, others as doubles within
/// 2^53.
fn same_number(header: &str, argument: &Number) -> bool {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    // Only what JSON calls a number: the parser of the standard library also takes `inf`, `+1` and
    // `.5`.
    let Ok(Value::Number(header)) = serde_json::from_str(header) else {
        return false;
    };
    match (header.as_i128(), argument.as_i128()) {
        (Some(header), Some(argument)) => header == argument,
        _ => match (header.as_f64(), argument.as_f64()) {
            (Some(header), Some(argument)) => header == argument && header.abs() < EXACT,
            _ => false,
        },
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(argument: Value, header: Option<&str>, agrees: bool) {
        let mirrored = MirroredHeader::new("Region", ["region".to_owned()]);
        let arguments = json!({ "region": argument });
        let verdict = mirrored.matches(header, Some(&arguments));
        assert_eq!(
            verdict.is_ok(),
            agrees,
            "{argument} and {header:?}: {verdict:?}"
        );
    }

    // S-HTTPM-28, S-HTTPM-31
    #[test]
    fn texts_are_compared_after_decoding() {
        check(json!("us-west1"), Some("us-west1"), true);
        check(json!("us-west1"), Some(" us-west1 "), true);
        check(json!("us-west1"), Some("US-WEST1"), false);
        check(json!("Hello"), Some("=?base64?SGVsbG8=?="), true);
        check(json!("Hello"), Some("=?base64?SGVsbG8?="), false);
        check(json!("Hello"), Some("=?base64?SGVs!!!bG8=?="), false);
        check(json!("SGVsbG8="), Some("SGVsbG8="), true);
        check(json!("=?base64?SGVsbG8="), Some("=?base64?SGVsbG8="), true);
        check(json!("Hello\u{7f}"), Some("Hello\u{7f}"), false);
        check(json!("42"), Some("42.0"), false);
        check(json!(""), Some(""), true);
    }

    // S-HTTPM-35
    #[test]
    fn integers_are_compared_by_value() {
        check(json!(42), Some("42"), true);
        check(json!(42), Some("42.0"), true);
        check(json!(42.0), Some("42"), true);
        check(json!(42), Some("4.2e1"), true);
        check(json!(-7), Some("-7"), true);
        check(json!(0), Some("-0"), true);
        check(json!(42), Some("43"), false);
        for malformed in ["", "0x2A", "+42", "42abc", "four", "NaN", "042", "\"42\""] {
            check(json!(42), Some(malformed), false);
        }
    }

    #[test]
    fn neighbours_beyond_the_safe_range_are_told_apart() {
        check(
            json!(9_007_199_254_740_993_i64),
            Some("9007199254740993"),
            true,
        );
        check(
            json!(9_007_199_254_740_993_i64),
            Some("9007199254740992"),
            false,
        );
        check(
            json!(9_007_199_254_740_993_i64),
            Some("9007199254740992.0"),
            false,
        );
    }

    // S-HTTPM-35
    #[test]
    fn booleans_are_lower_case_words() {
        check(json!(true), Some("true"), true);
        check(json!(false), Some("false"), true);
        check(json!(true), Some("True"), false);
        check(json!(true), Some("1"), false);
        check(json!(false), Some("true"), false);
    }

    // S-HTTPM-32
    #[test]
    fn a_value_needs_its_header() {
        check(json!("test-value"), None, false);
        check(json!(false), None, false);
    }

    // S-HTTPM-33, S-HTTPM-34
    #[test]
    fn null_and_absent_arguments_have_no_header() {
        let mirrored = MirroredHeader::new("Region", ["region".to_owned()]);
        for arguments in [
            None,
            Some(json!(null)),
            Some(json!({})),
            Some(json!({ "region": null })),
        ] {
            assert_eq!(mirrored.matches(None, arguments.as_ref()), Ok(()));
            assert!(mirrored.matches(Some("x"), arguments.as_ref()).is_err());
        }
    }

    #[test]
    fn lists_and_objects_match_nothing() {
        check(json!(["a"]), Some("a"), false);
        check(json!({}), Some("{}"), false);
    }

    // S-HTTPM-38
    #[test]
    fn nested_arguments_are_found_by_their_path() {
        let mirrored = MirroredHeader::new("City", ["address".to_owned(), "city".to_owned()]);
        let arguments = json!({ "address": { "city": "Bern" }, "address.city": "trap" });
        assert_eq!(mirrored.matches(Some("Bern"), Some(&arguments)), Ok(()));
        assert_eq!(
            mirrored.matches(Some("Basel"), Some(&arguments)),
            Err(
                "Mcp-Param-City header value 'Basel' does not match argument 'address.city'"
                    .to_owned()
            )
        );
        assert_eq!(
            mirrored.matches(None, Some(&json!({ "address": "Bern" }))),
            Ok(())
        );
    }

    #[test]
    fn words_name_the_header_and_the_argument_but_never_show_the_argument() {
        let mirrored = MirroredHeader::new("Region", ["region".to_owned()]);
        let arguments = json!({ "region": "hush" });
        for header in [None, Some("x"), Some("=?base64?!?=")] {
            let words = mirrored.matches(header, Some(&arguments)).unwrap_err();
            assert!(words.contains("Mcp-Param-Region"), "{words}");
            assert!(!words.contains("hush"), "{words}");
        }
    }
}
