//! From what an author says of a resource to what a server needs of it.

use std::borrow::Cow;

use mcp_core::types::{CacheHint, CacheScope, Resource as WireResource, ResourceTemplate};

use super::list::Lister;
use super::{Facts, Resource, ResourceResult};
use crate::about::{About, publish};
use crate::caching::{Cached, Caching, Keeping};
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
    keeping: Keeping,
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

    /// How long, and for whom, what was read may be kept: as the handler says,
    /// else the resource, else the server.
    pub(crate) fn hint(&self, result: &ResourceResult, caching: &Caching) -> CacheHint {
        let keeping = result.keeping.or(self.keeping);
        let mut hint = keeping.or(caching.said(Cached::Contents)).hint();
        // What not everybody may see is not handed on to everybody.
        if self.common.visible.is_some() {
            hint.scope = CacheScope::Private;
        }
        hint
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
            keeping: facts.keeping,
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
    use std::time::Duration;

    use super::super::ResourceBuilder;
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
    fn the_closest_word_on_keeping_counts() {
        let (public, private) = (CacheScope::Public, CacheScope::Private);
        let of = |resource: ResourceBuilder| resource.handler(async || "Sell!").define();
        let silent = of(Resource::new("shop://motto")).expect("sound");
        let second = Duration::from_secs(1);
        let own = Resource::new("shop://motto").ttl(second).scope(public);
        let own = of(own).expect("sound");
        let plain = ResourceResult::text("x");
        let result = plain.clone().ttl(Duration::from_millis(5)).scope(private);

        let none = Caching::default();
        let mut said = Caching::default();
        said.of(Cached::Contents).ttl = Some(Duration::from_secs(9));
        said.of(Cached::Contents).scope = Some(public);
        // No list: they do not matter here.
        said.of(Cached::Lists).ttl = Some(Duration::from_secs(7));
        for (resource, result, caching, expected) in [
            (&silent, &plain, &none, CacheHint::new(0, private)),
            (&silent, &plain, &said, CacheHint::new(9_000, public)),
            (&own, &plain, &none, CacheHint::new(1_000, public)),
            (&own, &plain, &said, CacheHint::new(1_000, public)),
            (&own, &result, &said, CacheHint::new(5, private)),
        ] {
            assert_eq!(resource.hint(result, caching), expected);
        }
    }
}
