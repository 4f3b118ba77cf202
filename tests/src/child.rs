//! A server as its own process.

use std::process::{ExitStatus, Stdio};
use std::time::{Duration, Instant};

use tokio::io::AsyncReadExt as _;
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
