//! Servers made of servers.

use std::sync::Arc;

use super::{Errors, IntoServer, ServerBuilder};
use crate::caching::Cached;
use crate::limits::Limits;
use crate::place::{Defaults, Mount};

impl ServerBuilder {
    /// Adds everything that another server offers: tools, prompts, resources
    /// and extensions, with its states, its hooks and what it says of the
    /// arguments, the time and the results of its calls. [`nest`](Self::nest)
    /// says what is not taken over.
    ///
    /// States are shared from then on. Two teams that may both have a state of
    /// one type, or a tool of one name, are better nested.
    pub fn with(mut self, other: impl IntoServer) -> Self {
        let mut other = other.into_server();
        self.states.extend(std::mem::take(&mut other.states));
        self.absorb(other, None, "with(…)")
    }

    /// Mounts another server below a prefix: its tool `refund` becomes
    /// `billing_refund`, a prompt likewise, and `orders://{id}` becomes
    /// `orders://billing/{id}`.
    ///
    /// The other server notices nothing of that. It keeps its own states; what
    /// it lacks it finds in this server's. [`Ctx::server`](crate::Ctx::server)
    /// takes the names and URIs that it knows, as do the URIs it lists and
    /// those that its hooks are told. Only where it names its own things to
    /// clients, as in links of results, it has to say so:
    /// [`Handle::public_uri`](crate::Handle::public_uri).
    ///
    /// What it says of arguments ([`coercion`](Self::coercion) and its like),
    /// of [limits](Self::limits) (`call`, `result`) and of how long its
    /// resources may be kept holds for what it offers.
    /// Its extensions, hooks, public errors, and that it offers
    /// [logging](Self::logging) or [keeps long results](Self::spill_results)
    /// are this server's, too. What only a whole server can say —
    /// [`errors`](Self::errors), [`event_bus`](Self::event_bus), the other
    /// limits of a call — has to be said of this one as well: otherwise it is
    /// reported when the server is built, like a clash of names.
    ///
    /// Not taken over is how it introduces itself and how it was to be served:
    /// name, icons and instructions, keys, sessions and old revisions, pages,
    /// the caching of lists, promises of changes, whether results are checked,
    /// traces, lint.
    pub fn nest(mut self, prefix: &str, other: impl IntoServer) -> Self {
        let sound = |c: char| c.is_ascii_alphanumeric() || "_-".contains(c);
        if prefix.is_empty() || !prefix.chars().all(sound) {
            self.faults.push(format!(
                "nest(\"{prefix}\"): a prefix has one or more of A-Z a-z 0-9 _ -"
            ));
        }
        let mut other = other.into_server();
        let states = std::mem::take(&mut other.states);
        let mount = Mount::new(prefix, states, other.defaults());
        self.absorb(other, Some(&mount), &format!("nest(\"{prefix}\")"))
    }

    /// Takes over what another server offers, which is mounted into this one
    /// or merged with it.
    fn absorb(mut self, other: Self, mount: Option<&Arc<Mount>>, how: &str) -> Self {
        self.wishes.push(Wish::of(&other, how));
        let defaults = other.defaults();
        macro_rules! take_over {
            ($($family:ident)+) => {$(
                self.$family.extend(other.$family.into_iter().map(|item| match mount {
                    Some(mount) => item.mounted(mount),
                    None => item.defaulting(&defaults),
                }));
            )+};
        }
        take_over!(tools prompts resources);
        let faults = self.extensions.absorb(other.extensions, mount);
        let faults = other.faults.into_iter().chain(faults);
        self.faults
            .extend(faults.map(|fault| format!("{how}: {fault}")));
        self.hooks.absorb(match mount {
            Some(mount) => other.hooks.mounted(mount),
            None => other.hooks,
        });
        for mut hook in other.on_roots_changed {
            if let Some(mount) = mount {
                hook.place.enter(mount, "");
            }
            self.on_roots_changed.push(hook);
        }
        let wishes = other.wishes.into_iter();
        self.wishes.extend(wishes.map(|wish| wish.within(how)));
        self.public_errors.extend(other.public_errors);
        self.offered = self.offered.or(other.offered);
        self.logging |= other.logging;
        self.spill |= other.spill;
        self
    }

    /// What is said for items that say nothing themselves.
    fn defaults(&self) -> Defaults {
        Defaults {
            reading: self.reading.clone(),
            timeout: self.limits.call,
            max_result: self.limits.result,
            keeping: self.caching.said(Cached::Contents),
        }
    }

    /// What servers asked for that are part of this one, and this one does
    /// not do.
    pub(super) fn unheeded(&self) -> Vec<String> {
        let wishes = self.wishes.iter();
        wishes.flat_map(|wish| wish.unheeded(self)).collect()
    }
}

/// What a server asks for that is part of another one, and only a whole
/// server can do.
pub(super) struct Wish {
    /// How the server became a part, in the words of the author.
    how: String,
    errors: Errors,
    limits: Limits,
    bus: bool,
}

impl Wish {
    fn of(server: &ServerBuilder, how: &str) -> Self {
        Self {
            how: how.to_owned(),
            errors: server.errors,
            limits: server.limits.clone(),
            bus: server.bus.is_some(),
        }
    }

    fn within(mut self, how: &str) -> Self {
        self.how = format!("{how}: {}", self.how);
        self
    }

    fn unheeded(&self, whole: &ServerBuilder) -> Vec<String> {
        let usual = Limits::default();
        let differs = |of: fn(&Limits) -> std::time::Duration| {
            of(&self.limits) != of(&usual) && of(&self.limits) != of(&whole.limits)
        };
        let unheeded = [
            (
                "errors",
                self.errors != Errors::default() && self.errors != whole.errors,
            ),
            ("event_bus", self.bus && whole.bus.is_none()),
            (
                "limits (cancel_grace)",
                differs(|limits| limits.cancel_grace),
            ),
            ("limits (question)", differs(|limits| limits.question)),
        ];
        let unheeded = unheeded.iter().filter(|(_, is)| *is);
        unheeded
            .map(|(method, _)| {
                format!(
                    "{}: `{method}` is for a whole server to say: say the same of the outer one",
                    self.how
                )
            })
            .collect()
    }
}
