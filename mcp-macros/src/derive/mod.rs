//! The derives. Each reads a type, checks it and writes a few impls that call
//! the runtime; `serde` and `schemars` are reached through it as well, so they
//! need not be dependencies of the user.

pub(crate) mod choice;
mod fallback;
pub(crate) mod form;
mod naming;
pub(crate) mod scalar;

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Field, Member};

use crate::common::Errors;

/// Refuses types with parameters: what a model sees is one schema.
fn refuse_generics(input: &DeriveInput, what: &str, errors: &mut Errors) {
    let generics = &input.generics;
    if !generics.params.is_empty() {
        errors.at(
            &generics.params,
            format_args!("a {what} cannot be generic: its schema is fixed"),
        );
    }
}

/// The fields of a struct, by name or number.
fn fields(input: &DeriveInput) -> Option<Vec<(Member, &Field)>> {
    match &input.data {
        Data::Struct(data) => Some(data.fields.members().zip(&data.fields).collect()),
        Data::Enum(_) | Data::Union(_) => None,
    }
}

/// The name of the type without `r#`.
fn plain_name(input: &DeriveInput) -> String {
    use syn::ext::IdentExt as _;
    input.ident.unraw().to_string()
}

/// The module of the type and its name: unique among all types.
fn schema_id(name: &str) -> TokenStream {
    quote!(::std::borrow::Cow::Borrowed(
        ::core::concat!(::core::module_path!(), "::", #name)
    ))
}
