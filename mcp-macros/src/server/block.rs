//! An impl block, every item of which is kept as it is.

use proc_macro2::TokenStream;
use quote::{ToTokens, TokenStreamExt as _, quote};
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Generics, ImplItem, Signature, Token, Type, braced};

use crate::common::{Errors, Function, take_attributes};

pub(super) struct Block {
    attrs: Vec<Attribute>,
    pub(super) generics: Generics,
    pub(super) self_ty: Type,
    inner: Vec<Attribute>,
    pub(super) members: Vec<Member>,
}

pub(super) enum Member {
    Function(Box<Function>),
    Other(Box<ImplItem>),
}

impl Block {
    /// Of all functions in it, whether they serve or not.
    pub(super) fn signatures(&self) -> impl Iterator<Item = &Signature> {
        self.members.iter().filter_map(|member| match member {
            Member::Function(function) => Some(&function.sig),
            Member::Other(_) => None,
        })
    }
}

impl Parse for Block {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attrs = input.call(Attribute::parse_outer)?;
        if !input.peek(Token![impl]) {
            return Err(input.error("`#[server]` belongs on an impl block: `impl Orders { … }`"));
        }
        input.parse::<Token![impl]>()?;
        let mut generics: Generics = if input.peek(Token![<]) {
            input.parse()?
        } else {
            Generics::default()
        };
        let self_ty: Type = input.parse()?;
        if input.peek(Token![for]) {
            return Err(syn::Error::new_spanned(
                self_ty,
                "`#[server]` belongs on an impl block of its own, not on that of a trait",
            ));
        }
        generics.where_clause = input.parse()?;
        let content;
        braced!(content in input);
        let inner = content.call(Attribute::parse_inner)?;
        let mut members = Vec::new();
        while !content.is_empty() {
            members.push(match Function::peek(&content) {
                Some(function) => Member::Function(Box::new(function)),
                None => Member::Other(content.parse()?),
            });
        }
        Ok(Self {
            attrs,
            generics,
            self_ty,
            inner,
            members,
        })
    }
}

impl ToTokens for Block {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Self {
            attrs,
            generics,
            self_ty,
            inner,
            members,
        } = self;
        let where_clause = &generics.where_clause;
        tokens.append_all(attrs);
        tokens.extend(quote! {
            impl #generics #self_ty #where_clause {
                #(#inner)*
                #(#members)*
            }
        });
    }
}

impl ToTokens for Member {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Function(function) => function.to_tokens(tokens),
            Self::Other(item) => item.to_tokens(tokens),
        }
    }
}

/// Refuses our attributes on an item that is no function; says how often.
pub(super) fn refuse_marks(item: &mut ImplItem, names: &[&str], errors: &mut Errors) -> usize {
    let attrs = match item {
        ImplItem::Const(item) => &mut item.attrs,
        ImplItem::Type(item) => &mut item.attrs,
        ImplItem::Macro(item) => &mut item.attrs,
        _ => return 0,
    };
    let mut marked = 0;
    for name in names {
        for mark in take_attributes(attrs, name) {
            errors.at(mark, format_args!("`#[{name}]` belongs on a function"));
            marked += 1;
        }
    }
    marked
}
