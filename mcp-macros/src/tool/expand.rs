//! From the model to calls of the public builder.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use super::Tool;
use super::options::Effect;
use crate::common::Krate;
use crate::primitive::{Handler, Item, Primitive as _, Scope, begin, closure, params};

pub(super) fn expression(tool: &Item<Tool>, scope: &Scope) -> TokenStream {
    let krate = &scope.krate;
    let Item { handler, own } = tool;
    let begun = begin(handler, Tool::TYPE, &handler.name.text, krate);
    let effects = effects(own);
    let params = params(handler, scope);
    // Asked for even if it is not published: it has the one message about
    // types that cannot be returned.
    let schema = schema(handler, krate);
    let schemaless = own.schemaless.then(|| quote!(.without_output_schema()));
    let requires_elicitation = own
        .requires_elicitation
        .then(|| quote!(.requires_elicitation()));
    let calls = &own.calls;
    let confirm = own.confirm.as_ref().map(|question| {
        let call = Ident::new("call", Span::mixed_site());
        let question = question.expand(&handler.params);
        quote!(#call.ctx().confirm(#question).await;)
    });
    let asks = own.confirm.is_some();
    let closure = closure(handler, confirm, "probe", krate);
    quote! {
        #begun
            #effects
            #params
            .output(#schema)
            #schemaless
            #requires_elicitation
            #calls
            .asks(#asks)
            .call(#closure)
    }
}

fn effects(own: &Tool) -> TokenStream {
    let effect = own.effect.iter().map(|effect| match effect {
        Effect::ReadOnly => quote!(.read_only()),
        Effect::Additive => quote!(.additive()),
        Effect::Destructive => quote!(.destructive()),
    });
    let open_world = own.open_world.iter();
    quote! {
        #(#effect)*
        #(.open_world(#open_world))*
    }
}

/// The output schema of the declared type, `None` for plain text.
fn schema(handler: &Handler, krate: &Krate) -> TokenStream {
    let ty = handler
        .output
        .ty
        .as_ref()
        .map_or_else(|| quote!(()), |ty| quote!(#ty));
    quote_spanned! {handler.output.span=> {
        #[allow(unused_imports)]
        use #krate::__private::probe::*;
        (&&&&&Probe::<#ty>::new().success()).kind().schema()
    }}
}
