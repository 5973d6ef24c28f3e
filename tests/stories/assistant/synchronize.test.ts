import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { HistoryReply, SyncReply } from '#domain/assistant/wire/synchronizes.ts';
import { retrieve } from '#domain/assistant/retrieval/retrieve.ts';
import { emptyQna, type QnaFields } from '#domain/assistant/knowledge/qna/fields.ts';
import { measureRun, resumeRuns, syncRenewalMs } from '../../../server/assistant/knowledge/sync-run.ts';
import { takeOverRun } from '../../../server/assistant/knowledge/take-over.ts';
import { silentLog } from '../../../server/ground/log.ts';
import { writeQnas } from '../../../server/assistant/store/qna-writes.ts';
import { lockRun } from '../../../server/assistant/store/sync-runs.ts';
import { type SignedIn, startServer, type TestServer } from '../../support/servers/server.ts';
import { newId } from '../../support/users.ts';
import { until } from '../../support/until.ts';

/** The sync: what experts have edited becomes what the assistant answers from, and earlier versions can be brought back. */

let server: TestServer;
let expert: SignedIn;

beforeAll(async () => {
  server = await startServer();
  expert = await server.signIn('expert');
});
afterAll(() => server.close());

beforeEach(async () => {
  await sql`delete from sync_runs`.execute(server.db);
  await sql`delete from question_sets`.execute(server.db);
  await sql`delete from index_versions`.execute(server.db);
  await sql`delete from qnas`.execute(server.db);
  await sql`delete from qna_versions`.execute(server.db);
  await sql`delete from knowledge`.execute(server.db);
  await server.knowledge.reload();
  await edit('foil', { question: 'How thick is copper foil?', answer: 'Ten micrometers.' });
  await edit('slurry', { question: 'How long must slurry be mixed?', answer: 'Two hours.' });
});

async function edit(id: string, fields: Partial<QnaFields> | null): Promise<void> {
  const whole = fields === null ? null : { ...emptyQna, large: 'Testing', status: 'published' as const, ...fields };
  await server.db
    .transaction()
    .execute((tx) => writeQnas(tx, [{ id, fields: whole }], { change: 'update', by: expert.user.id }));
}

async function ask(question: string, entryId: string | null): Promise<void> {
  await sql`insert into question_sets (set_name, question, entry_id) values ('own', ${question}, ${entryId})`.execute(
    server.db,
  );
}

async function state(): Promise<SyncReply> {
  const { status, body } = await server.request(expert, 'GET', '/qnas/synchronizes');
  expect(status).toBe(200);
  return body as SyncReply;
}

async function started(body: object = {}): Promise<string> {
  const reply = await server.request(expert, 'POST', '/qnas/synchronizes', body);
  expect(reply.status).toBe(202);
  return (reply.body as { job_id: string }).job_id;
}

async function measured(body: object = {}): Promise<SyncReply> {
  await started(body);
  await until('the run has ended its measuring', async () => !['waiting', 'measuring'].includes((await state()).state));
  return await state();
}

async function takenOver(note?: string): Promise<number> {
  const { job_id: id } = await measured();
  const reply = await server.request(
    expert,
    'POST',
    `/qnas/synchronizes/${id ?? ''}/take_over`,
    note === undefined ? {} : { note },
  );
  expect(reply.status).toBe(200);
  return (reply.body as { index_version: number }).index_version;
}

async function history(): Promise<HistoryReply['items']> {
  return ((await server.request(expert, 'GET', '/qnas/synchronizes/history')).body as HistoryReply).items;
}

const answerTo = (text: string) => retrieve(server.knowledge.index(), { text, chatType: 1 }).hits[0]?.entry.answer;

