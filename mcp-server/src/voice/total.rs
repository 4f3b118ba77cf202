//! How many steps there are.

/// How much there is to do, as [`Ctx::progress`](crate::Ctx::progress) takes
/// it: a number, or `None` where nobody knows.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say how much there is to do",
    note = "give a number, or `None` where nobody knows"
)]
pub trait Total: sealed::Sealed {
    /// The number, in the unit of the progress.
    #[doc(hidden)]
    fn total(self) -> Option<f64>;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! totals {
    ($($number:ty: $as_float:expr;)*) => {$(
        impl sealed::Sealed for $number {}
        impl Total for $number {
            fn total(self) -> Option<f64> {
                let convert: fn($number) -> f64 = $as_float;
                Some(convert(self))
            }
        }
    )*};
}

// Beyond 2^53 a count loses its last digits, which no progress bar shows.
totals! {
    f64: |total| total;
    i32: f64::from;
    u32: f64::from;
    u64: |total| total as f64;
    usize: |total| total as f64;
}

impl sealed::Sealed for Option<f64> {}

impl Total for Option<f64> {
    fn total(self) -> Option<f64> {
        self
    }
}
