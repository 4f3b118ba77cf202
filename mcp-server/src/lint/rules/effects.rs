//! What a tool does to the world.

use crate::lint::offer::Tool;
use crate::lint::rule::Rule;
use crate::lint::sink::Sink;

/// P23: without a word a tool is taken for one that destroys, and asked for at every call.
pub(super) fn are_said(tool: &Tool, sink: &mut Sink<'_>) {
    let said = tool.annotations.as_ref();
    let said = said
        .is_some_and(|hints| hints.read_only_hint.is_some() || hints.destructive_hint.is_some());
    if !said {
        let message = "it does not say whether it reads, adds or destroys";
        sink.find(Rule::AnnotationsMissing, "/annotations", message);
    }
}

/// Not every host asks before it calls a destructive tool, so the tool should.
pub(super) fn destruction_is_asked_for(tool: &Tool, sink: &mut Sink<'_>) {
    let hints = tool.annotations.as_ref();
    let destroys = hints.is_some_and(|hints| hints.destructive_hint == Some(true));
    if destroys && tool.asks == Some(false) {
        let message = "it destroys, and has no way to ask the user first";
        sink.find(Rule::DestructiveUnasked, "", message);
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::tests::of_rule;
    use crate::{Ctx, Server, Tool, ToolBuilder, ToolResult};

    fn of(rule: &str, tool: Tool) -> usize {
        of_rule(Server::new("s", "1").tool(tool), rule).len()
    }

    fn wipe() -> ToolBuilder {
        Tool::new("wipe").describe("Wipe the disk.")
    }

    // P23
    #[test]
    fn a_tool_says_what_it_does() {
        let of = |tool: ToolBuilder| of("annotations-missing", tool.handler(async || "done"));
        assert_eq!(of(wipe()), 1);
        assert_eq!(of(wipe().open_world(false)), 1);
        assert_eq!(of(wipe().read_only()), 0);
        assert_eq!(of(wipe().additive()), 0);
        assert_eq!(of(wipe().destructive()), 0);
    }

    #[test]
    fn a_destructive_tool_can_ask() {
        let of = |tool| of("destructive-unasked", tool);
        let wipe = || wipe().destructive();
        assert_eq!(of(wipe().handler(async || "gone")), 1);
        assert_eq!(
            of(wipe().requires_elicitation().handler(async || "gone")),
            0
        );
        let asking = wipe().handler(async |ctx: Ctx| {
            ctx.confirm("Wipe?").await;
            "gone"
        });
        assert_eq!(of(asking), 0);
        // It has the whole call, and may ask.
        assert_eq!(
            of(wipe().call(|_| Box::pin(async { Ok(ToolResult::text("gone")) }))),
            0
        );
        assert_eq!(
            of(wipe()
                .asks(true)
                .call(|_| Box::pin(async { Ok(ToolResult::text("gone")) }))),
            0
        );
        assert_eq!(
            of(wipe()
                .asks(false)
                .call(|_| Box::pin(async { Ok(ToolResult::text("gone")) }))),
            1
        );
    }
}
