//! What the derives write, in every place where such a type is used.

use mcp_server::serde_json::{self, Value, json};
use mcp_server::{Choice, FormChoice, FormField, Scalar, schemars};

/// Order id, such as A-1042.
#[derive(Debug, PartialEq, Scalar)]
#[scalar(pattern = r"^[A-Z]-\d{4}$")]
struct OrderId(String);

#[derive(Debug, PartialEq, Scalar)]
#[scalar(min = 1, max = 12, example = 4)]
struct Month {
    number: u8,
}

/// Tone of voice.
#[derive(Debug, PartialEq, Choice)]
enum Tone {
    /** For complaints,
     * and for lawyers. */
    Formal,
    #[choice(rename = "nice", title = "As a friend")]
    Friendly,
    VeryBrief,
}

fn schema<T: schemars::JsonSchema>() -> Value {
    schemars::SchemaGenerator::default()
        .into_root_schema_for::<T>()
        .to_value()
}

#[test]
fn a_scalar_is_checked_wherever_it_is_read() {
    let id: OrderId = "A-1042".parse().unwrap();
    assert_eq!(id, OrderId("A-1042".to_owned()));
    assert!(id.starts_with('A') && id.to_string() == "A-1042");
    assert_eq!(serde_json::to_value(&id).unwrap(), "A-1042");

    assert!("A-10".parse::<OrderId>().is_err());
    assert!(serde_json::from_value::<OrderId>(json!("a-1042")).is_err());
    assert!(serde_json::from_value::<OrderId>(json!(1042)).is_err());
    assert!(OrderId::read(Some(&json!("A-10"))).is_err());
    // The digits of the pattern are those of JSON Schema: ASCII only.
    assert!("A-١٠٤٢".parse::<OrderId>().is_err());
}

#[test]
fn numbers_have_bounds_and_are_parsed_by_their_type() {
    assert_eq!("12".parse::<Month>(), Ok(Month { number: 12 }));
    assert_eq!(
        "13".parse::<Month>().unwrap_err().to_string(),
        "must be at most 12, got number 13"
    );
    assert_eq!(
        "May".parse::<Month>().unwrap_err().to_string(),
        "must be a whole number"
    );
    assert_eq!(*serde_json::from_value::<Month>(json!(4)).unwrap(), 4);
    assert!(serde_json::from_value::<Month>(json!("4")).is_err());
}

#[test]
fn a_scalar_brings_its_rules_and_words_to_the_schema() {
    let order = schema::<OrderId>();
    assert_eq!(order["type"], "string");
    assert_eq!(order["pattern"], r"^[A-Z]-\d{4}$");
    assert_eq!(order["description"], "Order id, such as A-1042.");
    let month = schema::<Month>();
    assert_eq!(
        (&month["minimum"], &month["maximum"]),
        (&json!(1), &json!(12))
    );
    assert_eq!(month["examples"], json!([4]));
    assert_eq!(
        schema::<Vec<OrderId>>()["items"]["type"],
        "string",
        "inlined"
    );
}

#[test]
fn a_scalar_is_a_field_of_a_form() {
    let schema = serde_json::to_value(Month::schema()).unwrap();
    assert_eq!(
        schema,
        json!({ "type": "integer", "minimum": 1, "maximum": 12 })
    );
    assert_eq!(Month::read(Some(&json!(4))), Ok(Month { number: 4 }));
    assert_eq!(
        Month::read(Some(&json!(0))),
        Err("must be at least 1, got number 0".to_owned())
    );
    assert!(Month::read(None).is_err());
}

#[test]
fn a_broken_pattern_lets_nothing_pass() {
    #[derive(Debug, Scalar)]
    #[scalar(pattern = "(")]
    struct Broken(String);
    assert!("x".parse::<Broken>().is_err());
    let broken = schema::<Broken>();
    assert!(
        broken["pattern"].as_str().unwrap().starts_with('('),
        "{broken}"
    );
}

#[test]
fn a_choice_is_read_and_written_by_name() {
    assert_eq!(
        Tone::VARIANTS,
        [Tone::Formal, Tone::Friendly, Tone::VeryBrief]
    );
    assert_eq!(
        Tone::VARIANTS
            .iter()
            .map(Choice::as_str)
            .collect::<Vec<_>>(),
        ["formal", "nice", "very_brief"]
    );
    assert_eq!("very_brief".parse(), Ok(Tone::VeryBrief));
    assert_eq!(
        serde_json::from_value::<Tone>(json!("nice")).unwrap(),
        Tone::Friendly
    );
    assert_eq!(serde_json::to_value(Tone::Friendly).unwrap(), "nice");
    assert_eq!(format!("{:>7}", Tone::Formal), " formal");
    let expect = r#"must be one of "formal", "nice", "very_brief""#;
    assert_eq!("rude".parse::<Tone>().unwrap_err().to_string(), expect);
    assert!(
        serde_json::from_value::<Tone>(json!("Formal"))
            .unwrap_err()
            .to_string()
            .contains(expect)
    );
    assert!(serde_json::from_value::<Tone>(json!(0)).is_err());
}

#[test]
fn the_docs_of_a_choice_and_of_its_values_reach_the_schema() {
    let tone = schema::<Tone>();
    assert_eq!(tone["enum"], json!(["formal", "nice", "very_brief"]));
    assert_eq!(
        tone["description"],
        "Tone of voice.\n- formal: For complaints, and for lawyers."
    );
}

#[test]
fn a_choice_is_a_titled_field_of_a_form() {
    let schema = serde_json::to_value(<Tone as FormField>::schema()).unwrap();
    let titles = json!([
        { "const": "formal", "title": "Formal" },
        { "const": "nice", "title": "As a friend" },
        { "const": "very_brief", "title": "Very brief" },
    ]);
    assert_eq!(schema["oneOf"], titles);
    assert_eq!(Tone::choose("nice"), Some(Tone::Friendly));
}
