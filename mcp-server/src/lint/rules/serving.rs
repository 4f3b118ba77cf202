//! How it is served.

use crate::lint::finding::{Finding, Subject};
use crate::lint::hosts::{Part, harmed_by};
use crate::lint::offer::Offer;
use crate::lint::rule::Rule;
use crate::lint::sink::Sink;

pub(super) fn lists_are_whole(offer: &Offer, findings: &mut Vec<Finding>) {
    let tools = offer.tools.len();
    if let Some(size) = offer.page_size.filter(|&size| tools > size) {
        let message = format!("some hosts show {size} of its {tools} tools: the first page");
        let harmed = harmed_by(Part::Tool, Rule::ListPages);
        let mut sink = Sink::new(Subject::Server, Part::Tool, findings);
        sink.find_in(Rule::ListPages, "", harmed, message);
    }
}

/// Only over HTTP can an answer arrive somewhere else than where the question was asked.
pub(super) fn questions_outlive_the_process(offer: &Offer, findings: &mut Vec<Finding>) {
    let asks = offer.tools.iter().any(|tool| tool.asks == Some(true));
    if cfg!(feature = "http") && asks && !offer.has_state_key {
        let message = "its tools ask the user, and over HTTP open questions end with the process, except on a loopback address";
        Sink::new(Subject::Server, Part::Tool, findings).find(Rule::StateKey, "", message);
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::Severity;
    use crate::lint::tests::{of_rule, tool};
    use crate::{Ctx, Server, Tool};

    #[test]
    fn a_list_fits_on_one_page() {
        let server = || Server::new("s", "1").tool(tool("one")).tool(tool("two"));
        assert_eq!(of_rule(server().page_size(2), "list-pages"), []);
        let cut = of_rule(server().page_size(1), "list-pages");
        assert_eq!(cut[0].severity, Severity::Error);
        assert!(cut[0].hosts.contains(&"Gemini CLI"));
    }

    #[test]
    fn questions_have_a_key_where_they_travel() {
        let asks = || {
            let tool = Tool::new("ask").describe("Ask.").additive();
            let tool = tool.requires_elicitation().handler(async |ctx: Ctx| {
                ctx.confirm("Sure?").await;
                "yes"
            });
            Server::new("s", "1").tool(tool)
        };
        let with_key = asks().state_key("a secret of at least 16 bytes");
        assert_eq!(of_rule(with_key, "state-key"), []);
        let expected = usize::from(cfg!(feature = "http"));
        assert_eq!(of_rule(asks(), "state-key").len(), expected);
    }
}
