//! From a function to the model.

use proc_macro2::TokenStream;
use syn::spanned::Spanned as _;
use syn::{Attribute, FnArg, ReceiverKind, ReturnType, Signature, Type};

use super::model::{Output, Param, Receiver, Tool};
use super::{check, options, param};
use crate::common::{Errors, Function, Krate, cfgs, has_impl_trait};

/// Reads a method of a `#[server]` block and takes our attributes from it.
/// Nothing, and at least one error, if it cannot be a tool.
pub(crate) fn method(
    attrs: &[Attribute],
    function: &mut Function,
    errors: &mut Errors,
) -> Option<Tool> {
    let mut found = Errors::default();
    let (name, options) = options::of_method(function, attrs, &mut found);
    let tool = signature(function, &mut found).map(|parts| parts.tool(function, name, options));
    finish(tool, function, found, errors)
}

/// Reads a function that stands alone.
pub(super) fn free(
    tokens: TokenStream,
    function: &mut Function,
    errors: &mut Errors,
) -> (Option<Tool>, Krate) {
    let mut found = Errors::default();
    let (name, options, krate) = options::of_free(function, tokens, &mut found);
    let tool = signature(function, &mut found).map(|parts| {
        let receiver = Receiver::Free;
        Parts { receiver, ..parts }.tool(function, name, options)
    });
    (finish(tool, function, found, errors), krate)
}

fn finish(
    tool: Option<Tool>,
    function: &Function,
    mut found: Errors,
    errors: &mut Errors,
) -> Option<Tool> {
    if let Some(tool) = &tool {
        check::check(tool, function, &mut found);
    }
    let tool = tool.filter(|_| found.is_empty());
    errors.append(found);
    tool
}

/// Takes our attributes from the parameters, whatever they say.
pub(super) fn strip(function: &mut Function) {
    let _ = signature(function, &mut Errors::default());
}

/// What the signature alone tells.
struct Parts {
    receiver: Receiver,
    params: Vec<Param>,
    output: Output,
}

impl Parts {
    fn tool(
        self,
        function: &Function,
        name: super::model::Name,
        options: super::model::Options,
    ) -> Tool {
        Tool {
            ident: function.sig.ident.clone(),
            name,
            cfgs: cfgs(&function.attrs),
            receiver: self.receiver,
            is_async: function.sig.asyncness.is_some(),
            params: self.params,
            output: self.output,
            options,
        }
    }
}

/// Reads the signature and takes our attributes from its parameters, all of
/// them, whatever else is wrong: left in place they would be errors again.
fn signature(function: &mut Function, errors: &mut Errors) -> Option<Parts> {
    let signature = &mut function.sig;
    let receiver = receiver(signature, errors);
    let mut params = Vec::new();
    let mut complete = true;
    for input in &mut signature.inputs {
        if let FnArg::Typed(typed) = input {
            match param::read(typed, errors) {
                Some(param) => params.push(param),
                None => complete = false,
            }
        }
    }
    let output = output(signature, errors);
    Some(Parts {
        receiver: receiver?,
        params,
        output: output?,
    })
    .filter(|_| complete)
}

fn receiver(signature: &Signature, errors: &mut Errors) -> Option<Receiver> {
    let Some(FnArg::Receiver(receiver)) = signature.inputs.first() else {
        return Some(Receiver::Associated);
    };
    match &receiver.kind {
        ReceiverKind::Reference(_, _, None) => Some(Receiver::Borrowed),
        ReceiverKind::Reference(_, _, Some(_)) => {
            errors.at(receiver, "calls run at the same time: take `&self`, and keep what changes in a lock or an atomic");
            None
        }
        ReceiverKind::Value => {
            errors.at(receiver, "one value serves all calls: take `&self`");
            None
        }
        ReceiverKind::Typed(_, ty) => match &**ty {
            Type::Reference(_) => Some(Receiver::Borrowed),
            _ => Some(Receiver::Shared),
        },
        _ => {
            errors.at(receiver, "take `&self`");
            None
        }
    }
}

fn output(signature: &Signature, errors: &mut Errors) -> Option<Output> {
    match &signature.output {
        ReturnType::Default => Some(Output {
            ty: None,
            span: signature.ident.span(),
        }),
        ReturnType::Type(_, ty) if has_impl_trait(ty) => {
            let message = match signature.asyncness {
                Some(_) => {
                    "name the returned type instead of `impl Trait`: its schema is part of the tool"
                }
                None => {
                    "name the returned type instead of `impl Trait`, and write `async fn` for a future"
                }
            };
            errors.at(ty, message);
            None
        }
        ReturnType::Type(_, ty) => Some(Output {
            ty: Some((**ty).clone()),
            span: ty.span(),
        }),
    }
}
