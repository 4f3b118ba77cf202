//! Constraints in words.

use super::*;

#[test]
fn a_field_doc_goes_before_the_type_doc() {
    /// Doc of the type.
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Inner {
        n: u8,
    }
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Outer {
        /// Doc of the field.
        with: Inner,
        without: Inner,
    }
    assert_eq!(
        property::<Outer>("with")["description"],
        "Doc of the field."
    );
    assert_eq!(
        property::<Outer>("without")["description"],
        "Doc of the type."
    );
}

#[test]
fn the_words_of_a_parameter_go_before_those_of_its_type() {
    #[track_caller]
    fn check<T: JsonSchema>(expected: &str) {
        let schema = described_input_schema_of::<T>(Some("What to take"), SchemaProfile::Portable)
            .expect("publishable");
        assert_eq!(schema["description"], expected);
    }
    check::<String>("What to take");
    check::<Unit>("What to take. C: metric. F: imperial.");
    check::<Option<Unit>>("What to take. C: metric. F: imperial.");
    check::<(u8, String)>("What to take. In order: integer, string.");
    check::<HashMap<String, u8>>("What to take. For example {\"key\": 1}.");
    check::<Value>("What to take");
}

/// A schema once its constraints are said.
fn said(schema: Value) -> Value {
    let Value::Object(mut schema) = schema else {
        panic!("{schema} is no object");
    };
    say_constraints(&mut schema);
    schema.get("description").cloned().unwrap_or_default()
}

#[test]
fn constraints_are_said_in_words() {
    #[track_caller]
    fn check(schema: Value, expected: &str) {
        assert_eq!(said(schema.clone()), expected, "{schema}");
    }
    check(json!({"minimum": 1, "maximum": 100}), "From 1 to 100.");
    check(json!({"minimum": -5, "maximum": 2.5}), "From -5 to 2.5.");
    check(json!({"minimum": 1.0}), "At least 1.");
    check(json!({"maximum": 9}), "At most 9.");
    check(json!({"exclusiveMinimum": 0}), "More than 0.");
    check(
        json!({"minimum": 1, "exclusiveMaximum": 10}),
        "At least 1, less than 10.",
    );
    check(
        json!({"minimum": 0, "multipleOf": 5}),
        "At least 0. A multiple of 5.",
    );
    check(
        json!({"minLength": 2, "maxLength": 80}),
        "2 to 80 characters.",
    );
    check(
        json!({"minLength": 3, "maxLength": 3}),
        "Exactly 3 characters.",
    );
    check(json!({"minLength": 1}), "Not empty.");
    check(json!({"minLength": 2}), "At least 2 characters.");
    check(json!({"maxLength": 1}), "At most 1 character.");
    check(json!({"minItems": 1, "maxItems": 50}), "1 to 50 items.");
    check(json!({"maxProperties": 3}), "At most 3 entries.");
    check(json!({"uniqueItems": true}), "No item twice.");
    check(
        json!({"pattern": r"^[A-Z]-\d{4}$"}),
        r"Must match `^[A-Z]-\d{4}$`.",
    );
    check(
        json!({"pattern": r"^[A-Z]-\d{4}$", "examples": ["A-1042"]}),
        "Such as A-1042.",
    );
    check(json!({"default": 5000}), "Default 5000.");
    check(json!({"default": 2.0}), "Default 2.");
    check(json!({"default": "low"}), "Default \"low\".");
    check(
        json!({"default": true, "maximum": 9}),
        "At most 9. Default true.",
    );
    check(json!({"format": "email"}), "An e-mail address.");
    check(json!({"format": "date"}), "A date, e.g. 2026-01-31.");
}

#[test]
fn what_the_author_says_is_not_said_again() {
    #[track_caller]
    fn check(text: &str, mut schema: Value, expected: &str) {
        schema["description"] = text.into();
        assert_eq!(said(schema.clone()), expected, "{schema}");
    }
    #[track_caller]
    fn silent(text: &str, schema: Value) {
        check(text, schema, text);
    }
    let range = json!({"minimum": 1, "maximum": 1000});
    silent("Between 1 and 1,000", range.clone());
    silent("How many (1–1_000).", range.clone());
    check(
        "How many, up to 1000",
        range.clone(),
        "How many, up to 1000. At least 1.",
    );
    check("Shelf 10001", range, "Shelf 10001. From 1 to 1000.");
    check(
        "Line 1 of the address",
        json!({"minLength": 1}),
        "Line 1 of the address. Not empty.",
    );
    silent(
        "A code of 6 digits",
        json!({"minLength": 6, "maxLength": 6}),
    );
    silent("How many, 20 by default", json!({"default": 20}));
    check(
        "One of 20",
        json!({"default": 20}),
        "One of 20. Default 20.",
    );
    silent("Not negative", json!({"minimum": 0}));
    silent("Any positive number", json!({"exclusiveMinimum": 0}));
    silent(
        "At most 80 characters, not empty",
        json!({"minLength": 1, "maxLength": 80}),
    );
    silent("Unique tags", json!({"uniqueItems": true}));
    let id = json!({"pattern": r"^[A-Z]-\d{4}$", "examples": ["B-2000"]});
    silent("Order id, such as `A-1042`.", id.clone());
    check("Order id", id, "Order id. Such as B-2000.");
    silent(
        "Whom to write to (email address)",
        json!({"format": "email"}),
    );
    silent(
        "Whom to write to, e.g. ada@example.com",
        json!({"format": "email"}),
    );
    silent("Its URL", json!({"format": "uri"}));
    check(
        "For security",
        json!({"format": "uri"}),
        "For security. An absolute URI, e.g. https://example.com/.",
    );
    silent("When, in ISO 8601", json!({"format": "date-time"}));
}

#[test]
fn an_empty_default_is_not_worth_words() {
    for default in [json!(""), json!([]), json!({}), json!([1])] {
        assert_eq!(said(json!({"default": default})), json!(null));
    }
}

#[test]
fn limits_of_32_bits_are_not_worth_words() {
    assert_eq!(said(input::<u32>()), "At least 0.");
    assert_eq!(said(input::<i32>()), json!(null));
    assert_eq!(said(input::<u16>()), "From 0 to 65535.");
}

#[test]
fn items_and_values_are_said_where_they_are_held() {
    assert_eq!(said(input::<Vec<u8>>()), "Each item: from 0 to 255.");
    assert_eq!(
        said(input::<(u8, u8)>()),
        "Exactly 2 items. Each item: from 0 to 255."
    );
    assert_eq!(
        said(input::<HashMap<String, u8>>()),
        "For example {\"key\": 1}. Each value: from 0 to 255."
    );
}

#[test]
fn words_are_said_once_however_often_a_type_is_used() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Inner {
        #[schemars(length(max = 8))]
        code: String,
    }
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Outer {
        one: Inner,
        more: Vec<Inner>,
    }
    for schema in [input::<Outer>(), arguments::<Outer>()] {
        let code = &schema["properties"]["one"]["properties"]["code"];
        assert_eq!(code["description"], "At most 8 characters.");
        let code = &schema["properties"]["more"]["items"]["properties"]["code"];
        assert_eq!(code["description"], "At most 8 characters.");
    }
}
