//! From a URI back to the values that were put into a template.

use super::malformed::{Fault, Malformed};
use super::template::{Part, Template, Variable};
use super::units::{Unit, units};

impl Template {
    /// The decoded values of the variables if the URI belongs to this template.
    ///
    /// Takes time and memory in proportion to the length of the URI times that
    /// of the template, whatever a client sends.
    ///
    /// # Errors
    ///
    /// The URI is of this template, but a value has a broken escape, is not
    /// UTF-8, or is one that could lead a handler to another place: NUL, a
    /// `.` or `..` segment, or a slash at the beginning where the template
    /// already has one. A simple variable with an encoded slash or
    /// backslash is no match: such a value is for `{+x}`.
    pub(crate) fn matches(&self, uri: &str) -> Option<Result<Vec<(&str, String)>, Malformed>> {
        let mut rest = units(uri);
        let parts = match self.parts.split_first() {
            // Most templates fail here, before anything is allocated.
            Some((Part::Literal(literal), parts)) => {
                for expected in literal {
                    rest.next().filter(|unit| unit == expected)?;
                }
                parts
            }
            _ => &self.parts,
        };
        let rest: Vec<Unit> = rest.collect();
        let mut values = Vec::with_capacity(parts.len().div_ceil(2));
        let mut slashed = ends_with_slash(self.parts.first());
        for (part, units) in parts.iter().zip(split(parts, &rest)?) {
            if let Part::Variable(variable) = part {
                match value(variable, slashed, units)? {
                    Ok(text) => values.push((variable.name.as_str(), text)),
                    Err(fault) => return Some(Err(Malformed::new(&variable.name, fault))),
                }
            }
            slashed = ends_with_slash(Some(part));
        }
        Some(Ok(values))
    }
}

/// Cuts `units` into one piece for each part.
///
/// Which part can end where is found from the right to the left, so that no
/// choice made from the left to the right is ever taken back.
fn split<'a>(parts: &[Part], units: &'a [Unit]) -> Option<Vec<&'a [Unit]>> {
    // fits[part][at]: `units[at..]` can be cut into `parts[part..]`.
    let mut fits = vec![vec![false; units.len() + 1]; parts.len() + 1];
    fits[parts.len()][units.len()] = true;
    for (index, part) in parts.iter().enumerate().rev() {
        let (here, after) = fits.split_at_mut(index + 1);
        let (here, after) = (&mut here[index], &after[0]);
        for at in (0..units.len()).rev() {
            here[at] = match part {
                Part::Literal(literal) => {
                    units[at..].starts_with(literal) && after[at + literal.len()]
                }
                // Ends behind this unit, or goes on.
                Part::Variable(variable) => {
                    variable.admits(units[at]) && (after[at + 1] || here[at + 1])
                }
            };
        }
    }
    if !fits[0][0] {
        return None;
    }

    let mut pieces = Vec::with_capacity(parts.len());
    let mut at = 0;
    for (index, part) in parts.iter().enumerate() {
        let after = &fits[index + 1];
        let end = match part {
            Part::Literal(literal) => at + literal.len(),
            Part::Variable(variable) => {
                let reach = units[at..]
                    .iter()
                    .take_while(|unit| variable.admits(**unit));
                (at + 1..=at + reach.count()).rfind(|end| after[*end])?
            }
        };
        pieces.push(&units[at..end]);
        at = end;
    }
    Some(pieces)
}

impl Variable {
    fn admits(&self, unit: Unit) -> bool {
        self.reserved || !unit.is_border()
    }
}

/// Decodes a value and judges it; none if the template does not hold it.
fn value(variable: &Variable, slashed: bool, units: &[Unit]) -> Option<Result<String, Fault>> {
    let bytes: Option<Vec<u8>> = units.iter().map(|unit| unit.byte()).collect();
    let Some(bytes) = bytes else {
        return Some(Err(Fault::Escape));
    };
    let Ok(text) = String::from_utf8(bytes) else {
        return Some(Err(Fault::Utf8));
    };
    let slash = |c| matches!(c, '/' | '\\');
    let climbs = match variable.reserved {
        true => text.split(slash).any(|segment| segment == ".."),
        false => matches!(text.as_str(), "." | ".."),
    };
    Some(match () {
        () if text.contains('\0') => Err(Fault::Nul),
        () if climbs => Err(Fault::Climbs),
        () if variable.reserved && slashed && text.starts_with(slash) => Err(Fault::Absolute),
        () if !variable.reserved && text.contains(slash) => return None,
        () => Ok(text),
    })
}

/// Whether a value that begins with a slash would make it two, which joins as
/// an absolute path.
fn ends_with_slash(part: Option<&Part>) -> bool {
    matches!(part, Some(Part::Literal(units)) if units.last() == Some(&Unit::Plain(b'/')))
}
