//! From the model to calls of the public builder.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::Type;
use syn::spanned::Spanned as _;

use super::model::{Constraint, Description, Effect, Kind, Param, Receiver, Taken, Tool, Value};
use crate::common::{Krate, ruled};

/// An expression of type `Tool`. For methods, `this` is an `Arc<Self>`.
pub(crate) fn expression(tool: &Tool, krate: &Krate) -> TokenStream {
    let name = &tool.name.text;
    let facts = facts(tool);
    let params = tool.params.iter().map(|param| described(param, krate));
    let schema = schema(tool, krate);
    let handler = handler(tool, krate);
    quote! {
        #krate::Tool::new(#name)
            #facts
            #(.param(#params))*
            .output(#schema)
            .call(#handler)
    }
}

/// What the attributes say, as builder calls.
fn facts(tool: &Tool) -> TokenStream {
    let options = &tool.options;
    let title = options.title.iter().map(|title| quote!(.title(#title)));
    let description = match &options.description {
        Some(Description::Attribute(text)) => quote!(.describe(#text)),
        Some(Description::Docs(docs)) => quote!(.describe(#docs)),
        Some(Description::Refused) | None => quote!(),
    };
    let effect = options.effect.iter().map(|effect| match effect {
        Effect::ReadOnly => quote!(.read_only()),
        Effect::Additive => quote!(.additive()),
        Effect::Destructive => quote!(.destructive()),
    });
    let idempotent = options.idempotent.then(|| quote!(.idempotent()));
    let open_world = options
        .open_world
        .iter()
        .map(|open| quote!(.open_world(#open)));
    let timeout = options.timeout.iter().map(|limit| quote!(.timeout(#limit)));
    quote! {
        #(#title)*
        #description
        #(#effect)*
        #idempotent
        #(#open_world)*
        #(#timeout)*
    }
}

/// `spec::<OrderId, _>("order_id").describe("…")`, and what `#[arg]` says.
fn described(param: &Param, krate: &Krate) -> TokenStream {
    let ty = param.ty.value(krate);
    let via = param.via(krate);
    let name = param.name.as_ref().map_or("", |name| &name.text);
    let docs = param.docs.iter().map(|docs| quote!(.describe(#docs)));
    let spec = quote!(#krate::spec::<#ty, #via>(#name) #(#docs)*);
    let rules = param
        .constraints
        .iter()
        .map(|Constraint { method, value }| {
            let value = match value {
                Value::None => quote!(),
                Value::Given(value) => quote!(#value),
                Value::OwnDefault => quote!(<#ty as ::core::default::Default>::default()),
                Value::Text(text) => quote!(#text),
            };
            (method, value)
        });
    ruled(spec, rules)
}

/// The output schema of the declared type, `None` for plain text.
fn schema(tool: &Tool, krate: &Krate) -> TokenStream {
    let ty = tool
        .output
        .ty
        .as_ref()
        .map_or_else(|| quote!(()), |ty| quote!(#ty));
    quote_spanned! {tool.output.span=> {
        #[allow(unused_imports)]
        use #krate::__private::probe::*;
        (&&&&&Probe::<#ty>::new().success()).kind().schema()
    }}
}

/// `move |call| Box::pin(async move { … })`.
fn handler(tool: &Tool, krate: &Krate) -> TokenStream {
    let call = Ident::new("call", Span::mixed_site());
    let this = this();
    let takes = tool.params.iter().enumerate().map(|(index, param)| {
        let binding = param.binding(index);
        let ty = param.ty.value(krate);
        let via = param.via(krate);
        quote!(let #binding = #call.take::<#ty, #via>(#index).await?;)
    });
    let confirm = tool.options.confirm.iter().map(|question| {
        let question = question.expand(&tool.params);
        quote!(#call.ctx().confirm(#question).await;)
    });
    let run = run(tool, krate);
    // A future that is not `Send` is then an error at the function's name,
    // with rustc's notes in the user's body.
    let pin = quote_spanned!(tool.ident.span()=> ::std::boxed::Box::pin);
    let body =
        quote_spanned! {tool.ident.span()=> #pin(async move { #(#takes)* #(#confirm)* #run }) };
    match tool.receiver {
        Receiver::Free | Receiver::Associated => quote!(move |#call| #body),
        Receiver::Borrowed | Receiver::Shared => quote! {{
            let #this = ::core::clone::Clone::clone(&#this);
            move |#call| {
                let #this = ::core::clone::Clone::clone(&#this);
                #body
            }
        }},
    }
}

/// Calls the function and turns what it returns into a result.
fn run(tool: &Tool, krate: &Krate) -> TokenStream {
    let function = &tool.ident;
    let this = this();
    let path = match tool.receiver {
        Receiver::Free => quote!(#function),
        _ => quote!(Self::#function),
    };
    let receiver = match tool.receiver {
        Receiver::Free | Receiver::Associated => None,
        Receiver::Borrowed => Some(quote!(&#this,)),
        Receiver::Shared => Some(quote!(#this,)),
    };
    let arguments = tool.params.iter().enumerate().map(|(index, param)| {
        let binding = param.binding(index);
        match &param.ty {
            Taken::Owned(_) => quote!(#binding),
            Taken::Lent(ty) => quote!(<#ty as #krate::__private::Lent>::lend(&#binding)),
        }
    });
    let wait = tool.is_async.then(|| quote!(.await));
    let called = quote!(#path(#receiver #(#arguments),*) #wait);
    let outcome = outcome(called, tool.output.span, krate);
    match tool.options.blocking {
        false => outcome,
        true => quote!(#krate::__private::blocking(move || #outcome).await),
    }
}

/// The value's type is asked what it is: an explicit kind first, then text,
/// then data.
fn outcome(called: TokenStream, span: Span, krate: &Krate) -> TokenStream {
    let value = Ident::new("value", Span::mixed_site());
    let probe = Ident::new("probe", Span::mixed_site());
    quote_spanned! {span=> {
        #[allow(unused_imports)]
        use #krate::__private::probe::*;
        let #value = #called;
        let #probe = Probe::of(&#value);
        let #value = #probe.split(#value)?;
        (&&&&&#probe.success()).kind().outcome(#value)
    }}
}

/// The server, as the expansions of a block know it.
fn this() -> Ident {
    format_ident!("this", span = Span::mixed_site())
}

impl Param {
    /// The marker that says whether it is an argument, if it is not inferred.
    fn via(&self, krate: &Krate) -> TokenStream {
        match self.kind {
            // Without a name it can only come from the call.
            Kind::Inferred if self.name.is_none() => quote!(#krate::ViaCall),
            Kind::Inferred => quote!(_),
            Kind::Argument => quote!(#krate::ViaArg),
            Kind::Extractor => quote!(#krate::ViaCall),
        }
    }
}

impl Taken {
    /// The type that is taken from the call.
    fn value(&self, krate: &Krate) -> TokenStream {
        match self {
            Self::Owned(ty) => quote!(#ty),
            Self::Lent(ty) => {
                let span = Type::span(ty);
                quote_spanned!(span=> <#ty as #krate::__private::Lent>::Owned)
            }
        }
    }
}
