//! One of several values.

use std::fmt;
use std::marker::PhantomData;

use mcp_core::types::{Choices, EnumOption};
use schemars::{Schema, json_schema};
use serde::de::{Deserializer, Error, Visitor};

use super::InvalidValue;
use crate::input::FormChoice;

/// One of a fixed set of values, such as a tone of voice. Written by
/// `#[derive(Choice)]` for an enum without fields.
///
/// The derive writes `Deserialize`, `Serialize`, `FromStr`, `Display` and
/// `JsonSchema` as well; none of their crates has to be a dependency of
/// yours. Values are called by their variant in snake case. The docs of the
/// variants become part of the description.
///
/// Keys of `#[choice]` on the enum: `rename_all` (`"kebab-case"`,
/// `"camelCase"`, …), `crate` where this crate has another path; on a variant:
/// `rename` (what programs read), `title` (what people read in forms).
///
/// # Examples
///
/// ```
/// use mcp_server::Choice;
///
/// /// Tone of voice.
/// #[derive(Debug, PartialEq, Choice)]
/// enum Tone {
///     /// For complaints.
///     Formal,
///     VeryBrief,
/// }
///
/// assert_eq!("very_brief".parse::<Tone>(), Ok(Tone::VeryBrief));
/// assert_eq!(Tone::Formal.to_string(), "formal");
/// assert_eq!(Tone::VARIANTS.len(), 2);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a choice of fixed values",
    note = "derive it: `#[derive(mcp_server::Choice)] enum {Self} {{ … }}`"
)]
pub trait Choice: Sized + 'static {
    /// Every value, in the order of declaration.
    const VARIANTS: &'static [Self];

    /// What programs read.
    fn as_str(&self) -> &'static str;

    /// What people read in forms.
    fn title(&self) -> &'static str;

    /// What the value is for; empty if its author says nothing.
    fn description(&self) -> &'static str;

    /// The value that programs read as `name`.
    #[doc(hidden)]
    fn find(name: &str) -> Option<Self>;
}

#[diagnostic::do_not_recommend]
impl<C: Choice> FormChoice for C {
    fn choices() -> Choices {
        let spelt = |choice: &C| choice.title() == choice.as_str();
        if C::VARIANTS.iter().all(spelt) {
            return Choices::Untitled(names::<C>().map(str::to_owned).collect());
        }
        let option = |choice: &C| EnumOption::new(choice.as_str(), choice.title());
        Choices::Titled(C::VARIANTS.iter().map(option).collect())
    }

    fn choose(value: &str) -> Option<Self> {
        C::find(value)
    }
}

/// Finds a value by what programs read.
pub fn parse<C: Choice>(name: &str) -> Result<C, InvalidValue> {
    C::find(name).ok_or_else(|| {
        let names: Vec<String> = names::<C>().map(|name| format!("\"{name}\"")).collect();
        InvalidValue::new(format!("must be one of {}", names.join(", ")))
    })
}

/// Reads a value from the text that programs read.
pub fn deserialize<'de, C: Choice, D: Deserializer<'de>>(deserializer: D) -> Result<C, D::Error> {
    deserializer.deserialize_str(Reader(PhantomData))
}

struct Reader<C>(PhantomData<C>);

impl<C: Choice> Visitor<'_> for Reader<C> {
    type Value = C;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<C, E> {
        parse(text).map_err(E::custom)
    }
}

/// The names as an `enum`, and what they are for in the description.
#[must_use]
pub fn json_schema<C: Choice>(description: &str) -> Schema {
    let names: Vec<&str> = names::<C>().collect();
    let documented = C::VARIANTS
        .iter()
        .filter(|choice| !choice.description().is_empty());
    let lines = documented.map(|choice| {
        let words: Vec<&str> = choice.description().split_whitespace().collect();
        format!("- {}: {}", choice.as_str(), words.join(" "))
    });
    let whole: Vec<String> = std::iter::once(description.to_owned())
        .filter(|text| !text.is_empty())
        .chain(lines)
        .collect();
    let mut schema = json_schema!({ "type": "string", "enum": names });
    if !whole.is_empty() {
        schema.insert("description".to_owned(), whole.join("\n").into());
    }
    schema
}

fn names<C: Choice>() -> impl Iterator<Item = &'static str> {
    C::VARIANTS.iter().map(C::as_str)
}
