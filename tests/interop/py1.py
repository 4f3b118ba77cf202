"""The official Python SDK 1.x: the legacy era."""

import asyncio

from mcp import ClientSession, StdioServerParameters, types
from mcp.client.sse import sse_client
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client
from pydantic import AnyUrl

from explore import Explorer
from tell import ENV, STORY_NAME, TARGET, TRANSPORT, User, tell


class Explorer1(Explorer):
    """1.x has URIs of its own type, and cannot cancel a call."""

    async def on_message(self, message):
        if isinstance(message, types.ServerNotification):
            self.on_notification(message.root)

    @staticmethod
    def reference(type, **names):
        references = {"ref/prompt": types.PromptReference, "ref/resource": types.ResourceTemplateReference}
        return references[type](type=type, **names)

    async def read(self, step):
        return await self.client.read_resource(AnyUrl(step["uri"]))

    async def watch(self, step):
        return await self.client.subscribe_resource(AnyUrl(step["uri"]))

    async def unwatch(self, step):
        return await self.client.unsubscribe_resource(AnyUrl(step["uri"]))


async def main():
    user = User()
    explorer = Explorer1()

    async def elicit(_context, params):
        return types.ElicitResult(**(user.answer(params) if STORY_NAME == "orders" else explorer.user(params)))

    async def sample(_context, _params):
        return types.CreateMessageResult(**explorer.model())

    async def list_roots(_context):
        return types.ListRootsResult(**explorer.roots())

    match TRANSPORT:
        case "stdio":
            transport = stdio_client(StdioServerParameters(command=TARGET, env=ENV))
        case "http":
            transport = streamable_http_client(TARGET)
        case "sse":
            transport = sse_client(TARGET)
    callbacks = {
        "elicitation_callback": elicit,
        "sampling_callback": sample,
        "list_roots_callback": list_roots,
        "logging_callback": explorer.on_log,
        "message_handler": explorer.on_message,
    }
    async with transport as (read, write, *_), ClientSession(read, write, **callbacks) as session:
        hello = await session.initialize()
        if STORY_NAME == "orders":
            await tell(session, user, hello.protocolVersion, hello.serverInfo)
        else:
            explorer.client = session
            await explorer.explore(hello.protocolVersion, hello.serverInfo)


asyncio.run(main())
