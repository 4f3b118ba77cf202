//! What lists cost in every conversation.

use crate::lint::finding::{Finding, Subject};
use crate::lint::hosts::{HOSTS, Harm, Part};
use crate::lint::offer::{Offer, Tool};
use crate::lint::print::kib;
use crate::lint::report::tokens;
use crate::lint::rule::Rule;
use crate::lint::sink::Sink;

const TOOL: usize = 8 * 1024;
const LIST: usize = 100 * 1024;

// P11
pub(super) fn tool_is_not_too_big(tool: &Tool, sink: &mut Sink<'_>) {
    if tool.bytes > TOOL {
        let message = format!("it takes {} in every list", cost(tool.bytes));
        sink.find(Rule::ToolSize, "", message);
    }
}

pub(super) fn list_is_not_too_big(offer: &Offer, findings: &mut Vec<Finding>) {
    let bytes = offer.tools.iter().map(|tool| tool.bytes).sum();
    if bytes > LIST {
        let message = format!("its tools take {} in every list", cost(bytes));
        Sink::new(Subject::Server, Part::Tool, findings).find(Rule::ListSize, "", message);
    }
}

pub(super) fn hosts_take_that_many_tools(offer: &Offer, findings: &mut Vec<Finding>) {
    let count = offer.tools.len();
    let full = HOSTS.iter().filter(|host| !host.takes_tools(count));
    let full = full.map(|host| (host, Harm::Tool)).collect();
    let message = format!("it has {count} tools");
    let mut sink = Sink::new(Subject::Server, Part::Tool, findings);
    sink.find_in(Rule::ToolCount, "", full, message);
}

fn cost(bytes: usize) -> String {
    format!("{:.1} KiB, about {} tokens,", kib(bytes), tokens(bytes))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::lint::tests::{of_rule, tool};
    use crate::{Server, ServerBuilder, Tool, ToolResult};

    fn big(name: String, bytes: usize) -> Tool {
        let schema = json!({ "type": "object", "properties": {}, "x": "x".repeat(bytes) });
        Tool::raw(name, schema)
            .describe("Big.")
            .call(|_| Box::pin(async { Ok(ToolResult::text("x")) }))
    }

    // P11
    #[test]
    fn a_tool_has_8_kib_and_a_list_100() {
        let one = |bytes| Server::new("s", "1").tool(big("big".to_owned(), bytes));
        assert_eq!(of_rule(one(8_000), "tool-size"), []);
        let found = of_rule(one(8_192), "tool-size");
        assert!(
            found[0].message.contains("8.1 KiB, about 2"),
            "{}",
            found[0].message
        );
        let many = |count: usize| {
            let tools = (0..count).map(|n| big(format!("t{n}"), 8_000));
            tools.fold(Server::new("s", "1"), ServerBuilder::tool)
        };
        assert_eq!(of_rule(many(12), "list-size"), []);
        assert_eq!(of_rule(many(13), "list-size").len(), 1);
    }

    #[test]
    fn hosts_take_a_hundred_tools() {
        let many = |count: usize| {
            let tools = (0..count).map(|n| tool(format!("t{n}")));
            tools.fold(Server::new("s", "1"), ServerBuilder::tool)
        };
        assert_eq!(of_rule(many(100), "tool-count"), []);
        assert_eq!(of_rule(many(101), "tool-count")[0].hosts, ["Windsurf"]);
    }
}
