//! Asking the user: by attribute and by form, in both eras.

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
