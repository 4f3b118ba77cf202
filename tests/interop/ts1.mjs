// The official TypeScript SDK 1.x: the legacy era.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  ServerNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { answers, explore, notifications } from './explore.mjs';
import { answer, env, how, tell } from './tell.mjs';

const transports = {
  stdio: () => new StdioClientTransport({ command: how.target, env }),
  http: () => new StreamableHTTPClientTransport(new URL(how.target)),
  sse: () => new SSEClientTransport(new URL(how.target)),
};
const transport = transports[how.transport]();

// The 1.x client tells the negotiated version to its transport and nobody else.
let version;
const remember = transport.setProtocolVersion?.bind(transport);
transport.setProtocolVersion = (negotiated) => {
  version = negotiated;
  remember?.(negotiated);
};

const capabilities = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };
const client = new Client({ name: 'interop-ts1', version: '1.0.0' }, { capabilities });
client.setRequestHandler(ElicitRequestSchema, how.story === 'orders' ? answer : answers.user);
client.setRequestHandler(CreateMessageRequestSchema, answers.model);
client.setRequestHandler(ListRootsRequestSchema, answers.roots);
// A handler is chosen by a schema, of which there is one for each method.
for (const [method, keep] of notifications) {
  const schema = ServerNotificationSchema.options.find((one) => one.shape.method.value === `notifications/${method}`);
  client.setNotificationHandler(schema, ({ params }) => void keep(params));
}
await client.connect(transport);

const own = {
  async call({ name, arguments: given, log_level }, options) {
    if (log_level) {
      await client.setLoggingLevel(log_level);
    }
    return client.callTool({ name, arguments: given }, undefined, options);
  },
  watch: ({ uri }) => client.subscribeResource({ uri }),
  unwatch: ({ uri }) => client.unsubscribeResource({ uri }),
};
await (how.story === 'orders' ? tell(client, version) : explore(client, version, own));
