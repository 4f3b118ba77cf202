//! The names of the rules.

use std::fmt;

use serde::{Serialize, Serializer};

use super::finding::Severity;

macro_rules! rules {
    ($($(#[doc = $doc:literal])+ $name:ident, $id:literal, $own:expr, $remedy:literal;)*) => {
        /// A rule of [`lint`](crate::Server::lint). Its [id](Rule::id) is stable: it is what
        /// [`ServerBuilder::allow_lint`](crate::ServerBuilder::allow_lint) takes.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Rule {
            $(
                #[doc = concat!("`", $id, "`:")]
                $(#[doc = $doc])+
                #[doc = ""]
                #[doc = concat!("Remedy: ", $remedy, ".")]
                $name,
            )*
        }

        impl Rule {
            /// Every rule, in the order in which findings are made.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The name by which it is allowed, such as `name-portable`.
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self {
                    $(Self::$name => $id,)*
                }
            }

            /// What helps.
            #[must_use]
            pub const fn remedy(self) -> &'static str {
                match self {
                    $(Self::$name => $remedy,)*
                }
            }

            /// How bad it is where no host is known to break; `None`: then it is no finding.
            pub(super) const fn own(self) -> Option<Severity> {
                match self {
                    $(Self::$name => $own,)*
                }
            }
        }
    };
}

const NOTE: Option<Severity> = Some(Severity::Note);
const WARNING: Option<Severity> = Some(Severity::Warning);

