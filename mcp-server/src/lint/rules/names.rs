//! Names, and what hosts make of them.

use std::collections::HashMap;

use crate::lint::finding::{Finding, Subject};
use crate::lint::hosts::{HOSTS, Harm, Host, Part};
use crate::lint::offer::{Offer, Tool};
use crate::lint::rule::Rule;
use crate::lint::sink::Sink;

/// Characters that fit beside the names of most servers.
const SHORT: usize = 48;

pub(super) fn of_a_tool_is_portable(tool: &Tool, sink: &mut Sink<'_>) {
    if !is_portable(&tool.name) {
        let message = "its name has other characters than A-Z a-z 0-9 _ -, or more than 64";
        sink.find(Rule::NamePortable, "", message);
    }
}

/// Gemini takes no other, and some hosts send it the name as it is.
pub(super) fn of_a_tool_begins_well(tool: &Tool, sink: &mut Sink<'_>) {
    let begins_well = tool
        .name
        .starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    if !begins_well {
        let message = "its name begins with neither a letter nor _";
        sink.find(Rule::NameStart, "", message);
    }
}

/// Hosts make commands of prompts.
pub(super) fn of_a_prompt_is_portable(offer: &Offer, findings: &mut Vec<Finding>) {
    for prompt in offer
        .prompts
        .iter()
        .filter(|prompt| !is_portable(&prompt.name))
    {
        let subject = Subject::Prompt(prompt.name.clone());
        let message = "its name makes no command: it has other characters than A-Z a-z 0-9 _ -";
        Sink::new(subject, Part::Tool, findings).find_in(Rule::NamePortable, "", vec![], message);
    }
}

pub(super) fn is_not_too_long_with_the_servers(offer: &Offer, findings: &mut Vec<Finding>) {
    for tool in &offer.tools {
        let length = tool.name.chars().count();
        let harm =
            |host: &'static Host| Some((host, host.naming().too_long(&offer.server, &tool.name)?));
        let harmed: Vec<_> = HOSTS.iter().filter_map(harm).collect();
        if harmed.is_empty() && length <= SHORT {
            continue;
        }
        let message = format!(
            "its name has {length} characters, and hosts put \"{}\" in front",
            offer.server
        );
        let subject = Subject::Tool(tool.name.clone());
        Sink::new(subject, Part::Tool, findings).find_in(Rule::NameLength, "", harmed, message);
    }
}

/// Nobody was seen to ignore case, but `getUser` and `get_user` are one to a reader: so names are
/// compared as hosts have them, and with everything but letters and digits made one.
pub(super) fn differs_in_every_host(offer: &Offer, findings: &mut Vec<Finding>) {
    let mut clashes: Vec<Clash<'_>> = Vec::new();
    let folded = |tool: &Tool| {
        let fold = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        tool.name.to_ascii_lowercase().chars().map(fold).collect()
    };
    collide(offer, folded, None, &mut clashes);
    for host in HOSTS {
        if let Some(harm) = host.naming().clash() {
            let callable = |tool: &Tool| host.callable(&offer.server, &tool.name);
            collide(offer, callable, Some((host, harm)), &mut clashes);
        }
    }
    for clash in clashes {
        let message = format!("its name becomes that of `{}`", clash.first);
        let subject = Subject::Tool(clash.second.to_owned());
        let mut sink = Sink::new(subject, Part::Tool, findings);
        sink.find_in(Rule::NameClash, "", clash.hosts, message);
    }
}

struct Clash<'a> {
    first: &'a str,
    second: &'a str,
    hosts: Vec<(&'static Host, Harm)>,
}

fn collide<'a>(
    offer: &'a Offer,
    name: impl Fn(&Tool) -> String,
    host: Option<(&'static Host, Harm)>,
    clashes: &mut Vec<Clash<'a>>,
) {
    let mut taken: HashMap<String, &str> = HashMap::new();
    for tool in &offer.tools {
        let second = &*tool.name;
        let first = *taken.entry(name(tool)).or_insert(second);
        if first == second {
            continue;
        }
        let is_known = |clash: &&mut Clash<'_>| clash.first == first && clash.second == second;
        match clashes.iter_mut().find(is_known) {
            Some(clash) => clash.hosts.extend(host),
            None => clashes.push(Clash {
                first,
                second,
                hosts: host.into_iter().collect(),
            }),
        }
    }
}

fn is_portable(name: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || "_-".contains(c);
    (1..=64).contains(&name.len()) && name.chars().all(allowed)
}

#[cfg(test)]
mod tests {
    use crate::lint::Severity;
    use crate::lint::tests::{of_rule, tool};
    use crate::{Prompt, Server};

    // P22
    #[test]
    fn a_name_is_portable() {
        let server = |name: &'static str| Server::new("s", "1").tool(tool(name));
        assert_eq!(of_rule(server("get-user_2"), "name-portable"), []);
        let dotted = of_rule(server("get.user"), "name-portable");
        assert_eq!(dotted[0].hosts, ["Claude Desktop", "Continue", "Zed"]);
        assert_eq!(dotted[0].severity, Severity::Error);
        let prompt = Prompt::new("plan a trip")
            .describe("Plan.")
            .handler(async || "Plan.");
        let prompt = of_rule(Server::new("s", "1").prompt(prompt), "name-portable");
        assert_eq!(prompt[0].severity, Severity::Warning);
    }

    #[test]
    fn a_name_begins_with_a_letter() {
        let server = |name: &'static str| Server::new("s", "1").tool(tool(name));
        assert_eq!(of_rule(server("_3d"), "name-start"), []);
        let digit = of_rule(server("3d_view"), "name-start");
        assert_eq!(digit[0].hosts, ["Continue", "Zed"]);
        assert_eq!(digit[0].severity, Severity::Error);
    }

    #[test]
    fn a_name_fits_together_with_the_servers() {
        let of = |server: &str, length| {
            let name = "a".repeat(length);
            of_rule(Server::new(server, "1").tool(tool(name)), "name-length")
        };
        assert_eq!(of("shop", 40), []);
        assert_eq!(of("shop", 49)[0].hosts, [""; 0]);
        assert_eq!(of("shop", 49)[0].severity, Severity::Warning);
        assert_eq!(
            of("a-shop-for-everything", 40)[0].hosts,
            ["Gemini CLI", "Cursor"]
        );
        assert_eq!(of("shop", 121)[0].hosts[0], "Claude Code");
        assert_eq!(of("shop", 110)[0].hosts[0], "Claude Code (plugin)");
    }

    #[test]
    fn names_differ_after_the_mapping_of_every_host() {
        let of = |first: &'static str, second: &'static str| {
            let server = Server::new("s", "1").tool(tool(first)).tool(tool(second));
            of_rule(server, "name-clash")
        };
        assert_eq!(of("get_user", "get_users"), []);
        let mapped = of("get.user", "get_user");
        assert_eq!(mapped[0].hosts, ["Claude Code", "opencode", "VS Code"]);
        let cased = of("getUser", "getuser");
        assert_eq!(
            (&*cased[0].hosts, cased[0].severity),
            (&[""; 0][..], Severity::Warning)
        );
        let long = ["a".repeat(70), format!("{}b", "a".repeat(69))];
        let [first, second] = long.map(tool);
        let cut = of_rule(Server::new("s", "1").tool(first).tool(second), "name-clash");
        assert_eq!(cut[0].hosts, ["Copilot CLI", "VS Code"]);
    }
}
