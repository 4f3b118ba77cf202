//! The macros of `mcp-server`, which re-exports and documents them by example.
//!
//! All of them go the same way: a signature or a type is *parsed* into a
//! model, the model is *checked*, and then *expanded* to calls of the public
//! builder that could be typed by hand (`cargo expand` shows them). Errors are
//! collected, so that one compilation shows them all, each on the token that
//! has to change, and whatever is right still expands.
//!
//! Deliberately absent: decisions by the name of a type. Whether a parameter
//! is an argument and what a return type becomes is decided by traits in the
//! expansion, so aliases, re-exports and generics change nothing.

mod common;
mod derive;
mod primitive;
mod server;
mod tool;

use proc_macro::TokenStream;

/// Makes a tool of a function, which stays the function it was.
///
/// The name is the function's, the description its doc comment, each
/// parameter an argument with its own doc comment and type, or something
/// extracted from the call; the result becomes content by its type. Async or
/// not, both are fine.
///
/// The tool of `fn add` is a hidden type `add`, so `tools![add]` finds it and
/// one `use` brings both. In an impl block with [`macro@server`] it marks methods.
///
/// # Keys
///
/// | key | meaning |
/// | --- | --- |
/// | `read_only` | changes nothing |
/// | `additive` | only adds; also `destructive = false` |
/// | `destructive` | may change or delete what exists |
/// | `idempotent` | twice is the same as once |
/// | `open_world`, `open_world = false` | deals with the web and its like, or with a closed world |
/// | `title = "…"` | short name for people |
/// | `name = "…"` | name for programs, if not the function's |
/// | `description = …` | any constant expression, in place of the doc comment |
/// | `undocumented` | no description, on purpose |
/// | `confirm = "Refund {amount} of {order_id}?"` | asks the user first; placeholders are parameters |
/// | `timeout = "30s"` | how long a call may run: `ms`, `s`, `m`, `h`, or a `Duration` |
/// | `blocking` | runs on a thread where blocking is allowed |
/// | `crate = path` | where `mcp_server` is, if it has another name |
///
/// # Parameters
///
/// `&T` is lent: the owned form of `T` is taken from the call. A pattern
/// (`State(db): State<Db>`) is always extracted. `#[extract]` and `#[arg]`
/// decide for a type that could be both.
///
/// | key of `#[arg]` | meaning | for |
/// | --- | --- | --- |
/// | `min`, `max`, `multiple_of` | bounds | numbers |
/// | `len = 2..=80` | how many characters or items | text, lists |
/// | `pattern`, `format` | what text looks like | text |
/// | `default`, `default = …` | value when absent | all |
/// | `example = …` | an example for the model | all |
/// | `rename = "…"` | name of the argument | all |
/// | `header`, `header = "…"` | repeated in an HTTP header `Mcp-Param-…` | text, integers, booleans |
/// | `secret` | kept out of errors and logs | all |
/// | `rest` | takes all arguments that nothing else names | a map |
///
/// A key whose type does not support it does not compile.
#[proc_macro_attribute]
pub fn tool(options: TokenStream, item: TokenStream) -> TokenStream {
    primitive::expand::<tool::Tool>(options.into(), item.into()).into()
}

/// Makes a server of an impl block whose methods are tools.
///
/// The value serves all calls at the same time: methods take `&self` (or
/// `self: Arc<Self>`, or nothing). It becomes a server by itself or in an
/// `Arc`; name and version are the package's unless given. The block stays
/// as it is.
///
/// # Keys
///
/// | key | meaning |
/// | --- | --- |
/// | `instructions = …` | how the tools are meant to be used, for the model |
/// | `name = …`, `version = …`, `title = …` | who the server is |
/// | `groups = [admin, billing]` | takes in the tools of other blocks |
/// | `group = admin` | this block is such a group, and no server by itself |
/// | `crate = path` | where `mcp_server` is, if it has another name |
#[proc_macro_attribute]
pub fn server(options: TokenStream, item: TokenStream) -> TokenStream {
    server::expand(options.into(), item.into()).into()
}

/// Makes a value with rules of a struct around one value: see the trait of the
/// same name.
#[proc_macro_derive(Scalar, attributes(scalar))]
pub fn scalar(input: TokenStream) -> TokenStream {
    derive(input, derive::scalar::derive)
}

/// Makes a choice of an enum without fields: see the trait of the same name.
#[proc_macro_derive(Choice, attributes(choice))]
pub fn choice(input: TokenStream) -> TokenStream {
    derive(input, derive::choice::derive)
}

/// Makes a form, to be filled in by the user, of a struct with named fields:
/// see the trait of the same name.
///
/// A short doc comment is the label of its field, a long one the explanation
/// below a label made of the field's name. Fields that are `Option` or `Vec`
/// may be left empty.
///
/// # Keys of `#[form]` on a field
///
/// | key | meaning | for |
/// | --- | --- | --- |
/// | `title = …` | the label | all |
/// | `format = "…"` | `email`, `uri`, `date` or `date-time` | text |
/// | `len = 2..=80` | how many characters | text |
/// | `min`, `max` | bounds | numbers |
/// | `default = …` | what the field starts with | all |
/// | `rename = "…"` | the key in the answer | all |
#[proc_macro_derive(Form, attributes(form))]
pub fn form(input: TokenStream) -> TokenStream {
    derive(input, derive::form::derive)
}

fn derive(
    input: TokenStream,
    expand: fn(&syn::DeriveInput) -> proc_macro2::TokenStream,
) -> TokenStream {
    match syn::parse(input) {
        Ok(input) => expand(&input).into(),
        Err(error) => error.to_compile_error().into(),
    }
}
