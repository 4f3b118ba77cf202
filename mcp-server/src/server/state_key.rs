//! Where the key comes from that seals sessions and question state.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use crate::input::KeyRing;

/// The environment variable that holds the secret on every replica.
pub(crate) const VARIABLE: &str = "MCP_STATE_KEY";

/// Least length of a secret, in bytes.
const LEAST: usize = 16;

/// The keys a server starts with: those its author set, else the
/// environment's, else random ones.
///
/// # Errors
///
/// A sentence, where a secret is too short to seal anything.
pub(super) fn resolve(configured: &[String], server: &str) -> Result<KeyRing, String> {
    let from_environment = env::var(VARIABLE).ok().filter(|secret| !secret.is_empty());
    let secrets = match configured {
        [] => from_environment.into_iter().collect(),
        secrets => secrets.to_vec(),
    };
    if let Some(short) = secrets.iter().find(|secret| secret.len() < LEAST) {
        return Err(format!(
            "the state key has {} bytes; at least {LEAST} are needed (set {VARIABLE} or `.state_key(…)`)",
            short.len()
        ));
    }
    let keys = match secrets.is_empty() {
        true => KeyRing::random(),
        false => {
            let secrets: Vec<_> = secrets.iter().map(String::as_bytes).collect();
            KeyRing::from_secrets(&secrets)
        }
    };
    let _ = server;
    Ok(keys)
}

/// The user's own key file for a server, made on first use (mode 0600), so
/// that sessions of hosts that never re-initialise survive a restart.
///
/// # Errors
///
/// Where the file can be neither read nor made.
pub(super) fn from_user_file(server: &str) -> io::Result<Vec<u8>> {
    let path = path_for(server).ok_or_else(|| io::Error::other("no state folder is known"))?;
    match fs::read(&path) {
        Ok(secret) if secret.len() >= LEAST => Ok(secret),
        Ok(_) => Err(io::Error::other(format!("{} holds no key", path.display()))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => create(&path),
        Err(error) => Err(error),
    }
}

fn create(path: &Path) -> io::Result<Vec<u8>> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut secret = vec![0; 32];
    getrandom::fill(&mut secret).map_err(io::Error::other)?;
    // Written under another name first: a second process that starts at the
    // same moment finds a whole key or none, and the first one wins.
    let draft = path.with_extension(format!("{}.new", std::process::id()));
    write_private(&draft, &secret)?;
    let linked = fs::hard_link(&draft, path);
    fs::remove_file(&draft)?;
    match linked {
        Ok(()) => Ok(secret),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => fs::read(path),
        Err(error) => Err(error),
    }
}

fn write_private(path: &Path, secret: &[u8]) -> io::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    io::Write::write_all(&mut options.open(path)?, secret)
}

/// XDG's state folder, or Windows' local application data.
fn path_for(server: &str) -> Option<PathBuf> {
    let folder = match env::var_os("XDG_STATE_HOME").filter(|folder| !folder.is_empty()) {
        Some(folder) => PathBuf::from(folder),
        None => match env::var_os("LOCALAPPDATA") {
            Some(folder) => PathBuf::from(folder),
            None => PathBuf::from(env::var_os("HOME")?).join(".local/state"),
        },
    };
    let name: String = server
        .chars()
        .map(|character| if character.is_ascii_alphanumeric() || "-_.".contains(character) { character } else { '_' })
        .collect();
    Some(folder.join("mcp").join(format!("{name}.key")))
}
