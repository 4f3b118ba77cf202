//! Tools, their results and their progress by revision.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::output_schema::with_object_root;
use super::{Shaped, shaped_list};
use crate::types::wire::put;
use crate::types::{Progress, ProgressToken, Tool, ToolAnnotations};
use crate::version::ProtocolVersion;

impl Serialize for Shaped<'_, Tool> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.version >= ProtocolVersion::V2026_07_28 {
            return self.value.serialize(serializer);
        }
        older_tool(self.value, self.version).serialize(serializer)
    }
}

impl Serialize for Shaped<'_, [Tool]> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        shaped_list(self, serializer)
    }
}

/// A tool for a revision before 2026-07-28.
fn older_tool(tool: &Tool, version: ProtocolVersion) -> Tool {
    let mut tool = tool.clone();
    tool.output_schema = tool
        .output_schema
        .as_deref()
        .and_then(with_object_root)
        .map(std::borrow::Cow::into_owned);
    if version < ProtocolVersion::V2025_11_25 {
        tool.icons.clear();
    }
    if version < ProtocolVersion::V2025_06_18 {
        tool.output_schema = None;
        tool.meta = None;
        // The only place for a title in these revisions.
        if let Some(title) = tool.title.take() {
            tool.annotations
                .get_or_insert_default()
                .title
                .get_or_insert(title);
        }
    }
    if version < ProtocolVersion::V2025_03_26 {
        tool.annotations = None;
    }
    tool
}

impl Serialize for Shaped<'_, ToolAnnotations> {
    /// Nothing of a tool's annotations has changed since they came with 2025-03-26; before that
    /// they are left out whole.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value.serialize(serializer)
    }
}

/// The parameters of `notifications/progress`.
pub(crate) struct ProgressOf<'a> {
    /// The name under which the client hears about the call.
    pub(crate) token: &'a ProgressToken,
    /// How far it has come.
    pub(crate) progress: &'a Progress,
    /// The revision the peer speaks.
    pub(crate) version: ProtocolVersion,
}

impl Serialize for ProgressOf<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("progressToken", self.token)?;
        self.progress.write_common(&mut map)?;
        let message = self.progress.message.as_ref();
        put(
            &mut map,
            "message",
            message.filter(|_| self.version >= ProtocolVersion::V2025_03_26),
        )?;
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use super::*;

    const TOOL: &str = r#"{"name":"refund","title":"Refund","description":"Pays back.","inputSchema":{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object"},"outputSchema":{"type":"object"},"annotations":{"destructiveHint":true},"icons":[{"src":"data:,"}],"_meta":{"a":1}}"#;

    // S-TOOL-05
    #[test]
    fn a_tool_loses_what_the_peer_does_not_know() {
        let tool: Tool = read(TOOL);
        assert_eq!(
            shaped(&tool, V24),
            r#"{"name":"refund","description":"Pays back.","inputSchema":{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object"}}"#
        );
        assert_eq!(
            shaped(&tool, V0326),
            r#"{"name":"refund","description":"Pays back.","inputSchema":{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object"},"annotations":{"title":"Refund","destructiveHint":true}}"#
        );
        assert_eq!(
            shaped(&tool, V0618),
            TOOL.replace(r#""icons":[{"src":"data:,"}],"#, "")
        );
        assert_eq!(shaped(&tool, V1125), TOOL);
        assert_eq!(shaped(&tool, MODERN), TOOL);
    }

    #[test]
    fn a_title_moves_to_the_annotations_where_there_is_no_other_place() {
        let tool: Tool = read(r#"{"name":"t","title":"T","inputSchema":{"type":"object"}}"#);
        assert_eq!(
            shaped(&tool, V0326),
            r#"{"name":"t","inputSchema":{"type":"object"},"annotations":{"title":"T"}}"#
        );
        let tool: Tool = read(
            r#"{"name":"t","title":"T","inputSchema":{"type":"object"},"annotations":{"title":"Own"}}"#,
        );
        assert!(shaped(&tool, V0326).contains(r#""annotations":{"title":"Own"}"#));
    }

    // S-TOOL-07
    #[test]
    fn an_output_schema_has_an_object_at_its_root_until_modern() {
        let tool: Tool = read(
            r#"{"name":"t","inputSchema":{"type":"object"},"outputSchema":{"type":"string"}}"#,
        );
        for version in [V0618, V1125] {
            assert!(shaped(&tool, version).contains(
                r#""outputSchema":{"type":"object","properties":{"result":{"type":"string"}},"required":["result"]}"#
            ));
        }
        assert!(shaped(&tool, MODERN).contains(r#""outputSchema":{"type":"string"}"#));
    }

    // S-PROG-04
    #[test]
    fn progress_has_its_message_from_0326_on() {
        let token = ProgressToken::from("t");
        let progress = Progress::new(1.0).with_total(2.0).with_message("half");
        let params = |version| {
            serde_json::to_string(&ProgressOf {
                token: &token,
                progress: &progress,
                version,
            })
            .unwrap()
        };
        assert_eq!(
            params(V24),
            r#"{"progressToken":"t","progress":1,"total":2}"#
        );
        assert_eq!(
            params(V0326),
            r#"{"progressToken":"t","progress":1,"total":2,"message":"half"}"#
        );
        assert_eq!(params(MODERN), params(V0326));
    }
}