rules! {
    /// A tool or prompt whose name is not `^[a-zA-Z0-9_-]{1,64}$`.
    NamePortable, "name-portable", WARNING, "name it with 1 to 64 of A-Z a-z 0-9 _ -";
    /// A tool whose name begins with neither a letter nor `_`.
    NameStart, "name-start", None, "begin it with a letter";
    /// A tool whose name is too long once a host has put the server's in front.
    NameLength, "name-length", WARNING, "give it a shorter name, 40 characters at most";
    /// Two tools that some host cannot tell apart after its own renaming.
    NameClash, "name-clash", WARNING, "rename one of them so that they differ in letters or digits";
    /// An argument whose name a model API does not take.
    PropertyName, "property-name", None, "name it as `^[A-Za-z_][A-Za-z0-9_]{0,63}$` has it";
    /// A tool, prompt or resource that says nothing of itself.
    DescriptionMissing, "description-missing", WARNING, "say in a sentence or two what it does and when to use it";
    /// An argument that says nothing of itself.
    ArgumentDescription, "argument-description", WARNING, "say what it is for, with an example of a value";
    /// A constraint that is said by a keyword alone, which hosts drop.
    ConstraintUnsaid, "constraint-unsaid", None, "say it in the description as well";
    /// A description that hosts cut off.
    DescriptionLength, "description-length", None, "keep what a model needs in the first 1,000 characters";
    /// Instructions that hosts cut off.
    InstructionsLength, "instructions-length", WARNING, "keep them under 2 KB, the key facts in the first 512 characters";
    /// Two tools whose descriptions say almost the same.
    DescriptionSimilar, "description-similar", WARNING, "say in each when to use it rather than the other, or make one tool of both";
    /// A tool without any hint of what it does to the world.
    AnnotationsMissing, "annotations-missing", WARNING, "say one of `read_only`, `additive` and `destructive`";
    /// A destructive tool that cannot ask the user.
    DestructiveUnasked, "destructive-unasked", WARNING, "add `confirm = \"…\"`, or take `Ctx` and ask with `ctx.confirm(…)`";
    /// A tool with more than 8 KiB in the list.
    ToolSize, "tool-size", WARNING, "shorten the texts, split the tool, or publish no output schema (`no_output_schema`)";
    /// A list of more than 100 KiB.
    ListSize, "list-size", WARNING, "offer fewer tools at a time, or leave output schemas out (`no_output_schema`)";
    /// More tools than a host takes.
    ToolCount, "tool-count", None, "offer fewer tools, or hide some with `visible_when`";
    /// A list that comes in pages, of which hosts read the first one only.
    ListPages, "list-pages", None, "leave `page_size` out, so that lists are whole";
    /// Arguments nested deeper than five levels.
    Depth, "depth", WARNING, "flatten the arguments, or refer to what is nested by an id";
    /// A schema that contains itself.
    Recursion, "recursion", None, "take a flat list with ids of parents, or nest as deep as needed and no deeper";
    /// More properties or enum values than a model API takes.
    SchemaLimits, "schema-limits", None, "take a string and check it in the handler, or split the tool";
    /// A root that is not an object.
    RootObject, "root-object", None, "put `\"type\": \"object\"` at the root, and the value in a property";
    /// An input schema without `properties`.
    RootProperties, "root-properties", None, "add `\"properties\": {}`";
    /// `oneOf`, `anyOf`, `allOf`, `not`, `if`, `enum` or `const` at the root.
    RootComposition, "root-composition", None, "merge the variants into one object, or put them below a property";
    /// `true` or `false` where a schema should be.
    BooleanSchema, "boolean-schema", None, "write `{}` with a description, or say the type";
    /// `$ref`, `$defs` and their like.
    References, "references", None, "write the definition where it is used";
    /// A reference that leads out of the schema, or nowhere.
    ReferenceOutside, "reference-outside", None, "write the definition where it is used";
    /// `prefixItems`, or a list of `items`.
    TupleItems, "tuple-items", None, "use one `items` with `minItems` and `maxItems`, or an object";
    /// An array that does not say what is in it.
    ArrayItems, "array-items", None, "add `items`";
    /// `type` with a list of types.
    TypeList, "type-list", None, "say one type, and leave the property out of `required`";
    /// `nullable`, which is OpenAPI and no JSON Schema.
    Nullable, "nullable", WARNING, "leave the property out of `required`";
    /// `oneOf` below the root.
    OneOf, "one-of", None, "use `anyOf`, or one `enum` of strings";
    /// `allOf` below the root.
    AllOf, "all-of", None, "merge the parts into one schema";
    /// `not`, `if`, `dependentRequired`, `patternProperties` and their like.
    Conditional, "conditional", None, "say the rule in the description, and check it in the handler";
    /// `additionalProperties` with a schema: a map.
    AdditionalProperties, "additional-properties", None, "take a list of objects with `key` and `value`";
    /// `const`.
    Const, "const", None, "use `enum` with one value";
    /// An `enum` of something else than strings.
    EnumType, "enum-type", None, "use strings, or bounds on the number";
    /// An `enum` with nothing in it, or with the empty string.
    EnumEmpty, "enum-empty", None, "list values that say something, and leave the property out of `required`";
    /// A `format` that JSON Schema does not know.
    FormatUnknown, "format-unknown", None, "say it in the description, numbers by `minimum` and `maximum`";
    /// A `format` that a model API does not take.
    FormatNarrow, "format-narrow", None, "say it in the description, with an example";
    /// A `pattern` with look-around or back-references, which engines of linear time do not have.
    PatternLookaround, "pattern-lookaround", None, "write it without look-around and back-references";
    /// A `pattern` that is none of JavaScript (ECMA-262 with the flag `u`).
    PatternSyntax, "pattern-syntax", None, "write it without inline flags, possessive quantifiers and escapes that only some engines know";
    /// A bound beyond 2^53, which JavaScript rounds.
    IntegerBounds, "integer-bounds", None, "use a smaller bound, or a string of digits";
    /// `required` names a property that is not there.
    RequiredUndefined, "required-undefined", None, "add it to `properties`, or take it out of `required`";
    /// `$schema` at the root.
    Dialect, "dialect", None, "leave `$schema` out: without it the dialect is 2020-12";
    /// A value that can be anything.
    AnyValue, "any-value", WARNING, "say its type; a model that does not know it sends text";
    /// An id that is a 64-bit integer.
    IdAsInteger, "id-as-integer", WARNING, "use a string of digits, or a type of 32 bits";
    /// A string of any length.
    StringUnbounded, "string-unbounded", NOTE, "bound it (`len = 1..=500`), or say its pattern or its values";
    /// An array of any length.
    ArrayUnbounded, "array-unbounded", NOTE, "bound it (`len = 1..=50`)";
    /// An output schema for what is only text.
    OutputOnText, "output-on-text", WARNING, "publish no output schema: the text says it all";
    /// Questions to the user, over HTTP, without a key that other processes know.
    StateKey, "state-key", NOTE, "set `MCP_STATE_KEY` or `state_key(…)` where more than one process answers";
}

impl Rule {
    /// The rule of this id.
    #[must_use]
    pub fn of(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|rule| rule.id() == id)
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_unique_and_found_again() {
        for &rule in Rule::ALL {
            assert_eq!(Rule::of(rule.id()), Some(rule));
        }
        assert_eq!(Rule::of("no-such-rule"), None);
    }
}
