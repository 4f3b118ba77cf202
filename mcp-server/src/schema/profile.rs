//! How much of JSON Schema is published.

/// How the schemas of Rust types are published.
///
/// Set per server ([`ServerBuilder::schema_profile`](crate::ServerBuilder::schema_profile)) and
/// per tool ([`ToolBuilder::schema_profile`](crate::ToolBuilder::schema_profile)). Schemas written
/// by hand ([`Tool::raw`](crate::Tool::raw)) are published as they are, whatever the profile.
///
/// # Examples
///
/// ```
/// use mcp_server::{SchemaProfile, Server, Tool};
///
/// let find = Tool::new("find")
///     .describe("Find rows.")
///     .arg::<Option<u8>>("limit", |limit| limit.describe("How many."))
///     .handler(async |limit: Option<u8>| format!("{limit:?}"));
/// Server::new("rows", "1")
///     .schema_profile(SchemaProfile::Full) // `"type": ["integer", "null"]`
///     .tool(find)
///     .build()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum SchemaProfile {
    /// What every known host and model API takes: references written out, no `null` on input, no
    /// unions where one object will do, few formats, constraints in words as well.
    #[default]
    Portable,
    /// The same, with types that contain themselves written out this many times, for hosts that
    /// lose references: Continue, Copilot CLI, Gemini's older API. Further down any value of the
    /// right kind passes the schema, and serde decides. A type that contains itself twice doubles
    /// with each level. Outputs are cut at the first level in the portable profile already.
    Unrolled(u8),
    /// What schemars writes, with the object at the root that the protocol requires of inputs
    /// (specification, "Tools: Tool"). For clients that are known to take all of JSON Schema
    /// 2020-12. Calls are checked against it like against any other, formats included. An enum
    /// as the whole of the arguments is one object here as well.
    Full,
}

impl SchemaProfile {
    /// Whether schemas are what every host takes.
    pub(crate) fn is_portable(self) -> bool {
        match self {
            Self::Portable | Self::Unrolled(_) => true,
            Self::Full => false,
        }
    }

    /// How often a type that contains itself is written out; `None`: once, and referred to.
    pub(super) fn levels(self) -> Option<u8> {
        match self {
            Self::Unrolled(levels) => Some(levels),
            Self::Portable | Self::Full => None,
        }
    }
}
