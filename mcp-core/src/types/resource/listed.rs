//! Resources and families of resources as a client sees them in a list.

use serde::{Deserialize, Serialize};

use crate::types::wire::{null_as_default, setters};
use crate::types::{Annotations, Icon, JsonObject, ResourceLink};

/// A resource that a client can read.
///
/// Spec: [`Resource`](https://modelcontextprotocol.io/specification/2026-07-28/schema#resource).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Resource {
    /// Where the resource is.
    pub uri: String,
    /// Name for programs.
    pub name: String,
    /// Name for people. Known since 2025-06-18.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What the resource holds, for the model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The media type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// Size of the contents in bytes, before base64.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<u64>,
    /// Icons. Known since 2025-11-25.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "null_as_default"
    )]
    pub icons: Vec<Icon>,
    /// Hints on how to use or show it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub annotations: Option<Annotations>,
    /// Metadata. Known since 2025-06-18.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<JsonObject>,
}

impl Resource {
    /// A resource by URI and name.
    #[must_use]
    pub fn new(uri: impl Into<String>, name: impl Into<String>) -> Self {
        Self {
            uri: uri.into(),
            name: name.into(),
            title: None,
            description: None,
            mime_type: None,
            size: None,
            icons: Vec::new(),
            annotations: None,
            meta: None,
        }
    }

    setters! {
        /// Sets the name for people.
        option with_title(title: String);
        /// Says what the resource holds.
        option with_description(description: String);
        /// Names the media type.
        option with_mime_type(mime_type: String);
        /// Says how many bytes the contents have.
        option with_size(size: u64);
        /// Sets the icons.
        value with_icons(icons: Vec<Icon>);
        /// Sets the hints on how to use or show it.
        option with_annotations(annotations: Annotations);
        /// Sets the metadata.
        option with_meta(meta: JsonObject);
    }
}

impl From<Resource> for ResourceLink {
    /// The resource as content: a link that the client may follow.
    fn from(resource: Resource) -> Self {
        let Resource {
            uri,
            name,
            title,
            description,
            mime_type,
            size,
            icons,
            annotations,
            meta,
        } = resource;
        Self {
            title,
            description,
            mime_type,
            size,
            icons,
            annotations,
            meta,
            ..Self::new(uri, name)
        }
    }
}

/// A family of resources: their URIs as a template that a client can fill in.
///
/// Spec:
/// [`ResourceTemplate`](https://modelcontextprotocol.io/specification/2026-07-28/schema#resourcetemplate).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ResourceTemplate {
    /// Where the resources are: a URI template of RFC 6570.
    pub uri_template: String,
    /// Name for programs.
    pub name: String,
    /// Name for people. Known since 2025-06-18.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What the resources hold, for the model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The media type, where it is the same for all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// Icons. Known since 2025-11-25.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "null_as_default"
    )]
    pub icons: Vec<Icon>,
    /// Hints on how to use or show them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub annotations: Option<Annotations>,
    /// Metadata. Known since 2025-06-18.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<JsonObject>,
}

impl ResourceTemplate {
    /// A family of resources by URI template and name.
    #[must_use]
    pub fn new(uri_template: impl Into<String>, name: impl Into<String>) -> Self {
        Self {
            uri_template: uri_template.into(),
            name: name.into(),
            title: None,
            description: None,
            mime_type: None,
            icons: Vec::new(),
            annotations: None,
            meta: None,
        }
    }

    setters! {
        /// Sets the name for people.
        option with_title(title: String);
        /// Says what the resources hold.
        option with_description(description: String);
        /// Names the media type they have in common.
        option with_mime_type(mime_type: String);
        /// Sets the icons.
        value with_icons(icons: Vec<Icon>);
        /// Sets the hints on how to use or show them.
        option with_annotations(annotations: Annotations);
        /// Sets the metadata.
        option with_meta(meta: JsonObject);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::ContentBlock;

    const RESOURCE: &str = r#"{"uri":"file:///a","name":"a","title":"A","description":"The a.","mimeType":"text/plain","size":3,"icons":[{"src":"data:,"}],"annotations":{"priority":1},"_meta":{"n":1.5}}"#;

    #[test]
    fn a_resource_is_written_and_read_in_spec_spelling() {
        let resource: Resource = serde_json::from_str(RESOURCE).unwrap();
        let built = Resource::new("file:///a", "a")
            .with_title("A")
            .with_description("The a.")
            .with_mime_type("text/plain")
            .with_size(3_u64)
            .with_icons([Icon::new("data:,")])
            .with_annotations(Annotations::new().with_priority(1.0))
            .with_meta(serde_json::from_str::<JsonObject>(r#"{"n":1.5}"#).unwrap());
        assert_eq!(resource, built);
        assert_eq!(serde_json::to_string(&resource).unwrap(), RESOURCE);
        assert_eq!(
            serde_json::to_string(&Resource::new("file:///a", "a")).unwrap(),
            r#"{"uri":"file:///a","name":"a"}"#
        );
    }

    #[test]
    fn a_link_is_a_resource_with_a_type() {
        let resource: Resource = serde_json::from_str(RESOURCE).unwrap();
        let link = ContentBlock::from(ResourceLink::from(resource));
        assert_eq!(
            serde_json::to_string(&link).unwrap(),
            RESOURCE.replacen('{', r#"{"type":"resource_link","#, 1)
        );
    }

    /// S-RES-03
    #[test]
    fn a_template_is_written_and_read_in_spec_spelling() {
        let text = r#"{"uriTemplate":"file:///{name}","name":"file","title":"File","description":"Any.","mimeType":"text/plain","icons":[{"src":"data:,"}],"annotations":{"priority":1},"_meta":{"n":1.5}}"#;
        let template: ResourceTemplate = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&template).unwrap(), text);
        assert_eq!(
            serde_json::to_string(&ResourceTemplate::new("a://{b}", "b")).unwrap(),
            r#"{"uriTemplate":"a://{b}","name":"b"}"#
        );
    }
}
