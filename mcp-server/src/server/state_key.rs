//! Where the key comes from that seals sessions and question state.

use std::env;
use std::sync::OnceLock;
#[cfg(feature = "http")]
use std::{
    fs, io,
    path::{Path, PathBuf},
};

use crate::input::KeyRing;

/// The environment variable that holds the secret on every replica.
const VARIABLE: &str = "MCP_STATE_KEY";

/// The keys of a server.
///
/// Those its author set, or the environment's. Without either, the way it is
/// served decides, no later than with the first request: a private file of
/// the user's on a loopback address, else keys that end with the process.
pub(crate) struct Keys {
    ring: OnceLock<KeyRing>,
    set: bool,
}

impl Keys {
    /// Reads the configured secrets.
    ///
    /// # Errors
    ///
    /// A sentence, where a secret is too short to seal anything.
    pub(super) fn resolve(configured: &[String]) -> Result<Self, String> {
        let from_environment = env::var(VARIABLE).ok().filter(|secret| !secret.is_empty());
        let secrets: Vec<String> = match configured {
            [] => from_environment.into_iter().collect(),
            secrets => secrets.to_vec(),
        };
        if secrets.is_empty() {
            return Ok(Self {
                ring: OnceLock::new(),
                set: false,
            });
        }
        let ring = KeyRing::from_secrets(&secrets)
            .map_err(|weak| format!("{weak} (set {VARIABLE} or `.state_key(…)`)"))?;
        Ok(Self {
            ring: ring.into(),
            set: true,
        })
    }

    /// Whether somebody set them, so that another process can have the same.
    pub(crate) fn are_set(&self) -> bool {
        self.set
    }

    /// The keys; random ones where nothing else was decided.
    pub(crate) fn ring(&self) -> &KeyRing {
        self.ring.get_or_init(KeyRing::random)
    }

    /// Decides for a server on the network, and says what follows from it.
    #[cfg(feature = "http")]
    pub(super) fn decide(&self, server: &str, loopback: bool) {
        if self.ring.get().is_some() {
            return;
        }
        if loopback {
            match user_file(server) {
                Ok(ring) => {
                    self.ring.get_or_init(|| ring);
                    return;
                }
                Err(error) => tracing::warn!(%error, "no key file of the user's"),
            }
        }
        self.ring.get_or_init(KeyRing::random);
        tracing::warn!(
            "sessions and open questions end with this process and are unknown to other replicas; \
             set {VARIABLE} or `.state_key(…)` to keep them"
        );
    }
}

/// The user's own key file for a server, made on first use (mode 0600), so
/// that sessions of hosts that never re-initialise survive a restart.
///
/// # Errors
///
/// Where the file can be neither read nor made.
#[cfg(feature = "http")]
fn user_file(server: &str) -> io::Result<KeyRing> {
    let path = path_for(server).ok_or_else(|| io::Error::other("no state folder is known"))?;
    let secret = match fs::read(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => create(&path)?,
        read => {
            let secret = read?;
            require_private(&path)?;
            secret
        }
    };
    KeyRing::from_secrets(&[secret])
        .map_err(|weak| io::Error::other(format!("{}: {weak}", path.display())))
}

/// A key that others can read seals nothing.
#[cfg(feature = "http")]
fn require_private(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        if fs::metadata(path)?.permissions().mode() & 0o077 != 0 {
            let complaint = format!("{} can be read by others: chmod 600", path.display());
            return Err(io::Error::other(complaint));
        }
    }
    let _ = path;
    Ok(())
}

#[cfg(feature = "http")]
fn create(path: &Path) -> io::Result<Vec<u8>> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut secret = vec![0; 32];
    getrandom::fill(&mut secret).map_err(|error| io::Error::other(error.to_string()))?;
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

#[cfg(feature = "http")]
fn write_private(path: &Path, secret: &[u8]) -> io::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    io::Write::write_all(&mut options.open(path)?, secret)
}

/// XDG's state folder, or Windows' local application data.
#[cfg(feature = "http")]
fn path_for(server: &str) -> Option<PathBuf> {
    // The XDG rule: a path that is not absolute is ignored.
    let xdg = env::var_os("XDG_STATE_HOME").map(PathBuf::from);
    let folder = match xdg.filter(|folder| folder.is_absolute()) {
        Some(folder) => folder,
        None => match env::var_os("LOCALAPPDATA") {
            Some(folder) => PathBuf::from(folder),
            None => PathBuf::from(env::var_os("HOME")?).join(".local/state"),
        },
    };
    let name: String = server
        .chars()
        .map(|character| {
            if character.is_ascii_alphanumeric() || "-_.".contains(character) {
                character
            } else {
                '_'
            }
        })
        .collect();
    Some(folder.join("mcp").join(format!("{name}.key")))
}

#[cfg(all(test, unix, feature = "http"))]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn a_key_file_is_private_or_no_key() {
        let folder = env::temp_dir().join(format!("mcp-key-{}", std::process::id()));
        let path = folder.join("server.key");
        let secret = create(&path).expect("made");
        assert_eq!(fs::read(&path).expect("readable"), secret);
        assert!(require_private(&path).is_ok());
        assert_eq!(create(&path).expect("the first one wins"), secret);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).expect("ours");
        assert!(require_private(&path).is_err());
        fs::remove_dir_all(&folder).expect("ours");
    }
}
