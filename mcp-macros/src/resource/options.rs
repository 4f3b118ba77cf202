//! The keys that only `#[resource]` takes.

use super::Resource;
use super::template::Template;
use crate::common::{Attrs, Errors, Function, LEAD, duration};
use crate::primitive::Helper;

pub(super) const KEYS: &[&str] = &[
    LEAD,
    "mime",
    "size",
    "annotations",
    "ttl",
    "private",
    "list",
];

pub(super) fn read(
    function: &Function,
    attrs: &mut Attrs,
    errors: &mut Errors,
) -> Option<Resource> {
    let uri = attrs.lead();
    if uri.is_none() {
        errors.at(
            &function.sig.ident,
            "a resource needs its URI, as a literal before all keys: `#[resource(\"orders://{order_id}\")]`",
        );
    }
    let mut value = |key| attrs.value(key, errors);
    let mime = value("mime").map(|(_, mime)| mime);
    let annotations = value("annotations").map(|(_, annotations)| annotations);
    let size = value("size");
    let list = value("list").map(|(key, function)| (key, Helper::new(function)));
    let ttl = duration("ttl", true, attrs, errors);
    let private = attrs.flag("private", errors).is_some_and(|(_, on)| on);
    Some(Resource {
        uri: errors.keep(Template::parse(&uri?))?,
        mime,
        annotations,
        size,
        ttl,
        private,
        list,
    })
}
