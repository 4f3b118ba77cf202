//! Schemas written by hand.

use super::*;

// S-JS-02, S-JS-04, S-JS-06, S-JS-08, S-TOOL-06
#[test]
fn hand_written_schemas_are_only_looked_at() {
    #[track_caller]
    fn check(schema: Value, expected: Result<(), &str>) {
        let actual = check_input(&schema).map(drop);
        match expected {
            Ok(()) => assert_eq!(actual, Ok(())),
            Err(part) => {
                let message = actual.expect_err("refused");
                assert!(message.contains(part), "{message}");
            }
        }
    }
    check(
        json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "$defs": {"a": {"$anchor": "x", "type": "object"}},
            "allOf": [{"anyOf": [{"required": ["p"]}]}],
            "additionalProperties": false
        }),
        Ok(()),
    );
    check(
        json!({"$schema": "http://json-schema.org/draft-07/schema#", "type": "object"}),
        Ok(()),
    );
    check(json!({"type": "array"}), Err("\"type\": \"object\""));
    check(json!(true), Err("\"type\": \"object\""));
    check(
        json!({"$schema": "https://example.com/mine", "type": "object"}),
        Err("dialect that is not known"),
    );
    check(
        json!({"type": "object", "properties": {"a": {"$ref": "https://example.com/a.json"}}}),
        Err("does not compile"),
    );
    check(
        json!({"type": "object", "properties": {"a": {"$ref": "file:///etc/passwd"}}}),
        Err("does not compile"),
    );
    check(
        json!({"type": "object", "required": "a"}),
        Err("does not compile"),
    );
}
