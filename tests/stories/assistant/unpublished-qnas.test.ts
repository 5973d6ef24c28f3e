import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { emptyQna } from '#domain/assistant/knowledge/qna/fields.ts';
import { activateAll } from '../../../server/assistant/store/publish.ts';
import { writeQnas } from '../../../server/assistant/store/qna-writes.ts';
import { at, provideServer } from '../../support/servers/server.ts';
import { newId } from '../../support/users.ts';

/** What a Q&A that is not published changes for those who ask, and what its expert reads about it. */

const server = await provideServer();
const expert = await server.signIn('expert');
const engineer = await server.signIn('engineer');

const question = 'How thick is copper foil?';

beforeEach(async () => {
  for (const table of ['qnas', 'qna_versions', 'knowledge'])
    await sql`delete from ${sql.table(table)}`.execute(server.db);
  await write('foil', question, 'published');
  await write('slurry', 'How long must slurry be mixed?', 'published');
  await write('tension', 'Which tension does winding need?', 'published');
});

/** Writes a version of a Q&A as an expert does, and takes it over. */
async function write(id: string, text: string, status: 'published' | 'needs_check', alternatives: string[] = []) {
  const fields = { ...emptyQna, large: 'Cell design', status, question: text, alternatives, answer: `About ${id}.` };
  await server.db.transaction().execute(async (tx) => {
    await writeQnas(tx, [{ id, fields }], { change: 'update', by: expert.user.id });
    await activateAll(tx, sql`qnas`);
  });
  await server.knowledge.reload();
}

async function ask(text: string): Promise<unknown> {
  const body = { text, chat_type: 1, client_message_id: newId() };
  const { body: reply } = await server.request(engineer, 'POST', '/bot/questions', body);
  return at(reply, 'answer.content');
}

const testOf = async (text: string, index: 'active' | 'edited') =>
  (await server.request(expert, 'POST', '/admin-api/knowledge/retrieval_test', { text, chat_type: 1, index })).body;

test.each(['active', 'edited'] as const)(
  'a draft with my question does not take the answer away, and its expert reads so (%s)',
  async (index) => {
    await write('draft', 'How thick is copper foil in a cell of ours?', 'needs_check', [question]);
    expect(await ask(question)).toBe('About foil.');
    const taken = 'how thick is copper foil in a cell of ours';
    expect(await testOf(taken, index)).toMatchObject({ unpublished: { id: 'draft', effect: 'passedOver' } });
  },
);

test('a Q&A that was published and needs a check is not answered by its neighbor, and its expert reads why', async () => {
  const near = 'How thick is copper foil under graphite?';
  await write('graphite', near, 'published');
  expect(await ask(near)).toBe('About graphite.');
  await write('graphite', near, 'needs_check');
  expect(await ask(near)).not.toMatch(/^About/);
  for (const index of ['active', 'edited'] as const)
    expect(await testOf(near, index)).toMatchObject({
      unpublished: { id: 'graphite', title: near, effect: 'noAnswer' },
    });
  expect(await ask(question)).toBe('About foil.');
  expect(await testOf(question, 'active')).toMatchObject({ band: 'answer', unpublished: null });
});
