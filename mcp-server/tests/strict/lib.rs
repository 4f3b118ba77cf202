//! Public servers and types, in a library that denies whatever the compiler
//! would rather not see. Compiling is the test.

#![deny(
    warnings,
    missing_docs,
    unreachable_pub,
    unused,
    unsafe_code,
    trivial_bounds
)]
#![deny(rust_2018_idioms, missing_debug_implementations, unused_qualifications)]
#![deny(
    clippy::all,
    clippy::pedantic,
    clippy::unwrap_used,
    clippy::print_stdout
)]

use mcp_server::tool;

/// Add two numbers.
#[must_use]
#[tool(read_only)]
pub fn add(a: i64, b: i64) -> i64 {
    a + b
}

pub mod shop {
    //! A shop.

    use mcp_server::{Choice, Form, Scalar, server};

    /// Order id.
    #[derive(Clone, Debug, Scalar)]
    #[scalar(len = 1..=9)]
    pub struct OrderId(String);

    /// Tone of voice.
    #[derive(Clone, Copy, Debug, Choice)]
    pub enum Tone {
        /// For complaints.
        Formal,
        /// For friends.
        Friendly,
    }

    /// Where it goes.
    #[derive(Debug, Form)]
    pub struct Delivery {
        /// City
        pub city: String,
        /// Tone
        pub tone: Option<Tone>,
    }

    /// A shop.
    #[derive(Debug, Default)]
    pub struct Shop<T>(T);

    #[server(groups = [more])]
    impl<T: Send + Sync + 'static> Shop<T> {
        /// Greet.
        #[tool(read_only)]
        #[allow(clippy::unused_async)]
        pub async fn greet(&self, order_id: OrderId, tone: Tone) -> String {
            format!("{order_id} {tone}")
        }
    }

    #[server(group = more)]
    impl<T: Send + Sync + 'static> Shop<T> {
        /// More.
        #[tool]
        fn more(first: u8, second: u8, third: u8, fourth: u8, fifth: u8) -> u8 {
            first + second + third + fourth + fifth
        }
    }
}
