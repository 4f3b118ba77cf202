//! Asking the user: by attribute and by form, in both eras.

use mcp_server::core::ProtocolVersion;
use mcp_server::serde_json::{self, json};
use mcp_server::test::{Era, TestClient};
use mcp_server::{Choice, Ctx, Form, Scalar, tool, tools};

use crate::call;

/// Refund an order.
#[tool(
    destructive,
    confirm = "Refund {amount_cents:>5} cents of {{{order_id}}}?"
)]
fn refund(order_id: &str, #[arg(min = 1)] amount_cents: i64) -> String {
    format!("refunded {amount_cents} of {order_id}")
}

#[tokio::test]
async fn a_confirmed_tool_asks_first() {
    for era in Era::ALL {
        let arguments = json!({ "order_id": "A-1042", "amount_cents": 500 });
        let yes = TestClient::new(tools![refund])
            .era(era)
            .answer("Refund*", json!({ "confirm": true }))
            .connect()
            .await;
        assert_eq!(
            call(&yes, "refund", arguments.clone()).await.text(),
            "refunded 500 of A-1042"
        );
        assert_eq!(yes.asked(), ["Refund   500 cents of {A-1042}?"]);

        let no = TestClient::new(tools![refund])
            .era(era)
            .decline("Refund*")
            .connect()
            .await;
        let result = call(&no, "refund", arguments.clone()).await;
        assert!(
            result.is_error() && !result.text().contains("refunded"),
            "{}",
            result.text()
        );

        let wrong = call(
            &no,
            "refund",
            json!({ "order_id": "A-1042", "amount_cents": 0 }),
        )
        .await;
        assert!(wrong.is_error(), "checked before anybody is asked");
        assert_eq!(no.asked().len(), 1);
    }
}

/// Carriers.
#[derive(Debug, Choice)]
#[choice(rename_all = "UPPERCASE")]
enum Carrier {
    Dhl,
    #[choice(title = "United Parcel")]
    Ups,
}

/// A day.
#[derive(Debug, Scalar)]
#[scalar(format = "date")]
struct Day(String);

/// Where should it go?
#[derive(Debug, Form)]
struct Delivery {
    /// Carrier
    carrier: Carrier,
    /// The day on which somebody will be at home to take the parcel.
    day: Day,
    #[form(format = "email", len = 3..=80, title = "Mail")]
    contact: String,
    #[form(min = 1, max = 9, default = 1)]
    parcels: u8,
    express: Option<bool>,
    #[form(rename = "extras")]
    also: Vec<Carrier>,
}

#[test]
fn a_form_says_what_to_fill_in() {
    let schema = serde_json::to_value(Delivery::schema()).unwrap();
    let properties = &schema["properties"];
    assert_eq!(properties["carrier"]["title"], "Carrier");
    assert_eq!(
        properties["carrier"]["oneOf"][1],
        json!({ "const": "UPS", "title": "United Parcel" })
    );
    assert_eq!(properties["day"]["title"], "Day");
    assert_eq!(
        properties["day"]["description"],
        "The day on which somebody will be at home to take the parcel."
    );
    assert_eq!(properties["day"]["format"], "date");
    assert_eq!(
        properties["contact"],
        json!({ "type": "string", "title": "Mail", "format": "email", "minLength": 3, "maxLength": 80 })
    );
    assert_eq!(
        properties["parcels"],
        json!({ "type": "integer", "title": "Parcels", "minimum": 1, "maximum": 9, "default": 1 })
    );
    assert_eq!(
        schema["required"],
        json!(["carrier", "day", "contact", "parcels"])
    );
}

/// Ship an order.
#[tool]
async fn ship(ctx: Ctx, order_id: String) -> String {
    let delivery: Delivery = ctx.elicit("Delivery").await;
    let Delivery {
        carrier,
        day,
        contact,
        parcels,
        express,
        also,
    } = delivery;
    format!(
        "{parcels} parcels of {order_id} to {contact} by {carrier} on {day}, {express:?}, {}",
        also.len()
    )
}

