import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { emptyQna } from '#domain/qna/fields.ts';
import { writeQnas } from '../../server/store/knowledge/qna-writes.ts';
import { type ModelServer, startModelServer } from '../support/model-server.ts';
import { at, type SignedIn, startServer, type TestServer } from '../support/server.ts';
import { newId } from '../support/users.ts';
import { until } from '../support/until.ts';

/** With an embedding model, entries that are near a question by their meaning are suggested, and never answered. */

let model: ModelServer;
let server: TestServer;
let expert: SignedIn;
let engineer: SignedIn;

beforeAll(async () => {
  model = await startModelServer();
  server = await startServer({ env: { LLM_BASE_URL: model.url, LLM_EMBEDDING_MODEL: 'stand-in' } });
  expert = await server.signIn('expert');
  engineer = await server.signIn('engineer');
});
afterAll(async () => {
  await server?.close();
  await model?.close();
});

/** The stand-in knows one meaning: thickness, whatever the words. */
const meaning = (text: string): number[] => (/thick|gauge|caliper/i.test(text) ? [2, 0.2] : [0.1, 3]);

beforeEach(async () => {
  for (const table of [
    'sync_runs',
    'question_sets',
    'index_versions',
    'qnas',
    'qna_versions',
    'knowledge',
    'entry_vectors',
  ])
    await sql`delete from ${sql.table(table)}`.execute(server.db);
  model.calls.length = 0;
  model.embed = meaning;
  await edit('foil', 'How thick is copper foil?', 'Ten micrometers.');
  await edit('slurry', 'How long must slurry be mixed?', 'Two hours.');
  await edit('hidden', 'How thick is aluminum foil?', 'Fifteen micrometers.', 'needs_check');
});

async function edit(id: string, question: string, answer: string, status: 'published' | 'needs_check' = 'published') {
  const fields = { ...emptyQna, large: 'Testing', status, question, answer };
  await server.db
    .transaction()
    .execute((tx) => writeQnas(tx, [{ id, fields }], { change: 'update', by: expert.user.id }));
}

/** Measures and takes over. @returns the numbers of texts that got a vector, and that have none */
async function sync(): Promise<unknown> {
  await server.request(expert, 'POST', '/qnas/synchronizes', {});
  const state = async () => (await server.request(expert, 'GET', '/qnas/synchronizes')).body;
  await until('it is measured', async () => at(await state(), 'state') === 'ready');
  const measured = await state();
  const path = `/qnas/synchronizes/${String(at(measured, 'job_id'))}/take_over`;
  expect((await server.request(expert, 'POST', path, { note: 'better' })).status).toBe(200);
  return at(measured, 'result.vectors');
}

/** Asks a question, and returns the state of its answer with the suggestions. */
async function ask(text: string, where = server): Promise<{ status: unknown; suggested: unknown[] }> {
  const body = { text, chat_type: 1, client_message_id: newId() };
  const { body: reply } = await where.request(engineer, 'POST', '/bot/questions', body);
  const suggestions = (at(reply, 'answer.suggestions') ?? []) as object[];
  return {
    status: at(reply, 'answer.status'),
    suggested: suggestions.map((each) => at(each, 'qna_id') ?? at(each, 'qnaId')),
  };
}

const embeddings = () => model.calls.filter(({ path }) => path.endsWith('/embeddings'));

test('a sync embeds the published texts once, and those that have changed again', async () => {
  expect(await sync()).toEqual({ made: 2, missing: 0 });
  expect(
    embeddings()
      .flatMap(({ body }) => body.input ?? [])
      .toSorted((a, b) => a.localeCompare(b)),
  ).toEqual(['How long must slurry be mixed?\nTwo hours.', 'How thick is copper foil?\nTen micrometers.']);
  await edit('slurry', 'How long must slurry be mixed?', 'Three hours.');
  expect(await sync()).toEqual({ made: 1, missing: 0 });
});

test('a question in other words gets the near entry as a suggestion, never as its answer', async () => {
  await sync();
  expect(await ask('caliper reading of the metal web')).toEqual({ status: 'suggest', suggested: ['foil'] });
  // What the words find is answered without the model.
  const before = embeddings().length;
  expect((await ask('How thick is copper foil?')).status).toBe('done');
  expect((await ask('hello')).suggested).toEqual([]);
  expect(embeddings()).toHaveLength(before);
});

test('a server without the setting finds what the words find', async () => {
  await sync();
  const plain = await startServer({ database: server.databaseUrl });
  onTestFinished(() => plain.close());
  expect((await ask('caliper reading of the metal web', plain)).suggested).toEqual([]);
});

test('when the endpoint fails, the sync goes on and says so, and questions are answered by their words', async () => {
  model.embed = undefined;
  expect(await sync()).toEqual({ made: 0, missing: 2 });
  expect((await ask('caliper reading of the metal web')).status).toBe('no_answer');
  expect((await ask('How thick is copper foil?')).status).toBe('done');
});
