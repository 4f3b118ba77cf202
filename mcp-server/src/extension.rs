//! Extensions of the protocol.

use std::borrow::Cow;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use mcp_core::call::CallTool;
use mcp_core::meta::check_extension_id;
use mcp_core::types::{ClientCapabilities, JsonObject};
use mcp_core::{Error as ProtocolError, Meta, Method};

use crate::contained::contain;
use crate::error::{IntoHandlerError as _, Result};
use crate::list_ctx::ListCtx;
use crate::place::{Mount, Place};

/// The future of an extension's method.
pub type ExtensionFuture<'a> = Pin<Box<dyn Future<Output = Result<ExtensionResult>> + Send + 'a>>;

/// Something that is added to the protocol: methods, kinds of results, things
/// to listen to, metadata.
///
/// An extension is off until a server adds it
/// ([`ServerBuilder::extension`](crate::ServerBuilder::extension)), and serves
/// only those requests whose client declares it in its capabilities
/// (2026-07-28; clients of earlier revisions get the core protocol). Whatever
/// is left out here stays as the core has it. Specification: SEP-2133.
///
/// # Examples
///
/// ```
/// use mcp_server::core::JsonObject;
/// use mcp_server::{Extension, ExtensionFuture, ExtensionResult, ListCtx};
///
/// struct Clock;
///
/// impl Extension for Clock {
///     fn id(&self) -> &str {
///         "com.example/clock"
///     }
///
///     fn methods(&self) -> &[&str] {
///         &["clock/now"]
///     }
///
///     fn call<'a>(&'a self, _: ListCtx, _: &'a str, _: JsonObject) -> ExtensionFuture<'a> {
///         Box::pin(async { Ok(ExtensionResult::new().with("seconds", 0)) })
///     }
/// }
/// ```
pub trait Extension: Send + Sync + 'static {
    /// Its identifier: a prefix that its author controls, and a name, such as
    /// `com.example/clock`.
    fn id(&self) -> &str;

    /// What the server says of it in its capabilities.
    fn settings(&self) -> JsonObject {
        JsonObject::new()
    }

    /// The methods it adds.
    fn methods(&self) -> &[&str] {
        &[]
    }

    /// Serves a request for one of its methods.
    ///
    /// # Errors
    ///
    /// Become JSON-RPC errors.
    fn call<'a>(
        &'a self,
        ctx: ListCtx,
        method: &'a str,
        params: JsonObject,
    ) -> ExtensionFuture<'a> {
        let _ = (ctx, params);
        Box::pin(async move { Err(ProtocolError::method_not_found(method).into_handler_error()) })
    }

    /// Answers a call of a tool in the tool's place, with a kind of result of
    /// its own. `None` leaves the call to the tool.
    fn answer_call(&self, ctx: &ListCtx, call: &CallTool) -> Option<ExtensionResult> {
        let _ = (ctx, call);
        None
    }

    /// What it honours of a filter of `subscriptions/listen`: members that
    /// the core does not know.
    fn honour(&self, asked: &JsonObject) -> JsonObject {
        let _ = asked;
        JsonObject::new()
    }

    /// Whether a client whose filter was honoured like this is told of a
    /// notification ([`Handle::notify`](crate::Handle::notify)).
    fn tells(&self, honoured: &JsonObject, method: &str, params: &JsonObject) -> bool {
        let _ = (honoured, method, params);
        false
    }

    /// Adds to the `_meta` of the result of a tool, a prompt or a resource;
    /// `request` is the `_meta` of the request.
    fn stamp(&self, request: &Meta, result: &mut Meta) {
        let _ = (request, result);
    }
}

/// The result of an extension: of one of its methods, or of a kind of its own
/// in place of a tool's.
#[derive(Clone, Debug, Default)]
#[must_use = "a result does nothing before it is returned"]
pub struct ExtensionResult {
    pub(crate) kind: Option<Cow<'static, str>>,
    pub(crate) members: JsonObject,
}

impl ExtensionResult {
    /// A complete result without members.
    pub fn new() -> Self {
        Self::default()
    }

    /// A result of another kind: its `resultType`.
    pub fn of_kind(kind: impl Into<Cow<'static, str>>) -> Self {
        Self {
            kind: Some(kind.into()),
            members: JsonObject::new(),
        }
    }

    /// Sets a member.
    pub fn with(mut self, name: impl Into<String>, value: impl Into<serde_json::Value>) -> Self {
        self.members.insert(name.into(), value.into());
        self
    }
}

/// An extension whose panics stay with it: where it panics, it does nothing.
struct Shielded {
    extension: Box<dyn Extension>,
    /// Whose values it is given.
    place: Place,
}

impl Shielded {
    fn run<T: Default>(&self, code: impl FnOnce(&dyn Extension) -> T) -> T {
        contain("an extension", || code(&*self.extension)).unwrap_or_default()
    }
}

