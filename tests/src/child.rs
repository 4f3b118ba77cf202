//! A server as its own process.

use std::net::SocketAddr;
use std::process::{ExitStatus, Stdio};
use std::time::{Duration, Instant};

use tokio::io::AsyncReadExt as _;
use tokio::net::TcpStream;
use tokio::process::{self, ChildStdin, ChildStdout, Command};
use tokio::task::JoinHandle;

use crate::{Lines, soon};

/// A server process, as its host sees it. Killed when dropped.
pub struct Child {
    process: process::Child,
    /// Its standard input and output.
    pub lines: Lines<ChildStdout, ChildStdin>,
    errors: JoinHandle<String>,
}

/// What is left of a process.
#[derive(Debug)]
pub struct End {
    /// How it ended.
    pub status: ExitStatus,
    /// What it wrote to standard error.
    pub errors: String,
    /// How long it took from the moment of asking.
    pub took: Duration,
}

impl Child {
    /// Starts a program with pipes for its streams.
    ///
    /// # Panics
    ///
    /// When it cannot be started.
    #[must_use]
    pub fn start(command: std::process::Command) -> Self {
        let mut command = Command::from(command);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        let mut process = command
            .spawn()
            .unwrap_or_else(|error| panic!("{command:?}: {error}"));
        let (reader, writer) = (process.stdout.take(), process.stdin.take());
        let mut stderr = process.stderr.take().expect("piped");
        let errors = tokio::spawn(async move {
            let mut text = Vec::new();
            // Read all the while, or the process would wait for a reader.
            let _ = stderr.read_to_end(&mut text).await;
            String::from_utf8_lossy(&text).into_owned()
        });
        Self {
            process,
            lines: Lines::new(reader.expect("piped"), writer.expect("piped")),
            errors,
        }
    }

    /// Starts a program that serves HTTP at an address which it is given as `--http ADDR`, and waits until it listens.
    ///
    /// # Panics
    ///
    /// When it cannot be started, or ends by itself.
    pub async fn serve(mut command: std::process::Command) -> (Self, SocketAddr) {
        // The port is free a moment later as well, unless somebody takes it in between.
        let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = free.local_addr().expect("a bound socket");
        drop(free);
        command.arg("--http").arg(address.to_string());
        let mut child = Self::start(command);
        let listens = async {
            while TcpStream::connect(address).await.is_err() {
                let ended = child.process.try_wait().expect("waited for");
                assert!(ended.is_none(), "it ended by itself: {ended:?}");
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        soon(listens).await;
        (child, address)
    }

    /// Its number.
    ///
    /// # Panics
    ///
    /// When it has ended.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.process.id().expect("it runs")
    }

    /// Waits for it to end, whatever is still on its output.
    pub async fn end(mut self) -> End {
        let start = Instant::now();
        let status = soon(self.process.wait()).await.expect("waited for");
        End {
            status,
            took: start.elapsed(),
            errors: soon(self.errors).await.expect("read"),
        }
    }
}
