//! One parameter: name, type, docs and `#[arg]`.

use proc_macro2::Ident;
use syn::ext::IdentExt as _;
use syn::{Attribute, Expr, ExprLit, Lit, PatType, Type};

use super::Primitive;
use super::helper::Helper;
use super::model::{Constraint, Kind, Name, Param, Taken, Value, bound_name};
use crate::common::{
    Attrs, Docs, Errors, has_impl_trait, has_inner_borrow, is_static_reference, owning,
    take_attributes,
};

/// Keys of `#[arg]`, in the order in which they are applied.
const KEYS: &[&str] = &[
    "rename",
    "default",
    "min",
    "max",
    "multiple_of",
    "len",
    "pattern",
    "format",
    "title",
    "example",
    "header",
    "secret",
    "strict",
    "as_string",
    "rest",
    "complete",
];

/// Reads a parameter and takes the attributes that are ours from it.
pub(super) fn read<P: Primitive>(param: &mut PatType, errors: &mut Errors) -> Option<Param> {
    let docs = Docs::read(&param.attrs);
    take_attributes(&mut param.attrs, "doc");
    let arg = take_attributes(&mut param.attrs, "arg");
    let extract = take_attributes(&mut param.attrs, "extract");
    refuse_cfg::<P>(&param.attrs, errors);
    let kind = kind(&arg, &extract, errors);
    let mut attrs = Attrs::of("arg", KEYS, &arg, errors);
    refuse_keys::<P>(&mut attrs, errors);
    let name = name(param, &mut attrs, kind, errors);
    let constraints = constraints(&mut attrs, name.as_ref(), errors);
    refuse_secret_header(&constraints, errors);
    let ty = taken(&param.ty, errors)?;
    Some(Param {
        name,
        ty,
        kind,
        docs,
        constraints,
    })
}

fn refuse_cfg<P: Primitive>(attrs: &[Attribute], errors: &mut Errors) {
    for attr in attrs {
        if attr.path().is_ident("cfg") || attr.path().is_ident("cfg_attr") {
            let name = P::NAME;
            errors.at(attr, format_args!("a {name}'s parameters cannot depend on `cfg`; write the function twice, each under its own `cfg`"));
        }
    }
}

/// Keys that say nothing about an argument of this primitive.
fn refuse_keys<P: Primitive>(attrs: &mut Attrs, errors: &mut Errors) {
    for (key, why) in P::REFUSED {
        if let Some(entry) = attrs.entry(key) {
            errors.at(entry.key, why);
        }
    }
}

/// Headers are read and logged by everybody on the way.
fn refuse_secret_header(constraints: &[Constraint], errors: &mut Errors) {
    let of = |key: &str| constraints.iter().find(|one| one.method == key);
    if let (Some(header), Some(_)) = (of("header"), of("secret")) {
        errors.at(
            &header.method,
            "a secret argument must not be repeated in a header: drop `secret` or `header`",
        );
    }
}

fn kind(arg: &[Attribute], extract: &[Attribute], errors: &mut Errors) -> Kind {
    match (arg.first(), extract.first()) {
        (Some(_), Some(extract)) => {
            errors.at(
                extract,
                "a parameter is either an argument (`#[arg]`) or extracted (`#[extract]`)",
            );
            Kind::Argument
        }
        (Some(_), None) => Kind::Argument,
        (None, Some(extract)) => {
            if extract.meta.require_path_only().is_err() {
                errors.at(extract, "`#[extract]` takes nothing");
            }
            Kind::Extractor
        }
        (None, None) => Kind::Inferred,
    }
}

fn name(param: &PatType, attrs: &mut Attrs, kind: Kind, errors: &mut Errors) -> Option<Name> {
    let renamed = attrs.text("rename", errors).map(|name| Name {
        text: name.value(),
        span: name.span(),
    });
    let bound = bound_name(&param.pat).map(|ident| Name {
        // `_limit` is how Rust spells "limit, not used yet".
        text: ident.unraw().to_string().trim_start_matches('_').to_owned(),
        span: ident.span(),
    });
    let name = renamed.or(bound).filter(|name| !name.text.is_empty());
    if name.is_none() && kind == Kind::Argument {
        errors.at(
            &param.pat,
            "an argument needs a name: write `name: Type`, or add `#[arg(rename = \"…\")]`",
        );
    }
    name
}

