//! What a client wants to be told of.

use std::collections::HashSet;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;

use super::wire::{filled, put, setters};
use super::{JsonObject, ServerCapabilities};

/// What a client wants to be told of while it listens; what the server will tell. Known since
/// 2026-07-28.
///
/// Nothing is told that is not named here. Spec:
/// [`SubscriptionFilter`](https://modelcontextprotocol.io/specification/2026-07-28/schema#subscriptionfilter).
///
/// # Examples
///
/// ```
/// use mcp_core::SubscriptionFilter;
///
/// let wanted: SubscriptionFilter =
///     serde_json::from_str(r#"{"toolsListChanged":true,"promptsListChanged":false}"#)?;
/// assert_eq!(wanted, SubscriptionFilter::new().with_tools_list_changed(true));
/// assert_eq!(serde_json::to_string(&wanted)?, r#"{"toolsListChanged":true}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct SubscriptionFilter {
    /// The list of tools has changed.
    pub tools_list_changed: bool,
    /// The list of prompts has changed.
    pub prompts_list_changed: bool,
    /// The list of resources has changed.
    pub resources_list_changed: bool,
    /// One of these resources has changed: URIs, each there once.
    pub resource_subscriptions: Vec<String>,
    /// Members that the specification does not know: what extensions add, by name.
    pub others: JsonObject,
}

impl SubscriptionFilter {
    /// Nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    setters! {
        /// Asks for changes of the list of tools.
        value with_tools_list_changed(tools_list_changed: bool);
        /// Asks for changes of the list of prompts.
        value with_prompts_list_changed(prompts_list_changed: bool);
        /// Asks for changes of the list of resources.
        value with_resources_list_changed(resources_list_changed: bool);
        /// Asks for what extensions tell.
        value with_others(others: JsonObject);
    }

    /// Asks for changes of these resources.
    #[must_use]
    pub fn with_resource_subscriptions<U: Into<String>>(
        mut self,
        uris: impl IntoIterator<Item = U>,
    ) -> Self {
        self.resource_subscriptions = uris.into_iter().map(Into::into).collect();
        self
    }

    /// Whether nothing is asked for.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.tools_list_changed
            && !self.prompts_list_changed
            && !self.resources_list_changed
            && self.resource_subscriptions.is_empty()
            && self.others.is_empty()
    }

    /// What both ask for, in the order of this one.
    ///
    /// Of members the specification does not know, two lists have in common what is in both; any
    /// other value must be the same.
    #[must_use]
    pub fn intersect(&self, other: &Self) -> Self {
        let uris: HashSet<&String> = other.resource_subscriptions.iter().collect();
        Self {
            tools_list_changed: self.tools_list_changed && other.tools_list_changed,
            prompts_list_changed: self.prompts_list_changed && other.prompts_list_changed,
            resources_list_changed: self.resources_list_changed && other.resources_list_changed,
            resource_subscriptions: self
                .resource_subscriptions
                .iter()
                .filter(|uri| uris.contains(uri))
                .cloned()
                .collect(),
            others: self
                .others
                .iter()
                .filter_map(|(key, value)| {
                    let common = in_common(value, other.others.get(key)?)?;
                    Some((key.clone(), common))
                })
                .collect(),
        }
    }

    /// The part that a server with these capabilities honours, to be acknowledged. Kinds it does
    /// not support are left out, which is no error.
    ///
    /// Of what extensions add nothing is kept: they say themselves what they honour. Spec:
    /// [Subscriptions](https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions#acknowledgment).
    #[must_use]
    pub fn honoured_by(&self, capabilities: &ServerCapabilities) -> Self {
        let tools = capabilities.tools.is_some_and(|it| it.list_changed);
        let prompts = capabilities.prompts.is_some_and(|it| it.list_changed);
        let resources = capabilities.resources.unwrap_or_default();
        Self {
            tools_list_changed: self.tools_list_changed && tools,
            prompts_list_changed: self.prompts_list_changed && prompts,
            resources_list_changed: self.resources_list_changed && resources.list_changed,
            resource_subscriptions: match resources.subscribe {
                true => self.resource_subscriptions.clone(),
                false => Vec::new(),
            },
            others: JsonObject::new(),
        }
    }
}

/// What two values of the same unknown member have in common; nothing where it asks for nothing.
fn in_common(one: &Value, other: &Value) -> Option<Value> {
    match (one, other) {
        (Value::Array(ours), Value::Array(theirs)) => {
            let theirs: HashSet<&Value> = theirs.iter().collect();
            let both: Vec<_> = ours
                .iter()
                .filter(|item| theirs.contains(item))
                .cloned()
                .collect();
            (!both.is_empty()).then_some(Value::Array(both))
        }
        _ => (one == other && *one != Value::Bool(false)).then(|| one.clone()),
    }
}

