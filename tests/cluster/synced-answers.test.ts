import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SyncReply } from '#domain/assistant/wire/synchronizes.ts';
import { type Processes, type SignedIn, call, startProcesses } from '../support/servers/processes.ts';
import { at } from '../support/servers/server.ts';
import { newId } from '../support/users.ts';
import { until } from '../support/until.ts';

/** All processes answer from what one of them has synced, and from what one of them has brought back. */

let processes: Processes;
let expert: SignedIn;
let engineer: SignedIn;

beforeAll(async () => {
  processes = await startProcesses();
  expert = await processes.signIn('expert');
  engineer = await processes.signIn('engineer');
});
afterAll(() => processes.close(), 60_000);

const question = 'How thick is copper foil?';

const synced = (url: string) => call(url, expert, '/qnas/synchronizes') as Promise<SyncReply>;

/** Writes the Q&A on one process. */
async function write(url: string, answer: string, stored?: { id: string; version: number }): Promise<unknown> {
  const fields = { large_category: 'Testing', medium_category: 'Foils', small_category: '', question, answer };
  const whole = { ...fields, alternatives: [], keyword: '', urls: [], status: 'published' };
  if (stored === undefined) return await call(url, expert, '/qnas', whole);
  const response = await fetch(`${url}/api/v1/qnas/${stored.id}`, {
    method: 'PUT',
    body: JSON.stringify({ ...whole, version: stored.version }),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${expert.token}` },
  });
  return await response.json();
}

/** Measures on one process, and takes over on another. */
async function sync(measuring: string, taking: string): Promise<number> {
  await call(measuring, expert, '/qnas/synchronizes', {});
  await until('it is measured', async () => (await synced(taking)).state === 'ready');
  const { job_id: id } = await synced(taking);
  return at(
    await call(taking, expert, `/qnas/synchronizes/${id}/take_over`, { note: 'better' }),
    'index_version',
  ) as number;
}

/** Returns what each process answers. */
async function answers(): Promise<string[]> {
  return await Promise.all(
    processes.urls.map(async (url) => {
      const asked = { text: question, chat_type: 1, client_message_id: newId() };
      return at(await call(url, engineer, '/bot/questions', asked), 'answer.content') as string;
    }),
  );
}

async function answersAlike(text: string): Promise<void> {
  await expect.poll(answers).toEqual(Array.from({ length: 3 }, () => expect.stringContaining(text)));
}

test('after a sync every process gives the new answer, and after a rollback every process the earlier one', async () => {
  const [first, second, third] = processes.urls;
  const created = await write(first, 'Ten micrometers.');
  const id = at(created, 'id') as string;
  const version = await sync(first, second);
  await answersAlike('Ten micrometers.');
  await write(third, 'Six micrometers.', { id, version: at(created, 'version') as number });
  const wrong = await sync(second, third);
  await answersAlike('Six micrometers.');
  await call(first, expert, '/qnas/synchronizes/rollback', { version, replaces: wrong, note: 'Six is wrong' });
  await answersAlike('Ten micrometers.');
  expect((await synced(third)).index_version).toBe(wrong + 1);
});
