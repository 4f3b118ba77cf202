"""The official Python SDK 2.x: the era is negotiated (`auto`) or told (`legacy`)."""

import asyncio

from mcp import Client, StdioServerParameters
from mcp_types import ElicitResult

from tell import ENV, MODE, TARGET, TRANSPORT, User, tell


async def main():
    user = User()

    async def elicit(_context, params):
        return ElicitResult(**user.answer(params))

    server = StdioServerParameters(command=TARGET, env=ENV) if TRANSPORT == "stdio" else TARGET
    async with Client(server, mode=MODE, elicitation_callback=elicit) as client:
        await tell(client, user, client.protocol_version, client.server_info)


asyncio.run(main())
