//! Questions to the user by revision.

use serde::ser::{Error as _, SerializeMap};
use serde::{Serialize, Serializer};

use super::Shaped;
use crate::types::{
    Choices, ElicitRequest, FormElicitation, FormSchema, LegacyTitledEnumSchema, PrimitiveSchema,
    UrlElicitation,
};
use crate::version::ProtocolVersion;

impl Serialize for Shaped<'_, ElicitRequest> {
    /// # Errors
    ///
    /// When the revision cannot ask this, or needs an `elicitationId` to do so and the question
    /// has none: then [`ElicitWithId`] is to be used.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.value {
            ElicitRequest::Form(form) => write_form(form, self.version, serializer),
            ElicitRequest::Url(page) => write_page(page, None, self.version, serializer),
        }
    }
}

/// A question to the user with an id for pages to visit that have none of their own: 2025-11-25
/// wants one. Other revisions and forms do without.
pub(crate) struct ElicitWithId<'a> {
    /// The question.
    pub(crate) request: &'a ElicitRequest,
    /// What the client is told when the user is done.
    pub(crate) elicitation_id: &'a str,
    /// The revision the peer speaks.
    pub(crate) version: ProtocolVersion,
}

impl Serialize for ElicitWithId<'_> {
    /// # Errors
    ///
    /// When the revision cannot ask this.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.request {
            ElicitRequest::Url(page) => {
                write_page(page, Some(self.elicitation_id), self.version, serializer)
            }
            form => Shaped::new(form, self.version).serialize(serializer),
        }
    }
}

fn write_form<S: Serializer>(
    form: &FormElicitation,
    version: ProtocolVersion,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    if version >= ProtocolVersion::V2025_11_25 {
        return form.serialize(serializer);
    }
    if version < ProtocolVersion::V2025_06_18 {
        return Err(S::Error::custom(format_args!(
            "a client of {version} cannot ask its user"
        )));
    }
    let schema = older_form(&form.requested_schema).map_err(S::Error::custom)?;
    // No `mode` yet: a form is all there is.
    let mut map = serializer.serialize_map(None)?;
    map.serialize_entry("message", &form.message)?;
    map.serialize_entry("requestedSchema", &schema)?;
    map.end()
}

fn write_page<S: Serializer>(
    page: &UrlElicitation,
    elicitation_id: Option<&str>,
    version: ProtocolVersion,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let own = page.elicitation_id.as_deref();
    match (version, own.or(elicitation_id)) {
        (ProtocolVersion::V2026_07_28, _) => page.serialize(serializer),
        (ProtocolVersion::V2025_11_25, Some(id)) => {
            let mut map = serializer.serialize_map(None)?;
            map.serialize_entry("mode", "url")?;
            map.serialize_entry("elicitationId", id)?;
            map.serialize_entry("message", &page.message)?;
            map.serialize_entry("url", &page.url)?;
            map.end()
        }
        (ProtocolVersion::V2025_11_25, None) => {
            Err(S::Error::custom("a page to visit needs an elicitation id"))
        }
        _ => Err(S::Error::custom(format_args!(
            "a client of {version} cannot send its user to a page"
        ))),
    }
}

