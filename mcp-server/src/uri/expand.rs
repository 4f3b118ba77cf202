//! From values to a URI, as a client does it (RFC 6570, section 3.2).

use super::template::{Part, Template};
use super::units::{Unit, is_reserved, is_unreserved, units};

impl Template {
    /// Expands the template. Variables without a value are empty.
    pub(crate) fn expand(&self, values: &[(&str, &str)]) -> String {
        let mut uri = String::new();
        for part in &self.parts {
            match part {
                Part::Literal(units) => units.iter().for_each(|unit| push(&mut uri, *unit)),
                Part::Variable(variable) => {
                    let value = values.iter().find(|(name, _)| *name == variable.name);
                    let value = value.map_or("", |(_, value)| value);
                    match variable.reserved {
                        // Escapes pass through reserved expansion (section 3.2.3).
                        true => units(value).for_each(|unit| push(&mut uri, unit)),
                        false => value.bytes().for_each(|byte| match is_unreserved(byte) {
                            true => push(&mut uri, Unit::Plain(byte)),
                            false => push(&mut uri, Unit::Escaped(byte)),
                        }),
                    }
                }
            }
        }
        uri
    }
}

fn push(uri: &mut String, unit: Unit) {
    match unit {
        Unit::Plain(byte) => {
            assert!(is_unreserved(byte) || is_reserved(byte));
            uri.push(char::from(byte));
        }
        Unit::Escaped(byte) => uri.push_str(&format!("%{byte:02X}")),
        Unit::Broken => uri.push_str("%25"),
    }
}
