//! Both sides: the server that this program becomes, and its host.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{self, ChildStdin, ChildStdout, Command, ExitCode, ExitStatus, Stdio};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use mcp_transport_stdio::{Ended, Options, serve};
use serde_json::Value;

use crate::fake::Fake;

/// Says that the program is the server, and which.
pub(crate) const KIND: &str = "MCP_STDIO_TEST_SERVER";

/// The server.
pub(crate) fn main(kind: &str) -> ExitCode {
    let mut runtime = match kind {
        "one-thread" => tokio::runtime::Builder::new_current_thread(),
        _ => tokio::runtime::Builder::new_multi_thread(),
    };
    let runtime = runtime.worker_threads(2).enable_all().build().unwrap();
    let _context = runtime.enter();
    let mut options = Options::new();
    match kind {
        "unguarded" => options = options.guard(false),
        "patient" => options = options.drain_timeout(Duration::from_secs(60)),
        "stopping" => {
            options = options.stop_when(tokio::time::sleep(Duration::from_millis(200)));
        }
        "short" => options = options.drain_timeout(Duration::from_millis(300)),
        _ => {}
    }
    let ended = runtime.block_on(async {
        if kind == "twice" {
            let (first, second) = tokio::join!(
                serve(&Fake::default(), options),
                serve(&Fake::default(), Options::new()),
            );
            eprintln!("meanwhile: {}", second.unwrap_err().kind());
            report(&first);
            options = Options::new();
        }
        let fake = Fake::default();
        fake.0.batches.store(kind == "batches", Ordering::SeqCst);
        serve(&fake, options).await
    });
    if kind == "chatty" {
        println!("printed after the end");
    }
    report(&ended);
    match ended {
        Ok(_) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn report(ended: &io::Result<Ended>) {
    match ended {
        Ok(ended) => eprintln!("ended: {:?}, {} abandoned", ended.reason, ended.abandoned),
        Err(error) => eprintln!("failed: {error}"),
    }
}

/// A server, as its host sees it. Killed when dropped.
pub(crate) struct Child {
    process: process::Child,
    input: Option<ChildStdin>,
    output: Option<BufReader<ChildStdout>>,
}

/// What is left of a server.
pub(crate) struct End {
    pub(crate) status: ExitStatus,
    /// What was still on standard output.
    pub(crate) output: String,
    pub(crate) errors: String,
    /// How long it took from the moment of asking.
    pub(crate) took: Duration,
}

impl Child {
    pub(crate) fn start(kind: &str) -> Self {
        Self::start_with(kind, |_| {})
    }

    pub(crate) fn start_with(kind: &str, adjust: impl FnOnce(&mut Command)) -> Self {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.env(KIND, kind);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        adjust(&mut command);
        let mut process = command.spawn().unwrap();
        let input = process.stdin.take();
        let output = process.stdout.take().map(BufReader::new);
        Self {
            process,
            input,
            output,
        }
    }

    pub(crate) fn id(&self) -> u32 {
        self.process.id()
    }

    pub(crate) fn send(&mut self, line: &str) {
        self.input
            .as_mut()
            .unwrap()
            .write_all(line.as_bytes())
            .unwrap();
    }

    pub(crate) fn message(&mut self) -> Value {
        let mut line = String::new();
        self.output.as_mut().unwrap().read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|_| panic!("no message: {line:?}"))
    }

    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    pub(crate) fn close_output(&mut self) {
        self.output = None;
    }

    pub(crate) fn has_ended(&mut self) -> bool {
        self.process.try_wait().unwrap().is_some()
    }

    /// Waits for the end, which must come in reasonable time.
    pub(crate) fn end(mut self) -> End {
        let start = Instant::now();
        while !self.has_ended() {
            assert!(
                start.elapsed() < Duration::from_secs(20),
                "the server does not end"
            );
            std::thread::sleep(Duration::from_millis(5));
        }
        let took = start.elapsed();
        let (mut output, mut errors) = (String::new(), String::new());
        if let Some(mut stdout) = self.output.take() {
            stdout.read_to_string(&mut output).unwrap();
        }
        if let Some(mut stderr) = self.process.stderr.take() {
            stderr.read_to_string(&mut errors).unwrap();
        }
        End {
            status: self.process.wait().unwrap(),
            output,
            errors,
            took,
        }
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
