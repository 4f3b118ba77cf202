// The official TypeScript client 2.x: the era is negotiated (`auto`) or told (`legacy`).
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { explore, notifications } from './explore.mjs';
import { answer, env, how, tell } from './tell.mjs';

const transport = how.stdio
  ? new StdioClientTransport({ command: how.target, env })
  : new StreamableHTTPClientTransport(new URL(how.target));

const client = new Client(
  { name: 'interop-ts2', version: '1.0.0' },
  { capabilities: { elicitation: {} }, versionNegotiation: { mode: how.mode } },
);
client.setRequestHandler('elicitation/create', answer);
for (const [method, keep] of notifications) {
  client.setNotificationHandler(`notifications/${method}`, ({ params }) => void keep(params));
}
await client.connect(transport);

const legacy = {
  async call({ name, arguments: given, log_level }, options) {
    if (log_level) {
      await client.setLoggingLevel(log_level);
    }
    return client.callTool({ name, arguments: given }, options);
  },
  watch: ({ uri }) => client.subscribeResource({ uri }),
  unwatch: ({ uri }) => client.unsubscribeResource({ uri }),
};

let subscription;
const modern = {
  call({ name, arguments: given, log_level }, options) {
    const _meta = log_level && { 'io.modelcontextprotocol/logLevel': log_level };
    return client.callTool({ name, arguments: given, ...(_meta && { _meta }) }, options);
  },
  async watch({ uri }) {
    const filter = { toolsListChanged: true, promptsListChanged: true, resourceSubscriptions: [uri] };
    subscription = await client.listen(filter);
    return { asked: filter, honored: subscription.honoredFilter };
  },
  async unwatch() {
    await subscription.close();
    return { closed: await subscription.closed };
  },
};
const version = client.getNegotiatedProtocolVersion();
const own = client.getProtocolEra() === 'modern' ? modern : legacy;
await (how.story === 'orders' ? tell(client, version) : explore(client, version, own));
