//! Tools that a model cannot tell apart.

use std::collections::BTreeSet;

use crate::lint::finding::{Finding, Subject};
use crate::lint::hosts::Part;
use crate::lint::offer::Offer;
use crate::lint::rule::Rule;
use crate::lint::sink::Sink;

/// Words in both, of all words, from which on two descriptions say the same.
const SAME: f64 = 0.85;

pub(super) fn descriptions_differ(offer: &Offer, findings: &mut Vec<Finding>) {
    let described: Vec<(&str, BTreeSet<String>)> = offer
        .tools
        .iter()
        .filter_map(|tool| Some((&*tool.name, words(tool.description.as_deref()?))))
        .filter(|(_, words)| !words.is_empty())
        .collect();
    for (at, (name, words)) in described.iter().enumerate() {
        let earlier = described[..at].iter();
        let twin = earlier
            .max_by(|(_, one), (_, other)| overlap(one, words).total_cmp(&overlap(other, words)));
        let Some((twin, _)) = twin.filter(|(_, twin)| overlap(twin, words) >= SAME) else {
            continue;
        };
        let message = format!("its description says almost what that of `{twin}` says");
        let subject = Subject::Tool((*name).to_owned());
        let mut sink = Sink::new(subject, Part::Tool, findings);
        sink.find(Rule::DescriptionSimilar, "/description", message);
    }
}

fn words(text: &str) -> BTreeSet<String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// Words in both, of those in either.
fn overlap(one: &BTreeSet<String>, other: &BTreeSet<String>) -> f64 {
    let (less, more) = (one.len().min(other.len()), one.len().max(other.len()));
    // No overlap can make up for a difference in length.
    if (less as f64) < SAME * more as f64 {
        return 0.0;
    }
    let both = one.intersection(other).count();
    both as f64 / (one.len() + other.len() - both) as f64
}

#[cfg(test)]
mod tests {
    use crate::lint::tests::of_rule;
    use crate::{Server, Tool};

    fn of(first: &'static str, second: &'static str) -> usize {
        let tool = |name, text| Tool::new(name).describe(text).handler(async || "x");
        let server = Server::new("s", "1")
            .tool(tool("one", first))
            .tool(tool("two", second));
        of_rule(server, "description-similar").len()
    }

    #[test]
    fn descriptions_tell_tools_apart() {
        assert_eq!(of("Look up an order.", "Look up an order!"), 1);
        assert_eq!(of("Look up an order.", "Look up a customer."), 0);
        assert_eq!(
            of(
                "Search all the orders of the shop by customer, city, date and status.",
                "Search all orders of the shop by customer, city, date, and by status.",
            ),
            1
        );
    }
}
