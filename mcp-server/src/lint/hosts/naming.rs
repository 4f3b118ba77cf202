//! What hosts make of the names of tools.

use super::Harm;

/// How a host names a tool to its model.
#[derive(Debug)]
pub(in crate::lint) struct Naming {
    /// Puts the server's name and the tool's together, unwelcome characters replaced.
    pub(super) joined: fn(server: &str, tool: &str) -> String,
    /// Characters at most, and what happens to a longer name.
    pub(super) most: Option<(usize, Overflow)>,
    /// What becomes of the second of two tools with one name.
    pub(super) clash: Option<Harm>,
}

/// What happens to a name that is too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Overflow {
    /// The tool is not offered.
    Dropped,
    /// The end is cut off.
    Cut,
    /// The middle gives way to three dots.
    Shortened,
    /// The end gives way to a hash, so that it stays unique.
    Hashed,
}

impl Naming {
    /// The tool's own name, as it is.
    pub(super) const RAW: Self = Self {
        joined: |_, tool| tool.to_owned(),
        most: None,
        clash: None,
    };

    pub(in crate::lint) fn callable(&self, server: &str, tool: &str) -> String {
        let name = (self.joined)(server, tool);
        match self.most {
            Some((most, Overflow::Cut)) => name.chars().take(most).collect(),
            Some((most, Overflow::Shortened)) if name.chars().count() > most => {
                let half = most / 2 - 1;
                let tail = name.chars().count() - half;
                let kept = |from: usize| name.chars().skip(from).take(half).collect::<String>();
                format!("{}...{}", kept(0), kept(tail))
            }
            _ => name,
        }
    }

    /// What becomes of a tool of this name by its length alone; `None`: nothing.
    pub(in crate::lint) fn too_long(&self, server: &str, tool: &str) -> Option<Harm> {
        let (most, overflow) = self.most?;
        let length = (self.joined)(server, tool).chars().count();
        let harm = match overflow {
            Overflow::Dropped => Harm::Tool,
            Overflow::Cut | Overflow::Shortened => Harm::Meaning,
            Overflow::Hashed => return None,
        };
        (length > most).then_some(harm)
    }

    pub(in crate::lint) fn clash(&self) -> Option<Harm> {
        self.clash
    }
}

/// `name` with every character that is none of letters, digits and `kept` replaced.
pub(super) fn keeping(name: &str, kept: &str, replacement: char) -> String {
    let keep = |c: char| match c.is_ascii_alphanumeric() || kept.contains(c) {
        true => c,
        false => replacement,
    };
    name.chars().map(keep).collect()
}

#[cfg(test)]
mod tests {
    use super::super::HOSTS;

    fn callable(host: &str, server: &str, tool: &str) -> String {
        let host = HOSTS.iter().find(|known| known.name() == host);
        host.expect("a host of the table").callable(server, tool)
    }

    #[test]
    fn names_are_what_hosts_were_seen_to_make_of_them() {
        let cases = [
            ("Claude Code", "mcp__my_shop__look_up-order"),
            (
                "Claude Code (plugin)",
                "mcp__plugin_my_shop_my_shop__look_up-order",
            ),
            ("Codex", "mcp__my_shop__look_up_order"),
            ("Gemini CLI", "mcp_my.shop_look.up-order"),
            ("opencode", "my_shop_look_up-order"),
            ("Copilot CLI", "my-shop-look-up-order"),
            ("VS Code", "mcp_my_shop_look_up-order"),
            ("Continue", "look.up-order"),
        ];
        for (host, name) in cases {
            assert_eq!(callable(host, "my.shop", "look.up-order"), name, "{host}");
        }
    }

    #[test]
    fn long_names_are_cut_as_hosts_cut_them() {
        let long = "a".repeat(70);
        let gemini = callable("Gemini CLI", "s", &long);
        assert_eq!((gemini.len(), &gemini[28..35]), (63, "aa...aa"));
        assert_eq!(callable("Copilot CLI", "s", &long).len(), 64);
        assert_eq!(
            callable("VS Code", "Some-Very-Long-Name", "t"),
            "mcp_some-very-long_t"
        );
    }
}
