//! The table itself.
//!
//! Tool names, list pages, and what takes a whole list down: seen on the wire, or read in the
//! source, with Claude Code 2.1.332, Codex CLI 0.171.0, Gemini CLI 0.61.0, opencode 1.18.33,
//! GitHub Copilot CLI 1.0.102, Cline CLI 3.0.65, Continue CLI 1.5.47, VS Code 1.117, Zed, Goose.
//! Cursor, Windsurf and Claude Desktop: from documentation and reports. The APIs: from their
//! documentation and SDKs; where a keyword is only said to be unsupported it costs meaning, since
//! hosts take it out before they send it.
//!
//! Deliberately absent: OpenAI's strict mode wants every property in `required` and objects
//! closed. Whoever turns it on rewrites every schema, and no schema can please both.

use super::naming::{Overflow, keeping};
use super::{Harm, Host, Limits, Naming};
use crate::lint::rule::Rule;

/// Every host and API of which something is known.
pub static HOSTS: &[Host] = &[
    Host {
        naming: Naming {
            joined: |server, tool| keeping(&format!("mcp__{server}__{tool}"), "_-", '_'),
            most: Some((128, Overflow::Dropped)),
            clash: Some(Harm::Tool),
        },
        input: &[
            (Rule::RootObject, Harm::List),
            (Rule::RootComposition, Harm::Meaning),
            (Rule::IntegerBounds, Harm::Meaning),
            (Rule::IdAsInteger, Harm::Meaning),
        ],
        // Ajv, since 2026-07-28: what it cannot compile makes calls fail.
        output: &[
            (Rule::Recursion, Harm::Tool),
            (Rule::ReferenceOutside, Harm::Calls),
            (Rule::FormatUnknown, Harm::Calls),
            (Rule::Nullable, Harm::Calls),
            (Rule::EnumEmpty, Harm::Calls),
            (Rule::PatternSyntax, Harm::Calls),
            (Rule::Dialect, Harm::Calls),
            (Rule::IdAsInteger, Harm::Meaning),
        ],
        property: Some((
            |name| (1..=64).contains(&name.len()) && plain(name, "_.-"),
            Harm::Tool,
        )),
        description: Some(4096),
        instructions: Some(4096),
        ..host("Claude Code")
    },
    Host {
        // The same program, for a server that a plugin brings: here one of the server's name.
        naming: Naming {
            joined: |server, tool| {
                keeping(&format!("mcp__plugin_{server}_{server}__{tool}"), "_-", '_')
            },
            most: Some((128, Overflow::Dropped)),
            clash: None,
        },
        ..host("Claude Code (plugin)")
    },
    Host {
        naming: Naming {
            joined: |_, tool| tool.to_owned(),
            most: None,
            clash: None,
        },
        tool: &[
            (Rule::NamePortable, Harm::List),
            (Rule::ListPages, Harm::Tool),
        ],
        ..host("Claude Desktop")
    },
    Host {
        naming: Naming {
            joined: |server, tool| keeping(&format!("mcp__{server}__{tool}"), "_", '_'),
            most: Some((128, Overflow::Hashed)),
            clash: None,
        },
        tool: &[(Rule::AnnotationsMissing, Harm::Friction)],
        input: &[
            (Rule::BooleanSchema, Harm::Meaning),
            (Rule::TupleItems, Harm::Meaning),
            (Rule::ArrayItems, Harm::Meaning),
            (Rule::Conditional, Harm::Meaning),
            (Rule::ConstraintUnsaid, Harm::Meaning),
        ],
        ..host("Codex")
    },
    Host {
        naming: Naming {
            joined: |server, tool| keeping(&format!("mcp_{server}_{tool}"), "_-.:", '_'),
            most: Some((63, Overflow::Shortened)),
            clash: Some(Harm::Tool),
        },
        tool: &[(Rule::ListPages, Harm::Tool)],
        input: &[
            (Rule::RootObject, Harm::List),
            (Rule::BooleanSchema, Harm::List),
            (Rule::AnyValue, Harm::Meaning),
            (Rule::IntegerBounds, Harm::Meaning),
            (Rule::IdAsInteger, Harm::Meaning),
            // Ajv, before each call: it warns, and checks no more.
            (Rule::FormatUnknown, Harm::Friction),
            (Rule::PatternSyntax, Harm::Friction),
        ],
        output: &[
            (Rule::RootObject, Harm::List),
            (Rule::BooleanSchema, Harm::List),
            (Rule::IdAsInteger, Harm::Meaning),
        ],
        ..host("Gemini CLI")
    },
    Host {
        naming: Naming {
            joined: |server, tool| keeping(&format!("{server}_{tool}"), "_-", '_'),
            most: None,
            clash: Some(Harm::Tool),
        },
        tool: &[(Rule::DestructiveUnasked, Harm::Friction)],
        input: &[
            (Rule::RootObject, Harm::List),
            (Rule::BooleanSchema, Harm::List),
            (Rule::IntegerBounds, Harm::Meaning),
            (Rule::IdAsInteger, Harm::Meaning),
        ],
        output: &[
            (Rule::BooleanSchema, Harm::List),
            (Rule::Recursion, Harm::Tool),
            (Rule::IdAsInteger, Harm::Meaning),
        ],
        ..host("opencode")
    },
    Host {
        naming: Naming {
            joined: |server, tool| keeping(&format!("{server}-{tool}"), "_-", '-'),
            most: Some((64, Overflow::Cut)),
            clash: Some(Harm::Tool),
        },
        tool: &[(Rule::AnnotationsMissing, Harm::Friction)],
        input: &[
            (Rule::RootComposition, Harm::Meaning),
            (Rule::References, Harm::Meaning),
            (Rule::IntegerBounds, Harm::Meaning),
            (Rule::IdAsInteger, Harm::Meaning),
        ],
        output: &[(Rule::IdAsInteger, Harm::Meaning)],
        ..host("Copilot CLI")
    },
    Host {
        naming: Naming {
            joined: |server, tool| keeping(&format!("{server}__{tool}"), "_-", '_'),
            most: Some((64, Overflow::Hashed)),
            clash: None,
        },
        tool: &[
            (Rule::ListPages, Harm::Tool),
            (Rule::DestructiveUnasked, Harm::Friction),
        ],
        input: &[
            (Rule::IntegerBounds, Harm::Meaning),
            (Rule::IdAsInteger, Harm::Meaning),
        ],
        output: &[(Rule::IdAsInteger, Harm::Meaning)],
        ..host("Cline")
    },
    Host {
        // To the API as it is, whatever that makes of it.
        tool: &[
            (Rule::NamePortable, Harm::List),
            (Rule::NameStart, Harm::List),
            (Rule::ListPages, Harm::Tool),
            (Rule::DestructiveUnasked, Harm::Friction),
        ],
        input: &[
            (Rule::References, Harm::Meaning),
            (Rule::Recursion, Harm::Meaning),
            (Rule::IntegerBounds, Harm::Meaning),
            (Rule::IdAsInteger, Harm::Meaning),
        ],
        output: &[(Rule::IdAsInteger, Harm::Meaning)],
        ..host("Continue")
    },
    Host {
        naming: Naming {
            joined: |server, tool| {
                let prefix = keeping(&format!("mcp_{}", server.to_lowercase()), "_-", '_');
                let prefix: String = prefix.chars().take(18).collect();
                format!("{prefix}_{}", keeping(tool, "_-", '_'))
            },
            most: Some((64, Overflow::Cut)),
            clash: Some(Harm::Tool),
        },
        tool: &[
            (Rule::DescriptionMissing, Harm::Meaning),
            (Rule::AnnotationsMissing, Harm::Friction),
        ],
        // Checked against the metaschema of draft-07.
        input: &[
            (Rule::ArrayItems, Harm::Tool),
            (Rule::TupleItems, Harm::Tool),
            (Rule::EnumEmpty, Harm::Tool),
            (Rule::IntegerBounds, Harm::Meaning),
            (Rule::IdAsInteger, Harm::Meaning),
        ],
        description: Some(1024),
        ..host("VS Code")
    },
    Host {
        tool: &[
            (Rule::NamePortable, Harm::List),
            (Rule::NameStart, Harm::List),
            (Rule::ListPages, Harm::Tool),
            (Rule::DestructiveUnasked, Harm::Friction),
        ],
        ..host("Zed")
    },
    Host {
        naming: Naming {
            joined: |server, tool| format!("{server}__{tool}"),
            ..Naming::RAW
        },
        tool: &[(Rule::AnnotationsMissing, Harm::Friction)],
        ..host("Goose")
    },
    Host {
        naming: Naming {
            joined: |server, tool| format!("{server}_{tool}"),
            most: Some((60, Overflow::Dropped)),
            clash: None,
        },
        ..host("Cursor")
    },
    Host {
        tools: Some(100),
        ..host("Windsurf")
    },
    Host {
        tool: &[(Rule::AnnotationsMissing, Harm::Friction)],
        instructions: Some(512),
        ..host("ChatGPT")
    },
    Host {
        input: &[(Rule::ReferenceOutside, Harm::Meaning)],
        // Python's jsonschema and Ajv: a schema that does not compile is an error of the call.
        output: &[
            (Rule::ReferenceOutside, Harm::Calls),
            (Rule::FormatUnknown, Harm::Calls),
            (Rule::Nullable, Harm::Calls),
            (Rule::EnumEmpty, Harm::Calls),
            (Rule::PatternSyntax, Harm::Calls),
        ],
        ..host("SDK clients")
    },
    Host {
        input: &[
            (Rule::RootObject, Harm::List),
            (Rule::RootProperties, Harm::List),
            (Rule::ArrayItems, Harm::List),
            (Rule::ReferenceOutside, Harm::List),
        ],
        ..host("OpenAI API")
    },
    Host {
        // Never worse than `Meaning`: hosts leave strict mode for a tool that does not fit.
        input: &[
            (Rule::RootComposition, Harm::Meaning),
            (Rule::AllOf, Harm::Meaning),
            (Rule::OneOf, Harm::Meaning),
            (Rule::Conditional, Harm::Meaning),
            (Rule::AdditionalProperties, Harm::Meaning),
            (Rule::TupleItems, Harm::Meaning),
            (Rule::PatternLookaround, Harm::Meaning),
            (Rule::EnumEmpty, Harm::Meaning),
        ],
        formats: Some(&[
            "date-time",
            "time",
            "date",
            "duration",
            "email",
            "hostname",
            "ipv4",
            "ipv6",
            "uuid",
        ]),
        limits: Some(Limits {
            depth: 10,
            properties: 5_000,
            enum_values: 1_000,
            characters: 120_000,
        }),
        ..host("OpenAI API (strict)")
    },
    Host {
        input: &[
            (Rule::RootObject, Harm::List),
            (Rule::RootComposition, Harm::List),
            (Rule::ReferenceOutside, Harm::List),
            (Rule::Dialect, Harm::List),
            // JSON Schema 2020-12 to the letter: a list of `items` is not part of it.
            (Rule::EnumEmpty, Harm::Meaning),
        ],
        property: Some((
            |name| (1..=64).contains(&name.len()) && plain(name, "_.-"),
            Harm::List,
        )),
        ..host("Anthropic API")
    },
    Host {
        input: &[
            (Rule::Recursion, Harm::Meaning),
            (Rule::OneOf, Harm::Meaning),
            (Rule::Conditional, Harm::Meaning),
            (Rule::AdditionalProperties, Harm::Meaning),
            (Rule::PatternLookaround, Harm::Meaning),
        ],
        formats: Some(&[
            "date-time",
            "time",
            "date",
            "duration",
            "email",
            "hostname",
            "uri",
            "ipv4",
            "ipv6",
            "uuid",
        ]),
        ..host("Anthropic API (strict)")
    },
    Host {
        // `parameters`, which is of OpenAPI 3.0; `parametersJsonSchema` takes more.
        input: &[
            (Rule::References, Harm::Meaning),
            (Rule::Recursion, Harm::Meaning),
            (Rule::ReferenceOutside, Harm::List),
            (Rule::BooleanSchema, Harm::List),
            (Rule::TypeList, Harm::Meaning),
            (Rule::OneOf, Harm::Meaning),
            (Rule::AllOf, Harm::Meaning),
            (Rule::Conditional, Harm::Meaning),
            (Rule::AdditionalProperties, Harm::Meaning),
            (Rule::Const, Harm::Meaning),
            (Rule::EnumType, Harm::Meaning),
            (Rule::EnumEmpty, Harm::List),
            (Rule::ArrayItems, Harm::List),
            (Rule::TupleItems, Harm::Meaning),
            (Rule::RequiredUndefined, Harm::List),
            (Rule::FormatUnknown, Harm::List),
            (Rule::Dialect, Harm::Meaning),
        ],
        formats: Some(&["date-time"]),
        property: Some((
            |name| {
                (1..=64).contains(&name.len())
                    && plain(name, "_")
                    && !name.starts_with(|c: char| c.is_ascii_digit())
            },
            Harm::Meaning,
        )),
        ..host("Gemini API")
    },
];

