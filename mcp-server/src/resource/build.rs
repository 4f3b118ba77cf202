//! From what an author says of a resource to what a server needs of it.

use std::borrow::Cow;
use std::time::Duration;

use mcp_core::types::{CacheHint, CacheScope, Resource as WireResource, ResourceTemplate};

use super::list::Lister;
use super::{Facts, Resource, ResourceResult};
use crate::about::{About, publish};
use crate::handler::Run;
use crate::item::{Common, Item};
use crate::schema::SchemaProfile;
use crate::signature::InputSchema;
use crate::spec::ParamSpec;
use crate::uri::Template;
use crate::validate::nearest;

/// A resource, or a family of them, as the server keeps it.
pub(crate) struct ResourceDef {
    pub(crate) common: Common,
    pub(crate) template: Template,
    pub(crate) wire: Wire,
    ttl: Option<Duration>,
    scope: Option<CacheScope>,
    pub(crate) list: Option<Lister>,
    pub(crate) run: Run<ResourceResult>,
}

/// The published form.
pub(crate) enum Wire {
    Fixed(WireResource),
    Family(ResourceTemplate),
}

impl Item for ResourceDef {
    fn common(&self) -> &Common {
        &self.common
    }

    /// Templates that differ in the names of their variables alone.
    fn is_twin(&self, other: &Self) -> bool {
        self.template.same_uris(&other.template)
    }
}

impl ResourceDef {
    /// The published form of a resource that is one.
    pub(crate) fn fixed(&self) -> Option<&WireResource> {
        match &self.wire {
            Wire::Fixed(wire) => Some(wire),
            Wire::Family(_) => None,
        }
    }

    /// The published form of a family.
    pub(crate) fn family(&self) -> Option<&ResourceTemplate> {
        match &self.wire {
            Wire::Family(wire) => Some(wire),
            Wire::Fixed(_) => None,
        }
    }

    /// The media type its author declared.
    pub(crate) fn mime(&self) -> Option<&str> {
        match &self.wire {
            Wire::Fixed(wire) => wire.mime_type.as_deref(),
            Wire::Family(wire) => wire.mime_type.as_deref(),
        }
    }

    /// How long, and for whom, what was read may be kept. Without a word
    /// from the author: not at all, and for nobody else.
    pub(crate) fn hint(&self, result: &ResourceResult) -> CacheHint {
        let ttl = result.ttl.or(self.ttl).unwrap_or_default();
        let scope = result.scope.or(self.scope).unwrap_or(CacheScope::Private);
        // What not everybody may see is not handed on to everybody.
        let scope = match self.common.visible {
            Some(_) => CacheScope::Private,
            None => scope,
        };
        CacheHint::new(u64::try_from(ttl.as_millis()).unwrap_or(u64::MAX), scope)
    }
}

impl Resource {
    /// Checks everything that can be known before the first call.
    ///
    /// # Errors
    ///
    /// Every fault of the resource, each a sentence without its URI.
    pub(crate) fn define(self) -> Result<ResourceDef, Vec<String>> {
        let Self { about, facts, run } = self;
        let mut faults = about.faults.clone();
        let template = Template::parse(&about.key)
            .map_err(|fault| faults.push(fault))
            .ok();
        if let Some(template) = &template {
            check_template(template, &about, &facts, &mut faults);
        }
        let input = InputSchema::derive(&about.params, SchemaProfile::Portable, false)
            .map_err(|mut found| faults.append(&mut found))
            .ok();
        let (Some(template), Some(input), true) = (template, input, faults.is_empty()) else {
            return Err(faults);
        };
        let wire = wire(&about, &facts, &template);
        Ok(ResourceDef {
            template,
            wire,
            ttl: facts.ttl,
            scope: facts.scope,
            list: facts.list,
            common: about.into_common(input.into_validator()),
            run,
        })
    }
}

