//! What the signature of a function tells.

use syn::spanned::Spanned as _;
use syn::{FnArg, ReceiverKind, ReturnType, Type};

use super::model::{Output, Param, Receiver};
use super::{Primitive, param};
use crate::common::{Errors, has_impl_trait};

pub(super) struct Signature {
    pub(super) receiver: Receiver,
    pub(super) params: Vec<Param>,
    pub(super) output: Output,
}

/// Reads the signature and takes our attributes from its parameters, all of
/// them, whatever else is wrong: left in place they would be errors again.
pub(super) fn read<P: Primitive>(
    signature: &mut syn::Signature,
    errors: &mut Errors,
) -> Option<Signature> {
    let receiver = receiver(signature, errors);
    let mut params = Vec::new();
    let mut complete = true;
    for input in &mut signature.inputs {
        if let FnArg::Typed(typed) = input {
            match param::read::<P>(typed, errors) {
                Some(param) => params.push(param),
                None => complete = false,
            }
        }
    }
    let output = output(signature, errors);
    Some(Signature {
        receiver: receiver?,
        params,
        output: output?,
    })
    .filter(|_| complete)
}

pub(super) fn receiver(signature: &syn::Signature, errors: &mut Errors) -> Option<Receiver> {
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

fn output(signature: &syn::Signature, errors: &mut Errors) -> Option<Output> {
    match &signature.output {
        ReturnType::Default => Some(Output {
            ty: None,
            span: signature.ident.span(),
        }),
        ReturnType::Type(_, ty) if has_impl_trait(ty) => {
            let message = match signature.asyncness {
                Some(_) => {
                    "name the returned type instead of `impl Trait`: it decides what the result becomes"
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
