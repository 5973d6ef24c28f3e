import type { Reply } from './caller.ts';
import { type Life, newKey, type Step } from './life.ts';

/** What became of a step: what to print of its reply, or why the reply is not as expected. */
interface Outcome {
  method: string;
  path: string;
  status: number;
  result: { shown: string } | { problem: string };
}

/** Takes one step in the life of an order. */
export async function take({ who, method, path, body, headers, expected, read }: Step, life: Life): Promise<Outcome> {
  const at = path(life);
  const isWrite = method === 'POST' && !/^\/(sync|uploads)/.test(at);
  const key = isWrite ? newKey() : undefined;
  const reply: Reply = await life[who].call({ method, path: at, body: body?.(life), headers, key });
  const result = reply.status === expected ? outcomeOf(() => read(reply, life)) : { problem: reply.text };
  return { method, path: at, status: reply.status, result };
}

function outcomeOf(read: () => string): { shown: string } | { problem: string } {
  try {
    return { shown: read() };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