fn check_template(template: &Template, about: &About, facts: &Facts, faults: &mut Vec<String>) {
    if template.is_fixed() {
        if facts.list.is_some() {
            faults.push("it lists members, and there is one: its URI has no variable".to_owned());
        }
    } else if facts.size.is_some() {
        faults.push("`size` is that of one resource, and this is a template".to_owned());
    }
    let variables: Vec<&str> = template.variables().collect();
    let arguments: Vec<&str> = about
        .params
        .iter()
        .filter_map(ParamSpec::argument)
        .map(|argument| &*argument.name)
        .collect();
    for variable in variables.iter().filter(|name| !arguments.contains(name)) {
        faults.push(format!(
            "nothing takes its variable `{variable}`{}",
            meant(variable, &arguments)
        ));
    }
    for argument in arguments.iter().filter(|name| !variables.contains(name)) {
        faults.push(format!(
            "`{argument}` is no variable of the URI{}",
            meant(argument, &variables)
        ));
    }
}

fn meant(name: &str, known: &[&str]) -> String {
    nearest(name, known.iter().copied())
        .map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}

fn wire(about: &About, facts: &Facts, template: &Template) -> Wire {
    let text = |text: &Option<Cow<'static, str>>| text.as_deref().map(str::to_owned);
    let uri = &*about.key;
    let name = text(&facts.name).unwrap_or_else(|| default_name(uri));
    if template.is_fixed() {
        let mut wire = WireResource::new(uri, name);
        publish!(about => wire);
        wire.mime_type = text(&facts.mime);
        wire.size = facts.size;
        wire.annotations = facts.annotations.clone();
        return Wire::Fixed(wire);
    }
    let mut wire = ResourceTemplate::new(uri, name);
    publish!(about => wire);
    wire.mime_type = text(&facts.mime);
    wire.annotations = facts.annotations.clone();
    Wire::Family(wire)
}

/// The last part of the URI that is no variable: `orders` of `orders://{id}`.
fn default_name(uri: &str) -> String {
    let parts = uri.split(['/', ':', '?', '#']);
    let named = parts.filter(|part| !part.is_empty() && !part.contains(['{', '}']));
    named.reduce(|_, later| later).unwrap_or(uri).to_owned()
}

impl std::fmt::Debug for ResourceDef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ResourceDef")
            .field("uri", &self.template.as_str())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(resource: Resource) -> Vec<String> {
        resource.define().expect_err("faults")
    }

    #[test]
    fn variables_and_arguments_agree() {
        let resource = Resource::new("orders://{order_id}")
            .arg::<u32>("order", |order| order)
            .handler(async |order: u32| order.to_string());
        let faults = faults(resource).join("\n");
        assert!(
            faults.contains("nothing takes its variable `order_id`"),
            "{faults}"
        );
        assert!(faults.contains("`order` is no variable"), "{faults}");
    }

    // S-RES-17
    #[test]
    fn a_uri_has_a_scheme() {
        assert!(!faults(Resource::new("motto").handler(async || "Sell!")).is_empty());
        assert!(!faults(Resource::new("orders://{?id}").handler(async || "")).is_empty());
    }

    // S-RES-04
    #[test]
    fn the_published_form_is_that_of_its_kind() {
        let motto = Resource::new("shop://motto").size(5).mime("text/plain");
        let motto = motto.handler(async || "Sell!").define().expect("sound");
        let wire = motto.fixed().expect("one");
        assert_eq!((&*wire.name, wire.size), ("motto", Some(5)));
        let order = Resource::new("orders://{id}").arg::<u32>("id", |id| id);
        let order = order.handler(async |id: u32| id.to_string()).define();
        assert_eq!(order.expect("sound").family().expect("many").name, "orders");
    }

    // S-CACHE-03, S-CACHE-04
    #[test]
    fn nothing_is_kept_unless_the_author_says_so() {
        let plain = Resource::new("shop://motto").handler(async || "Sell!");
        let plain = plain.define().expect("sound");
        assert_eq!(
            plain.hint(&ResourceResult::text("x")),
            CacheHint::new(0, CacheScope::Private)
        );
        let kept = Resource::new("shop://motto")
            .ttl(Duration::from_secs(60))
            .scope(CacheScope::Public)
            .handler(async || "Sell!");
        let kept = kept.define().expect("sound");
        assert_eq!(
            kept.hint(&ResourceResult::text("x")),
            CacheHint::new(60_000, CacheScope::Public)
        );
        assert_eq!(
            kept.hint(&ResourceResult::text("x").ttl(Duration::from_millis(5)))
                .ttl_ms,
            5
        );
    }
}
