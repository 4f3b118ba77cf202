// What the two TypeScript clients have in common: they play a story and print what they saw as one JSON object. They
// judge nothing; `run` does. Here is how they are told what to do, and the story of the orders, story.json.
import { readFileSync } from 'node:fs';

const story = JSON.parse(readFileSync(new URL('story.json', import.meta.url), 'utf8'));
const [, , transport, target, mode, name] = process.argv;

/** How the server is reached (`stdio BINARY`, `http URL` or `sse URL`), the era to negotiate where there is a choice, the story. */
export const how = { transport, target, mode, story: name };

/** The environment of a stdio server: both clients pass on only what they are told to. */
export const env = { ORDERS_DB: process.env.ORDERS_DB ?? '', PATH: process.env.PATH };

/** The questions of the call that is under way, and the user's answer to them. */
const user = { answer: undefined, asked: [] };

/** The user: answers the form of `elicitation/create` as the step says. */
export function answer(request) {
  user.asked.push(request.params);
  return user.answer === 'accept' ? { action: 'accept', content: { confirm: true } } : { action: user.answer ?? 'cancel' };
}

/** Lists the tools, makes the calls, and prints the report. */
export async function tell(client, version) {
  const { tools } = await client.listTools();
  const calls = [];
  for (const step of story) {
    user.answer = step.user;
    user.asked = [];
    calls.push({ ...(await call(client, step)), asked: user.asked });
  }
  await client.close();
  process.stdout.write(`${JSON.stringify({ version, server: client.getServerVersion(), tools, calls })}\n`);
}

async function call(client, step) {
  try {
    return { result: await client.callTool({ name: step.tool, arguments: step.arguments }) };
  } catch (error) {
    return { thrown: String(error) };
  }
}
