//! Each kind of value, by both ways of finding the kind.

use std::borrow::Cow;
use std::collections::BTreeMap;

use mcp_core::types::{ContentBlock, ResourceLink};
use schemars::JsonSchema;
use serde::Serialize;

use super::probe::*;
use super::{Audio, Image, IntoOutcome, IntoToolResult, Json, Text, ToolResult};
use crate::error::Result;

#[derive(Serialize, JsonSchema)]
struct Order {
    id: u64,
    total: f64,
}

const ORDER: Order = Order {
    id: 9_007_199_254_740_993,
    total: 1.5,
};
const ORDER_JSON: &str = r#"{"id":9007199254740993,"total":1.5}"#;
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

fn json(result: Result<ToolResult>) -> String {
    match result {
        Ok(result) => serde_json::to_string(&result.into_wire()).unwrap(),
        Err(error) => format!("error: {error}"),
    }
}

/// Both ways, which must agree.
macro_rules! check {
    ($kind:ty, $value:expr, $json:expr, schema: $schema:expr) => {{
        check!(probed: $kind, $value, $json, schema: $schema);
        fn builder<Via, T: IntoOutcome<Via>>(value: T) -> (bool, String) {
            (T::schema().is_some(), json(value.into_outcome()))
        }
        let (schema, text) = builder::<_, $kind>($value);
        assert_eq!(text, $json);
        assert_eq!(schema, $schema);
    }};
    (probed: $kind:ty, $value:expr, $json:expr, schema: $schema:expr) => {{
        let schema = (&&&&&Probe::<$kind>::new().success()).kind().schema();
        let value: $kind = $value;
        let probe = Probe::of(&value);
        let result = match probe.split(value) {
            Ok(value) => (&&&&&probe.success()).kind().outcome(value),
            Err(error) => Err(error),
        };
        assert_eq!(json(result), $json);
        assert_eq!(schema.is_some(), $schema);
    }};
}

