//! Stand-ins for what a broken derive would have written, so that one mistake
//! gives one message and not one for each use of the type.

use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

use super::plain_name;
use crate::common::Krate;

/// The impls that make a type an argument and a form field.
pub(super) fn scalar(input: &DeriveInput, krate: &Krate) -> TokenStream {
    let argument = argument(input, krate);
    let text = text(input, krate);
    let ident = &input.ident;
    let (impl_generics, ty_generics, where_clause) = input.generics.split_for_impl();
    quote! {
        #argument
        #text
        impl #impl_generics #krate::FormField for #ident #ty_generics #where_clause {
            fn schema() -> #krate::core::PrimitiveSchema {
                ::core::unreachable!()
            }
            fn read(_: ::core::option::Option<&#krate::serde_json::Value>) -> ::core::result::Result<Self, ::std::string::String> {
                ::core::unreachable!()
            }
        }
    }
}

pub(super) fn choice(input: &DeriveInput, krate: &Krate) -> TokenStream {
    let argument = argument(input, krate);
    let text = text(input, krate);
    let ident = &input.ident;
    let (impl_generics, ty_generics, where_clause) = input.generics.split_for_impl();
    quote! {
        #argument
        #text
        impl #impl_generics #krate::Choice for #ident #ty_generics #where_clause {
            const VARIANTS: &'static [Self] = &[];
            fn as_str(&self) -> &'static str {
                ::core::unreachable!()
            }
            fn title(&self) -> &'static str {
                ::core::unreachable!()
            }
            fn description(&self) -> &'static str {
                ::core::unreachable!()
            }
            fn find(_: &str) -> ::core::option::Option<Self> {
                ::core::unreachable!()
            }
        }
    }
}

pub(super) fn form(input: &DeriveInput, krate: &Krate) -> TokenStream {
    let ident = &input.ident;
    let (impl_generics, ty_generics, where_clause) = input.generics.split_for_impl();
    quote! {
        impl #impl_generics #krate::Form for #ident #ty_generics #where_clause {
            fn schema() -> #krate::core::FormSchema {
                ::core::unreachable!()
            }
            fn read(_: &#krate::core::JsonObject) -> ::core::result::Result<Self, ::std::vec::Vec<::std::string::String>> {
                ::core::unreachable!()
            }
        }
    }
}

/// `Deserialize`, `Serialize`, `JsonSchema`.
fn argument(input: &DeriveInput, krate: &Krate) -> TokenStream {
    let ident = &input.ident;
    let name = plain_name(input);
    let (impl_generics, ty_generics, where_clause) = input.generics.split_for_impl();
    let mut reading = input.generics.clone();
    reading.params.insert(0, syn::parse_quote!('de));
    let (reading_generics, _, _) = reading.split_for_impl();
    quote! {
        impl #reading_generics #krate::serde::Deserialize<'de> for #ident #ty_generics #where_clause {
            fn deserialize<__D: #krate::serde::Deserializer<'de>>(_: __D) -> ::core::result::Result<Self, __D::Error> {
                ::core::unreachable!()
            }
        }
        impl #impl_generics #krate::serde::Serialize for #ident #ty_generics #where_clause {
            fn serialize<__S: #krate::serde::Serializer>(&self, _: __S) -> ::core::result::Result<__S::Ok, __S::Error> {
                ::core::unreachable!()
            }
        }
        impl #impl_generics #krate::schemars::JsonSchema for #ident #ty_generics #where_clause {
            fn schema_name() -> ::std::borrow::Cow<'static, str> {
                ::std::borrow::Cow::Borrowed(#name)
            }
            fn json_schema(_: &mut #krate::schemars::SchemaGenerator) -> #krate::schemars::Schema {
                ::core::unreachable!()
            }
        }
    }
}

/// `Display` and `FromStr`.
fn text(input: &DeriveInput, krate: &Krate) -> TokenStream {
    let ident = &input.ident;
    let (impl_generics, ty_generics, where_clause) = input.generics.split_for_impl();
    quote! {
        impl #impl_generics ::core::fmt::Display for #ident #ty_generics #where_clause {
            fn fmt(&self, _: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::unreachable!()
            }
        }
        impl #impl_generics ::core::str::FromStr for #ident #ty_generics #where_clause {
            type Err = #krate::InvalidValue;
            fn from_str(_: &str) -> ::core::result::Result<Self, #krate::InvalidValue> {
                ::core::unreachable!()
            }
        }
    }
}
