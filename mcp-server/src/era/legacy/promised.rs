//! Which changes of lists a session was promised.

use serde::{Deserialize, Serialize};

use crate::server::Shared;

/// The families whose changes `initialize` promised to tell (`listChanged`).
/// One that is offered later is nothing to a session that was opened before:
/// both sides "only use capabilities that were successfully negotiated"
/// (specification until 2025-11-25, "Lifecycle: Operation").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "u8", into = "u8")]
pub(crate) struct Promised {
    pub(super) tools: bool,
    pub(super) prompts: bool,
    pub(super) resources: bool,
}

impl Promised {
    /// What a server promises at this moment.
    pub(super) fn by(server: &Shared) -> Self {
        let news = server.news();
        Self {
            tools: news.tools_list_changed,
            prompts: news.prompts_list_changed,
            resources: news.resources_list_changed,
        }
    }
}

/// As it stands in the id of a session: as short as can be.
impl From<Promised> for u8 {
    fn from(promised: Promised) -> Self {
        let Promised {
            tools,
            prompts,
            resources,
        } = promised;
        Self::from(tools) | Self::from(prompts) << 1 | Self::from(resources) << 2
    }
}

impl From<u8> for Promised {
    fn from(bits: u8) -> Self {
        let is_set = |bit: u8| bits >> bit & 1 == 1;
        Self {
            tools: is_set(0),
            prompts: is_set(1),
            resources: is_set(2),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Promised;

    #[test]
    fn each_family_is_kept() {
        for bits in 0..8 {
            assert_eq!(u8::from(Promised::from(bits)), bits);
        }
    }
}
