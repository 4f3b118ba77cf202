//! What an author says of any item, be it a tool, a prompt or a resource.

use std::borrow::Cow;
use std::panic::Location;
use std::sync::Arc;
use std::time::Duration;

use mcp_core::Meta;
use mcp_core::meta::check_key;
use mcp_core::types::Icon;
use serde_json::Value;

use crate::handler::Handler;
use crate::item::{Common, Visible};
use crate::place::{Mount, Place};
use crate::signature::Signature;
use crate::spec::ParamSpec;
use crate::validate::Validator;

/// What an author says of any item.
#[derive(Debug)]
pub(crate) struct About {
    /// What it is found by: a name, or a URI.
    pub(crate) key: Cow<'static, str>,
    pub(crate) title: Option<Cow<'static, str>>,
    pub(crate) description: Option<Cow<'static, str>>,
    pub(crate) icons: Vec<Icon>,
    pub(crate) meta: Option<Meta>,
    pub(crate) params: Vec<ParamSpec>,
    pub(crate) timeout: Option<Duration>,
    pub(crate) heartbeat: Option<Duration>,
    /// Found on the way, told when the server is built.
    pub(crate) faults: Vec<String>,
    /// Where it was declared, for messages about clashes.
    pub(crate) declared: &'static Location<'static>,
    pub(crate) visible: Option<Visible>,
    /// The servers it was mounted into.
    pub(crate) place: Place,
}

impl About {
    /// Something that was declared where the caller was called.
    #[track_caller]
    pub(crate) fn new(key: impl Into<Cow<'static, str>>) -> Self {
        Self {
            key: key.into(),
            title: None,
            description: None,
            icons: Vec::new(),
            meta: None,
            params: Vec::new(),
            timeout: None,
            heartbeat: None,
            faults: Vec::new(),
            declared: Location::caller(),
            visible: None,
            place: Place::default(),
        }
    }

    /// Puts what has a name into a server that is mounted into another one.
    pub(crate) fn mount_name(&mut self, mount: &Arc<Mount>) {
        self.place.enter(mount, &self.key);
        self.key = mount.name(&self.key).into();
    }

    /// Puts what has a URI into a server that is mounted into another one.
    pub(crate) fn mount_uri(&mut self, mount: &Arc<Mount>) {
        self.place.enter(mount, &self.key);
        self.key = mount.uri(&self.key).into();
    }

    pub(crate) fn set_meta(&mut self, key: String, value: Value) {
        if let Err(fault) = check_key(&key) {
            self.faults.push(format!("meta \"{key}\": {fault}"));
        }
        self.meta.get_or_insert_default().insert(key, value);
    }

    /// Puts the parameters in the order in which a handler takes them.
    pub(crate) fn fit<Out, Kinds>(&mut self, handler: &impl Handler<Out, Kinds>) {
        match handler.fit(std::mem::take(&mut self.params)) {
            Ok(params) => self.params = params,
            Err(fault) => self.faults.push(fault),
        }
    }

    /// What a server goes on needing of it.
    pub(crate) fn into_common(self, input: Validator) -> Common {
        Common {
            signature: Arc::new(Signature::new(&self.key, self.params, input)),
            timeout: self.timeout,
            heartbeat: self.heartbeat,
            declared: self.declared,
            visible: self.visible,
            place: self.place,
        }
    }
}

/// Tells clients what every item has, in the item's published form.
macro_rules! publish {
    ($about:expr => $wire:ident) => {
        let text =
            |text: &Option<::std::borrow::Cow<'static, str>>| text.as_deref().map(str::to_owned);
        $wire.title = text(&$about.title);
        $wire.description = text(&$about.description);
        $wire.icons = $about.icons.clone();
        $wire.meta = $about.meta.clone();
    };
}

/// What the builders of tools, prompts and resources have in common: each has
/// an [`About`] named `about`.
macro_rules! shared_setters {
    ($builder:ident, $noun:literal) => {
        impl $builder {
            /// A short name for people (2025-06-18 and later).
            pub fn title(mut self, title: impl Into<::std::borrow::Cow<'static, str>>) -> Self {
                self.about.title = Some(title.into());
                self
            }

            /// An icon for people (2025-11-25 and later).
            pub fn icon(mut self, icon: $crate::Icon) -> Self {
                self.about.icons.push(icon);
                self
            }

            #[doc = concat!("A key of the ", $noun, "'s `_meta` (2025-06-18 and later). Keys of the")]
            /// specification's own are reported when the server is built.
            pub fn meta(mut self, key: impl Into<String>, value: impl Into<::serde_json::Value>) -> Self {
                self.about.set_meta(key.into(), value.into());
                self
            }

            /// How long a request may run. The clock stands still while a
            /// question to the user is open. Default: the server's limit
            /// (`Limits::call`).
            pub fn timeout(mut self, limit: ::std::time::Duration) -> Self {
                self.about.timeout = Some(limit);
                self
            }

            /// Tells the client at least this often that a request is alive:
            /// see [`Ctx::heartbeat`](crate::Ctx::heartbeat).
            pub fn heartbeat(mut self, every: ::std::time::Duration) -> Self {
                self.about.heartbeat = Some(every);
                self
            }

            #[doc = concat!("Shows the ", $noun, " to some callers only: the others neither find it in")]
            /// the list nor can they use it. Such a list is private to its
            /// caller (specification, "Caching").
            pub fn visible_when(
                mut self,
                rule: impl Fn(Option<&$crate::Principal>) -> bool + Send + Sync + 'static,
            ) -> Self {
                self.about.visible = Some($crate::item::Visible::new(rule));
                self
            }

            /// Describes an argument, typed: `min` and its like exist where
            /// the type supports them.
            pub fn arg<T: $crate::Param<$crate::ViaArg>>(
                self,
                name: &'static str,
                describe: impl FnOnce($crate::Spec<T, $crate::ViaArg>) -> $crate::Spec<T, $crate::ViaArg>,
            ) -> Self {
                self.param(describe($crate::spec::<T, $crate::ViaArg>(name)))
            }

            /// Adds a parameter, in the order in which the handler takes them.
            #[doc(hidden)]
            pub fn param<T, Via>(mut self, spec: $crate::Spec<T, Via>) -> Self {
                self.about.params.push(spec.param);
                self
            }
        }
    };
}

pub(crate) use {publish, shared_setters};
