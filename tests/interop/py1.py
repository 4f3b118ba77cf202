"""The official Python SDK 1.x: the legacy era."""

import asyncio

from mcp import ClientSession, StdioServerParameters, types
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client

from tell import ENV, TARGET, TRANSPORT, User, tell


async def main():
    user = User()

    async def elicit(_context, params):
        return types.ElicitResult(**user.answer(params))

    if TRANSPORT == "stdio":
        transport = stdio_client(StdioServerParameters(command=TARGET, env=ENV))
    else:
        transport = streamable_http_client(TARGET)
    async with transport as (read, write, *_), ClientSession(read, write, elicitation_callback=elicit) as session:
        hello = await session.initialize()
        await tell(session, user, hello.protocolVersion, hello.serverInfo)


asyncio.run(main())
