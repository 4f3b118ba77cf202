//! Resolves references, because several hosts copy `properties` and leave `$defs` behind.
//!
//! A reference is replaced by what it points to. Only a type that contains itself cannot be
//! written that way: an input keeps one definition of it at `#/$defs/Name`; an output is cut at
//! the point where it begins again, by promising less (`{"type":"object"}`), which stays true of
//! the data. Who asks for it has inputs cut as well, some levels down.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{Direction, derive::Derived, keywords};

/// Inlining repeats a definition at each use; beyond this many schemas the result would be a
/// burden on every conversation, and on purpose or not it could grow without end.
const MAX_SUBSCHEMAS: usize = 10_000;

const PREFIX: &str = "#/$defs/";

/// The root with its references resolved, `$defs` left only for recursive inputs; with `levels`
/// not even there: they are written out so often, and then cut.
pub(super) fn inline(
    derived: Derived,
    direction: Direction,
    levels: Option<u8>,
) -> Result<Map<String, Value>, String> {
    let recursive = recursive_names(&derived.definitions);
    let mut inliner = Inliner {
        definitions: &derived.definitions,
        recursive: &recursive,
        keeping: direction == Direction::Input && levels.is_none(),
        levels: match direction {
            Direction::Input => usize::from(levels.unwrap_or(1).max(1)),
            Direction::Output => 1,
        },
        open: Vec::new(),
        kept: BTreeSet::new(),
        subschemas: 0,
    };
    // The root itself is always written out, whatever it contains.
    let mut root = inliner.resolve_root(derived.root)?;
    let mut definitions = Map::new();
    while let Some(name) = inliner
        .kept
        .iter()
        .find(|name| !definitions.contains_key(*name))
    {
        let name = name.clone();
        let body = derived.definitions.get(&name).cloned().unwrap_or_default();
        definitions.insert(name, inliner.resolve(body)?);
    }
    if !definitions.is_empty() {
        root.insert("$defs".into(), Value::Object(definitions));
    }
    Ok(root)
}

struct Inliner<'a> {
    definitions: &'a Map<String, Value>,
    recursive: &'a BTreeSet<String>,
    /// Whether a type that contains itself stays a definition.
    keeping: bool,
    /// How often such a type is written out inside itself, where it does not.
    levels: usize,
    /// Definitions being written out at this point, outermost first.
    open: Vec<String>,
    /// Recursive definitions that a kept reference points to.
    kept: BTreeSet<String>,
    subschemas: usize,
}

impl Inliner<'_> {
    fn resolve_root(&mut self, root: Value) -> Result<Map<String, Value>, String> {
        let schema = object(root)?;
        match target(&schema) {
            Some(name) => self.expand(schema, &name),
            None => object(self.resolve(Value::Object(schema))?),
        }
    }

    fn resolve(&mut self, schema: Value) -> Result<Value, String> {
        let Value::Object(mut schema) = schema else {
            return Ok(schema);
        };
        self.subschemas += 1;
        if self.subschemas > MAX_SUBSCHEMAS {
            return Err(format!(
                "its schema has more than {MAX_SUBSCHEMAS} parts once references are written out"
            ));
        }
        let Some(name) = target(&schema) else {
            for (_, _, child) in keywords::children_mut(&mut schema) {
                *child = self.resolve(child.take())?;
            }
            return Ok(Value::Object(schema));
        };
        let resolved = if !self.recursive.contains(&name) {
            self.expand(schema, &name)?
        } else if self.keeps(&schema) || self.is_deep(&name) {
            self.cut(schema, name)
        } else {
            self.expand(schema, &name)?
        };
        Ok(Value::Object(resolved))
    }

    /// A recursive input stays a reference, unless keywords beside it must be merged with it.
    fn keeps(&self, schema: &Map<String, Value>) -> bool {
        self.keeping && only_annotated(schema)
    }

    fn is_deep(&self, name: &str) -> bool {
        let times = self.open.iter().filter(|open| *open == name).count();
        times >= self.levels
    }

    /// Replaces a reference by the definition, what stands beside it taking precedence.
    fn expand(
        &mut self,
        mut schema: Map<String, Value>,
        name: &str,
    ) -> Result<Map<String, Value>, String> {
        schema.remove("$ref");
        let Some(definition) = self.definitions.get(name) else {
            return Err(format!(
                "its schema refers to `{name}`, which is not defined"
            ));
        };
        self.open.push(name.to_owned());
        let definition = self.resolve(definition.clone());
        let beside = self.resolve(Value::Object(schema));
        self.open.pop();
        merge(object(definition?)?, object(beside?)?)
    }

    /// Ends a recursion: by a kept reference, or by the bare type.
    fn cut(&mut self, mut schema: Map<String, Value>, name: String) -> Map<String, Value> {
        if self.keeps(&schema) {
            self.kept.insert(name);
            return schema;
        }
        schema.remove("$ref");
        if let Some(kind) = self.bare_type(&name, 0) {
            schema.entry("type").or_insert_with(|| kind.into());
        }
        schema
    }

    /// The one type all values of a definition have, if there is one.
    fn bare_type(&self, name: &str, depth: usize) -> Option<String> {
        let definition = self.definitions.get(name)?.as_object()?;
        if let Some(kind) = keywords::type_of(definition) {
            return Some(kind.to_owned());
        }
        // A chain of references this long is a loop.
        if depth > 8 {
            return None;
        }
        let branches = definition
            .get("oneOf")
            .or_else(|| definition.get("anyOf"))?;
        let mut kinds = branches.as_array()?.iter().map(|branch| {
            let branch = branch.as_object()?;
            match target(branch) {
                Some(name) => self.bare_type(&name, depth + 1),
                None => keywords::type_of(branch).map(str::to_owned),
            }
        });
        let first = kinds.next()??;
        kinds
            .all(|kind| kind.as_deref() == Some(first.as_str()))
            .then_some(first)
    }
}

