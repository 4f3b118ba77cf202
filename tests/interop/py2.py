"""The official Python SDK 2.x: the era is negotiated (`auto`) or told (`legacy`)."""

import asyncio

import anyio
from mcp import Client, StdioServerParameters
from mcp.shared.subscriptions import event_to_notification
from mcp_types import (
    LOG_LEVEL_META_KEY,
    CreateMessageResult,
    ElicitResult,
    ListRootsResult,
    PromptReference,
    ResourceTemplateReference,
)

from explore import Explorer
from tell import ENV, MODE, STORY_NAME, TARGET, TRANSPORT, User, tell


class Explorer2(Explorer):
    """The legacy era: changes come as notifications."""

    async def on_message(self, message):
        if not isinstance(message, Exception):
            self.on_notification(message)

    @staticmethod
    def reference(type, **names):
        return {"ref/prompt": PromptReference, "ref/resource": ResourceTemplateReference}[type](**names)

    async def give_up(self, step):
        with anyio.move_on_after(step["after_ms"] / 1000):
            return await getattr(self, step["of"])(step)
        return {"gave_up": True}


class Modern(Explorer2):
    """The modern era: changes are the events of a subscription, and log messages are asked for with each call."""

    async def on_message(self, message):
        """The client passes the events on as messages too; here the subscription is what counts."""

    async def ask_for_logs(self, level):
        return {LOG_LEVEL_META_KEY: level}

    async def watch(self, step):
        uris = [step["uri"]]
        self.listening = self.client.listen(
            tools_list_changed=True,
            prompts_list_changed=True,
            resources_list_changed=True,
            resource_subscriptions=uris,
        )
        subscription = await self.listening.__aenter__()
        self.following = asyncio.create_task(self.follow(subscription))
        lists = {"toolsListChanged": True, "promptsListChanged": True, "resourcesListChanged": True}
        asked = {**lists, "resourceSubscriptions": uris}
        return {"asked": asked, "honored": subscription.honored.model_dump(by_alias=True, exclude_none=True)}

    async def follow(self, subscription):
        async for event in subscription:
            self.on_notification(event_to_notification(event, {}))

    async def unwatch(self, _step):
        await self.listening.__aexit__(None, None, None)
        await self.following  # ends with its subscription
        return {"closed": "local"}


async def main():
    user = User()

    async def elicit(_context, params):
        return ElicitResult(**(user.answer(params) if STORY_NAME == "orders" else explorer.user(params)))

    async def sample(_context, _params):
        return CreateMessageResult(**explorer.model())

    async def list_roots(_context):
        return ListRootsResult(**explorer.roots())

    explorer = Explorer2() if MODE == "legacy" else Modern()
    server = StdioServerParameters(command=TARGET, env=ENV) if TRANSPORT == "stdio" else TARGET
    callbacks = {
        "elicitation_callback": elicit,
        "sampling_callback": sample,
        "list_roots_callback": list_roots,
        "logging_callback": explorer.on_log,
        "message_handler": explorer.on_message,
    }
    async with Client(server, mode=MODE, **callbacks) as client:
        if STORY_NAME == "orders":
            await tell(client, user, client.protocol_version, client.server_info)
        else:
            explorer.client = client
            await explorer.explore(client.protocol_version, client.server_info)


asyncio.run(main())
