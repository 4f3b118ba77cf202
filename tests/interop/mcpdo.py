"""MCP Inspector without its window, connected: many calls of one program on one connection, which a daemon of its own
holds. What a single call cannot show: suggestions, and being told."""

import json
import os
import subprocess
import time

from judge import differences
from server import node, npm_program

CALL_SECONDS = 40
WATCHED = "test://watched-resource"


def faults(transport, place, era):
    """Completes, subscribes, and is told. Returns faults as sentences."""
    remote = ["--transport", "http", "--server-url", place.target]
    target = ["--", place.target] if transport == "stdio" else remote
    try:
        run(place, "connect", "--era", era, *target)
        return completes(place) + is_told(place)
    except subprocess.SubprocessError as failure:
        return [f"mcpdo: {failure}: {getattr(failure, 'stderr', '')}"]
    finally:
        subprocess.run(command("daemon", "stop"), env=env(place), capture_output=True, timeout=CALL_SECONDS)


def completes(place):
    def complete(kind, of, name, value):
        what = ["--complete-ref-type", kind, "--complete-ref", of]
        return run(place, "prompts/complete", *what, "--complete-arg-name", name, "--complete-arg-value", value)

    region = complete("ref/prompt", "test_completion", "region", "so")
    words = complete("ref/resource", "test://words/{word}", "word", "oa")
    return differences({"values": ["south"]}, region, "region") + differences({"values": ["oak", "oar"]}, words, "words")


def is_told(place):
    """The program that subscribes writes what it is told until it is ended."""
    heard = place.home / "heard"
    with heard.open("wb") as out:
        listener = subprocess.Popen(command("resources/subscribe", WATCHED), env=env(place), stdout=out)
        try:
            subscribed = comes(heard, '"subscribed"')
            run(place, "tools/call", "test_trigger_resource_change")
            told = subscribed and comes(heard, '"resources/updated"')
        finally:
            listener.terminate()
            listener.wait(CALL_SECONDS)
    return [] if told else [f"the subscriber was not told of the change: {heard.read_text()}"]


def comes(file, words):
    until = time.monotonic() + CALL_SECONDS
    while words not in file.read_text() and time.monotonic() < until:
        time.sleep(0.05)
    return words in file.read_text()


def run(place, *what):
    done = subprocess.run(
        command(*what), env=env(place), capture_output=True, text=True, timeout=CALL_SECONDS, check=True
    )
    return json.loads(done.stdout)


def command(*what):
    program = npm_program("@modelcontextprotocol/inspector/clients/mcpdo/build/mcp-bin.js")
    return list(map(str, [node(), program, "--format", "json", "--connection", "interop", *what]))


def env(place):
    """Daemon, settings and secrets live below HOME: give it an empty one."""
    return {**os.environ, **place.env, "HOME": str(place.home), "MCP_INSPECTOR_SECRET_STORE": "memory"}