fn text(text: &str) -> String {
    format!(r#"{{"content":[{{"type":"text","text":"{text}"}}]}}"#)
}

fn data(data: &str) -> String {
    let twin = data.replace('"', r#"\""#);
    format!(r#"{{"content":[{{"type":"text","text":"{twin}"}}],"structuredContent":{data}}}"#)
}

#[test]
fn words_are_text_without_a_schema() {
    check!(String, "hi".to_owned(), text("hi"), schema: false);
    check!(&'static str, "hi", text("hi"), schema: false);
    check!(Cow<'static, str>, "hi".into(), text("hi"), schema: false);
    check!(Box<str>, "hi".into(), text("hi"), schema: false);
    check!((), (), text("ok"), schema: false);
    let local = "hi".to_owned();
    check!(probed: &str, &local, text("hi"), schema: false);
}

// S-TOOL-19, S-TOOL-21
#[test]
fn data_is_structured_and_repeated_as_compact_text() {
    check!(Order, ORDER, data(ORDER_JSON), schema: true);
    check!(Vec<u8>, vec![1, 2], data("[1,2]"), schema: true);
    check!(bool, true, data("true"), schema: true);
    check!(u128, u128::MAX, data("340282366920938463463374607431768211455"), schema: true);
    check!(serde_json::Value, serde_json::json!({"a": 1}), data(r#"{"a":1}"#), schema: true);
    let local = ORDER;
    check!(probed: &Order, &local, data(ORDER_JSON), schema: true);
}

#[test]
fn nothing_is_null_and_not_absent() {
    check!(Option<Order>, None, data("null"), schema: true);
    check!(Option<Order>, Some(ORDER), data(ORDER_JSON), schema: true);
}

#[test]
fn a_result_is_what_its_value_is_whatever_it_is_called() {
    type Outcome<T> = std::result::Result<T, NoSuchOrder>;
    struct NoSuchOrder;
    impl std::fmt::Display for NoSuchOrder {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("no such order")
        }
    }
    check!(Outcome<Order>, Ok(ORDER), data(ORDER_JSON), schema: true);
    check!(Outcome<Order>, Err(NoSuchOrder), "error: no such order", schema: true);
    check!(Outcome<&'static str>, Ok("hi"), text("hi"), schema: false);
    check!(Outcome<()>, Ok(()), text("ok"), schema: false);
    check!(Result, Ok(()), text("ok"), schema: false);
    // Both sides could be data; it is a `Result` all the same.
    check!(probed: std::result::Result<u8, String>, Err("no".to_owned()), "error: no", schema: true);
}

#[test]
fn content_comes_as_it_is() {
    let image = r#"{"content":[{"type":"image","data":"iVBORw0KGgo=","mimeType":"image/png"}]}"#;
    check!(Image, Image::new(PNG), image, schema: false);
    check!(ContentBlock, ContentBlock::text("hi"), text("hi"), schema: false);
    check!(Vec<ContentBlock>, vec!["hi".into()], text("hi"), schema: false);
    let link = r#"{"content":[{"type":"resource_link","uri":"file:///a","name":"a"}]}"#;
    check!(ResourceLink, ResourceLink::new("file:///a", "a"), link, schema: false);
    check!(ToolResult, ToolResult::text("hi"), text("hi"), schema: false);
}

// P39
#[test]
fn a_picture_that_no_model_can_decode_is_no_image() {
    let svg = r#"{"content":[{"type":"resource","resource":{"uri":"attachment:"#;
    let of = |image: Image| json(Ok(ToolResult::new().block(image)));
    let attached = of(Image::of_type(b"<svg/>", "image/svg+xml"));
    assert!(attached.starts_with(svg), "{attached}");
    assert!(
        attached.contains(r#""mimeType":"image/svg+xml","blob":"PHN2Zy8+""#),
        "{attached}"
    );
    // The bytes know better than whoever names them.
    assert!(of(Image::of_type(PNG, "image/svg+xml")).contains(r#""mimeType":"image/png"}"#));
    let unnamed = of(Image::new(b"<svg/>"));
    assert!(
        unnamed.contains(r#""mimeType":"application/octet-stream""#),
        "{unnamed}"
    );
    let forced = r#"{"content":[{"type":"image","data":"PHN2Zy8+","mimeType":"image/svg+xml"}]}"#;
    check!(Image, Image::forced(b"<svg/>", "image/svg+xml"), forced, schema: false);
}

// P39
#[test]
fn base64_is_checked_where_it_comes_in() {
    let image = Image::from_base64("iVBORw0KGgo=", "image/jpeg").unwrap();
    assert_eq!(image, Image::new(PNG));
    for wrong in [
        "data:image/png;base64,iVBORw0KGgo=",
        "iVBORw0KGgo",
        "iVBO\nRw0KGgo=",
    ] {
        assert!(Image::from_base64(wrong, "image/png").is_err(), "{wrong}");
        assert!(Audio::from_base64(wrong, "audio/wav").is_err(), "{wrong}");
    }
    let prefixed = Image::from_base64("data:image/png;base64,iVBORw0KGgo=", "image/png");
    let words = prefixed.unwrap_err().to_string();
    assert!(words.contains("`data:`"), "{words}");
    assert_eq!(
        Audio::from_base64("AAE=", "audio/wav").unwrap(),
        Audio::new([0, 1], "audio/wav")
    );
}

#[test]
fn a_tuple_is_content_and_a_last_value() {
    let with_data = concat!(
        r#"{"content":[{"type":"image","data":"iVBORw0KGgo=","mimeType":"image/png"},{"type":"text","text":"7"}],"#,
        r#""structuredContent":7}"#
    );
    check!((Image, u8), (Image::new(PNG), 7), with_data, schema: true);
    let with_words = r#"{"content":[{"type":"image","data":"iVBORw0KGgo=","mimeType":"image/png"},{"type":"text","text":"hi"}]}"#;
    check!((Image, String), (Image::new(PNG), "hi".to_owned()), with_words, schema: false);
    let images = concat!(
        r#"{"content":[{"type":"image","data":"iVBORw0KGgo=","mimeType":"image/png"},"#,
        r#"{"type":"image","data":"R0lGODlh","mimeType":"image/gif"}]}"#
    );
    check!((Image, Image), (Image::new(PNG), Image::new(b"GIF89a")), images, schema: false);
}

#[test]
fn words_before_data_are_its_reading() {
    let expect = format!(
        r#"{{"content":[{{"type":"text","text":"One order."}}],"structuredContent":{ORDER_JSON}}}"#
    );
    check!(probed: (String, Order), ("One order.".to_owned(), ORDER), expect, schema: true);
}

#[test]
fn an_explicit_kind_comes_first() {
    #[derive(Serialize, JsonSchema)]
    struct Report(u8);
    impl IntoToolResult for Report {
        fn into_tool_result(self) -> Result<ToolResult> {
            Ok(ToolResult::text("a report"))
        }
    }
    check!(probed: Report, Report(1), text("a report"), schema: false);
    check!(Json<Report>, Json(Report(1)), data("1"), schema: true);
    check!(Text<u8>, Text(1), text("1"), schema: false);
}

#[test]
fn a_failure_has_no_data() {
    let failed = ToolResult::error("no").with_structured(&1).unwrap();
    let expect = r#"{"content":[{"type":"text","text":"no"}],"isError":true}"#;
    check!(ToolResult, failed.clone(), expect, schema: false);
}

#[test]
fn a_chain_of_causes_is_shown_in_one_line() {
    struct Chained;
    impl std::fmt::Display for Chained {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            // As `anyhow` and `eyre` do.
            f.write_str(if f.alternate() {
                "lookup failed: disk full"
            } else {
                "lookup failed"
            })
        }
    }
    check!(std::result::Result<u8, Chained>, Err(Chained), "error: lookup failed: disk full", schema: true);
}

#[test]
fn numbers_that_json_does_not_have_are_refused_at_every_depth() {
    #[derive(Serialize)]
    enum Shape {
        Circle { radius: f64 },
        Line(f32, f32),
        Point(f64),
    }
    #[track_caller]
    fn refused(value: impl Serialize) {
        let error = ToolResult::structured(&value).unwrap_err().to_string();
        assert!(error.starts_with("JSON has no number for "), "{error}");
    }
    refused(f64::NAN);
    refused(f32::INFINITY);
    refused(Some(f64::NEG_INFINITY));
    refused([1.0, f64::NAN]);
    refused((1, f64::NAN));
    refused(BTreeMap::from([("a", f64::NAN)]));
    refused(Order {
        id: 1,
        total: f64::NAN,
    });
    refused(Shape::Circle { radius: f64::NAN });
    refused(Shape::Line(1.0, f32::NAN));
    refused(Shape::Point(f64::INFINITY));
    assert!(ToolResult::structured(&Shape::Line(1.0, -0.0)).is_ok());
}

#[test]
fn raw_json_and_its_digits_pass_untouched() {
    let raw = serde_json::value::RawValue::from_string(r#"{"z":1.10,"a":1E5}"#.to_owned()).unwrap();
    let result = ToolResult::structured(&raw).unwrap();
    assert_eq!(result.structured_content(), Some(r#"{"z":1.10,"a":1E5}"#));
}
