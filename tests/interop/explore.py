"""What the two Python clients have in common when they play features.json: one method for each verb of a step.

Where they differ, each has a method of its own; where a client cannot do something, there is none. They judge nothing.
"""

import asyncio
import json
import time
from pathlib import Path

from tell import plain

STORY = json.loads(Path(__file__).with_name("features.json").read_text())
HEARING_SECONDS = 5
# Long enough for what should not come.
SETTLING_SECONDS = 0.15


def of_era(step, era):
    """A step with what is heard in the era, where the eras differ."""
    hears = step.get("hears")
    return {**step, "hears": hears[era]} if isinstance(hears, dict) else step


class Explorer:
    """Plays the steps with the client, and keeps what the server said of itself since the step began."""

    def __init__(self, client=None):
        self.client = client
        self.forget()

    def forget(self):
        self.progress, self.logs, self.changes, self.visits = [], [], [], []

    # What the client is given as callbacks. The step says what the user, the model and the client itself answer.

    def user(self, params):
        if getattr(params, "mode", "form") != "url":
            return {"action": "accept", "content": self.answers["form"]}
        self.visits.append(str(params.url))
        return {"action": "accept"}

    def model(self):
        return {"role": "assistant", "content": {"type": "text", "text": self.answers["model"]}, "model": "none"}

    def roots(self):
        return {"roots": self.answers["roots"]}

    async def on_log(self, params):
        self.logs.append(plain(params))

    async def on_progress(self, progress, total, message):
        self.progress.append({"progress": progress, "total": total, "message": message})

    def on_notification(self, notification):
        method = notification.method.removeprefix("notifications/")
        if method == "resources/updated":
            self.changes.append(f"{method} {notification.params.uri}")
        elif method == "elicitation/complete" or method.endswith("/list_changed"):
            self.changes.append(method)

    # The verbs. Their names are those of the steps, and so are the names of their parameters.

    async def list(self, step):
        lists = {
            "tools": self.client.list_tools,
            "prompts": self.client.list_prompts,
            "resources": self.client.list_resources,
            "templates": self.client.list_resource_templates,
        }
        return await lists[step["what"]]()

    async def read(self, step):
        return await self.client.read_resource(step["uri"])

    async def prompt(self, step):
        return await self.client.get_prompt(step["name"], step.get("arguments"))

    async def complete(self, step):
        return await self.client.complete(self.reference(**step["ref"]), step["argument"], step.get("context"))

    async def call(self, step):
        meta = await self.ask_for_logs(step["log_level"]) if "log_level" in step else None
        callback = self.on_progress if step.get("with_progress") else None
        return await self.client.call_tool(step["name"], step.get("arguments"), progress_callback=callback, meta=meta)

    async def ask_for_logs(self, level):
        """Legacy: asks once. What is returned goes along with the call."""
        await self.client.set_logging_level(level)

    async def watch(self, step):
        return await self.client.subscribe_resource(step["uri"])

    async def unwatch(self, step):
        return await self.client.unsubscribe_resource(step["uri"])

    async def explore(self, version, server):
        """Plays all steps, and prints the report."""
        era = "legacy" if version < "2026" else "modern"
        steps = [await self.play(of_era(step, era)) for step in STORY]
        print(json.dumps({"version": version, "server": plain(server), "steps": steps}))

    async def play(self, step):
        verb = getattr(self, step["do"], None)
        if verb is None:
            return {"absent": True}
        self.forget()
        self.answers = step.get("answers", {})
        began = time.monotonic()
        try:
            result = await verb(step)
            outcome = {"result": result if isinstance(result, dict) else plain(result)}
        except Exception as error:  # whatever the client raises is what its user sees
            detail = getattr(error, "error", None)
            outcome = {"error": {**(plain(detail) if detail else {}), "message": str(error)}}
        ms = int(1000 * (time.monotonic() - began))
        until = time.monotonic() + HEARING_SECONDS
        while len(self.changes) < len(step.get("hears", [])) and time.monotonic() < until:
            await asyncio.sleep(0.01)
        if {"hears", "logs", "progress"} & step.keys():
            await asyncio.sleep(SETTLING_SECONDS)
        heard = {"progress": self.progress, "logs": self.logs, "changes": self.changes, "visits": self.visits}
        return {**outcome, "ms": ms, **heard}
