//! What a client can do.
//!
//! A modern client sends its capabilities with every request, so reading them must cost next to
//! nothing: flags instead of objects, and no allocation unless extensions are named.

use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::types::JsonObject;
use crate::types::wire::{is_false, null_as_default, presence, setters};

/// What a client can do for a server.
///
/// Spec:
/// [`ClientCapabilities`](https://modelcontextprotocol.io/specification/2026-07-28/schema#clientcapabilities).
///
/// # Examples
///
/// ```
/// use mcp_core::{ClientCapabilities, ElicitationCapability};
///
/// let client: ClientCapabilities = serde_json::from_str(r#"{"elicitation":{}}"#)?;
/// let form = ClientCapabilities::new().with_elicitation(ElicitationCapability::FORM);
/// let url = ClientCapabilities::new().with_elicitation(ElicitationCapability::URL);
///
/// assert_eq!(client.missing(&form), None);
/// assert_eq!(client.missing(&url), Some(url));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ClientCapabilities {
    /// The client can ask its user. Known since 2025-06-18.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elicitation: Option<ElicitationCapability>,
    /// The client can ask its model. Deprecated by SEP-2577.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sampling: Option<SamplingCapability>,
    /// The client can name its root folders. Deprecated by SEP-2577.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roots: Option<RootsCapability>,
    /// Extensions by identifier, each with its settings. Known since 2026-07-28.
    #[serde(
        default,
        skip_serializing_if = "JsonObject::is_empty",
        deserialize_with = "null_as_default"
    )]
    pub extensions: JsonObject,
    /// Capabilities outside the standard.
    #[serde(
        default,
        skip_serializing_if = "JsonObject::is_empty",
        deserialize_with = "null_as_default"
    )]
    pub experimental: JsonObject,
}

impl ClientCapabilities {
    /// A client that can only call.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    setters! {
        /// Adds the modes in which the client can ask its user.
        option with_elicitation(elicitation: ElicitationCapability);
        /// Adds asking the client's model.
        option with_sampling(sampling: SamplingCapability);
        /// Adds naming root folders.
        option with_roots(roots: RootsCapability);
        /// Replaces the extensions.
        value with_extensions(extensions: JsonObject);
        /// Replaces the capabilities outside the standard.
        value with_experimental(experimental: JsonObject);
    }

    /// What of `required` this client does not have, and nothing else; `None` when it has all of
    /// it.
    ///
    /// This is the value of `data.requiredCapabilities` in the error for a missing capability.
    #[must_use]
    pub fn missing(&self, required: &Self) -> Option<Self> {
        let missing = Self {
            elicitation: required
                .elicitation
                .and_then(|needed| needed.beyond(self.elicitation)),
            sampling: required
                .sampling
                .and_then(|needed| needed.beyond(self.sampling)),
            roots: required.roots.filter(|_| self.roots.is_none()),
            extensions: absent(&required.extensions, &self.extensions),
            experimental: absent(&required.experimental, &self.experimental),
        };
        (missing != Self::default()).then_some(missing)
    }
}

/// The entries of `required` whose keys `present` lacks. Settings are not compared: only the
/// extension can judge them.
fn absent(required: &JsonObject, present: &JsonObject) -> JsonObject {
    let lacking = required
        .iter()
        .filter(|(key, _)| !present.contains_key(*key));
    lacking
        .map(|(key, settings)| (key.clone(), settings.clone()))
        .collect()
}

/// The modes in which a client can ask its user.
///
/// An empty object on the wire means forms, the only mode before 2025-11-25; an object that names
/// only `url` means no forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ElicitationCapability {
    /// The client can show a form.
    pub form: bool,
    /// The client can send the user to a URL.
    pub url: bool,
}

impl ElicitationCapability {
    /// Forms only.
    pub const FORM: Self = Self::new(true, false);
    /// URLs only.
    pub const URL: Self = Self::new(false, true);

    /// A client with the given modes.
    #[must_use]
    pub const fn new(form: bool, url: bool) -> Self {
        Self { form, url }
    }

    fn beyond(self, present: Option<Self>) -> Option<Self> {
        let present = present.unwrap_or(Self::new(false, false));
        let lacking = Self::new(self.form && !present.form, self.url && !present.url);
        (lacking.form || lacking.url).then_some(lacking)
    }
}

impl Serialize for ElicitationCapability {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write_flags(serializer, [("form", self.form), ("url", self.url)])
    }
}

impl<'de> Deserialize<'de> for ElicitationCapability {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Modes {
            #[serde(default, with = "presence")]
            form: bool,
            #[serde(default, with = "presence")]
            url: bool,
        }

        let Modes { form, url } = Modes::deserialize(deserializer)?;
        Ok(Self::new(form || !url, url))
    }
}

/// What a client's model can be asked. Deprecated by SEP-2577.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct SamplingCapability {
    /// The model may be given tools. Known since 2025-11-25.
    #[serde(with = "presence")]
    pub tools: bool,
    /// The client can add the context of servers. Known since 2025-11-25.
    #[serde(with = "presence")]
    pub context: bool,
}

impl SamplingCapability {
    /// A client with the given additions to plain sampling.
    #[must_use]
    pub const fn new(tools: bool, context: bool) -> Self {
        Self { tools, context }
    }

    fn beyond(self, present: Option<Self>) -> Option<Self> {
        let Some(present) = present else {
            return Some(self);
        };
        let lacking = Self::new(
            self.tools && !present.tools,
            self.context && !present.context,
        );
        (lacking.tools || lacking.context).then_some(lacking)
    }
}