test('the assistant answers with an edited text after the sync, and with the earlier one after a rollback', async () => {
  await ask('How thick is copper foil?', 'foil');
  const found = await measured();
  expect(found).toMatchObject({
    state: 'ready',
    pending: { created: 2, changed: 0, deleted: 0 },
    eval: { r1: 1, mrr: 1, oos: 0 },
    result: { counts: { created: 2 }, worse_total: 0, needs_reason: false, figures: { now: { recall1: 0 } } },
  });
  expect(answerTo('How thick is copper foil?')).toBeUndefined();
  const first = await takenOver();
  expect(answerTo('How thick is copper foil?')).toBe('Ten micrometers.');

  await edit('foil', { question: 'How thick is copper foil?', answer: 'Six micrometers.' });
  await edit('slurry', null);
  expect((await state()).pending).toEqual({ created: 0, changed: 1, deleted: 1 });
  const second = await takenOver();
  expect(second).toBe(first + 1);
  expect(answerTo('How thick is copper foil?')).toBe('Six micrometers.');
  expect(await state()).toMatchObject({ state: 'done', index_version: second, pending: { created: 0, changed: 0 } });

  const wrong = { version: first, replaces: first, note: 'Six is wrong' };
  const stale = await server.request(expert, 'POST', '/qnas/synchronizes/rollback', wrong);
  expect([stale.status, (stale.body as { details: object }).details]).toEqual([409, { index_version: second }]);
  const back = await server.request(expert, 'POST', '/qnas/synchronizes/rollback', { ...wrong, replaces: second });
  expect(back.body).toEqual({ index_version: second + 1 });
  expect(answerTo('How thick is copper foil?')).toBe('Ten micrometers.');
  expect(answerTo('How long must slurry be mixed?')).toBe('Two hours.');
  expect(await history()).toMatchObject([
    {
      number: 3,
      why: 'rollback',
      brings_back: 1,
      note: 'Six is wrong',
      is_current: true,
      changes: { changed: 1, created: 1 },
    },
    { number: 2, why: 'sync', changes: { changed: 1, deleted: 1 }, figures: { after: { recall1: 1 } } },
    { number: 1, why: 'sync', is_kept: true, entries: 2 },
  ]);
  // The edited texts are still there for the next sync.
  expect((await state()).pending).toEqual({ created: 0, changed: 1, deleted: 1 });
});

test('whoever sees that a sync is done gets answers from it, also where the process has not yet heard of it', async () => {
  const { job_id: id } = await measured();
  await server.db.transaction().execute(async (tx) => {
    const run = await lockRun(tx, id ?? '');
    if (run === undefined) throw new Error('there is no run');
    await takeOverRun(tx, run, { by: expert.user.id, note: '' });
  });
  expect(answerTo('How thick is copper foil?')).toBeUndefined();
  expect((await state()).state).toBe('done');
  expect(answerTo('How thick is copper foil?')).toBe('Ten micrometers.');
});

test('devices get only the entries that a sync has changed', async () => {
  await takenOver();
  const engineer = await server.signIn('engineer');
  const before = (await server.request(engineer, 'GET', '/sync/knowledge')).body as { stamp: string };
  await edit('foil', { question: 'How thick is copper foil?', answer: 'Six micrometers.' });
  await takenOver();
  const { body } = await server.request(engineer, 'GET', `/sync/knowledge?stamp=${before.stamp}`);
  expect(body).toMatchObject({ whole: false, entries: { id: ['foil'], answer: ['Six micrometers.'] }, gone: [] });
});

test('one sync runs at a time: whoever starts a second one gets the first', async () => {
  const ids = await Promise.all([started(), started(), started()]);
  expect(new Set(ids).size).toBe(1);
  await until('it is measured', async () => (await state()).state === 'ready');
  expect(await started()).toBe(ids[0]);
  const again = await started({ again: true });
  expect(again).not.toBe(ids[0]);
});

test('a text that was edited after the measuring is not taken over unmeasured', async () => {
  const { job_id: id } = await measured();
  await edit('foil', { question: 'How thick is copper foil?', answer: 'Six micrometers.' });
  expect((await state()).is_outdated).toBe(true);
  const reply = await server.request(expert, 'POST', `/qnas/synchronizes/${id ?? ''}/take_over`, {});
  expect(reply.status).toBe(409);
  expect(answerTo('How thick is copper foil?')).toBeUndefined();
});

