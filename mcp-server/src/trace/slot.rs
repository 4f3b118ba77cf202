//! Which call a span stands for, for [`log_layer`](crate::log_layer).

#[cfg(feature = "logging")]
mod kept {
    use std::cell::RefCell;
    use std::sync::{Arc, OnceLock, Weak};

    use crate::voice::Speaker;

    /// Who speaks for a request, once it is served.
    pub(crate) type CallSlot = OnceLock<Weak<dyn Speaker>>;

    thread_local! {
        /// The slot of the request whose span is being made on this thread:
        /// a layer can only see a span's fields, and an `Arc` is none.
        static MAKING: RefCell<Option<Arc<CallSlot>>> = const { RefCell::new(None) };
    }

    /// The slot of the request whose span is being made on this thread, if its
    /// client wants to hear what it logs.
    pub(crate) fn being_made() -> Option<Arc<CallSlot>> {
        MAKING.with_borrow(Clone::clone)
    }

    /// A slot that a span is made with.
    pub(crate) struct Slot(Arc<CallSlot>);

    impl Slot {
        pub(crate) fn new() -> Self {
            Self(Arc::default())
        }

        /// Makes a span that knows the slot.
        pub(in crate::trace) fn while_making<T>(
            slot: Option<&Self>,
            make: impl FnOnce() -> T,
        ) -> T {
            let Some(slot) = slot else { return make() };
            struct Undo(Option<Arc<CallSlot>>);
            impl Drop for Undo {
                fn drop(&mut self) {
                    MAKING.replace(self.0.take());
                }
            }
            let _undo = Undo(MAKING.replace(Some(Arc::clone(&slot.0))));
            make()
        }

        pub(in crate::trace) fn fill<S: Speaker>(&self, speaker: &Arc<S>) {
            let speaker: Weak<S> = Arc::downgrade(speaker);
            // The first counts: a request is served once.
            let _ = self.0.set(speaker);
        }
    }
}

#[cfg(not(feature = "logging"))]
mod kept {
    use std::sync::Arc;

    use crate::voice::Speaker;

    pub(crate) struct Slot;

    impl Slot {
        pub(crate) fn new() -> Self {
            Self
        }

        pub(in crate::trace) fn while_making<T>(
            _slot: Option<&Self>,
            make: impl FnOnce() -> T,
        ) -> T {
            make()
        }

        pub(in crate::trace) fn fill<S: Speaker>(&self, _speaker: &Arc<S>) {}
    }
}

pub(crate) use kept::Slot;
#[cfg(feature = "logging")]
pub(crate) use kept::{CallSlot, being_made};
