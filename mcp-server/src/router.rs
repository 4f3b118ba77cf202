//! Which tool a name means.

use std::sync::Arc;

use crate::tool::Definition;

/// The registered tools, in the order of registration.
#[derive(Debug, Default)]
pub(crate) struct Router {
    tools: Vec<Arc<Definition>>,
    /// Positions in `tools`, by name: a look-up is a handful of comparisons.
    by_name: Vec<usize>,
}

impl Router {
    /// Adds a tool.
    ///
    /// # Errors
    ///
    /// The tool that has the name already, for a message that names both.
    pub(crate) fn add(&mut self, tool: Definition) -> Result<(), Arc<Definition>> {
        match self.find(&tool.name) {
            Ok(place) => Err(Arc::clone(&self.tools[self.by_name[place]])),
            Err(place) => {
                self.by_name.insert(place, self.tools.len());
                self.tools.push(Arc::new(tool));
                Ok(())
            }
        }
    }

    pub(crate) fn tool(&self, name: &str) -> Option<&Arc<Definition>> {
        let place = self.find(name).ok()?;
        Some(&self.tools[self.by_name[place]])
    }

    fn find(&self, name: &str) -> Result<usize, usize> {
        self.by_name
            .binary_search_by(|&index| (*self.tools[index].name).cmp(name))
    }

    pub(crate) fn tools(&self) -> &[Arc<Definition>] {
        &self.tools
    }
}