#[tokio::test]
async fn a_form_is_filled_in_and_checked() {
    for era in Era::ALL {
        let filled = json!({
            "carrier": "UPS", "day": "2026-07-28", "contact": "a@example.com", "parcels": 2, "extras": ["DHL"]
        });
        let client = TestClient::new(tools![ship])
            .era(era)
            .answer("Delivery*", filled)
            .connect()
            .await;
        let result = call(&client, "ship", json!({ "order_id": "A-1042" })).await;
        let expect = "2 parcels of A-1042 to a@example.com by UPS on 2026-07-28, None, 1";
        assert_eq!(result.text(), expect);
    }
}

#[test]
fn every_fault_of_a_form_is_told() {
    let content =
        json!({ "carrier": "TNT", "day": "soon", "contact": "a@example.com", "parcels": 2 });
    let faults = Delivery::read(content.as_object().unwrap())
        .unwrap_err()
        .join(" ");
    assert!(
        faults.contains("`carrier`") && faults.contains("`day`"),
        "{faults}"
    );
}

/// A size, called as it is written.
#[derive(Debug, Choice)]
#[choice(rename_all = "PascalCase")]
enum Size {
    Small,
    Large,
}

/// Everything a form can ask for.
#[derive(Debug, Form)]
struct Everything {
    #[form(default = "Ada", len = 2..=40)]
    name: String,
    #[form(format = "email")]
    mail: String,
    #[form(format = "uri")]
    page: Option<String>,
    #[form(format = "date")]
    day: Option<String>,
    #[form(format = "date-time", title = "When")]
    at: Option<String>,
    #[form(min = 0.5, max = 9.5, default = 1.5)]
    weight: f64,
    #[form(min = 1, max = 9, default = 1)]
    parcels: u8,
    #[form(default = true)]
    insured: bool,
    #[form(default = Carrier::Ups)]
    carrier: Carrier,
    #[form(default = Size::Small)]
    size: Size,
}

/// Any number of choices.
#[derive(Debug, Form)]
struct Several {
    #[form(len = 1..=2, default = vec![Carrier::Dhl])]
    carriers: Vec<Carrier>,
    sizes: Vec<Size>,
}

/// Ask for everything.
#[tool]
async fn everything(ctx: Ctx) -> String {
    let Everything {
        name,
        mail,
        page,
        day,
        at,
        weight,
        parcels,
        insured,
        carrier,
        size,
    } = ctx.elicit("Everything?").await;
    format!("{name} {mail} {page:?} {day:?} {at:?} {weight} {parcels} {insured} {carrier} {size}")
}

/// Ask for several.
#[tool]
async fn several(ctx: Ctx) -> String {
    let Several { carriers, sizes } = ctx.elicit("Several?").await;
    format!("{carriers:?} {sizes:?}")
}

/// The fields that one question asks for.
fn fields(question: &serde_json::Value) -> &serde_json::Value {
    &question["params"]["requestedSchema"]["properties"]
}

