//! Single values: numbers, texts, anything.

use super::*;

#[test]
fn integer_formats_become_bounds() {
    #[track_caller]
    fn check<T: JsonSchema>(expected: Value) {
        assert_eq!(input::<T>(), expected);
    }
    check::<u8>(json!({"type": "integer", "minimum": 0, "maximum": 255}));
    check::<u16>(json!({"type": "integer", "minimum": 0, "maximum": 65_535}));
    check::<u32>(json!({"type": "integer", "minimum": 0, "maximum": 4_294_967_295_u32}));
    check::<u64>(json!({"type": "integer", "minimum": 0}));
    check::<usize>(json!({"type": "integer", "minimum": 0}));
    check::<u128>(json!({"type": "integer", "minimum": 0}));
    check::<i8>(json!({"type": "integer", "minimum": -128, "maximum": 127}));
    check::<i32>(json!({"type": "integer", "minimum": -2_147_483_648, "maximum": 2_147_483_647}));
    check::<i64>(json!({"type": "integer"}));
    check::<isize>(json!({"type": "integer"}));
    check::<std::num::NonZeroU8>(json!({"type": "integer", "minimum": 1, "maximum": 255}));
    check::<std::num::NonZeroI64>(json!({"type": "integer", "description": "Not 0."}));
}

#[test]
fn float_formats_vanish() {
    assert_eq!(input::<f32>(), json!({"type": "number"}));
    assert_eq!(input::<f64>(), json!({"type": "number"}));
}

#[test]
fn stated_bounds_win_when_they_are_stricter() {
    #[derive(JsonSchema)]
    #[allow(dead_code, reason = "only its schema is used")]
    struct Bounded {
        #[schemars(range(min = 1, max = 100))]
        limit: u32,
        #[schemars(range(min = -5))]
        loose: u8,
    }
    assert_eq!(
        property::<Bounded>("limit"),
        json!({"type": "integer", "minimum": 1, "maximum": 100, "description": "From 1 to 100."})
    );
    assert_eq!(
        property::<Bounded>("loose"),
        json!({"type": "integer", "minimum": 0, "maximum": 255, "description": "From 0 to 255."})
    );
}

#[test]
fn plain_scalars_stay_plain() {
    assert_eq!(input::<str>(), json!({"type": "string"}));
    assert_eq!(input::<bool>(), json!({"type": "boolean"}));
    assert_eq!(input::<std::path::PathBuf>(), json!({"type": "string"}));
    assert_eq!(
        input::<char>(),
        json!({"type": "string", "minLength": 1, "maxLength": 1})
    );
    assert_eq!(
        input::<[String]>(),
        json!({"type": "array", "items": {"type": "string"}})
    );
}

#[test]
fn only_date_time_keeps_its_format() {
    #[derive(JsonSchema)]
    #[allow(dead_code, reason = "only its schema is used")]
    struct Formats {
        #[schemars(extend("format" = "date-time"))]
        at: String,
        /// When it is due
        #[schemars(extend("format" = "date"))]
        due: String,
        #[schemars(extend("format" = "x-plate"))]
        plate: String,
    }
    assert_eq!(
        property::<Formats>("at"),
        json!({
            "type": "string",
            "format": "date-time",
            "description": "A date and time with offset, e.g. 2026-01-31T09:00:00Z."
        })
    );
    assert_eq!(
        property::<Formats>("due"),
        json!({"type": "string", "description": "When it is due. A date, e.g. 2026-01-31."})
    );
    assert_eq!(
        property::<Formats>("plate"),
        json!({"type": "string", "description": "Format: x-plate."})
    );
    assert_eq!(
        input::<std::net::Ipv4Addr>(),
        json!({"type": "string", "description": "An IPv4 address, e.g. 192.0.2.1."})
    );
}

#[test]
fn a_list_of_types_becomes_a_union_of_plain_ones() {
    #[derive(JsonSchema)]
    #[allow(dead_code, reason = "only its schema is used")]
    struct Decimal {
        /// How much.
        #[schemars(extend("type" = ["string", "number"], "pattern" = "^a", "minimum" = 1))]
        amount: String,
    }
    assert_eq!(
        property::<Decimal>("amount"),
        json!({
            "description": "How much.",
            "anyOf": [
                {"type": "string", "pattern": "^a", "description": "Must match `^a`."},
                {"type": "number", "minimum": 1, "description": "At least 1."}
            ]
        })
    );
}

#[test]
fn any_value_is_an_object_schema_with_words() {
    let any = json!({"description": "Any JSON value, not encoded as a string."});
    assert_eq!(input::<Value>(), any);
    assert_eq!(input::<Option<Value>>(), any);
    assert_eq!(
        input::<Vec<Value>>(),
        json!({"type": "array", "items": any})
    );
}

#[test]
fn defaults_are_kept_unless_null() {
    fn ten() -> u8 {
        10
    }
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Defaults {
        #[serde(default = "ten")]
        limit: u8,
        #[serde(default)]
        after: Option<String>,
    }
    assert_eq!(
        input::<Defaults>(),
        json!({
            "type": "object",
            "properties": {
                "limit": {
                    "type": "integer",
                    "minimum": 0,
                    "maximum": 255,
                    "default": 10,
                    "description": "From 0 to 255. Default 10."
                },
                "after": {"type": "string"}
            }
        })
    );
}

// P20
#[test]
fn a_default_that_panics_is_a_fault_of_the_type() {
    fn boom() -> u8 {
        panic!("no configuration")
    }
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Panicking {
        #[serde(default = "boom")]
        limit: u8,
    }
    let fault = input_schema_of::<Panicking>().expect_err("unpublishable");
    for part in ["Panicking", "no configuration", "schemars(default"] {
        assert!(fault.to_string().contains(part), "{fault}");
    }
    assert!(arguments_of::<Panicking>(SchemaProfile::Full).is_err());
}
