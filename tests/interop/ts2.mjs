// The official TypeScript client 2.x: the era is negotiated (`auto`) or told (`legacy`).
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { answer, env, how, tell } from './tell.mjs';

const transport = how.stdio
  ? new StdioClientTransport({ command: how.target, env })
  : new StreamableHTTPClientTransport(new URL(how.target));

const client = new Client(
  { name: 'interop-ts2', version: '1.0.0' },
  { capabilities: { elicitation: {} }, versionNegotiation: { mode: how.mode } },
);
client.setRequestHandler('elicitation/create', answer);
await client.connect(transport);
await tell(client, client.getNegotiatedProtocolVersion());
