//! What is the contents of a resource by itself.
//!
//! Expansions of macros ask the trait [`Body`]. Builders infer what a handler
//! returns, and everything here is `Serialize` as well: they compare types
//! ([`ready`]). Both know the same.

use std::any::{Any, TypeId};
use std::borrow::Cow;
use std::sync::Arc;

use bytes::Bytes;
use mcp_core::types::ResourceContents;

use super::ResourceResult;

/// Text, bytes, or contents that are ready.
pub trait Body {
    fn into_result(self) -> ResourceResult;
}

macro_rules! bodies {
    ($($body:ty $([$($generic:tt)*])?: |$value:ident| $result:expr;)*) => {$(
        impl$(<$($generic)*>)? Body for $body {
            fn into_result(self) -> ResourceResult {
                let $value = self;
                $result
            }
        }
    )*};
}

bodies! {
    String: |text| ResourceResult::text(text);
    &str: |text| ResourceResult::text(text);
    Cow<'_, str>: |text| ResourceResult::text(text);
    Box<str>: |text| ResourceResult::text(text);
    Arc<str>: |text| ResourceResult::text(&*text);
    Vec<u8>: |bytes| ResourceResult::bytes(bytes);
    &[u8]: |bytes| ResourceResult::bytes(bytes.to_vec());
    Cow<'_, [u8]>: |bytes| ResourceResult::bytes(bytes.into_owned());
    Box<[u8]>: |bytes| ResourceResult::bytes(bytes);
    Arc<[u8]>: |bytes| ResourceResult::bytes(Bytes::from_owner(bytes));
    Bytes: |bytes| ResourceResult::bytes(bytes);
    [u8; N] [const N: usize]: |bytes| ResourceResult::bytes(bytes.to_vec());
    &[u8; N] [const N: usize]: |bytes| ResourceResult::bytes(bytes.to_vec());
    ResourceContents: |contents| contents.into();
    Vec<ResourceContents>: |contents| contents.into();
}

/// An `Option` of a value as contents, where the value is a [`Body`]. It is
/// taken then.
pub(super) fn ready(slot: &mut dyn Any) -> Option<ResourceResult> {
    fn taken<B: Body + 'static>(slot: &mut dyn Any) -> Option<ResourceResult> {
        let slot = slot.downcast_mut::<Option<B>>()?;
        slot.take().map(Body::into_result)
    }
    let kind = (*slot).type_id();
    macro_rules! first {
        ($($body:ty),*) => {
            $(if kind == TypeId::of::<Option<$body>>() {
                return taken::<$body>(slot);
            })*
        };
    }
    first!(String, &'static str, Cow<'static, str>, Box<str>, Arc<str>);
    first!(
        Vec<u8>,
        &'static [u8],
        Cow<'static, [u8]>,
        Box<[u8]>,
        Arc<[u8]>,
        Bytes
    );
    first!(ResourceContents, Vec<ResourceContents>);
    macro_rules! arrays {
        ($($length:literal)*) => {
            first!($([u8; $length], &'static [u8; $length]),*);
        };
    }
    // Longer ones are not `Serialize`: rustc refuses them.
    arrays!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32);
    None
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::super::probe;
    use super::super::respond::IntoResource;
    use super::*;

    fn contents(result: crate::Result<ResourceResult>) -> Value {
        let wire = result.expect("contents").into_wire("shop://x", None);
        serde_json::to_value(wire).expect("plain data")["contents"][0].clone()
    }

    fn by_builder<Via>(value: impl IntoResource<Via>) -> Value {
        contents(value.into_resource())
    }

    /// Makes contents of the same value as a builder does and as expansions
    /// do, and compares both.
    macro_rules! check {
        ($value:expr, $expected:expr) => {{
            #[allow(unused_imports, reason = "as in expansions")]
            use probe::*;
            let value = $value;
            let probe = Probe::of(&value);
            let value = probe.split(value).expect("no error");
            let by_macro = contents((&&&&&probe.success()).kind().outcome(value));
            let value = stringify!($value);
            for made in [by_macro, by_builder($value)] {
                let mut expected = $expected;
                expected["uri"] = made["uri"].clone();
                assert_eq!(made, expected, "{value}");
            }
        }};
    }

    // S-RES-05, S-RES-22
    #[test]
    fn a_type_is_the_same_contents_wherever_it_is_returned() {
        let text = || json!({ "mimeType": "text/plain", "text": "hi" });
        check!("hi", text());
        check!("hi".to_owned(), text());
        check!(Cow::Borrowed("hi"), text());
        check!(Box::<str>::from("hi"), text());
        check!(Arc::<str>::from("hi"), text());
        check!(Ok::<_, std::fmt::Error>("hi"), text());
        check!(ResourceResult::text("hi"), text());
        check!(Ok::<_, std::fmt::Error>(ResourceResult::text("hi")), text());

        let blob = || json!({ "mimeType": "application/octet-stream", "blob": "aGk=" });
        check!(b"hi".to_vec(), blob());
        check!(&b"hi"[..], blob());
        check!(b"hi", blob());
        check!(*b"hi", blob());
        check!(Cow::Borrowed(&b"hi"[..]), blob());
        check!(Box::<[u8]>::from(*b"hi"), blob());
        check!(Arc::<[u8]>::from(*b"hi"), blob());
        check!(Bytes::from_static(b"hi"), blob());
        check!(Ok::<_, std::fmt::Error>(*b"hi"), blob());
        let longest =
            json!({ "mimeType": "application/octet-stream", "blob": "A".repeat(43) + "=" });
        check!([0_u8; 32], longest.clone());
        check!(&[0_u8; 32], longest.clone());

        let data = |text: &str| json!({ "mimeType": "application/json", "text": text });
        check!((104_u8, 105_u8), data("[104,105]"));
        check!([104_u16, 105], data("[104,105]"));
        check!(Some("hi"), data("\"hi\""));
        check!(json!({ "a": 1 }), data(r#"{"a":1}"#));

        let whole = || ResourceContents::text("shop://y", "hi");
        check!(whole(), json!({ "text": "hi" }));
        check!(vec![whole()], json!({ "text": "hi" }));
    }
}
