//! `assert_lint_clean!`.

use super::Rule;
use super::report::Lint;
use crate::server::{IntoServer, Server};

/// Fails with a table where [`lint`](crate::Server::lint) finds more than notes.
///
/// Takes a [`Server`](crate::Server) or whatever becomes one, and ids of rules that may be broken.
///
/// # Panics
///
/// When there are findings, when the server cannot be built, and when an id is of no rule, or of
/// one that is not broken: a list of exceptions does not outlive its reasons.
///
/// # Examples
///
/// ```
/// use mcp_server::{assert_lint_clean, tool, tools};
///
/// /// Add two numbers.
/// #[tool(read_only)]
/// fn add(/** The one. */ a: i64, /** The other. */ b: i64) -> i64 {
///     a + b
/// }
///
/// /// Say something.
/// #[tool]
/// fn speak() -> &'static str {
///     "something"
/// }
///
/// assert_lint_clean!(tools![add]);
/// assert_lint_clean!(tools![add, speak], allow = ["annotations-missing"]);
/// ```
#[macro_export]
macro_rules! assert_lint_clean {
    ($server:expr $(,)?) => {
        $crate::lint::assert_clean($server, &[])
    };
    ($server:expr, allow = [$($rule:expr),* $(,)?] $(,)?) => {
        $crate::lint::assert_clean($server, &[$($rule),*])
    };
}

/// What `assert_lint_clean!` takes.
#[doc(hidden)]
pub trait Lintable {
    fn lint(self) -> Lint;
}

impl Lintable for Server {
    fn lint(self) -> Lint {
        Self::lint(&self)
    }
}

impl Lintable for &Server {
    fn lint(self) -> Lint {
        Server::lint(self)
    }
}

impl<T: IntoServer> Lintable for T {
    fn lint(self) -> Lint {
        match self.into_server().build() {
            Ok(server) => Server::lint(&server),
            Err(error) => panic!("{error}"),
        }
    }
}

/// What `assert_lint_clean!` does.
#[doc(hidden)]
#[track_caller]
pub fn assert_clean(server: impl Lintable, allowed: &[&str]) {
    let lint = server.lint();
    for id in allowed {
        let Some(rule) = Rule::of(id) else {
            panic!("`{id}` is no rule of lint");
        };
        assert!(
            lint.of(rule).next().is_some(),
            "`{id}` is allowed, and nothing breaks it: take it out"
        );
    }
    let is_allowed = |rule: Rule| allowed.contains(&rule.id());
    let remaining = lint.complaints().filter(|it| !is_allowed(it.rule)).count();
    assert!(remaining == 0, "lint found something:\n{lint}");
}
