//! `#[derive(Form)]`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens as _, format_ident, quote, quote_spanned};
use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;
use syn::{Attribute, DeriveInput, Expr, Field, Member, Type};

use super::naming::human;
use super::{fallback, fields, refuse_generics};
use crate::common::{Attrs, Docs, Errors, Krate, ruled};

const KEYS: &[&str] = &["crate"];
/// Keys on a field that are rules, in the order in which they are applied.
const RULES: &[&str] = &["min", "max", "len", "default"];
const FIELD_KEYS: &[&str] = &["title", "rename", "format", "min", "max", "len", "default"];
const FORMATS: &[(&str, &str)] = &[
    ("email", "Email"),
    ("uri", "Uri"),
    ("date", "Date"),
    ("date-time", "DateTime"),
];

struct FormField<'a> {
    ident: &'a Ident,
    ty: &'a Type,
    name: String,
    title: TokenStream,
    docs: Option<Docs>,
    /// The variant of `StringFormat`, on the user's token.
    format: Option<(Ident, Ident)>,
    rules: Vec<(Ident, Expr)>,
}

pub(crate) fn derive(input: &DeriveInput) -> TokenStream {
    let mut errors = Errors::default();
    let mut attrs = Attrs::of("form", KEYS, &ours(&input.attrs), &mut errors);
    let krate = Krate::read(&mut attrs, &mut errors);
    refuse_generics(input, "form", &mut errors);
    let fields = form_fields(input, &mut errors);
    if !errors.is_empty() {
        let errors = errors.into_tokens();
        let fallback = fallback::form(input, &krate);
        return quote!(#errors #fallback);
    }
    expand(input, &fields, &krate)
}

fn ours(attributes: &[Attribute]) -> Vec<Attribute> {
    attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("form"))
        .cloned()
        .collect()
}

fn form_fields<'a>(input: &'a DeriveInput, errors: &mut Errors) -> Vec<FormField<'a>> {
    let Some(fields) = fields(input) else {
        errors.at(&input.ident, "a form is a struct with named fields");
        return Vec::new();
    };
    let mut form = Vec::new();
    for (member, field) in fields {
        match (member, &field.ident) {
            (Member::Named(_), Some(ident)) => form.push(form_field(ident, field, errors)),
            _ => {
                errors.at(field, "the fields of a form have names: people read them");
            }
        }
    }
    for (index, field) in form.iter().enumerate() {
        if form[..index].iter().any(|other| other.name == field.name) {
            errors.at(
                field.ident,
                format_args!("there is a field `{}` already", field.name),
            );
        }
    }
    form
}

/// The doc comment is the label where it is short, and the explanation below
/// the label where it is not.
fn form_field<'a>(ident: &'a Ident, field: &'a Field, errors: &mut Errors) -> FormField<'a> {
    const LABEL: usize = 40;
    let mut attrs = Attrs::of("form", FIELD_KEYS, &ours(&field.attrs), errors);
    let plain = ident.unraw().to_string();
    let name = attrs
        .text("rename", errors)
        .map_or_else(|| plain.clone(), |name| name.value());
    let docs = Docs::read(&field.attrs);
    let label = docs
        .as_ref()
        .and_then(Docs::literal)
        .filter(|text| text.chars().count() <= LABEL && !text.contains('\n'))
        .map(|text| text.trim_end_matches('.').to_owned());
    let docs = docs.filter(|_| label.is_none());
    let title = match attrs.value("title", errors) {
        Some((_, title)) => title.to_token_stream(),
        None => label.unwrap_or_else(|| human(&plain)).to_token_stream(),
    };
    let format = attrs
        .text("format", errors)
        .and_then(|given| format(&given, errors));
    let rules = RULES
        .iter()
        .filter_map(|key| attrs.value(key, errors))
        .collect();
    FormField {
        ident,
        ty: &field.ty,
        name,
        title,
        docs,
        format,
        rules,
    }
}

fn format(given: &syn::LitStr, errors: &mut Errors) -> Option<(Ident, Ident)> {
    let value = given.value();
    match FORMATS.iter().find(|(known, _)| *known == value) {
        Some((_, variant)) => Some((
            Ident::new("format", given.span()),
            format_ident!("{variant}"),
        )),
        None => {
            errors.at(
                given,
                "a form knows the formats \"email\", \"uri\", \"date\" and \"date-time\"",
            );
            None
        }
    }
}

fn expand(input: &DeriveInput, fields: &[FormField<'_>], krate: &Krate) -> TokenStream {
    let ident = &input.ident;
    let form = Ident::new("form", Span::mixed_site());
    let described = fields.iter().map(|field| {
        let FormField {
            ty,
            name,
            title,
            docs,
            format,
            rules,
            ..
        } = field;
        let docs = docs.iter().map(|docs| quote!(.describe(#docs)));
        let field =
            quote!(#krate::__private::FieldRules::<#ty>::new(schema).title(#title) #(#docs)*);
        let format = format
            .iter()
            .map(|(method, variant)| (method, quote!(#krate::core::StringFormat::#variant)));
        let rules = rules.iter().map(|(method, value)| (method, quote!(#value)));
        let field = ruled(field, format.chain(rules));
        quote_spanned!(ty.span()=> .field::<#ty>(#name, |schema| #field.into_schema()))
    });
    let idents: Vec<&Ident> = fields.iter().map(|field| field.ident).collect();
    let bindings: Vec<Ident> = (0..fields.len())
        .map(|index| Ident::new(&format!("field_{index}"), Span::mixed_site()))
        .collect();
    let names = fields.iter().map(|field| &field.name);
    let bounds = fields.iter().map(|FormField { ty, .. }| {
        let krate = krate.at(ty.span());
        quote_spanned!(ty.span()=> #ty: #krate::FormField)
    });
    quote! {
        #[automatically_derived]
        #[allow(trivial_bounds)]
        impl #krate::Form for #ident
        where
            // Once for each type, and in no body: one message for each mistake.
            #(#bounds,)*
        {
            fn schema() -> #krate::core::FormSchema {
                #krate::FormBuilder::new() #(#described)* .build()
            }

            fn read(content: &#krate::core::JsonObject) -> ::core::result::Result<Self, ::std::vec::Vec<::std::string::String>> {
                #[allow(unused_mut)]
                let mut #form = #krate::FormReader::new(content);
                #(let #bindings = #form.field(#names);)*
                match (#(#bindings,)*) {
                    (#(::core::option::Option::Some(#bindings),)*) => {
                        ::core::result::Result::Ok(Self { #(#idents: #bindings),* })
                    }
                    #[allow(unreachable_patterns)]
                    _ => ::core::result::Result::Err(#form.into_faults()),
                }
            }
        }
    }
}
