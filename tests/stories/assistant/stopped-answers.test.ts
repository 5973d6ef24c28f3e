import { beforeEach, expect, test } from 'vitest';
import { sql } from 'kysely';
import { emptyQna, type QnaFields } from '#domain/assistant/knowledge/qna/fields.ts';
import type { QnaReply } from '#domain/assistant/wire/qnas.ts';
import { retrieve } from '#domain/assistant/retrieval/retrieve.ts';
import { activateAll } from '../../../server/assistant/store/publish.ts';
import { bringBack, lockVersions, takeOver } from '../../../server/assistant/store/index-versions.ts';
import { writeQnas } from '../../../server/assistant/store/qna-writes.ts';
import type { Tx } from '../../../server/database/db.ts';
import { at, provideServer } from '../../support/servers/server.ts';

/** A wrong Q&A is taken out of the answers at once, without a sync, and comes back when that is wanted. */

const server = await provideServer({ knowledge: true });
const expert = await server.signIn('expert');

const question = 'How thick is the zqx foil?';
const foil: QnaFields = { ...emptyQna, large: 'Zqx', question, answer: 'Ten micrometers.', status: 'published' };

beforeEach(async () => {
  await sql`delete from qnas where id = 'zqx'`.execute(server.db);
  await sql`delete from qna_versions where qna_id = 'zqx'`.execute(server.db);
  await server.db.transaction().execute(async (tx) => {
    await writeQnas(tx, [{ id: 'zqx', fields: foil }], { change: 'create', by: expert.user.id });
    await activateAll(tx, sql`qnas`);
  });
  await server.knowledge.reload();
});

const answer = () => {
  const { hits, confidence } = retrieve(server.knowledge.index(), { text: question, chatType: 1 });
  return hits[0]?.entry.id === 'zqx' && confidence > 0.5 ? hits[0].entry.answer : undefined;
};

const post = async (path: string, who = expert) => {
  const { status, body } = await server.request(who, 'POST', `/qnas/zqx${path}`);
  return { status, body: body as QnaReply };
};

/** Returns what a device that has everything up to a stamp is sent. */
async function changesSince(stamp: string): Promise<{ stamp: string; gone: string[]; ids: string[] }> {
  const { body } = await server.request(expert, 'GET', `/sync/knowledge?stamp=${encodeURIComponent(stamp)}`);
  return {
    stamp: String(at(body, 'stamp')),
    gone: at(body, 'gone') as string[],
    ids: at(body, 'entries.id') as string[],
  };
}

test('a stopped Q&A is not answered from at once, on the server and on devices, and then again', async () => {
  expect(answer()).toBe('Ten micrometers.');
  const { stamp } = await changesSince('');
  const stopped = await post('/stop');
  expect(stopped).toMatchObject({
    status: 200,
    body: { status: 'needs_check', version: 2, is_answered: false, is_stopped: true, is_synced: true },
  });
  expect(answer()).toBeUndefined();
  const later = await changesSince(stamp);
  expect(later.gone).toEqual(['zqx']);
  expect((await post('/stop')).body.version).toBe(2);

  expect((await post('/resume')).body).toMatchObject({
    status: 'published',
    version: 3,
    is_answered: true,
    is_stopped: false,
    is_synced: true,
  });
  expect(answer()).toBe('Ten micrometers.');
  expect((await changesSince(later.stamp)).ids).toEqual(['zqx']);
  const versions = await server.request(expert, 'GET', '/qnas/zqx/versions');
  expect(at(versions.body, 'items')).toMatchObject([
    { version: 3, change: 'resume', made_by: 'expert' },
    { version: 2, change: 'stop', made_by: 'expert' },
    { version: 1, change: 'create' },
  ]);
});

test.each([
  ['stopped', () => post('/stop')],
  ['deleted', () => server.request(expert, 'DELETE', '/qnas/zqx')],
])('a sync or a rollback does not bring a %s Q&A back', async (_, end) => {
  const about = { by: null, note: '' };
  const inTurn = <T>(write: (tx: Tx) => Promise<T>): Promise<T> =>
    server.db.transaction().execute(async (tx) => {
      await lockVersions(tx);
      return await write(tx);
    });
  const version = await inTurn((tx) => takeOver(tx, { ...about, figures: null }));
  await end();
  expect(answer()).toBeUndefined();
  await inTurn((tx) => takeOver(tx, { ...about, figures: null }));
  expect(await inTurn((tx) => bringBack(tx, version, about))).toBeGreaterThan(version);
  await server.knowledge.reload();
  expect(answer()).toBeUndefined();
});

test('a text that was edited while the Q&A was stopped waits for the sync', async () => {
  await post('/stop');
  const edited = await server.request(expert, 'PUT', '/qnas/zqx', { version: 2, answer: 'Six micrometers.' });
  expect(edited.body).toMatchObject({ is_stopped: false, is_answered: false, is_synced: false });
  expect((await post('/resume')).status).toBe(409);
  expect(answer()).toBeUndefined();
});

test('a deleted Q&A is not answered from at once, and the rest of the assistant stays', async () => {
  const deleted = await server.request(expert, 'DELETE', '/qnas/zqx');
  expect(deleted.status).toBe(204);
  expect(answer()).toBeUndefined();
  expect(
    retrieve(server.knowledge.index(), { text: 'What are the dimensions of a 21700 cell?', chatType: 1 }).hits,
  ).not.toEqual([]);
});

test('customers cannot stop a Q&A', async () => {
  expect((await post('/stop', await server.signIn('engineer'))).status).toBe(403);
  expect(answer()).toBe('Ten micrometers.');
});
