//! `#[derive(Choice)]`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::ext::IdentExt as _;
use syn::{Attribute, Data, DeriveInput, Fields, LitStr, Variant};

use super::naming::{Case, human};
use super::{fallback, plain_name, refuse_generics};
use crate::common::{Attrs, Docs, Errors, Krate};

const KEYS: &[&str] = &["rename_all", "crate"];
const VARIANT_KEYS: &[&str] = &["rename", "title"];

struct Choice<'a> {
    input: &'a DeriveInput,
    docs: Option<Docs>,
    values: Vec<Value<'a>>,
}

struct Value<'a> {
    ident: &'a Ident,
    name: LitStr,
    title: LitStr,
    docs: Option<Docs>,
}

pub(crate) fn derive(input: &DeriveInput) -> TokenStream {
    let mut errors = Errors::default();
    let mut attrs = Attrs::of("choice", KEYS, &ours(&input.attrs), &mut errors);
    let krate = Krate::read(&mut attrs, &mut errors);
    refuse_generics(input, "choice", &mut errors);
    let case = case(&mut attrs, &mut errors);
    let values = values(input, case, &mut errors);
    if !errors.is_empty() {
        let errors = errors.into_tokens();
        let fallback = fallback::choice(input, &krate);
        return quote!(#errors #fallback);
    }
    expand(
        &Choice {
            input,
            docs: Docs::read(&input.attrs),
            values,
        },
        &krate,
    )
}

fn ours(attributes: &[Attribute]) -> Vec<Attribute> {
    attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("choice"))
        .cloned()
        .collect()
}

fn case(attrs: &mut Attrs, errors: &mut Errors) -> Case {
    let Some(name) = attrs.text("rename_all", errors) else {
        return Case::Snake;
    };
    Case::parse(&name.value()).unwrap_or_else(|message| {
        errors.at(&name, message);
        Case::Snake
    })
}

fn values<'a>(input: &'a DeriveInput, case: Case, errors: &mut Errors) -> Vec<Value<'a>> {
    let Data::Enum(data) = &input.data else {
        errors.at(
            &input.ident,
            "a choice is an enum: `enum Tone { Formal, Brief }`",
        );
        return Vec::new();
    };
    if data.variants.is_empty() {
        errors.at(&input.ident, "there is nothing to choose from");
    }
    let values: Vec<Value<'a>> = data
        .variants
        .iter()
        .filter_map(|variant| value(variant, case, errors))
        .collect();
    distinct(&values, errors);
    values
}

fn value<'a>(variant: &'a Variant, case: Case, errors: &mut Errors) -> Option<Value<'a>> {
    if !matches!(variant.fields, Fields::Unit) {
        errors.at(&variant.fields, "the values of a choice have no fields");
        return None;
    }
    for attribute in variant
        .attrs
        .iter()
        .filter(|attribute| attribute.path().is_ident("cfg"))
    {
        errors.at(
            attribute,
            "the values of a choice cannot depend on `cfg`: its schema is fixed",
        );
    }
    let mut attrs = Attrs::of("choice", VARIANT_KEYS, &ours(&variant.attrs), errors);
    let plain = variant.ident.unraw().to_string();
    let span = variant.ident.span();
    let name = attrs
        .text("rename", errors)
        .unwrap_or_else(|| LitStr::new(&case.apply(&plain), span));
    let title = attrs
        .text("title", errors)
        .unwrap_or_else(|| LitStr::new(&human(&plain), span));
    Some(Value {
        ident: &variant.ident,
        name,
        title,
        docs: Docs::read(&variant.attrs),
    })
}

fn distinct(values: &[Value<'_>], errors: &mut Errors) {
    for (index, value) in values.iter().enumerate() {
        let name = value.name.value();
        if let Some(first) = values[..index]
            .iter()
            .find(|other| other.name.value() == name)
        {
            errors.at(
                &value.name,
                format_args!("there is a value `{name}` already"),
            );
            errors.at(&first.name, format_args!("`{name}` is first declared here"));
        }
    }
}

fn expand(choice: &Choice<'_>, krate: &Krate) -> TokenStream {
    let ident = &choice.input.ident;
    let schema_name = plain_name(choice.input);
    let id = super::schema_id(&schema_name);
    let empty = LitStr::new("", Span::call_site());
    let docs = choice
        .docs
        .as_ref()
        .map_or_else(|| quote!(#empty), |docs| quote!(#docs));
    let variants: Vec<&Ident> = choice.values.iter().map(|value| value.ident).collect();
    let names: Vec<&LitStr> = choice.values.iter().map(|value| &value.name).collect();
    let titles = choice.values.iter().map(|value| &value.title);
    let descriptions = choice.values.iter().map(|value| {
        value
            .docs
            .as_ref()
            .map_or_else(|| quote!(#empty), |docs| quote!(#docs))
    });
    quote! {
        const _: () = {
            #[automatically_derived]
            impl #krate::Choice for #ident {
                const VARIANTS: &'static [Self] = &[#(Self::#variants),*];

                fn as_str(&self) -> &'static str {
                    match self { #(Self::#variants => #names),* }
                }

                fn title(&self) -> &'static str {
                    match self { #(Self::#variants => #titles),* }
                }

                fn description(&self) -> &'static str {
                    match self { #(Self::#variants => #descriptions),* }
                }

                fn find(name: &str) -> ::core::option::Option<Self> {
                    ::core::option::Option::Some(match name {
                        #(#names => Self::#variants,)*
                        _ => return ::core::option::Option::None,
                    })
                }
            }

            #[automatically_derived]
            impl #krate::Mirrored for #ident {}

            #[automatically_derived]
            impl ::core::fmt::Display for #ident {
                fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    f.pad(#krate::Choice::as_str(self))
                }
            }

            #[automatically_derived]
            impl ::core::str::FromStr for #ident {
                type Err = #krate::InvalidValue;

                fn from_str(name: &str) -> ::core::result::Result<Self, #krate::InvalidValue> {
                    #krate::__private::choice::parse(name)
                }
            }

            #[automatically_derived]
            impl #krate::serde::Serialize for #ident {
                fn serialize<S: #krate::serde::Serializer>(&self, serializer: S) -> ::core::result::Result<S::Ok, S::Error> {
                    serializer.serialize_str(#krate::Choice::as_str(self))
                }
            }

            #[automatically_derived]
            impl<'de> #krate::serde::Deserialize<'de> for #ident {
                fn deserialize<D: #krate::serde::Deserializer<'de>>(deserializer: D) -> ::core::result::Result<Self, D::Error> {
                    #krate::__private::choice::deserialize(deserializer)
                }
            }

            #[automatically_derived]
            impl #krate::schemars::JsonSchema for #ident {
                fn inline_schema() -> bool {
                    true
                }

                fn schema_name() -> ::std::borrow::Cow<'static, str> {
                    ::std::borrow::Cow::Borrowed(#schema_name)
                }

                fn schema_id() -> ::std::borrow::Cow<'static, str> {
                    #id
                }

                fn json_schema(_: &mut #krate::schemars::SchemaGenerator) -> #krate::schemars::Schema {
                    #krate::__private::choice::json_schema::<Self>(#docs)
                }
            }
        };
    }
}
