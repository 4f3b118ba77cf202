// What the two TypeScript clients have in common when they play features.json: one method for each verb of a step.
// Where they differ, `own` brings a method; where a client cannot do something, there is none. They judge nothing.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const story = JSON.parse(readFileSync(new URL('features.json', import.meta.url), 'utf8'));
const HEARING_MS = 5_000;
// Long enough for what should not come.
const SETTLING_MS = 150;

/** What the server said of itself, since the step began. */
export const heard = { progress: [], logs: [], changes: [], visits: [] };

/** What the step has the user, the model and the client itself answer when the server asks. */
let given = {};
export const answers = {
  user({ params }) {
    if (params.mode !== 'url') {
      return { action: 'accept', content: given.form };
    }
    heard.visits.push(params.url);
    return { action: 'accept' };
  },
  model: () => ({ role: 'assistant', content: { type: 'text', text: given.model }, model: 'none' }),
  roots: () => ({ roots: given.roots }),
};

/** The notifications that count, with what is kept of each: `['resources/updated', params => …]`. */
export const notifications = [
  ['message', (params) => heard.logs.push(params)],
  ['elicitation/complete', () => heard.changes.push('elicitation/complete')],
  ['resources/updated', (params) => heard.changes.push(`resources/updated ${params.uri}`)],
  ...['tools', 'prompts', 'resources'].map((kind) => [
    `${kind}/list_changed`,
    () => heard.changes.push(`${kind}/list_changed`),
  ]),
];

/** Plays the steps, and prints the report. `own.call(step, options)` calls a tool. */
export async function explore(client, version, own) {
  const lists = {
    tools: () => client.listTools(),
    prompts: () => client.listPrompts(),
    resources: () => client.listResources(),
    templates: () => client.listResourceTemplates(),
  };
  const verbs = {
    list: (step) => lists[step.what](),
    read: ({ uri }, options) => client.readResource({ uri }, options),
    prompt: ({ name, arguments: given }, options) => client.getPrompt({ name, arguments: given }, options),
    complete: ({ ref, argument, context }) =>
      client.complete({ ref, argument, ...(context && { context: { arguments: context } }) }),
    give_up: ({ of, after_ms, ...step }) => verbs[of](step, { signal: AbortSignal.timeout(after_ms) }),
    ...own,
    call: (step, options) =>
      own.call(step, { ...options, ...(step.with_progress && { onprogress: (report) => heard.progress.push(report) }) }),
  };
  const era = version < '2026' ? 'legacy' : 'modern';
  const steps = [];
  for (const one of story) {
    const step = { ...one, hears: one.hears?.[era] ?? one.hears };
    steps.push(verbs[step.do] ? await play(verbs[step.do], step) : { absent: true });
  }
  await client.close();
  process.stdout.write(`${JSON.stringify({ version, server: client.getServerVersion(), steps })}\n`);
}

async function play(verb, step) {
  Object.assign(heard, { progress: [], logs: [], changes: [], visits: [] });
  given = step.answers;
  const began = Date.now();
  let outcome;
  try {
    outcome = { result: (await verb(step)) ?? {} };
  } catch (error) {
    outcome = { error: { code: error.code, data: error.data, message: String(error.message ?? error) } };
  }
  const ms = Date.now() - began;
  for (let waited = 0; heard.changes.length < (step.hears?.length ?? 0) && waited < HEARING_MS; waited += 10) {
    await sleep(10);
  }
  if (step.hears ?? step.logs ?? step.progress) {
    await sleep(SETTLING_MS);
  }
  return { ...outcome, ms, ...heard };
}
