// The official TypeScript client 2.x: the era is negotiated (`auto`) or told (`legacy`).
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { answers, explore, heard, notifications } from './explore.mjs';
import { answer, env, how, tell } from './tell.mjs';

const transport = how.transport === 'stdio'
  ? new StdioClientTransport({ command: how.target, env })
  : new StreamableHTTPClientTransport(new URL(how.target));

// Changed lists reach this client as hosts have it: fetched again, and in the modern era by a subscription of its own.
const listChanged = {};
for (const kind of ['tools', 'prompts', 'resources']) {
  const onChanged = (error) => void heard.changes.push(error ? String(error) : `${kind}/list_changed`);
  listChanged[kind] = { debounceMs: 0, onChanged };
}
const client = new Client(
  { name: 'interop-ts2', version: '1.0.0' },
  { capabilities: { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} }, versionNegotiation: { mode: how.mode }, listChanged },
);
client.setRequestHandler('elicitation/create', how.story === 'orders' ? answer : answers.user);
client.setRequestHandler('sampling/createMessage', answers.model);
client.setRequestHandler('roots/list', answers.roots);
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
    const resources = { resourceSubscriptions: [uri] };
    subscription = await client.listen(resources);
    const lists = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true };
    const honored = { ...client.autoOpenedSubscription?.honoredFilter, ...subscription.honoredFilter };
    return { asked: { ...lists, ...resources }, honored };
  },
  async unwatch() {
    await subscription.close();
    return { closed: await subscription.closed };
  },
};
const version = client.getNegotiatedProtocolVersion();
const own = client.getProtocolEra() === 'modern' ? modern : legacy;
await (how.story === 'orders' ? tell(client, version) : explore(client, version, own));
