//! Which text is a URI.

use super::units::{is_reserved, is_unreserved};

/// Checks that a text is a URI with a scheme.
///
/// RFC 3986, sections 2 and 3: "Custom URI schemes MUST be in accordance with
/// RFC3986" (specification "Resources: Custom URI schemes"). Which authority
/// or path a scheme allows is the scheme's own business.
///
/// # Errors
///
/// What is wrong and, where it can be told, what to write instead.
pub(crate) fn check_uri(uri: &str) -> Result<(), String> {
    let rest = check_scheme(uri)?;
    check_characters(uri)?;
    check_escapes(uri)?;
    let (before, fragment) = rest.split_once('#').unwrap_or((rest, ""));
    if fragment.contains('#') {
        return Err(format!("`{uri}` has a second `#`; write it as `%23`"));
    }
    // Brackets enclose an IPv6 address and stand nowhere else.
    let (authority, others) = match before.strip_prefix("//") {
        Some(rest) => rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len())),
        None => ("", before),
    };
    let host = authority.rsplit('@').next().unwrap_or_default();
    let stray = [&authority[..authority.len() - host.len()], others, fragment]
        .into_iter()
        .any(|part| part.contains(['[', ']']));
    if stray || !brackets_close(host) {
        return Err(format!(
            "`{uri}` has a stray bracket; write brackets as `%5B` and `%5D`"
        ));
    }
    Ok(())
}

/// Checks the scheme (`ALPHA *( ALPHA / DIGIT / "+" / "-" / "." ) ":"`) and
/// returns what follows it.
pub(super) fn check_scheme(uri: &str) -> Result<&str, String> {
    let scheme = uri.split_once(':').filter(|(scheme, _)| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
    });
    match scheme {
        Some((_, rest)) => Ok(rest),
        None => Err(format!(
            "`{uri}` does not begin with a scheme: a letter, then letters, digits, `+`, `-` or \
             `.`, then `:`, as in `orders://`"
        )),
    }
}

fn check_characters(uri: &str) -> Result<(), String> {
    let allowed = |byte: u8| is_unreserved(byte) || is_reserved(byte) || byte == b'%';
    if uri.bytes().all(allowed) {
        return Ok(());
    }
    let mut encoded = String::with_capacity(uri.len() + 16);
    for byte in uri.bytes() {
        match allowed(byte) {
            true => encoded.push(char::from(byte)),
            false => encoded.push_str(&format!("%{byte:02X}")),
        }
    }
    Err(format!(
        "`{}` has characters no URI may hold; write `{encoded}`",
        uri.escape_debug()
    ))
}

fn check_escapes(uri: &str) -> Result<(), String> {
    match super::units::units(uri).any(|unit| unit.byte().is_none()) {
        true => Err(format!(
            "`{uri}` has a `%` without two hexadecimal digits; a percent sign is `%25`"
        )),
        false => Ok(()),
    }
}

/// Whether a host has no brackets, or one pair that begins it and is followed
/// by nothing but a port.
fn brackets_close(host: &str) -> bool {
    match host.strip_prefix('[') {
        Some(rest) => rest.split_once(']').is_some_and(|(address, port)| {
            !address.is_empty()
                && !address.contains('[')
                && (port.is_empty() || port.starts_with(':'))
                && !port.contains(['[', ']'])
        }),
        None => !host.contains(['[', ']']),
    }
}
