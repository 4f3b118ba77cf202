//! Which call a span stands for, for [`log_layer`](crate::log_layer).

#[cfg(feature = "logging")]
mod kept {
    use std::cell::RefCell;
    use std::sync::{Arc, OnceLock, Weak};

    use crate::context::{Ctx, Inner};

    /// The call that a request became, once it has.
    pub(crate) type CallSlot = OnceLock<Weak<Inner>>;

    thread_local! {
        /// The slot of the request whose span is being made on this thread:
        /// a layer can only see a span's fields, and an `Arc` is none.
        static MAKING: RefCell<Option<Arc<CallSlot>>> = const { RefCell::new(None) };
    }

    /// The slot of the request whose span is being made on this thread.
    pub(crate) fn being_made() -> Option<Arc<CallSlot>> {
        MAKING.with_borrow(Clone::clone)
    }

    /// A slot that a span was made with.
    pub(in crate::trace) struct Slot(Arc<CallSlot>);

    impl Slot {
        pub(in crate::trace) fn new() -> Self {
            Self(Arc::default())
        }

        /// Makes a span that knows this slot.
        pub(in crate::trace) fn while_making<T>(&self, make: impl FnOnce() -> T) -> T {
            struct Undo(Option<Arc<CallSlot>>);
            impl Drop for Undo {
                fn drop(&mut self) {
                    MAKING.replace(self.0.take());
                }
            }
            let _undo = Undo(MAKING.replace(Some(Arc::clone(&self.0))));
            make()
        }

        pub(in crate::trace) fn fill(&self, ctx: &Ctx) {
            // The first counts: a request is one call.
            let _ = self.0.set(Arc::downgrade(&ctx.0));
        }
    }
}

#[cfg(not(feature = "logging"))]
mod kept {
    use crate::context::Ctx;

    pub(in crate::trace) struct Slot;

    impl Slot {
        pub(in crate::trace) fn new() -> Self {
            Self
        }

        pub(in crate::trace) fn while_making<T>(&self, make: impl FnOnce() -> T) -> T {
            make()
        }

        pub(in crate::trace) fn fill(&self, _ctx: &Ctx) {}
    }
}

pub(in crate::trace) use kept::Slot;
#[cfg(feature = "logging")]
pub(crate) use kept::{CallSlot, being_made};
