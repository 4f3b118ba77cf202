"""An HTTP server of ours, for as long as a `with` block: a free port, a log file, and an end that is certain.

Shared by interop, conformance and cost.
"""

import contextlib
import os
import random
import socket
import subprocess
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOOLS = ROOT / "tests" / ".tools"
START_SECONDS = 20


def binary(name):
    """The release binary of an example; BINARIES names another folder to take it from."""
    target = Path(os.environ.get("CARGO_TARGET_DIR") or ROOT / "target")
    path = Path(os.environ.get("BINARIES") or ROOT / target / "release") / name
    if not path.exists():
        raise SystemExit(f"{path} is missing: run `./tests/run build`")
    return path


def node():
    """Node 22 or newer."""
    return (TOOLS / "node" / "path").read_text().strip()


def npm_program(package):
    """The script behind the `bin` of an installed npm package."""
    return TOOLS / "node" / "node_modules" / package


@contextlib.contextmanager
def http_server(command, log, env=None, start_seconds=START_SECONDS):
    """Starts `command --http 127.0.0.1:PORT` and yields PORT once it accepts connections."""
    port = free_port()
    with open(log, "ab") as out:
        process = subprocess.Popen(
            [*map(str, command), "--http", f"127.0.0.1:{port}"],
            env={**os.environ, **(env or {})},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
        )
        try:
            wait_for(process, port, log, start_seconds)
            yield port
            if process.poll() is not None:
                raise SystemExit(f"the server ended by itself ({process.returncode}):\n{tail(log)}")
        finally:
            stop(process)


def free_port():
    """A port below those that systems take for outgoing connections: of those, a client could have it first."""
    while True:
        port = random.randrange(20_000, 32_000)
        with contextlib.suppress(OSError), socket.socket() as probe:
            # What a server of before has left behind does not matter, since ours does not mind either.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("127.0.0.1", port))
            return port


def wait_for(process, port, log, seconds):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise SystemExit(f"the server did not start ({process.returncode}):\n{tail(log)}")
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.02)
    raise SystemExit(f"the server does not listen on port {port} after {seconds} s:\n{tail(log)}")


def stop(process, seconds=10):
    """SIGTERM, and SIGKILL for one that does not listen."""
    process.terminate()
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def tail(path, lines=20):
    return "\n".join(Path(path).read_text(errors="replace").splitlines()[-lines:])
