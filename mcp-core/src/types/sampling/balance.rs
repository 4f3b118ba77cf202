//! What a conversation with tools must look like before a model can go on with it.

use super::{CreateMessageRequest, SamplingContent, SamplingMessage, ToolResultContent};
use crate::types::Role;

impl CreateMessageRequest {
    /// What is wrong with the conversation, one sentence for each fault; empty when nothing is.
    ///
    /// A message of the user that has results of tools has nothing else, and each use of a tool is
    /// answered by its result in the very next message. Spec: [message content
    /// constraints](https://modelcontextprotocol.io/specification/2026-07-28/client/sampling#message-content-constraints).
    #[must_use]
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let mut open: Vec<&str> = Vec::new();
        for (index, message) in self.messages.iter().enumerate() {
            let place = index + 1;
            let results: Vec<_> = results(message).collect();
            let mixed = message.role == Role::User && results.len() < message.content.len();
            if mixed && !results.is_empty() {
                faults.push(format!("Message {place} has more than results of tools."));
            }
            for result in results {
                match open.iter().position(|id| *id == result.tool_use_id) {
                    Some(found) if message.role == Role::User => drop(open.remove(found)),
                    _ => faults.push(format!(
                        "Message {place} has a result for `{}`, which no tool was used for just before.",
                        result.tool_use_id
                    )),
                }
            }
            unanswered(&mut open, &mut faults);
            if message.role == Role::Assistant {
                open.extend(uses(message));
            }
        }
        unanswered(&mut open, &mut faults);
        faults
    }

    /// Whether tools were used in the conversation so far.
    pub(super) fn tells_of_tools(&self) -> bool {
        let mut blocks = self.messages.iter().flat_map(|message| &message.content);
        blocks.any(|block| {
            matches!(
                block,
                SamplingContent::ToolUse(_) | SamplingContent::ToolResult(_)
            )
        })
    }
}

fn unanswered(open: &mut Vec<&str>, faults: &mut Vec<String>) {
    let words = |id| format!("The use `{id}` of a tool has no result in the next message.");
    faults.extend(open.drain(..).map(words));
}

fn results(message: &SamplingMessage) -> impl Iterator<Item = &ToolResultContent> {
    message.content.iter().filter_map(|block| match block {
        SamplingContent::ToolResult(result) => Some(result),
        _ => None,
    })
}

fn uses(message: &SamplingMessage) -> impl Iterator<Item = &str> {
    message.content.iter().filter_map(|block| match block {
        SamplingContent::ToolUse(used) => Some(used.id.as_str()),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{ContentBlock, JsonObject, ToolUseContent};

    fn ask(ids: &[&str]) -> SamplingMessage {
        let block =
            |id: &&str| SamplingContent::ToolUse(ToolUseContent::new(*id, "t", JsonObject::new()));
        SamplingMessage::new(Role::Assistant, ids.iter().map(block).collect::<Vec<_>>())
    }

    fn answer(ids: &[&str]) -> SamplingMessage {
        let block = |id: &&str| {
            SamplingContent::ToolResult(ToolResultContent::new(*id, [ContentBlock::text("5")]))
        };
        SamplingMessage::new(Role::User, ids.iter().map(block).collect::<Vec<_>>())
    }

    fn check(messages: impl Into<Vec<SamplingMessage>>, faults: &[&str]) {
        assert_eq!(CreateMessageRequest::new(messages, 9).faults(), faults);
    }

    // S-SAMP-05
    #[test]
    fn results_of_tools_stand_alone() {
        let mut mixed = answer(&["1"]);
        mixed.content.push(SamplingContent::text("and?"));
        check(
            [ask(&["1"]), mixed],
            &["Message 2 has more than results of tools."],
        );
    }

    // S-SAMP-06
    #[test]
    fn each_use_is_answered_by_the_next_message() {
        let hi = || SamplingMessage::user("hi");
        check([hi(), SamplingMessage::assistant("ho")], &[]);
        check([hi(), ask(&["1"]), answer(&["1"]), hi()], &[]);
        check([ask(&["1", "2"]), answer(&["2", "1"])], &[]);
        let no_result = "The use `2` of a tool has no result in the next message.";
        check(
            [ask(&["1", "2"]), answer(&["1"]), answer(&["2"])],
            &[
                no_result,
                "Message 3 has a result for `2`, which no tool was used for just before.",
            ],
        );
        check([ask(&["2"]), hi()], &[no_result]);
        check([hi(), ask(&["2"])], &[no_result]);
        let mut spoken = answer(&["1"]);
        spoken.role = Role::Assistant;
        check(
            [ask(&["1"]), spoken],
            &[
                "Message 2 has a result for `1`, which no tool was used for just before.",
                "The use `1` of a tool has no result in the next message.",
            ],
        );
    }
}