/// One of which nothing is known yet.
const fn host(name: &'static str) -> Host {
    Host {
        name,
        naming: Naming::RAW,
        tool: &[],
        input: &[],
        output: &[],
        formats: None,
        property: None,
        description: None,
        instructions: None,
        tools: None,
        limits: None,
    }
}

/// Whether a name consists of ASCII letters, digits and `others` only.
fn plain(name: &str, others: &str) -> bool {
    name.chars()
        .all(|c| c.is_ascii_alphanumeric() || others.contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_has_one_name_and_one_word_on_each_rule() {
        for (at, host) in HOSTS.iter().enumerate() {
            assert!(HOSTS[..at].iter().all(|known| known.name != host.name));
            for harms in [host.tool, host.input, host.output] {
                for (at, (rule, _)) in harms.iter().enumerate() {
                    let twice = harms[..at].iter().any(|(known, _)| known == rule);
                    assert!(!twice, "{}: {rule}", host.name);
                }
            }
        }
    }

    #[test]
    fn strict_modes_never_take_a_tool_away() {
        let strict = HOSTS.iter().filter(|host| host.name.ends_with("(strict)"));
        for host in strict {
            let worst = host.input.iter().map(|(_, harm)| *harm).max();
            assert!(worst <= Some(Harm::Meaning), "{}", host.name);
        }
    }
}
