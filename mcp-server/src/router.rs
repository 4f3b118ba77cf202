//! Which tool a name means.

use std::collections::HashMap;
use std::sync::Arc;

use crate::tool::Definition;

/// The registered tools, in the order of registration.
#[derive(Debug, Default)]
pub(crate) struct Router {
    tools: Vec<Arc<Definition>>,
    by_name: HashMap<Arc<str>, usize>,
}

impl Router {
    /// Adds a tool.
    ///
    /// # Errors
    ///
    /// The tool that has the name already, for a message that names both.
    pub(crate) fn add(&mut self, tool: Definition) -> Result<(), Arc<Definition>> {
        if let Some(&index) = self.by_name.get(&tool.name) {
            return Err(Arc::clone(&self.tools[index]));
        }
        self.by_name
            .insert(Arc::clone(&tool.name), self.tools.len());
        self.tools.push(Arc::new(tool));
        Ok(())
    }

    pub(crate) fn tool(&self, name: &str) -> Option<&Arc<Definition>> {
        self.by_name.get(name).map(|&index| &self.tools[index])
    }

    pub(crate) fn tools(&self) -> &[Arc<Definition>] {
        &self.tools
    }
}
