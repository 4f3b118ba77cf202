"""MCP Inspector without its window: one process a call, both eras."""

import json
import os
import subprocess

import mcpdo
from judge import TOOLS, differences
from server import node, npm_program

CALL_SECONDS = 40
# How the Inspector ends when the server refuses, and when a tool answers with isError.
REFUSED, TOOL_ERROR = 1, 5


def faults(story, transport, place, era):
    """Lists, reads and calls as a person at a terminal would. Returns faults as sentences."""

    def inspect(method, *more, code=0):
        return run(transport, place, ["--protocol-era", era, "--method", method, *more], code)

    if story == "orders":
        return orders(inspect)
    found = levels(inspect) if era == "legacy" else []
    return found + features(inspect) + mcpdo.faults(transport, place, era)


def orders(inspect):
    found = []
    listed, why = inspect("tools/list", "--strict")
    names = sorted(tool["name"] for tool in listed.get("tools", []))
    if why or names != TOOLS:
        found.append(f"tools/list: {why or names}")

    def call(order_id, code=0):
        arguments = json.dumps({"order_id": order_id})
        return inspect("tools/call", "--tool-name", "lookup_order", "--tool-args-json", arguments, code=code)

    good, why = call("A-1042")
    if why or good.get("isError"):
        found.append(f"lookup_order: {why or good}")
    found += differences({"id": "A-1042", "status": "paid"}, good.get("structuredContent"), "structuredContent")

    bad, why = call("nope", code=TOOL_ERROR)
    if why or not bad.get("isError") or "order_id" not in json.dumps(bad):
        found.append(f"a bad order id should be isError: {why or bad}")
    return found


def features(inspect):
    found = []
    listed, why = inspect("resources/list")
    uris = [resource["uri"] for resource in listed.get("resources", [])]
    if why or "test://static-text" not in uris:
        found.append(f"resources/list: {why or uris}")

    listed, why = inspect("resources/templates/list")
    templates = [template["uriTemplate"] for template in listed.get("resourceTemplates", [])]
    if why or "test://template/{id}/data" not in templates:
        found.append(f"resources/templates/list: {why or templates}")

    uri = "test://template/123/data"
    read, why = inspect("resources/read", "--uri", uri)
    expected = {"contents": [{"uri": uri, "mimeType": "application/json"}]}
    found += [f"resources/read: {why}"] if why else differences(expected, read, "resources/read")

    _, why = inspect("resources/read", "--uri", "test://nowhere", code=REFUSED)
    if "Resource not found" not in why:
        found.append(f"resources/read of nothing should be refused: {why or 'it was not'}")

    arguments = ["--prompt-name", "test_prompt_with_arguments", "--prompt-args", "arg1=one", "arg2=two"]
    prompt, why = inspect("prompts/get", *arguments)
    text = {"type": "text", "text": "Prompt with arguments: arg1='one', arg2='two'"}
    expected = {"messages": [{"role": "user", "content": text}]}
    return found + ([f"prompts/get: {why}"] if why else differences(expected, prompt, "prompts/get"))


def levels(inspect):
    """Sets a level, which the modern era does not have: there it goes along with each call."""
    _, why = inspect("logging/setLevel", "--log-level", "debug")
    return [f"logging/setLevel: {why}"] if why else []


def run(transport, place, what, code):
    """The result on stdout, and what went wrong if it is missing or the Inspector did not end with `code`."""
    launcher = npm_program("@modelcontextprotocol/inspector/clients/launcher/build/index.js")
    if transport == "stdio":
        where = [place.target, *(word for pair in place.env.items() for word in ("-e", "=".join(pair)))]
    else:
        where = ["--transport", "http", "--server-url", place.target]
    command = [node(), launcher, "--cli", *where, "--format", "json", "--quiet", *what]
    try:
        done = subprocess.run(
            list(map(str, command)),
            # Its settings and stored tokens live below HOME: give it an empty one.
            env={**os.environ, "HOME": str(place.home)},
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