impl Serialize for SamplingCapability {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write_flags(
            serializer,
            [("tools", self.tools), ("context", self.context)],
        )
    }
}

/// That a client can name its root folders. Deprecated by SEP-2577.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[non_exhaustive]
pub struct RootsCapability {
    /// The client says when they change. Gone in 2026-07-28.
    #[serde(skip_serializing_if = "is_false", deserialize_with = "null_as_default")]
    pub list_changed: bool,
}

impl RootsCapability {
    /// Root folders without change notifications.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            list_changed: false,
        }
    }
}

/// `{"form":{}}`: an empty object for every flag that is set.
fn write_flags<S: Serializer>(serializer: S, flags: [(&str, bool); 2]) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    for (name, _) in flags.into_iter().filter(|(_, set)| *set) {
        map.serialize_entry(name, &JsonObject::new())?;
    }
    map.end()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(text: &str) -> ClientCapabilities {
        serde_json::from_str(text).unwrap()
    }

    fn json<T: Serialize>(value: &T) -> String {
        serde_json::to_string(value).unwrap()
    }

    // S-ELIC-03
    #[test]
    fn an_empty_elicitation_means_forms() {
        assert_eq!(
            client(r#"{"elicitation":{}}"#).elicitation,
            Some(ElicitationCapability::FORM)
        );
        assert_eq!(
            client(r#"{"elicitation":{"form":{}}}"#).elicitation,
            Some(ElicitationCapability::FORM)
        );
        assert_eq!(
            client(r#"{"elicitation":{"later":{}}}"#).elicitation,
            Some(ElicitationCapability::FORM)
        );
    }

    // S-ELIC-03
    #[test]
    fn url_alone_means_no_forms() {
        assert_eq!(
            client(r#"{"elicitation":{"url":{}}}"#).elicitation,
            Some(ElicitationCapability::URL)
        );
        let both = client(r#"{"elicitation":{"form":{},"url":{}}}"#).elicitation;
        assert_eq!(both, Some(ElicitationCapability::new(true, true)));
    }

    #[test]
    fn sampling_and_roots_are_read_from_both_eras() {
        let caps = client(r#"{"sampling":{},"roots":{"listChanged":true},"tasks":{"list":{}}}"#);
        assert_eq!(caps.sampling, Some(SamplingCapability::default()));
        assert!(caps.roots.is_some_and(|roots| roots.list_changed));
        let caps = client(r#"{"sampling":{"tools":{},"context":{"deep":1.5}},"roots":{}}"#);
        assert_eq!(caps.sampling, Some(SamplingCapability::new(true, true)));
        assert_eq!(caps.roots, Some(RootsCapability::new()));
    }

    #[test]
    fn nulls_are_absences() {
        let text = r#"{"elicitation":null,"sampling":null,"roots":null,"extensions":null,"experimental":null}"#;
        assert_eq!(client(text), ClientCapabilities::new());
    }

    #[test]
    fn a_capability_that_is_no_object_is_refused() {
        assert!(serde_json::from_str::<ClientCapabilities>(r#"{"elicitation":"yes"}"#).is_err());
        assert!(serde_json::from_str::<ClientCapabilities>("[]").is_err());
    }

    #[test]
    fn what_was_read_is_what_is_written() {
        for text in [
            "{}",
            r#"{"elicitation":{"form":{}}}"#,
            r#"{"elicitation":{"form":{},"url":{}},"sampling":{"tools":{}},"roots":{"listChanged":true}}"#,
            r#"{"sampling":{},"roots":{},"extensions":{"io.example/x":{"depth":1.5}},"experimental":{"y":{}}}"#,
        ] {
            assert_eq!(json(&client(text)), text);
        }
    }

    // S-ENV-18
    #[test]
    fn missing_names_only_what_is_missing() {
        let check = |has: &str, needs: &str, expect: Option<&str>| {
            let missing = client(has).missing(&client(needs));
            assert_eq!(
                missing.as_ref().map(json).as_deref(),
                expect,
                "has {has}, needs {needs}"
            );
        };
        check("{}", "{}", None);
        check(
            "{}",
            r#"{"elicitation":{}}"#,
            Some(r#"{"elicitation":{"form":{}}}"#),
        );
        check(r#"{"elicitation":{}}"#, r#"{"elicitation":{}}"#, None);
        check(
            r#"{"elicitation":{}}"#,
            r#"{"elicitation":{"form":{},"url":{}},"sampling":{}}"#,
            Some(r#"{"elicitation":{"url":{}},"sampling":{}}"#),
        );
        check(
            r#"{"elicitation":{"url":{}}}"#,
            r#"{"elicitation":{}}"#,
            Some(r#"{"elicitation":{"form":{}}}"#),
        );
        check(
            r#"{"sampling":{}}"#,
            r#"{"sampling":{"tools":{}}}"#,
            Some(r#"{"sampling":{"tools":{}}}"#),
        );
        check(r#"{"sampling":{"tools":{}}}"#, r#"{"sampling":{}}"#, None);
        check("{}", r#"{"roots":{}}"#, Some(r#"{"roots":{}}"#));
        check(r#"{"roots":{"listChanged":true}}"#, r#"{"roots":{}}"#, None);
        check(
            r#"{"extensions":{"a/b":{}}}"#,
            r#"{"extensions":{"a/b":{"x":1},"c/d":{"y":2}}}"#,
            Some(r#"{"extensions":{"c/d":{"y":2}}}"#),
        );
    }
}