impl Serialize for SubscriptionFilter {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let asked = |flag: bool| flag.then_some(&true);
        let mut map = serializer.serialize_map(None)?;
        put(&mut map, "toolsListChanged", asked(self.tools_list_changed))?;
        put(
            &mut map,
            "promptsListChanged",
            asked(self.prompts_list_changed),
        )?;
        put(
            &mut map,
            "resourcesListChanged",
            asked(self.resources_list_changed),
        )?;
        put(
            &mut map,
            "resourceSubscriptions",
            filled(&self.resource_subscriptions),
        )?;
        for (key, value) in &self.others {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for SubscriptionFilter {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Filter;

        impl<'de> Visitor<'de> for Filter {
            type Value = SubscriptionFilter;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut filter = SubscriptionFilter::new();
                let mut seen = HashSet::new();
                while let Some(key) = map.next_key::<String>()? {
                    let flag = match key.as_str() {
                        "toolsListChanged" => &mut filter.tools_list_changed,
                        "promptsListChanged" => &mut filter.prompts_list_changed,
                        "resourcesListChanged" => &mut filter.resources_list_changed,
                        "resourceSubscriptions" => {
                            let uris: Option<Vec<String>> = map.next_value()?;
                            filter.resource_subscriptions = each_once(uris.unwrap_or_default());
                            once(&mut seen, key)?;
                            continue;
                        }
                        _ => {
                            filter.others.insert(key.clone(), map.next_value()?);
                            once(&mut seen, key)?;
                            continue;
                        }
                    };
                    *flag = map.next_value::<Option<bool>>()?.unwrap_or_default();
                    once(&mut seen, key)?;
                }
                Ok(filter)
            }
        }

        deserializer.deserialize_map(Filter)
    }
}

/// Refuses a key that comes twice: which of two values counts must not depend on the reader.
fn once<E: serde::de::Error>(seen: &mut HashSet<String>, key: String) -> Result<(), E> {
    match seen.contains(&key) {
        true => Err(E::custom(format_args!("`{key}` is there twice"))),
        false => {
            seen.insert(key);
            Ok(())
        }
    }
}

/// The URIs in their order, without those that came before.
fn each_once(mut uris: Vec<String>) -> Vec<String> {
    let mut seen = HashSet::with_capacity(uris.len());
    uris.retain(|uri| seen.insert(uri.clone()));
    uris
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{ListChanged, ResourcesCapability};

    fn read(text: &str) -> SubscriptionFilter {
        serde_json::from_str(text).expect(text)
    }

    fn written(filter: &SubscriptionFilter) -> String {
        serde_json::to_string(filter).unwrap()
    }

    const ALL: &str = r#"{"toolsListChanged":true,"promptsListChanged":true,"resourcesListChanged":true,"resourceSubscriptions":["a://b","a://c"],"taskIds":["t1","t2"]}"#;

    #[test]
    fn a_filter_is_written_and_read_in_spec_spelling() {
        assert_eq!(written(&read(ALL)), ALL);
        let none = read(
            r#"{"toolsListChanged":false,"promptsListChanged":null,"resourceSubscriptions":[]}"#,
        );
        assert!(none.is_empty());
        assert_eq!(written(&none), "{}");
        assert_eq!(
            read(r#"{"resourceSubscriptions":["b","a","b"]}"#).resource_subscriptions,
            ["b", "a"]
        );
        for text in [
            "[]",
            r#"{"toolsListChanged":1}"#,
            r#"{"resourceSubscriptions":"a://b"}"#,
            r#"{"resourceSubscriptions":[1]}"#,
            r#"{"toolsListChanged":true,"toolsListChanged":false}"#,
            r#"{"x":1,"x":1}"#,
        ] {
            assert!(
                serde_json::from_str::<SubscriptionFilter>(text).is_err(),
                "{text}"
            );
        }
    }

    #[test]
    fn two_filters_have_in_common_what_both_name() {
        let all = read(ALL);
        assert_eq!(all.intersect(&all), all);
        assert!(all.intersect(&SubscriptionFilter::new()).is_empty());
        let some = read(
            r#"{"toolsListChanged":true,"resourceSubscriptions":["a://c","a://d"],"taskIds":["t2"],"own":true}"#,
        );
        let common =
            r#"{"toolsListChanged":true,"resourceSubscriptions":["a://c"],"taskIds":["t2"]}"#;
        assert_eq!(written(&all.intersect(&some)), common);
        assert_eq!(written(&some.intersect(&all)), common);
        let no = read(r#"{"own":false,"taskIds":["t3"]}"#);
        assert!(no.intersect(&no.clone().with_others(all.others)).is_empty());
    }

    /// S-SUBS-03
    #[test]
    fn kinds_a_server_does_not_offer_are_left_out() {
        let all = read(ALL);
        let capabilities = |subscribe, list_changed| {
            ServerCapabilities::new()
                .with_tools(ListChanged::new(list_changed))
                .with_resources(ResourcesCapability::new(subscribe, false))
        };
        assert_eq!(
            written(&all.honoured_by(&capabilities(true, true))),
            r#"{"toolsListChanged":true,"resourceSubscriptions":["a://b","a://c"]}"#
        );
        assert!(all.honoured_by(&capabilities(false, false)).is_empty());
    }
}