// S-ELIC-01, S-ELIC-04, S-ELIC-05, S-ELIC-06, S-ELIC-07, S-ELIC-08, S-ELIC-09, S-ELIC-10, S-ELIC-13, S-ELIC-14
#[tokio::test]
async fn every_kind_of_field_is_asked_in_the_words_of_the_revision() {
    for version in [
        ProtocolVersion::V2025_06_18,
        ProtocolVersion::V2025_11_25,
        ProtocolVersion::V2026_07_28,
    ] {
        let filled = json!({
            "name": "Bob", "mail": "b@example.com", "weight": 2, "parcels": 2.0, "insured": false,
            "carrier": "DHL", "size": "Large", "day": "2026-07-28", "page": null,
        });
        let client = TestClient::new(tools![everything])
            .version(version)
            .answer("Everything?", filled)
            .connect()
            .await;
        let result = call(&client, "everything", json!({})).await;
        let expect = r#"Bob b@example.com None Some("2026-07-28") None 2 2 false DHL Large"#;
        assert_eq!(result.text(), expect, "{version}");

        let question = &client.questions()[0];
        let newer = version >= ProtocolVersion::V2025_11_25;
        let with_default = |mut field: serde_json::Value, default: serde_json::Value| {
            if newer {
                field["default"] = default;
            }
            field
        };
        let carrier = match newer {
            true => json!({
                "type": "string", "title": "Carrier",
                "oneOf": [{ "const": "DHL", "title": "Dhl" }, { "const": "UPS", "title": "United Parcel" }],
            }),
            false => json!({
                "type": "string", "title": "Carrier", "enum": ["DHL", "UPS"], "enumNames": ["Dhl", "United Parcel"],
            }),
        };
        let size = json!({ "type": "string", "title": "Size", "enum": ["Small", "Large"] });
        let name = json!({ "type": "string", "title": "Name", "minLength": 2, "maxLength": 40 });
        let weight = json!({ "type": "number", "title": "Weight", "minimum": 0.5, "maximum": 9.5 });
        let parcels = json!({ "type": "integer", "title": "Parcels", "minimum": 1, "maximum": 9 });
        let expected = json!({
            "name": with_default(name, json!("Ada")),
            "mail": { "type": "string", "title": "Mail", "format": "email" },
            "page": { "type": "string", "title": "Page", "format": "uri" },
            "day": { "type": "string", "title": "Day", "format": "date" },
            "at": { "type": "string", "title": "When", "format": "date-time" },
            "weight": with_default(weight, json!(1.5)),
            "parcels": with_default(parcels, json!(1)),
            "insured": { "type": "boolean", "title": "Insured", "default": true },
            "carrier": with_default(carrier, json!("UPS")),
            "size": with_default(size, json!("Small")),
        });
        assert_eq!(fields(question), &expected, "{version}");
        let mode = newer.then(|| json!("form"));
        assert_eq!(question["params"].get("mode"), mode.as_ref());
        assert_eq!(
            question["params"]["requestedSchema"]["required"],
            json!([
                "name", "mail", "weight", "parcels", "insured", "carrier", "size"
            ])
        );
    }
}

// S-ELIC-11, S-ELIC-12, S-ELIC-13, S-ELIC-14
#[tokio::test]
async fn several_choices_are_asked_where_clients_have_fields_for_them() {
    for era in Era::ALL {
        let client = TestClient::new(tools![several])
            .era(era)
            .answer("Several?", json!({ "carriers": ["UPS", "DHL"] }))
            .connect()
            .await;
        let result = call(&client, "several", json!({})).await;
        assert_eq!(result.text(), "[Ups, Dhl] []");
        let question = &client.questions()[0];
        assert_eq!(
            fields(question),
            &json!({
                "carriers": {
                    "type": "array", "title": "Carriers", "minItems": 1, "maxItems": 2, "default": ["DHL"],
                    "items": { "anyOf": [{ "const": "DHL", "title": "Dhl" }, { "const": "UPS", "title": "United Parcel" }] },
                },
                "sizes": { "type": "array", "title": "Sizes", "items": { "type": "string", "enum": ["Small", "Large"] } },
            })
        );
        let required = &question["params"]["requestedSchema"]["required"];
        assert_eq!(required, &json!(["carriers"]));
    }
    let client = TestClient::new(tools![several])
        .version(ProtocolVersion::V2025_06_18)
        .connect()
        .await;
    let result = call(&client, "several", json!({})).await;
    assert!(result.is_error());
    let said = result.text();
    assert!(
        said.contains(
            "a client of 2025-06-18 cannot show `carriers`: it has no field for several choices"
        ),
        "{said}"
    );
    assert_eq!(client.asked(), [""; 0]);
}

// S-ELIC-16
#[tokio::test]
async fn an_answer_that_does_not_fit_is_asked_for_again() {
    for era in Era::ALL {
        let client = TestClient::new(tools![several])
            .era(era)
            .answer("Several?", json!({ "carriers": [] }))
            .answer(
                "Several?\n\nPlease correct: `carriers` needs*",
                json!({ "carriers": ["UPS", "DHL", "UPS"] }),
            )
            .answer(
                "Several?\n\nPlease correct: `carriers` may*",
                json!({ "carriers": ["UPS"] }),
            )
            .connect()
            .await;
        let result = call(&client, "several", json!({})).await;
        assert_eq!(result.text(), "[Ups] []", "{era:?}");
        assert_eq!(client.asked().len(), 3);
    }
}