fn constraints(attrs: &mut Attrs, name: Option<&Name>, errors: &mut Errors) -> Vec<Constraint> {
    let mut constraints = Vec::new();
    let mut add = |method: Ident, value| constraints.push(Constraint { method, value });
    for &key in KEYS {
        match key {
            "secret" | "strict" | "as_string" | "rest" => {
                if let Some((key, true)) = attrs.flag(key, errors) {
                    add(key, Value::None);
                }
            }
            "default" => {
                if let Some(entry) = attrs.entry(key) {
                    add(
                        entry.key,
                        entry.value.map_or(Value::OwnDefault, Value::Given),
                    );
                }
            }
            "header" => {
                if let Some(entry) = attrs.entry(key) {
                    let own = || Value::Text(header(name.map_or("", |name| &name.text)));
                    add(entry.key, entry.value.map_or_else(own, Value::Given));
                }
            }
            "complete" => {
                if let Some((key, function)) = attrs.value(key, errors) {
                    add(key, Value::Completer(Helper::new(function)));
                }
            }
            _ => {
                if let Some((key, value)) = attrs.value(key, errors) {
                    refuse_number(&key, &value, errors);
                    add(key, Value::Given(value));
                }
            }
        }
    }
    constraints
}

/// `len = 80` reads like a limit and like an exact length.
fn refuse_number(key: &Ident, value: &Expr, errors: &mut Errors) {
    if key == "len"
        && matches!(
            value,
            Expr::Lit(ExprLit {
                lit: Lit::Int(_),
                ..
            })
        )
    {
        errors.at(
            value,
            "`len` is a range: `len = 2..=80`, `len = ..=80`, `len = 2..`",
        );
    }
}

/// `account_id` → `Account-Id`.
fn header(name: &str) -> String {
    let words = name.split('_').filter(|word| !word.is_empty()).map(|word| {
        let mut chars = word.chars();
        chars
            .next()
            .map(|first| first.to_ascii_uppercase())
            .into_iter()
            .chain(chars)
            .collect::<String>()
    });
    words.collect::<Vec<_>>().join("-")
}

fn taken(ty: &Type, errors: &mut Errors) -> Option<Taken> {
    match ty {
        Type::Group(group) => taken(&group.elem, errors),
        Type::Paren(paren) => taken(&paren.elem, errors),
        Type::Reference(reference) if reference.mutability.is_some() => {
            errors.at(
                reference,
                "a parameter is lent with `&` or taken by value, never with `&mut`",
            );
            None
        }
        Type::Reference(reference) if is_static_reference(reference) => {
            errors.at(reference, "a value from a call does not live for `'static`: take `&` without a lifetime, or an owned type");
            None
        }
        Type::Reference(reference) => owned(&reference.elem, errors).map(Taken::Lent),
        other => owned(other, errors).map(Taken::Owned),
    }
}

fn owned(ty: &Type, errors: &mut Errors) -> Option<Type> {
    if has_impl_trait(ty) {
        errors.at(
            ty,
            "name a type instead of `impl Trait`: arguments are read into it",
        );
        return None;
    }
    if let Type::TraitObject(object) = ty {
        errors.at(
            object,
            "name a type instead of `dyn Trait`: arguments are read into it",
        );
        return None;
    }
    if has_inner_borrow(ty) {
        errors.at(ty, "a type cannot borrow from the call; only a whole parameter can be lent. Take an owned type, such as `Option<String>`");
        return None;
    }
    Some(owning(ty.clone()))
}

#[cfg(test)]
mod tests {
    use super::header;

    #[test]
    fn headers_are_spelt_as_headers_are() {
        assert_eq!(header("account_id"), "Account-Id");
        assert_eq!(header("region"), "Region");
    }
}
