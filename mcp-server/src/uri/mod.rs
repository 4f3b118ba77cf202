//! URIs of resources: what may be one, and which template one belongs to.
//!
//! Templates are those of RFC 6570, levels 1 and 2. A client expands one to
//! ask for a resource; here the way is walked back, which the RFC leaves to
//! the reader (section 1.4). The rules:
//!
//! * URIs are compared as they were sent: no path is resolved, no case folded.
//!   Only what RFC 3986 calls equivalent under any scheme is held equal: `%41`
//!   and `A`, `%c3` and `%C3`, and, in literals, `é` and `%C3%A9`.
//! * A variable stands for at least one character, and the earlier one takes
//!   as much as it can. Its value is decoded once.
//! * What a handler could mistake for another path is refused here, since
//!   authors join such values to directories (specification "Resources:
//!   Security considerations").
//!
//! Symbolic links are not resolved: that is for those who open files.

mod check;
#[cfg(test)]
mod expand;
mod malformed;
mod matching;
mod template;
#[cfg(test)]
mod tests;
mod units;

pub(crate) use check::check_uri;
pub(crate) use template::Template;