impl Extension for Shielded {
    fn id(&self) -> &str {
        self.extension.id()
    }

    fn settings(&self) -> JsonObject {
        self.run(|extension| extension.settings())
    }

    fn methods(&self) -> &[&str] {
        self.extension.methods()
    }

    fn call<'a>(
        &'a self,
        ctx: ListCtx,
        method: &'a str,
        params: JsonObject,
    ) -> ExtensionFuture<'a> {
        // Not before it is polled, where panics of the method are contained.
        let ctx = ctx.at(&self.place);
        Box::pin(async move { self.extension.call(ctx, method, params).await })
    }

    fn answer_call(&self, ctx: &ListCtx, call: &CallTool) -> Option<ExtensionResult> {
        let ctx = ctx.clone().at(&self.place);
        self.run(|extension| extension.answer_call(&ctx, call))
    }

    fn honour(&self, asked: &JsonObject) -> JsonObject {
        self.run(|extension| extension.honour(asked))
    }

    fn tells(&self, honoured: &JsonObject, method: &str, params: &JsonObject) -> bool {
        self.run(|extension| extension.tells(honoured, method, params))
    }

    fn stamp(&self, request: &Meta, result: &mut Meta) {
        self.run(|extension| extension.stamp(request, result));
    }
}

/// The extensions of a server.
#[derive(Default)]
pub(crate) struct Extensions(Vec<Shielded>);

impl Extensions {
    /// Adds one.
    ///
    /// # Errors
    ///
    /// A sentence, where its identifier is none, or one that is there already.
    pub(crate) fn add(&mut self, extension: impl Extension) -> Result<(), String> {
        self.take_in(Shielded {
            extension: Box::new(extension),
            place: Place::default(),
        })
    }

    /// Adds those of another server, mounted into this one or not; says which
    /// it could not.
    pub(crate) fn absorb(&mut self, other: Self, mount: Option<&Arc<Mount>>) -> Vec<String> {
        let mut faults = Vec::new();
        for mut extension in other.0 {
            if let Some(mount) = mount {
                extension.place.enter(mount, "");
            }
            faults.extend(self.take_in(extension).err());
        }
        faults
    }

    fn take_in(&mut self, extension: Shielded) -> Result<(), String> {
        let id = extension.id();
        check_extension_id(id).map_err(|fault| format!("extension \"{id}\": {fault}"))?;
        if self.0.iter().any(|known| known.id() == id) {
            return Err(format!("there are two extensions \"{id}\""));
        }
        let methods = extension.methods();
        for (index, method) in methods.iter().enumerate() {
            if !matches!(Method::parse(method), Method::Other(_)) {
                return Err(format!(
                    "extension \"{id}\": the method \"{method}\" is the protocol's own"
                ));
            }
            if methods[..index].contains(method) {
                return Err(format!(
                    "extension \"{id}\" names the method \"{method}\" twice"
                ));
            }
            if self.serving(method).is_some() {
                return Err(format!("two extensions serve the method \"{method}\""));
            }
        }
        self.0.push(extension);
        Ok(())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether any of them tells a client of a notification.
    pub(crate) fn tell(&self, honoured: &JsonObject, method: &str, params: &JsonObject) -> bool {
        let mut all = self.0.iter();
        !honoured.is_empty() && all.any(|extension| extension.tells(honoured, method, params))
    }

    /// Their settings by identifier.
    pub(crate) fn settings(&self) -> JsonObject {
        let setting =
            |extension: &Shielded| (extension.id().to_owned(), extension.settings().into());
        self.0.iter().map(setting).collect()
    }

    /// The one that serves a method.
    pub(crate) fn serving(&self, method: &str) -> Option<&dyn Extension> {
        self.all()
            .find(|extension| extension.methods().contains(&method))
    }

    /// Those that a client declares.
    pub(crate) fn declared<'a>(
        &'a self,
        client: &'a ClientCapabilities,
    ) -> impl Iterator<Item = &'a dyn Extension> {
        self.all()
            .filter(|extension| is_declared(*extension, client))
    }

    fn all(&self) -> impl Iterator<Item = &dyn Extension> {
        self.0.iter().map(|extension| extension as &dyn Extension)
    }
}

/// Whether a client declares an extension.
pub(crate) fn is_declared(extension: &dyn Extension, client: &ClientCapabilities) -> bool {
    client.extensions.contains_key(extension.id())
}

/// What a client lacks that does not declare an extension.
pub(crate) fn undeclared(extension: &dyn Extension) -> ProtocolError {
    let mut missing = ClientCapabilities::default();
    missing
        .extensions
        .insert(extension.id().to_owned(), JsonObject::new().into());
    ProtocolError::missing_capability(&missing)
}

impl fmt::Debug for Extensions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ids = self.0.iter().map(|extension| extension.id());
        f.debug_list().entries(ids).finish()
    }
}
