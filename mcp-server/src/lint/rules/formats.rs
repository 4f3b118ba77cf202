//! `format`.

use serde_json::Value;

use crate::lint::hosts::{HOSTS, Harm, Part};
use crate::lint::rule::Rule;
use crate::lint::sink::Sink;
use crate::lint::walk::Node;

/// JSON Schema 2020-12, "Validation: Defined formats".
const DEFINED: [&str; 19] = [
    "date-time",
    "date",
    "time",
    "duration",
    "email",
    "idn-email",
    "hostname",
    "idn-hostname",
    "ipv4",
    "ipv6",
    "uri",
    "uri-reference",
    "iri",
    "iri-reference",
    "uri-template",
    "uuid",
    "json-pointer",
    "relative-json-pointer",
    "regex",
];

pub(super) fn are_known(node: &Node<'_>, _: Part, sink: &mut Sink<'_>) {
    if let Some(format) = format(node).filter(|format| !DEFINED.contains(format)) {
        let message = format!("JSON Schema knows no format `{format}`");
        sink.find(Rule::FormatUnknown, &node.pointer, message);
    }
}

pub(super) fn are_taken_everywhere(node: &Node<'_>, part: Part, sink: &mut Sink<'_>) {
    let Some(format) = format(node).filter(|format| DEFINED.contains(format)) else {
        return;
    };
    let refusing = HOSTS.iter().filter(|host| !host.knows_format(format));
    let refusing = refusing.map(|host| (host, Harm::Meaning)).collect();
    if part == Part::Input {
        let message = format!("the format `{format}` is not known everywhere");
        sink.find_in(Rule::FormatNarrow, &node.pointer, refusing, message);
    }
}

fn format<'a>(node: &Node<'a>) -> Option<&'a str> {
    node.schema.get("format").and_then(Value::as_str)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::lint::Rule;
    use crate::lint::tests::{findings, property, rules_of_output};

    // P06, P07
    #[test]
    fn a_format_is_date_time() {
        assert_eq!(
            property(json!({ "type": "string", "format": "date-time" })),
            [""; 0]
        );
        assert_eq!(
            property(json!({ "type": "integer", "format": "uint32" })),
            ["format-unknown"]
        );
        assert_eq!(
            property(json!({ "type": "string", "format": "uri" })),
            ["format-narrow"]
        );
    }

    #[test]
    fn who_knows_a_format_does_not_break() {
        let of = |format: &str| {
            let date = json!({ "type": "string", "format": format, "description": "X." });
            let found = findings(&json!({ "type": "object", "properties": { "x": date } }));
            let found = found.iter().find(|it| it.rule == Rule::FormatNarrow);
            found
                .expect("a format that is not known everywhere")
                .hosts
                .clone()
        };
        assert_eq!(of("date"), ["Gemini API"]);
        assert_eq!(of("uri"), ["OpenAI API (strict)", "Gemini API"]);
    }

    #[test]
    fn results_may_have_any_format_that_validators_know() {
        let of = |format: &str| {
            let value = json!({ "type": "string", "format": format });
            rules_of_output(&json!({ "type": "object", "properties": { "x": value } }))
        };
        assert_eq!(of("uri"), [""; 0]);
        assert_eq!(of("partial-date-time"), ["format-unknown"]);
    }
}
