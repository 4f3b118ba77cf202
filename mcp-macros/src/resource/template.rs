//! The URI of a resource, read while compiling.
//!
//! RFC 6570, levels 1 and 2: `{x}`, `{+x}`, `{#x}`. Here is checked what makes
//! it a template with these variables. Whether all of it can be a URI is
//! checked when the server is built, as for those made by hand.

use syn::LitStr;

use crate::primitive::Name;

pub(super) struct Template {
    /// As it was written.
    pub(super) name: Name,
    pub(super) variables: Vec<String>,
    /// Without the names of the variables: equal for templates of the same URIs.
    pub(super) shape: String,
}

impl Template {
    /// Whether it has a variable of this name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.variables.iter().any(|variable| variable == name)
    }

    pub(super) fn parse(literal: &LitStr) -> syn::Result<Self> {
        let fault = |message: String| syn::Error::new(literal.span(), message);
        let text = literal.value();
        scheme(&text).map_err(fault)?;
        let mut variables: Vec<String> = Vec::new();
        let mut shape = String::new();
        let mut rest = &*text;
        loop {
            let (before, after) = match rest.split_once('{') {
                Some((before, after)) => (before, Some(after)),
                None => (rest, None),
            };
            if before.contains('}') {
                return Err(fault("a `}` was never opened".to_owned()));
            }
            shape += before;
            let Some(after) = after else { break };
            let (inside, after) = after
                .split_once('}')
                .ok_or_else(|| fault("a `{` is never closed".to_owned()))?;
            let (operator, name) = variable(inside).map_err(fault)?;
            if variables.iter().any(|known| known == name) {
                return Err(fault(format!("the variable `{name}` stands there twice")));
            }
            if before.is_empty() && shape.ends_with('}') && operator != Some('#') {
                return Err(fault(
                    "nothing stands between two variables, so that nobody can tell where one ends: put a character there".to_owned(),
                ));
            }
            variables.push(name.to_owned());
            // `{#x}` is `#`, and then what `{+x}` is.
            shape += match operator {
                None => "{}",
                Some('#') => "#{+}",
                Some(_) => "{+}",
            };
            rest = after;
        }
        Ok(Self {
            name: Name {
                text,
                span: literal.span(),
            },
            variables,
            shape,
        })
    }
}

/// RFC 3986, section 3.1. A scheme made of a variable could become any scheme.
fn scheme(text: &str) -> Result<(), String> {
    let is_scheme = |scheme: &str| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
    };
    match text.split_once(':') {
        Some((scheme, _)) if is_scheme(scheme) => Ok(()),
        _ => Err("a URI begins with a scheme, such as `orders://`".to_owned()),
    }
}

/// What stands between the braces: an operator, perhaps, and a name.
fn variable(inside: &str) -> Result<(Option<char>, &str), String> {
    const LEVELS: &str = "there are `{x}`, `{+x}` and `{#x}` (RFC 6570, levels 1 and 2)";
    let operator = inside
        .chars()
        .next()
        .filter(|first| "+#./;?&=,!@|".contains(*first));
    if let Some(unknown) = operator.filter(|operator| !"+#".contains(*operator)) {
        return Err(format!(
            "`{{{inside}}}` has the operator `{unknown}`; {LEVELS}"
        ));
    }
    let name = &inside[operator.map_or(0, char::len_utf8)..];
    if name.contains(',') {
        return Err(format!(
            "`{{{inside}}}` names several variables: write braces for each"
        ));
    }
    if name.ends_with('*') || name.contains(':') {
        return Err(format!("`{{{inside}}}` has a modifier; {LEVELS}"));
    }
    let is_word = |word: &str| {
        !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    match name.split('.').all(is_word) {
        true => Ok((operator, name)),
        false => Err(format!(
            "`{{{inside}}}` names no variable: names have letters, digits and `_`"
        )),
    }
}

#[cfg(test)]
mod tests {
    use proc_macro2::Span;

    use super::*;

    fn parse(text: &str) -> Result<Template, String> {
        Template::parse(&LitStr::new(text, Span::call_site())).map_err(|error| error.to_string())
    }

    #[track_caller]
    fn check(text: &str, variables: &[&str], shape: &str) {
        let template = parse(text).unwrap();
        assert_eq!(template.variables, variables, "{text}");
        assert_eq!(template.shape, shape, "{text}");
    }

    #[track_caller]
    fn refused(text: &str, words: &str) {
        let message = parse(text).err().unwrap_or_default();
        assert!(message.contains(words), "{text}: {message:?}");
    }

    #[test]
    fn variables_are_found() {
        check("logo://main", &[], "logo://main");
        check("orders://{order_id}", &["order_id"], "orders://{}");
        check("file:///{+path}", &["path"], "file:///{+}");
        check("doc:{a}-{b.c}{#d}", &["a", "b.c", "d"], "doc:{}-{}#{+}");
        check("urn:x:{a}", &["a"], "urn:x:{}");
    }

    #[test]
    fn the_same_uris_have_one_shape() {
        let shape = |text| parse(text).unwrap().shape;
        assert_eq!(shape("o://{a}"), shape("o://{b}"));
        assert_eq!(shape("o://{#a}"), shape("o://#{+b}"));
        assert_ne!(shape("o://{a}"), shape("o://{+a}"));
    }

    #[test]
    fn what_is_no_template_of_these_levels_is_named() {
        refused("orders/{id}", "begins with a scheme");
        refused("{scheme}://x", "begins with a scheme");
        refused("", "begins with a scheme");
        refused("o://{id", "never closed");
        refused("o://id}", "never opened");
        refused("o://{}", "names no variable");
        refused("o://{order id}", "names no variable");
        refused("o://{+}", "names no variable");
        refused("o://{/path}", "operator `/`");
        refused("o://x{?q}", "operator `?`");
        refused("o://{.ext}", "operator `.`");
        refused("o://{a,b}", "several variables");
        refused("o://{path*}", "modifier");
        refused("o://{id:3}", "modifier");
        refused("o://{id}/{id}", "twice");
        refused("o://{a}{b}", "between two variables");
    }
}
