// The official TypeScript SDK 1.x: the legacy era.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { answer, env, how, tell } from './tell.mjs';

const transport = how.stdio
  ? new StdioClientTransport({ command: how.target, env })
  : new StreamableHTTPClientTransport(new URL(how.target));

// The 1.x client tells the negotiated version to its transport and nobody else.
let version;
const remember = transport.setProtocolVersion?.bind(transport);
transport.setProtocolVersion = (negotiated) => {
  version = negotiated;
  remember?.(negotiated);
};

const client = new Client({ name: 'interop-ts1', version: '1.0.0' }, { capabilities: { elicitation: {} } });
client.setRequestHandler(ElicitRequestSchema, answer);
await client.connect(transport);
await tell(client, version);
