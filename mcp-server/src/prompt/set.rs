//! Prompts of free functions.

use super::Prompt;

/// The prompt behind a free function with `#[prompt]`.
///
/// Implemented by a hidden type of the function's name, so that one `use`
/// brings the function and the prompt.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a prompt",
    label = "not a prompt",
    note = "put `#[prompt]` on the function"
)]
pub trait PromptFn {
    /// The prompt.
    fn prompt() -> Prompt;
}

/// The prompts of several functions, as a `Vec`: `prompts![plan, travel::pack]`.
///
/// # Examples
///
/// ```
/// use mcp_server::{Prompt, PromptFn, Server, prompts};
///
/// struct Plan; // `#[prompt]` on a function writes both
///
/// impl PromptFn for Plan {
///     fn prompt() -> Prompt {
///         Prompt::new("plan").describe("Plan a journey.").handler(async || "Where to?")
///     }
/// }
///
/// let server = Server::new("travel", "1.0.0").prompts(prompts![Plan]).build()?;
/// # drop(server);
/// # Ok::<(), mcp_server::BuildError>(())
/// ```
#[macro_export]
macro_rules! prompts {
    ($($prompt:path),* $(,)?) => {
        ::std::vec![$(<$prompt as $crate::PromptFn>::prompt()),*]
    };
}
