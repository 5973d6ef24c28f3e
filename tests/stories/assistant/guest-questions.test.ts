import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { newId } from '../../support/users.ts';
import { provideServer } from '../../support/servers/server.ts';
import { createApi } from '../../../src/net/http.ts';
import { ask } from '../../../src/assistant/guest/ask.ts';
import { openQuestionsPerDevice, openTalkPerDevice } from '../../../server/assistant/store/open-questions.ts';

/** A guest asks the assistant: the box's calls, through the real route. */

const server = await provideServer({ knowledge: true });
// All devices are of one network.
beforeEach(async () => void (await sql`delete from open_questions`.execute(server.db)));

/** A guest's device, whose network loses the reply of the calls with these numbers, from 1. */
function deviceNamed(name: string, lost: readonly number[] = []) {
  let calls = 0;
  const api = createApi({
    token: () => undefined,
    deviceId: () => createHash('sha256').update(name).digest('hex'),
    fetch: async (path, init) => {
      calls += 1;
      const response = await fetch(new URL(path as string, server.url), init);
      if (lost.includes(calls)) throw new TypeError('Failed to fetch');
      return response;
    },
  });
  return (text: string, key = newId(), now = 0) => ask(api, { key, text }, () => now);
}

const question = 'What are the dimensions of a 21700 cell?';

test('a guest has five questions a day; then the box says when the next one is possible; nothing is kept of them', async () => {
  const askHere = deviceNamed('five');
  for (let used = 1; used <= openQuestionsPerDevice; used++) {
    const result = await askHere(question);
    expect(result).toMatchObject({ kind: 'answered', used, limit: openQuestionsPerDevice });
    if (result.kind !== 'answered') throw new Error('not answered');
    expect(result.content).toContain('4680 is 46 x 80 mm');
    expect(result.answer.sources[0]).toMatchObject({ n: 1, question: expect.stringContaining('4680') });
  }
  const sixth = await askHere(question);
  expect(sixth.kind).toBe('limit');
  expect(sixth.kind === 'limit' && sixth.until).toBeGreaterThan(23 * 60 * 60_000);
  const { rows } =
    await sql`select 1 from rooms union all select 1 from events where data::text like ${`%${question}%`}`.execute(
      server.db,
    );
  expect(rows).toEqual([]);
});

test('a question whose reply is lost counts once when it is asked again', async () => {
  const askHere = deviceNamed('lost', [1]);
  const key = newId();
  expect(await askHere(question, key)).toEqual({ kind: 'failed', failure: 'unreachable' });
  expect(await askHere(question, key)).toMatchObject({ kind: 'answered', used: 1 });
});

test('whoever reports a burning cell is answered, also after the last question, and it does not count', async () => {
  const askHere = deviceNamed('fire');
  expect(await askHere('My cell is on fire!')).toMatchObject({
    kind: 'answered',
    used: 0,
    answer: { emergency: true },
  });
  for (let i = 0; i < openQuestionsPerDevice; i++) await askHere(question);
  expect((await askHere(question)).kind).toBe('limit');
  expect(await askHere('My cell is on fire!')).toMatchObject({ kind: 'answered', answer: { emergency: true } });
});

test('small talk, and what the assistant takes for no question, uses up no question; after the last one it still replies', async () => {
  const askHere = deviceNamed('polite');
  for (const text of ['hello', 'qwrtzx plmkn', 'Who won the world cup in 2018?', 'I want a human', '감사합니다'])
    expect([text, await askHere(text)]).toMatchObject([text, { kind: 'answered', used: 0 }]);
  for (let used = 1; used <= openQuestionsPerDevice; used++) expect(await askHere(question)).toMatchObject({ used });
  expect(await askHere('thanks')).toMatchObject({
    kind: 'answered',
    used: openQuestionsPerDevice,
    answer: { sentence: 'thanks' },
  });
  expect((await askHere('Who won the world cup in 2018?')).kind).toBe('limit');
});

test('a question that gets no answer, or only suggestions, uses up no question', async () => {
  const askHere = deviceNamed('unlucky');
  for (const status of ['no_answer', 'suggest']) {
    const text = status === 'suggest' ? 'How thick should electrodes be?' : 'thermal conductivity of NMC cathode';
    expect(await askHere(text)).toMatchObject({ kind: 'answered', used: 0, answer: { status } });
  }
  expect(await askHere(question)).toMatchObject({ used: 1, answer: { status: 'done' } });
});

test('small talk without end uses up questions, and ends with them', async () => {
  const askHere = deviceNamed('chatty');
  for (let i = 0; i < openTalkPerDevice; i++) expect(await askHere('hello')).toMatchObject({ used: 0 });
  for (let used = 1; used <= openQuestionsPerDevice; used++) expect(await askHere('hello')).toMatchObject({ used });
  expect((await askHere('hello')).kind).toBe('limit');
});

test('a guest is told of no conversation that is kept, and of no button for experts', async () => {
  const askHere = deviceNamed('talk');
  for (const text of ['Goodbye', 'Who are you?', 'thermal conductivity of NMC cathode', 'What is in my file?']) {
    const result = await askHere(text);
    if (result.kind !== 'answered') throw new Error(`not answered: ${text}`);
    expect(result.content).not.toMatch(/kept|button|reached the server/);
    expect(result.answer.sentence).toMatch(/Without|offTopic/);
  }
});
