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
    let heartbeat = own.heartbeat.iter();
    let (max_result, coercion) = (own.max_result.iter(), own.coercion.iter());
    let (unknown_keys, ignore_keys) = (own.unknown_keys.iter(), own.ignore_keys.iter());
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
            #(.heartbeat(#heartbeat))*
            #(.max_result(#max_result))*
            #(.coercion(#coercion))*
            #(.unknown_keys(#unknown_keys))*
            #(.ignore_keys(#ignore_keys))*
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
    let idempotent = own.idempotent.then(|| quote!(.idempotent()));
    let open_world = own.open_world.iter();
    quote! {
        #(#effect)*
        #idempotent
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
