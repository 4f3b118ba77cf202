//! Checks an item and takes it in.

use std::sync::Arc;

use super::{Family, Registry};
use crate::context::States;
use crate::item::Item;
use crate::prompt::Prompt;
use crate::reading::Reading;
use crate::resource::Resource;
use crate::tool::Tool;

impl Registry {
    /// Takes in a tool.
    ///
    /// # Errors
    ///
    /// Every fault, each a sentence that names the tool.
    pub(crate) fn admit_tool(
        &self,
        tool: Tool,
        states: &Arc<States>,
        reading: &Reading,
    ) -> Result<(), Vec<String>> {
        let what = format!("tool \"{}\"", tool.name());
        let tool = tool
            .define(reading)
            .map_err(|faults| naming(&what, faults))?;
        admit(&self.tools, tool, &what, "tools are called", states)
    }

    /// Takes in a prompt.
    ///
    /// # Errors
    ///
    /// As [`Registry::admit_tool`].
    pub(crate) fn admit_prompt(
        &self,
        prompt: Prompt,
        states: &Arc<States>,
    ) -> Result<(), Vec<String>> {
        let what = format!("prompt \"{}\"", prompt.name());
        let prompt = prompt.define().map_err(|faults| naming(&what, faults))?;
        admit(&self.prompts, prompt, &what, "prompts are called", states)
    }

    /// Takes in a resource, or a family of them.
    ///
    /// # Errors
    ///
    /// As [`Registry::admit_tool`].
    pub(crate) fn admit_resource(
        &self,
        resource: Resource,
        states: &Arc<States>,
    ) -> Result<(), Vec<String>> {
        let what = format!("resource \"{}\"", resource.uri());
        let resource = resource.define().map_err(|faults| naming(&what, faults))?;
        let (family, clash) = match resource.template.is_fixed() {
            true => (&self.resources, "resources are at"),
            false => (&self.templates, "templates are"),
        };
        admit(family, resource, &what, clash, states)
    }
}

fn admit<T: Item>(
    family: &Family<T>,
    item: T,
    what: &str,
    clash: &str,
    states: &Arc<States>,
) -> Result<(), Vec<String>> {
    let common = item.common();
    let known = |id| states.contains_key(id) || common.place.has_state(id);
    let needed = common.signature.states();
    let missing: Vec<String> = needed
        .iter()
        .filter(|(id, _)| !known(id))
        .map(|(_, state)| format!("{what} needs `State<{state}>`, which was never added"))
        .collect();
    if !missing.is_empty() {
        return Err(missing);
    }
    let (signature, declared) = (Arc::clone(&common.signature), common.declared);
    family.add(item).map_err(|first| {
        let (one, two) = (first.key(), &*signature.name);
        let first = first.common().declared;
        vec![match one == two {
            true => format!("two {clash} \"{one}\": first ({first}), again ({declared})"),
            false => {
                format!("two {clash} the same: \"{one}\" ({first}) and \"{two}\" ({declared})")
            }
        }]
    })
}

fn naming(what: &str, faults: Vec<String>) -> Vec<String> {
    let named = faults.into_iter().map(|fault| format!("{what}: {fault}"));
    named.collect()
}
