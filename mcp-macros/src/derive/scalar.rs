//! `#[derive(Scalar)]`.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{DeriveInput, Expr, Field, Member, Type};

use super::{fallback, fields, plain_name, refuse_generics};
use crate::common::{Attrs, Docs, Errors, Krate, ruled};

/// Keys of `#[scalar]` that are rules, in the order in which they are applied.
const RULES: &[&str] = &[
    "min",
    "max",
    "multiple_of",
    "len",
    "pattern",
    "format",
    "example",
];
const KEYS: &[&str] = &[
    "min",
    "max",
    "multiple_of",
    "len",
    "pattern",
    "format",
    "example",
    "crate",
];

struct Scalar<'a> {
    input: &'a DeriveInput,
    member: Member,
    inner: &'a Type,
    docs: Option<Docs>,
    /// Methods of `Spec`, on the tokens of the user's keys.
    rules: Vec<(Ident, Expr)>,
}

pub(crate) fn derive(input: &DeriveInput) -> TokenStream {
    let mut errors = Errors::default();
    let attributes: Vec<_> = input
        .attrs
        .iter()
        .filter(|attribute| attribute.path().is_ident("scalar"))
        .cloned()
        .collect();
    let mut attrs = Attrs::of("scalar", KEYS, &attributes, &mut errors);
    let krate = Krate::read(&mut attrs, &mut errors);
    refuse_generics(input, "scalar", &mut errors);
    let rules = RULES
        .iter()
        .filter_map(|key| attrs.value(key, &mut errors))
        .collect();
    let scalar = only_field(input, &mut errors).map(|(member, field)| {
        let docs = Docs::read(&input.attrs);
        Scalar {
            input,
            member,
            inner: &field.ty,
            docs,
            rules,
        }
    });
    match scalar {
        Some(scalar) if errors.is_empty() => expand(&scalar, &krate),
        _ => {
            let errors = errors.into_tokens();
            let fallback = fallback::scalar(input, &krate);
            quote!(#errors #fallback)
        }
    }
}

fn only_field<'a>(input: &'a DeriveInput, errors: &mut Errors) -> Option<(Member, &'a Field)> {
    let mut fields = fields(input).unwrap_or_default();
    if fields.len() == 1 {
        return fields.pop();
    }
    errors.at(
        &input.ident,
        "a scalar is a struct around one value: `struct OrderId(String);`",
    );
    None
}

fn expand(scalar: &Scalar<'_>, krate: &Krate) -> TokenStream {
    let Scalar {
        input,
        member,
        inner,
        docs,
        rules,
    } = scalar;
    let ident = &input.ident;
    let name = plain_name(input);
    let id = super::schema_id(&name);
    let docs = docs.iter().map(|docs| quote!(.describe(#docs)));
    let spec = quote!(#krate::spec::<#inner, #krate::ViaArg>(#name) #(#docs)*);
    let spec = ruled(spec, rules.iter().map(|(method, value)| (method, value)));
    quote! {
        const _: () = {
            #[automatically_derived]
            impl #krate::Scalar for #ident {
                type Inner = #inner;

                fn rules() -> &'static #krate::Rules {
                    static RULES: ::std::sync::OnceLock<#krate::Rules> = ::std::sync::OnceLock::new();
                    RULES.get_or_init(|| {
                        #krate::Rules::new(#spec)
                    })
                }

                fn wrap(inner: #inner) -> Self {
                    Self { #member: inner }
                }
            }

            #[automatically_derived]
            impl ::core::ops::Deref for #ident {
                type Target = #inner;

                fn deref(&self) -> &#inner {
                    &self.#member
                }
            }

            #[automatically_derived]
            impl ::core::fmt::Display for #ident {
                fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    #krate::__private::scalar::display::<Self>(&self.#member, f)
                }
            }

            #[automatically_derived]
            impl ::core::str::FromStr for #ident {
                type Err = #krate::InvalidValue;

                fn from_str(text: &str) -> ::core::result::Result<Self, #krate::InvalidValue> {
                    #krate::__private::scalar::parse(text)
                }
            }

            #[automatically_derived]
            impl #krate::serde::Serialize for #ident {
                fn serialize<S: #krate::serde::Serializer>(&self, serializer: S) -> ::core::result::Result<S::Ok, S::Error> {
                    #krate::__private::scalar::serialize::<Self, S>(&self.#member, serializer)
                }
            }

            #[automatically_derived]
            impl<'de> #krate::serde::Deserialize<'de> for #ident {
                fn deserialize<D: #krate::serde::Deserializer<'de>>(deserializer: D) -> ::core::result::Result<Self, D::Error> {
                    #krate::__private::scalar::deserialize(deserializer)
                }
            }

            #[automatically_derived]
            impl #krate::schemars::JsonSchema for #ident {
                fn inline_schema() -> bool {
                    true
                }

                fn schema_name() -> ::std::borrow::Cow<'static, str> {
                    ::std::borrow::Cow::Borrowed(#name)
                }

                fn schema_id() -> ::std::borrow::Cow<'static, str> {
                    #id
                }

                fn json_schema(_: &mut #krate::schemars::SchemaGenerator) -> #krate::schemars::Schema {
                    #krate::__private::scalar::json_schema::<Self>()
                }
            }

            #[automatically_derived]
            impl #krate::FormField for #ident {
                fn schema() -> #krate::core::PrimitiveSchema {
                    #krate::__private::scalar::form_schema::<Self>()
                }

                fn read(value: ::core::option::Option<&#krate::serde_json::Value>) -> ::core::result::Result<Self, ::std::string::String> {
                    #krate::__private::scalar::read_form(value)
                }
            }
        };
    }
}
