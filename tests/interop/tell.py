"""What the two Python clients have in common: they play a story and print what they saw as one JSON object.

They judge nothing; `run` does. Here is how they are told what to do, and the story of the orders, story.json.
"""

import json
import os
import sys
from pathlib import Path

STORY = json.loads(Path(__file__).with_name("story.json").read_text())

# How the server is reached (`stdio BINARY`, `http URL` or `sse URL`), the era to negotiate where there is a choice, the story.
TRANSPORT, TARGET, MODE, STORY_NAME = sys.argv[1:5]

# The environment of a stdio server: both clients pass on only what they are told to.
ENV = {"ORDERS_DB": os.environ.get("ORDERS_DB", "")}


class User:
    """The user: answers the form of `elicitation/create` as the step says."""

    def __init__(self):
        self.says = None
        self.asked = []

    def answer(self, params):
        self.asked.append(plain(params))
        if self.says == "accept":
            return {"action": "accept", "content": {"confirm": True}}
        return {"action": self.says or "cancel"}


def plain(model):
    """A pydantic model as it was on the wire."""
    return model.model_dump(mode="json", by_alias=True, exclude_none=True)


async def tell(client, user, version, server):
    """Lists the tools, makes the calls, and prints the report."""
    tools = plain(await client.list_tools())["tools"]
    calls = []
    for step in STORY:
        user.says, user.asked = step.get("user"), []
        calls.append({**await call(client, step), "asked": user.asked})
    print(json.dumps({"version": version, "server": plain(server), "tools": tools, "calls": calls}))


async def call(client, step):
    try:
        return {"result": plain(await client.call_tool(step["tool"], step["arguments"]))}
    except Exception as error:  # whatever the client raises is what its user sees
        return {"thrown": repr(error)}
