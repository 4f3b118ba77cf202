//! Names that tell that a value is secret.
//!
//! A net, no wall: what an author calls otherwise goes through.

/// Parts of names that tell a secret, without separators.
const SECRET: &[&str] = &[
    "password",
    "passwd",
    "passphrase",
    "secret",
    "credential",
    "authorization",
    "cookie",
    "apikey",
    "privatekey",
    "accesskey",
    "bearer",
    "sessionid",
    "cardnumber",
    "creditcard",
];

/// Whether a field's name tells that its value is secret.
pub(crate) fn is_secret(name: &str) -> bool {
    let plain: String = name
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|letter| letter.to_ascii_lowercase())
        .collect();
    // "tokens" is a count, "token" is one.
    plain.ends_with("token") || SECRET.iter().any(|part| plain.contains(part))
}

#[cfg(test)]
mod tests {
    use super::is_secret;

    #[test]
    fn names_tell() {
        for name in [
            "password",
            "db.password",
            "API-Key",
            "access_token",
            "token",
            "refreshToken",
            "http.request.header.authorization",
            "Set-Cookie",
            "client_secret",
            "cardNumber",
        ] {
            assert!(is_secret(name), "{name}");
        }
        for name in ["message", "tokens", "order", "key", "user", "tokens_used"] {
            assert!(!is_secret(name), "{name}");
        }
    }
}