/// A form in the words of 2025-06-18: no dialect, no defaults but on booleans, titles of choices in
/// `enumNames`.
fn older_form(form: &FormSchema) -> Result<FormSchema, String> {
    let mut older = form.clone();
    older.dialect = None;
    for (name, schema) in &mut older.properties {
        match schema {
            PrimitiveSchema::String(schema) => schema.default = None,
            PrimitiveSchema::Number(schema) | PrimitiveSchema::Integer(schema) => {
                schema.default = None
            }
            PrimitiveSchema::LegacyTitledEnum(schema) => schema.default = None,
            PrimitiveSchema::SingleSelect(select) => {
                select.default = None;
                if let Choices::Titled(options) = &mut select.choices {
                    let mut titled = LegacyTitledEnumSchema::of(std::mem::take(options));
                    titled.title = select.title.take();
                    titled.description = select.description.take();
                    *schema = PrimitiveSchema::LegacyTitledEnum(titled);
                }
            }
            PrimitiveSchema::MultiSelect(_) => {
                return Err(format!(
                    "a client of 2025-06-18 cannot show `{name}`: it has no field for several choices"
                ));
            }
            PrimitiveSchema::Boolean(_) => {}
        }
    }
    Ok(older)
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use super::*;

    const FORM: &str = r#"{"mode":"form","message":"Who?","requestedSchema":{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"name":{"type":"string","minLength":1,"default":"Ada"},"age":{"type":"integer","minimum":0,"default":30},"score":{"type":"number","default":95.5},"ok":{"type":"boolean","default":true},"status":{"type":"string","enum":["a","b"],"default":"a"},"tone":{"type":"string","title":"Tone","description":"Of voice","oneOf":[{"const":"f","title":"Formal"},{"const":"b","title":"Brief"}],"default":"f"},"old":{"type":"string","enum":["x"],"enumNames":["X"],"default":"x"}},"required":["name"]}}"#;

    // S-ELIC-04, S-ELIC-05, S-ELIC-06, S-ELIC-07
    #[test]
    fn a_form_is_the_same_since_1125() {
        let request: ElicitRequest = read(FORM);
        assert_eq!(shaped(&request, V1125), FORM);
        assert_eq!(shaped(&request, MODERN), FORM);
    }

    // S-ELIC-01, S-ELIC-10, S-ELIC-14
    #[test]
    fn a_form_of_0618_has_no_mode_few_defaults_and_its_own_titles() {
        let request: ElicitRequest = read(FORM);
        assert_eq!(
            shaped(&request, V0618),
            r#"{"message":"Who?","requestedSchema":{"type":"object","properties":{"name":{"type":"string","minLength":1},"age":{"type":"integer","minimum":0},"score":{"type":"number"},"ok":{"type":"boolean","default":true},"status":{"type":"string","enum":["a","b"]},"tone":{"type":"string","title":"Tone","description":"Of voice","enum":["f","b"],"enumNames":["Formal","Brief"]},"old":{"type":"string","enum":["x"],"enumNames":["X"]}},"required":["name"]}}"#
        );
    }

    // S-ELIC-14
    #[test]
    fn a_field_for_several_choices_is_refused_in_0618() {
        let request: ElicitRequest = read(
            r#"{"message":"m","requestedSchema":{"type":"object","properties":{"tags":{"type":"array","items":{"type":"string","enum":["a"]}}}}}"#,
        );
        let fault = refused(&request, V0618);
        assert!(fault.contains("cannot show `tags`"), "{fault}");
        assert!(shaped(&request, V1125).contains(r#""type":"array""#));
    }

    #[test]
    fn nobody_is_asked_before_0618() {
        let request = ElicitRequest::form("m", FormSchema::new());
        for version in [V24, V0326] {
            assert!(refused(&request, version).contains("cannot ask its user"));
        }
    }

    // S-ELIC-02
    #[test]
    fn a_page_to_visit_has_an_id_in_1125_only() {
        let request = ElicitRequest::url("Pay", "https://example.com");
        let with_id = |version| {
            serde_json::to_string(&ElicitWithId {
                request: &request,
                elicitation_id: "e-1",
                version,
            })
        };
        assert_eq!(
            with_id(V1125).unwrap(),
            r#"{"mode":"url","elicitationId":"e-1","message":"Pay","url":"https://example.com"}"#
        );
        let modern = r#"{"mode":"url","message":"Pay","url":"https://example.com"}"#;
        assert_eq!(with_id(MODERN).unwrap(), modern);
        assert_eq!(shaped(&request, MODERN), modern);
        assert!(refused(&request, V1125).contains("needs an elicitation id"));
        let named: ElicitRequest =
            read(r#"{"mode":"url","elicitationId":"own","message":"m","url":"https://a"}"#);
        assert_eq!(
            shaped(&named, V1125),
            r#"{"mode":"url","elicitationId":"own","message":"m","url":"https://a"}"#
        );
        let both = ElicitWithId {
            request: &named,
            elicitation_id: "e-1",
            version: V1125,
        };
        assert!(
            serde_json::to_string(&both)
                .unwrap()
                .contains(r#""elicitationId":"own""#)
        );
        for version in [V24, V0326, V0618] {
            assert!(
                with_id(version)
                    .unwrap_err()
                    .to_string()
                    .contains("cannot send its user to a page")
            );
        }
    }

    #[test]
    fn a_form_does_without_the_id() {
        let request: ElicitRequest = read(FORM);
        let written = ElicitWithId {
            request: &request,
            elicitation_id: "e-1",
            version: V1125,
        };
        assert_eq!(serde_json::to_string(&written).unwrap(), FORM);
    }
}
