"""MCP Inspector without its window: one process a call, both eras."""

import json
import os
import subprocess
from pathlib import Path

from judge import TOOLS, differences
from server import node, npm_program

CALL_SECONDS = 40
# How the Inspector ends when a tool answers with isError.
TOOL_ERROR = 5


def faults(transport, target, era):
    """Lists and calls as a person at a terminal would. Returns faults as sentences."""
    found = []
    listed, why = inspect(transport, target, era, "tools/list", "--strict")
    names = sorted(tool["name"] for tool in listed.get("tools", []))
    if why or names != TOOLS:
        found.append(f"tools/list: {why or names}")

    good, why = call(transport, target, era, {"order_id": "A-1042"})
    if why or good.get("isError"):
        found.append(f"lookup_order: {why or good}")
    found += differences({"id": "A-1042", "status": "paid"}, good.get("structuredContent"), "structuredContent")

    bad, why = call(transport, target, era, {"order_id": "nope"}, code=TOOL_ERROR)
    if why or not bad.get("isError") or "order_id" not in json.dumps(bad):
        found.append(f"a bad order id should be isError: {why or bad}")
    return found


def call(transport, target, era, arguments, code=0):
    what = ["--tool-name", "lookup_order", "--tool-args-json", json.dumps(arguments)]
    return inspect(transport, target, era, "tools/call", *what, code=code)


def inspect(transport, target, era, method, *more, code=0):
    """The result on stdout, and what went wrong if it is missing or the Inspector did not end with `code`."""
    launcher = npm_program("@modelcontextprotocol/inspector/clients/launcher/build/index.js")
    if transport == "stdio":
        where = [target, "-e", f"ORDERS_DB={os.environ['ORDERS_DB']}"]
    else:
        where = ["--transport", "http", "--server-url", target]
    how = ["--protocol-era", era, "--method", method, "--format", "json", "--quiet", *more]
    command = [node(), launcher, "--cli", *where, *how]
    # Its settings and stored tokens live below HOME: give it an empty one.
    home = {**os.environ, "HOME": str(Path(os.environ["ORDERS_DB"]).parent)}
    try:
        done = subprocess.run(
            list(map(str, command)),
            env=home,
            capture_output=True,
            text=True,
            timeout=CALL_SECONDS,
            stdin=subprocess.DEVNULL,
        )
    except subprocess.TimeoutExpired:
        return {}, f"no answer after {CALL_SECONDS} s"
    why = "" if done.returncode == code else f"exit {done.returncode}, expected {code}: {done.stdout}{done.stderr}"
    try:
        return json.loads(done.stdout)["result"], why
    except (ValueError, KeyError):
        return {}, why or f"no result: {done.stdout}{done.stderr}"
