//! From the model to calls of the public builder.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::Type;
use syn::spanned::Spanned as _;

use super::helper::Scope;
use super::model::{About, Constraint, Description, Handler, Kind, Param, Receiver, Taken, Value};
use crate::common::{Krate, ruled};

/// `Tool::new("add")`, and what the shared keys say.
pub(crate) fn begin(handler: &Handler, ty: &str, key: &str, krate: &Krate) -> TokenStream {
    // All of it where the function is named: messages about clashes tell the
    // line of this call.
    let span = handler.ident.span();
    let (krate, ty) = (krate.at(span), Ident::new(ty, span));
    let begun = quote_spanned!(span=> #krate::#ty::new(#key));
    let about = about(&handler.about);
    quote!(#begun #about)
}

fn about(about: &About) -> TokenStream {
    let title = about.title.iter();
    let description = match &about.description {
        Some(Description::Attribute(text)) => quote!(.describe(#text)),
        Some(Description::Docs(docs)) => quote!(.describe(#docs)),
        Some(Description::Refused) | None => quote!(),
    };
    let icons = &about.icons;
    let meta = about
        .meta
        .iter()
        .map(|(key, value)| quote!(.meta(#key, #value)));
    let visible_when = about.visible_when.iter();
    let (timeout, heartbeat) = (about.timeout.iter(), about.heartbeat.iter());
    quote! {
        #(.title(#title))*
        #description
        #(.icon(#icons))*
        #(#meta)*
        #(.visible_when(#visible_when))*
        #(.timeout(#timeout))*
        #(.heartbeat(#heartbeat))*
    }
}

/// `.param(…)` for each parameter.
pub(crate) fn params(handler: &Handler, scope: &Scope) -> TokenStream {
    let params = handler.params.iter().map(|param| described(param, scope));
    quote!(#(.param(#params))*)
}

/// `spec::<OrderId, _>("order_id").describe("…")`, and what `#[arg]` says.
fn described(param: &Param, scope: &Scope) -> TokenStream {
    let krate = &scope.krate;
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
                Value::Completer(helper) => helper.closure("Completing", "completed", scope),
            };
            (method, value)
        });
    ruled(spec, rules)
}

/// `move |call| Box::pin(async move { … })`: takes the parameters, does what
/// comes `before`, calls the function, and has the types of the module `probe`
/// say what the result is.
pub(crate) fn closure(
    handler: &Handler,
    before: Option<TokenStream>,
    probe: &str,
    krate: &Krate,
) -> TokenStream {
    let call = Ident::new("call", Span::mixed_site());
    let takes = handler.params.iter().enumerate().map(|(index, param)| {
        let binding = param.binding(index);
        let ty = param.ty.value(krate);
        let via = param.via(krate);
        quote!(let #binding = #call.take::<#ty, #via>(#index).await?;)
    });
    let run = run(handler, probe, krate);
    // A future that is not `Send` is then an error at the function's name,
    // with rustc's notes in the user's body.
    let pin = quote_spanned!(handler.ident.span()=> ::std::boxed::Box::pin);
    let body =
        quote_spanned! {handler.ident.span()=> #pin(async move { #(#takes)* #before #run }) };
    repeatable(quote!(#call), body, handler.receiver.needs_this())
}

/// A closure that runs any number of times, each with a `this` of its own.
pub(super) fn repeatable(takes: TokenStream, body: TokenStream, needs_this: bool) -> TokenStream {
    let this = this();
    match needs_this {
        false => quote!(move |#takes| #body),
        true => quote! {{
            let #this = ::core::clone::Clone::clone(&#this);
            move |#takes| {
                let #this = ::core::clone::Clone::clone(&#this);
                #body
            }
        }},
    }
}

/// Calls the function and turns what it returns into a result.
fn run(handler: &Handler, probe: &str, krate: &Krate) -> TokenStream {
    let function = &handler.ident;
    let path = match handler.receiver {
        Receiver::Free => quote!(#function),
        _ => quote!(Self::#function),
    };
    let receiver = handler.receiver.argument();
    let arguments = handler.params.iter().enumerate().map(|(index, param)| {
        let binding = param.binding(index);
        match &param.ty {
            Taken::Owned(_) => quote!(#binding),
            Taken::Lent(ty) => quote!(<#ty as #krate::__private::Lent>::lend(&#binding)),
        }
    });
    let wait = handler.is_async.then(|| quote!(.await));
    let called = quote!(#path(#receiver #(#arguments),*) #wait);
    let outcome = outcome(called, handler.output.span, probe, krate);
    match handler.about.blocking {
        false => outcome,
        true => quote!(#krate::__private::blocking(move || #outcome).await),
    }
}

/// The value's type is asked what it is.
fn outcome(called: TokenStream, span: Span, probe: &str, krate: &Krate) -> TokenStream {
    let value = Ident::new("value", Span::mixed_site());
    let kinds = format_ident!("{probe}");
    let probe = Ident::new("probe", Span::mixed_site());
    quote_spanned! {span=> {
        #[allow(unused_imports)]
        use #krate::__private::#kinds::*;
        let #value = #called;
        let #probe = Probe::of(&#value);
        let #value = #probe.split(#value)?;
        (&&&&&#probe.success()).kind().outcome(#value)
    }}
}

impl Receiver {
    pub(super) fn needs_this(self) -> bool {
        matches!(self, Self::Borrowed | Self::Shared)
    }

    /// What is passed for it, with its comma.
    pub(super) fn argument(self) -> Option<TokenStream> {
        let this = this();
        match self {
            Self::Free | Self::Associated => None,
            Self::Borrowed => Some(quote!(&#this,)),
            Self::Shared => Some(quote!(#this,)),
        }
    }
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