test('what gets worse is shown, and taking it over needs a reason in words', async () => {
  await ask('How thick is copper foil?', 'foil');
  await ask('How long must slurry be mixed?', 'slurry');
  await ask('Who won the chess game?', null);
  await takenOver();
  await edit('foil', { question: 'Which color has a pouch?', answer: 'Silver.' });
  const found = await measured({ takes_over_alone: true });
  expect(found).toMatchObject({ state: 'ready', result: { worse_total: 1, needs_reason: true } });
  expect(found.result?.worse[0]).toMatchObject({
    question: 'How thick is copper foil?',
    expected: { id: 'foil' },
    before: { band: 'answer' },
  });
  const path = `/qnas/synchronizes/${found.job_id ?? ''}/take_over`;
  expect((await server.request(expert, 'POST', path, { note: ' ' })).status).toBe(422);
  expect((await server.request(expert, 'POST', path, { note: 'The foil moved to another entry' })).status).toBe(200);
  expect((await history())[0]).toMatchObject({ note: 'The foil moved to another entry' });
});

test('a sync that makes nothing worse takes over by itself if it is told to', async () => {
  await ask('How thick is copper foil?', 'foil');
  expect(await measured({ takes_over_alone: true })).toMatchObject({ state: 'done', index_version: 1 });
  await until('the assistant has it', () => answerTo('How thick is copper foil?') === 'Ten micrometers.');
});

test('a sync without differences says that nothing has changed', async () => {
  await takenOver();
  expect(await measured()).toMatchObject({ state: 'unchanged', index_version: 1 });
});

test('the entries of three versions are kept, and an older one cannot be brought back', async () => {
  for (const answer of ['One.', 'Two.', 'Three.', 'Four.']) {
    await edit('foil', { question: 'How thick is copper foil?', answer });
    await takenOver();
  }
  expect((await history()).map((row) => [row.number, row.is_kept])).toEqual([
    [4, true],
    [3, true],
    [2, true],
    [1, false],
  ]);
  const gone = { version: 1, replaces: 4, note: 'Back' };
  expect((await server.request(expert, 'POST', '/qnas/synchronizes/rollback', gone)).status).toBe(404);
});

test('a sync whose process died goes on in another one, and fails honestly after three attempts', async () => {
  const silent = async (attempts: number) => {
    await sql`delete from sync_runs`.execute(server.db);
    await sql`insert into sync_runs (id, state, beat_at, attempts)
      values (${newId()}, 'measuring', now() - interval '16 seconds', ${attempts})`.execute(server.db);
  };
  await silent(1);
  expect(await resumeRuns(server.db)).toBe(1);
  await until('it is measured', async () => (await state()).state === 'ready');
  await silent(3);
  await resumeRuns(server.db);
  expect(await state()).toMatchObject({ state: 'failed', problem: 'INTERRUPTED' });
});

test('a sync that shows no progress for long is taken for alive as long as its process is', async () => {
  const id = newId();
  await sql`insert into sync_runs (id, state) values (${id}, 'waiting')`.execute(server.db);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { db, knowledge } = server;
  const isAt = (condition: string) => async () => {
    const { rows } = await sql`select from sync_runs where id = ${id} and ${sql.raw(condition)}`.execute(db);
    return rows.length > 0;
  };
  const { measuring } = await db.transaction().execute(async (tx) => {
    // The run cannot read the Q&As until this transaction ends.
    await sql`lock table qnas in access exclusive mode`.execute(tx);
    const run = measureRun({ db, knowledge, log: silentLog }, { runId: id });
    await until('a process has begun', isAt(`state = 'measuring'`));
    await sql`update sync_runs set beat_at = now() - interval '1 hour' where id = ${id}`.execute(db);
    vi.advanceTimersByTime(syncRenewalMs);
    await until('its process says that it is alive', isAt(`beat_at > now() - interval '1 minute'`));
    return { measuring: run };
  });
  await measuring;
  expect(await state()).toMatchObject({ state: 'ready' });
});

test('a canceled sync changes nothing', async () => {
  const { job_id: id } = await measured();
  expect((await server.request(expert, 'DELETE', `/qnas/synchronizes/${id ?? ''}`)).status).toBe(204);
  expect(await state()).toMatchObject({ state: 'cancelled', pending: { created: 2 } });
  expect(answerTo('How thick is copper foil?')).toBeUndefined();
});

test('the tables agree after a sync: what the assistant answers from is what the experts have edited', async () => {
  await takenOver();
  const { rows } = await sql<{ differ: number }>`select count(*)::int as differ
    from knowledge k full join qnas q on q.id = k.id where q.answer is distinct from k.answer`.execute(server.db);
  expect(rows).toEqual([{ differ: 0 }]);
});
