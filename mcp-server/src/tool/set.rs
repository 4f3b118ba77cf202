//! Several tools at once.

use super::Tool;

/// The tool behind a free function with `#[tool]`.
///
/// Implemented by a hidden type of the function's name, so that one `use`
/// brings the function and the tool.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool",
    label = "not a tool",
    note = "put `#[tool]` on the function"
)]
pub trait ToolFn {
    /// The tool.
    fn tool() -> Tool;
}

/// Several tools, in order. Written as `tools![add, search]`.
///
/// # Examples
///
/// ```
/// use mcp_server::{Tool, ToolSet};
///
/// let tools = ToolSet::new().with(Tool::new("ping").describe("Ping.").handler(async || "pong"));
/// assert_eq!(tools.len(), 1);
/// ```
#[derive(Debug, Default)]
pub struct ToolSet {
    pub(crate) tools: Vec<Tool>,
    /// Name and version of the package that wrote `tools![…]`.
    pub(crate) package: Option<(&'static str, &'static str)>,
}

impl ToolSet {
    /// No tools yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the tool of a function.
    #[must_use]
    pub fn tool<T: ToolFn>(self) -> Self {
        self.with(T::tool())
    }

    /// Adds a tool.
    #[must_use]
    pub fn with(mut self, tool: Tool) -> Self {
        self.tools.push(tool);
        self
    }

    /// Names the package whose server this becomes, if nobody says more.
    #[doc(hidden)]
    #[must_use]
    pub fn package(mut self, name: &'static str, version: &'static str) -> Self {
        self.package = Some((name, version));
        self
    }

    /// How many tools there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tools.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tools.is_empty()
    }
}

/// The tools of several functions: `tools![add, orders::search]`.
///
/// # Examples
///
/// ```
/// use mcp_server::{tool, tools};
///
/// /// Add two numbers.
/// #[tool(read_only)]
/// fn add(a: i64, b: i64) -> i64 {
///     a + b
/// }
///
/// assert_eq!(tools![add].len(), 1);
/// ```
#[macro_export]
macro_rules! tools {
    ($($tool:path),* $(,)?) => {
        $crate::ToolSet::new()
            .package(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))
            $(.tool::<$tool>())*
    };
}
