//! Questions about the shape of a type. Never about its name: what a type
//! *is* decide traits, in the expansion.

use syn::visit::{self, Visit};
use syn::visit_mut::VisitMut;
use syn::{Lifetime, Type, TypeFnPtr, TypeImplTrait, TypeReference, TypeTraitObject};

/// Whether `impl Trait` occurs anywhere in it.
pub(crate) fn has_impl_trait(ty: &Type) -> bool {
    struct Finder(bool);
    impl Visit<'_> for Finder {
        fn visit_type_impl_trait(&mut self, _: &TypeImplTrait) {
            self.0 = true;
        }
    }
    let mut finder = Finder(false);
    finder.visit_type(ty);
    finder.0
}

/// Whether it holds a reference that is not `'static`, as `Option<&str>` does.
pub(crate) fn has_inner_borrow(ty: &Type) -> bool {
    struct Finder(bool);
    impl<'ast> Visit<'ast> for Finder {
        fn visit_type_reference(&mut self, reference: &'ast TypeReference) {
            self.0 |= !is_static_reference(reference);
            visit::visit_type_reference(self, reference);
        }

        // The references in signatures borrow when they are called.
        fn visit_type_fn_ptr(&mut self, _: &'ast TypeFnPtr) {}
        fn visit_type_trait_object(&mut self, _: &'ast TypeTraitObject) {}
    }
    let mut finder = Finder(false);
    finder.visit_type(ty);
    finder.0
}

pub(crate) fn is_static_reference(reference: &TypeReference) -> bool {
    reference
        .lifetime
        .as_ref()
        .is_some_and(|lifetime| lifetime.ident == "static")
}

/// The type with every lifetime `'static`: a value taken from a call owns what
/// it holds, so `Cow<'_, str>` is taken as `Cow<'static, str>`.
pub(crate) fn owning(mut ty: Type) -> Type {
    struct Owning;
    impl VisitMut for Owning {
        fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
            lifetime.ident = syn::Ident::new("static", lifetime.ident.span());
        }

        fn visit_type_fn_ptr_mut(&mut self, _: &mut TypeFnPtr) {}
        fn visit_type_trait_object_mut(&mut self, _: &mut TypeTraitObject) {}
    }
    Owning.visit_type_mut(&mut ty);
    ty
}
