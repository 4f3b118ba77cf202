//! What is said of a server and of what it offers.

use crate::lint::finding::{Finding, Subject};
use crate::lint::hosts::{HOSTS, Harm, Host, Part};
use crate::lint::offer::{Offer, Tool};
use crate::lint::rule::Rule;
use crate::lint::sink::Sink;

/// Characters of instructions that are read in most hosts.
const INSTRUCTIONS: usize = 2048;

pub(super) fn tool_is_described(tool: &Tool, sink: &mut Sink<'_>) {
    if is_silent(tool.description.as_deref()) {
        sink.find(Rule::DescriptionMissing, "", "it has no description");
    }
}

pub(super) fn description_is_not_cut(tool: &Tool, sink: &mut Sink<'_>) {
    let length = tool
        .description
        .as_deref()
        .map_or(0, |text| text.chars().count());
    let cutting = cutting(|host| host.cuts_description(length));
    let message = format!("its description has {length} characters");
    sink.find_in(Rule::DescriptionLength, "/description", cutting, message);
}

pub(super) fn instructions_are_not_cut(offer: &Offer, findings: &mut Vec<Finding>) {
    let length = offer
        .instructions
        .as_deref()
        .map_or(0, |text| text.chars().count());
    if length > INSTRUCTIONS {
        let cutting = cutting(|host| host.cuts_instructions(length));
        let message = format!("its instructions have {length} characters");
        let mut sink = Sink::new(Subject::Server, Part::Tool, findings);
        sink.find_in(Rule::InstructionsLength, "/instructions", cutting, message);
    }
}

/// People read these, in every host that has prompts at all.
pub(super) fn prompts_are_described(offer: &Offer, findings: &mut Vec<Finding>) {
    for prompt in &offer.prompts {
        let subject = Subject::Prompt(prompt.name.clone());
        let mut sink = Sink::new(subject, Part::Tool, findings);
        if is_silent(prompt.description.as_deref()) {
            let message = "it has no description";
            sink.find_in(Rule::DescriptionMissing, "", vec![], message);
        }
        for (at, argument) in prompt.arguments.iter().enumerate() {
            if is_silent(argument.description.as_deref()) {
                let (path, name) = (format!("/arguments/{at}"), &argument.name);
                let message = format!("`{name}` has no description");
                sink.find_in(Rule::ArgumentDescription, &path, vec![], message);
            }
        }
    }
}

pub(super) fn resources_are_described(offer: &Offer, findings: &mut Vec<Finding>) {
    for resource in offer
        .resources
        .iter()
        .filter(|it| is_silent(it.description.as_deref()))
    {
        let subject = Subject::Resource(resource.uri.clone());
        let mut sink = Sink::new(subject, Part::Tool, findings);
        sink.find_in(
            Rule::DescriptionMissing,
            "",
            vec![],
            "it has no description",
        );
    }
}

fn is_silent(text: Option<&str>) -> bool {
    text.is_none_or(|text| text.trim().is_empty())
}

fn cutting(cuts: impl Fn(&Host) -> bool) -> Vec<(&'static Host, Harm)> {
    let cutting = HOSTS.iter().filter(|host| cuts(host));
    cutting.map(|host| (host, Harm::Meaning)).collect()
}

#[cfg(test)]
mod tests {
    use crate::lint::tests::of_rule;
    use crate::{Prompt, Resource, Server, Tool};

    // P21
    #[test]
    fn everything_says_what_it_is() {
        let silent = Server::new("s", "1")
            .tool(Tool::new("t").describe(" ").handler(async || "t"))
            .prompt(Prompt::new("p").handler(async || "p"))
            .resource(Resource::new("r://r").handler(async || "r"));
        let found = of_rule(silent, "description-missing");
        let subjects: Vec<_> = found.iter().map(|it| it.subject.to_string()).collect();
        assert_eq!(subjects, ["tool t", "prompt p", "resource r://r"]);
        assert_eq!(found[0].hosts, ["VS Code"]);
    }

    #[test]
    fn so_does_every_argument_of_a_prompt() {
        let prompt = Prompt::new("p")
            .describe("P.")
            .arg::<bool>("brief", |brief| brief)
            .handler(async |brief: bool| brief.to_string());
        let found = of_rule(Server::new("s", "1").prompt(prompt), "argument-description");
        assert_eq!(found[0].path, "/arguments/0");
    }

    #[test]
    fn descriptions_are_as_long_as_hosts_read() {
        let of = |length| {
            let tool = Tool::new("t")
                .describe("x".repeat(length))
                .handler(async || "t");
            of_rule(Server::new("s", "1").tool(tool), "description-length")
        };
        assert_eq!(of(1_024), []);
        assert_eq!(of(1_025)[0].hosts, ["VS Code"]);
        assert_eq!(of(4_097)[0].hosts, ["Claude Code", "VS Code"]);
    }

    #[test]
    fn instructions_are_2_kib_at_most() {
        let of = |length| {
            let server = Server::new("s", "1").instructions("x".repeat(length));
            of_rule(server, "instructions-length")
        };
        assert_eq!(of(2_048), []);
        assert_eq!(of(2_049)[0].hosts, ["ChatGPT"]);
        assert_eq!(of(4_097)[0].hosts, ["Claude Code", "ChatGPT"]);
    }
}
