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

use mcp_server::{Completing, Completion, ListCtx, ListedResource, prompt, resource, tool};

/// Add two numbers.
#[must_use]
#[tool(read_only)]
pub fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// Plan a journey.
#[must_use]
#[prompt(title = "Plan", meta = [("example.com/tier", "gold")])]
pub fn plan(#[arg(complete = cities)] city: &str, days: u8) -> String {
    format!("{days} days in {city}")
}

fn cities(q: &Completing) -> Completion {
    q.matching(["Oslo", "Rome"])
}

/// A page of the manual.
#[must_use]
#[resource("manual://{page}", list = pages, ttl = "1m", private)]
pub fn manual(page: u16) -> String {
    format!("page {page}")
}

fn pages(_: &ListCtx) -> Vec<ListedResource> {
    vec![ListedResource::new("manual://7", "seven")]
}

pub mod shop {
    //! A shop.

    use mcp_server::{Choice, Completing, Completion, Form, Scalar, server};

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

        /// Write to a customer.
        #[must_use]
        #[prompt]
        pub fn write(
            &self,
            #[arg(complete = Self::orders)] order: &str,
            #[arg(complete = Self::sizes)] size: &str,
            tone: Tone,
        ) -> String {
            format!("{order} {size} {tone}")
        }

        /// The motto.
        #[resource("shop://motto", mime = "text/plain")]
        fn motto() -> &'static str {
            "Sell!"
        }

        #[allow(clippy::unused_async)]
        async fn orders(&self, q: &Completing) -> Completion {
            q.matching(["A-1"])
        }

        fn sizes() -> [&'static str; 1] {
            ["small"]
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