/// Joins two descriptions of one value: properties and requirements add up, any other keyword of
/// `over` wins.
pub(super) fn merge(
    mut base: Map<String, Value>,
    over: Map<String, Value>,
) -> Result<Map<String, Value>, String> {
    for (keyword, value) in over {
        match (keyword.as_str(), base.get_mut(&keyword), value) {
            ("properties", Some(Value::Object(into)), Value::Object(more)) => into.extend(more),
            ("required", Some(Value::Array(into)), Value::Array(more)) => {
                for name in more {
                    if !into.contains(&name) {
                        into.push(name);
                    }
                }
            }
            // Whoever takes any key takes those of the other too.
            ("additionalProperties", Some(Value::Bool(true)), _) => {}
            ("type", Some(mine), theirs) if *mine != theirs => {
                return Err(format!("a part of it must be {mine} and {theirs} at once"));
            }
            (_, _, value) => {
                base.insert(keyword, value);
            }
        }
    }
    Ok(base)
}

/// The reference to a definition.
pub(super) fn reference(name: &str) -> String {
    format!("{PREFIX}{}", name.replace('~', "~0").replace('/', "~1"))
}

/// The definition a schema refers to.
pub(super) fn target(schema: &Map<String, Value>) -> Option<String> {
    let reference = schema.get("$ref")?.as_str()?;
    let name = reference.strip_prefix(PREFIX)?;
    Some(name.replace("~1", "/").replace("~0", "~"))
}

fn only_annotated(schema: &Map<String, Value>) -> bool {
    schema
        .keys()
        .all(|keyword| keyword == "$ref" || keywords::is_annotation(keyword))
}

/// Names of definitions from which a chain of references leads back to themselves.
fn recursive_names(definitions: &Map<String, Value>) -> BTreeSet<String> {
    let leads_back = |start: &String| {
        let mut seen = BTreeSet::new();
        let mut pending = vec![start.clone()];
        while let Some(name) = pending.pop() {
            let Some(definition) = definitions.get(&name) else {
                continue;
            };
            let mut found = false;
            keywords::for_each(definition, &mut |schema| {
                if let Some(next) = target(schema) {
                    found |= next == *start;
                    if seen.insert(next.clone()) {
                        pending.push(next);
                    }
                }
            });
            if found {
                return true;
            }
        }
        false
    };
    definitions
        .keys()
        .filter(|name| leads_back(name))
        .cloned()
        .collect()
}

/// A schema as an object: `true` allows everything, `false` cannot be published.
pub(super) fn object(schema: Value) -> Result<Map<String, Value>, String> {
    match schema {
        Value::Object(schema) => Ok(schema),
        Value::Bool(true) => Ok(Map::new()),
        _ => Err("it has no values, so nothing could ever be sent".to_owned()),
    }
}
