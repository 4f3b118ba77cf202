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
mod prompt;
mod resource;
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
/// | `confirm = "Refund {amount} of {order_id}?"` | asks the user first; placeholders are parameters |
/// | `requires(elicitation)` | refuses clients that cannot ask their user, before anything happens |
/// | `max_result = 100_000` | how many characters a result may have |
/// | `coercion = …` | which repairs are made to arguments |
/// | `unknown_keys = …` | what becomes of arguments that no parameter names |
/// | `ignore_keys = ["sessionId"]` | arguments that hosts add for themselves |
/// | `output_schema = …` | a schema written by hand, as a `Value`; results are checked against it |
/// | `no_output_schema` | results stay structured, but their schema is not listed |
/// | `schema_profile = …` | how the schemas of Rust types are published |
/// | `ui = "ui://orders/list"` | the resource that shows results in an interface of its own |
/// | `ui_visibility = [UiVisibility::App]` | who may use a tool of such an interface |
/// | `always_load`, `search_hint = "…"` | how Claude Code finds the tool |
/// | `max_result_size_chars = 500_000` | how long a result may be before Claude Code cuts it |
///
/// And those that [`macro@prompt`] and [`macro@resource`] take, too:
///
/// | key | meaning |
/// | --- | --- |
/// | `title = "…"` | short name for people |
/// | `name = "…"` | name for programs, if not the function's |
/// | `description = …` | any constant expression, in place of the doc comment |
/// | `undocumented` | no description, on purpose |
/// | `icon = …` | an `Icon`, or several in brackets |
/// | `meta = [("example.com/tier", "gold")]` | entries of `_meta` |
/// | `visible_when = path` | only for callers for whom this function says so |
/// | `timeout = "30s"` | how long a call may run: `ms`, `s`, `m`, `h`, or a `Duration` |
/// | `heartbeat = "5s"` | tells that it still runs, as often, while it tells nothing else |
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
/// | `title = "…"` | a name for people | all |
/// | `example = …` | an example for the model | all |
/// | `rename = "…"` | name of the argument | all |
/// | `header`, `header = "…"` | repeated in an HTTP header `Mcp-Param-…` | text, integers, booleans |
/// | `secret` | kept out of errors and logs | all |
/// | `strict` | taken only as it was sent, never repaired | all |
/// | `as_string` | travels as text, so that no host spoils its digits | whole numbers |
/// | `rest` | takes all arguments that nothing else names | a map |
/// | `complete = Self::open_orders` | suggests values while people type | prompts, URI templates |
///
/// A key whose type does not support it does not compile.
#[proc_macro_attribute]
pub fn tool(options: TokenStream, item: TokenStream) -> TokenStream {
    primitive::expand::<tool::Tool>(options.into(), item.into()).into()
}

/// Makes a prompt of a function, which stays the function it was.
///
/// Name, description and parameters are read as [`macro@tool`] reads them;
/// clients send every argument as text, which is read by the parameter's type.
/// The result becomes messages: text is one of the user.
///
/// The keys are those that [`macro@tool`] shares.
///
/// # Completion
///
/// `#[arg(complete = Self::open_orders)]` names a function that suggests
/// values: a method of the same type, or any other function. It takes
/// `&Completing`, which has what was typed and the arguments known so far, and
/// returns a list; async or not. A method in the same block may as well take a
/// `Completing`, or nothing. A type with [`derive(Choice)`](macro@Choice)
/// completes by itself.
#[proc_macro_attribute]
pub fn prompt(options: TokenStream, item: TokenStream) -> TokenStream {
    primitive::expand::<prompt::Prompt>(options.into(), item.into()).into()
}

/// Makes a resource, or a template of resources, of a function, which stays
/// the function it was.
///
/// The URI is a template if it has variables: `orders://{order_id}`. Each
/// variable needs a parameter of its name, and each parameter is a variable or
/// extracted from the call. `{x}` is one segment; `{+x}` takes slashes as
/// well, as `{#x}` does after a `#` (RFC 6570, levels 1 and 2). Variables
/// complete as arguments of a [`macro@prompt`] do.
///
/// The result becomes contents: text, bytes, or JSON of whatever serializes.
///
/// # Keys
///
/// | key | meaning |
/// | --- | --- |
/// | `"orders://{order_id}"` | the URI; comes first |
/// | `mime = "…"` | media type of what is read |
/// | `size = …` | in bytes; not of a template |
/// | `annotations = …` | an `Annotations`: for whom, how important, how old |
/// | `ttl = "60s"` | how long clients may keep what they read |
/// | `public`, `private` | what is read may be handed on to anybody, or is for the caller alone |
/// | `list = Self::list_orders` | names the resources of a template |
/// | `complete = Self::open_orders` | suggests values of the variable while people type |
/// | `complete = [("order_id", Self::open_orders)]` | the same where there are several |
///
/// And those that [`macro@tool`] shares. `#[arg(complete = …)]` at the
/// parameter of a variable says the same as `complete` here.
///
/// The function of `list` takes `&ListCtx` and returns a `Vec<ListedResource>`
/// or a `Result` of one; async or not. A method in the same block may as well
/// take a `ListCtx`, or nothing.
#[proc_macro_attribute]
pub fn resource(options: TokenStream, item: TokenStream) -> TokenStream {
    primitive::expand::<resource::Resource>(options.into(), item.into()).into()
}

/// Makes a server of an impl block whose methods are tools, prompts and
/// resources.
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
/// | `instructions = …` | how the server is meant to be used, for the model |
/// | `name = …`, `version = …`, `title = …` | who the server is |
/// | `description = …`, `website_url = …`, `icon = …` | more of that, for people |
/// | `page_size = 100` | how many items of a list come at a time |
/// | `ttl = [(Cached::Tools, "1h")]` | how long results of a kind may be kept |
/// | `scope = [(Cached::Contents, CacheScope::Public)]` | for whom they may be kept |
/// | `schema_profile`, `coercion`, `unknown_keys`, `ignore_keys` | as for [`macro@tool`], for all tools that say nothing else |
/// | `logging` | offers log messages; deprecated by the specification |
/// | `groups = [admin, billing]` | takes in what other blocks offer |
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
