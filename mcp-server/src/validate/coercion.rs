//! What may be made of arguments that are nearly right.

/// Which repairs a server makes to arguments before it refuses them.
///
/// Models and their hosts are known to send an object as JSON text, a number
/// in quotes, `30.0` for a whole number, and `null` for what they leave out.
/// A call is first judged as it is; only when it does not fit are these
/// repairs tried, each where the schema leaves no doubt about what was meant.
/// What was repaired is told in the result's `_meta`
/// (`mcp-server/repairs`) and in a `tracing` event.
///
/// Set per server ([`ServerBuilder::coercion`](crate::ServerBuilder::coercion)),
/// per tool ([`ToolBuilder::coercion`](crate::ToolBuilder::coercion)); a single
/// argument is exempt with `#[arg(strict)]`.
///
/// # Examples
///
/// ```
/// use mcp_server::Coercion;
///
/// let coercion = Coercion::default().booleans(true);
/// assert_ne!(coercion, Coercion::STRICT);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coercion {
    pub(super) containers: bool,
    pub(super) numbers: bool,
    pub(super) booleans: bool,
    pub(super) nulls: bool,
    pub(super) whole: bool,
}

impl Coercion {
    /// Nothing is repaired.
    pub const STRICT: Self = Self {
        containers: false,
        numbers: false,
        booleans: false,
        nulls: false,
        whole: false,
    };

    /// Objects and arrays sent as JSON text. Default: on.
    #[must_use]
    pub const fn containers(mut self, on: bool) -> Self {
        self.containers = on;
        self
    }

    /// Numbers sent as text, and ids sent as numbers where text is asked for
    /// ([`StringId`](crate::StringId)). Default: on.
    #[must_use]
    pub const fn numbers(mut self, on: bool) -> Self {
        self.numbers = on;
        self
    }

    /// `"true"` and `"false"`. Default: off, since a flag that guards
    /// something is better sent on purpose.
    #[must_use]
    pub const fn booleans(mut self, on: bool) -> Self {
        self.booleans = on;
        self
    }

    /// `null` for an argument that may be left out. Default: on.
    #[must_use]
    pub const fn nulls(mut self, on: bool) -> Self {
        self.nulls = on;
        self
    }

    /// `30.0` where a whole number is asked for, up to 2^53. Default: on.
    #[must_use]
    pub const fn whole_numbers(mut self, on: bool) -> Self {
        self.whole = on;
        self
    }
}

impl Default for Coercion {
    fn default() -> Self {
        let on = Self::STRICT.containers(true).numbers(true);
        on.nulls(true).whole_numbers(true)
    }
}
