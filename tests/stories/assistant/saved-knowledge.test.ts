import { sql } from 'kysely';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { KnowledgeReply } from '#domain/assistant/wire/knowledge.ts';
import { columnsOf, entriesOf } from '#domain/assistant/wire/saved-knowledge.ts';
import {
  applyKnowledge,
  knowledgeBasis,
  knowledgeOf,
  knowledgeStateOf,
} from '../../../src/assistant/knowledge/saved-knowledge.ts';
import { Device } from '../../support/devices/device.ts';
import { type SignedIn, startServer, provideServer, type TestServer } from '../../support/servers/server.ts';
import { until } from '../../support/until.ts';
import { knowledgeCheckMs } from '../../../src/assistant/knowledge/knowledge-refresh.ts';

/** The knowledge base on a device: all of it once, then only what has changed. */

const server = await provideServer();
beforeEach(async () => {
  await sql`delete from knowledge`.execute(server.db);
  for (const id of ['a', 'b', 'c', 'd']) await write(id, `${id} first`);
});

async function write(id: string, answer: string, status = 'published'): Promise<void> {
  await sql`insert into knowledge (id, large, medium, small, question, answer, status, sources)
    values (${id}, 'Testing', 'Basics', '', ${`What is ${id}?`}, ${answer}, ${status}, '["a book"]')
    on conflict (id) do update set answer = excluded.answer, status = excluded.status`.execute(server.db);
}

/** Returns the entries of a device, such as `a: a first`. */
async function on({ db }: Device): Promise<string[]> {
  return (await knowledgeOf(db)).map(({ id, answer }) => `${id}: ${answer}`);
}

async function open(kind: Parameters<TestServer['signIn']>[0] = 'engineer'): Promise<Device> {
  const device = await Device.open(server, await server.signIn(kind));
  await device.sync();
  return device;
}

async function later(device: Device): Promise<void> {
  device.pass(knowledgeCheckMs);
  await device.sync();
}

async function changesFor(who: SignedIn, stamp = ''): Promise<KnowledgeReply> {
  return (await server.request(who, 'GET', `/sync/knowledge?stamp=${stamp}`)).body as KnowledgeReply;
}

const asksOf = (device: Device) => device.network.reached.filter((call) => call.includes('/sync/knowledge')).length;

test('a device gets all entries once, and then only those that changed, and the ids of those that went', async () => {
  const device = await open();
  expect(await on(device)).toEqual(['a: a first', 'b: b first', 'c: c first', 'd: d first']);
  const before = await knowledgeBasis(device.db, 'en');
  await write('b', 'b second');
  await write('c', 'c first', 'needs_check');
  await sql`delete from knowledge where id = 'd'`.execute(server.db);
  await write('e', 'e first');
  const who = await server.signIn('engineer');
  const { body } = await server.request(who, 'GET', `/sync/knowledge?stamp=${before.stamp}`);
  expect(body).toMatchObject({ whole: false, entries: { id: ['b', 'e'] }, gone: ['c', 'd'] });
  await later(device);
  expect(await on(device)).toEqual(['a: a first', 'b: b second', 'e: e first']);
  expect((await knowledgeOf(device.db))[0]).toMatchObject({ sources: ['a book'], status: 'published' });
  device.close();
});

test('a device knows when an entry was checked, until an expert changes the entry', async () => {
  await sql`update knowledge set checked_on = '2026-11-12', imported_version = version where id in ('a', 'b')`.execute(
    server.db,
  );
  const device = await open();
  const checked = async () => (await knowledgeOf(device.db)).map(({ checkedOn }) => checkedOn);
  expect(await checked()).toEqual(['2026-11-12', '2026-11-12', undefined, undefined]);
  await sql`update knowledge set answer = 'by an expert', version = version + 1 where id = 'b'`.execute(server.db);
  await later(device);
  expect(await checked()).toEqual(['2026-11-12', undefined, undefined, undefined]);
  device.close();
});

test('entries of a server that does not say when they were checked are kept without it', async () => {
  const { entries } = await changesFor(await server.signIn('engineer'));
  const { checkedOn, ...older } = entries;
  expect(checkedOn).toEqual([null, null, null, null]);
  expect(entriesOf(older)).toEqual(entriesOf(entries));
});

test('a deleted entry that is written again comes back', async () => {
  const device = await open();
  await sql`delete from knowledge where id = 'a'`.execute(server.db);
  await later(device);
  await write('a', 'a again');
  await later(device);
  expect(await on(device)).toEqual(['a: a again', 'b: b first', 'c: c first', 'd: d first']);
  device.close();
});

test('a device asks again only after some time, or in another language', async () => {
  const device = await open();
  await device.sync();
  expect(asksOf(device)).toBe(1);
  device.language = 'ko';
  await device.sync();
  expect(asksOf(device)).toBe(2);
  await later(device);
  expect(asksOf(device)).toBe(3);
  device.close();
});

test('an interrupted update leaves the entries and their state as they were, and the next one completes it', async () => {
  const device = await open();
  const before = await knowledgeStateOf(device.db);
  await write('b', 'b second');
  device.network.loseReplies(/sync\/knowledge/);
  await later(device);
  expect(await on(device)).toContain('b: b first');
  expect(await knowledgeStateOf(device.db)).toEqual(before);
  await later(device);
  expect(await on(device)).toContain('b: b second');
  device.close();
});

test('a late reply, from before another one was applied, changes nothing', async () => {
  const device = await open();
  const basis = await knowledgeBasis(device.db, 'en');
  await write('b', 'b second');
  const who = await server.signIn('engineer');
  const late = await changesFor(who, basis.stamp);
  await write('b', 'b third');
  await later(device);
  expect(await applyKnowledge(device.db, late, basis, { language: 'en', at: 0 })).toBe(false);
  expect(await on(device)).toContain('b: b third');
  device.close();
});

test('a reply that arrives after a sign-out stores nothing', async () => {
  const device = await open();
  const basis = await knowledgeBasis(device.db, 'en');
  await device.forget();
  const late = { stamp: 'x', whole: true, entries: columnsOf([]), gone: [] };
  expect(await applyKnowledge(device.db, late, basis, { language: 'en', at: 0 })).toBe(false);
  expect(await knowledgeStateOf(device.db)).toBeUndefined();
  device.close();
});

test.each([
  '',
  'x',
  'other.all.1',
  'NAME.all.',
  'NAME.all.-1',
  'NAME.all.1e3',
  'NAME.all.999999',
  'NAME.en.1',
  "NAME.all.1' or 1=1",
])('a device with the unknown stamp "%s" gets everything', async (stamp) => {
  const { rows } = await sql<{ name: string }>`select name from epoch`.execute(server.db);
  const asked = encodeURIComponent(stamp.replace('NAME', rows[0]?.name ?? ''));
  const { body } = await server.request(await server.signIn('engineer'), 'GET', `/sync/knowledge?stamp=${asked}`);
  expect(body).toMatchObject({ whole: true, entries: { id: ['a', 'b', 'c', 'd'] } });
});

test('changes become visible in the order of their numbers: a change that commits late is not missed', async () => {
  const who = await server.signIn('engineer');
  const { stamp } = await changesFor(who, '');
  const [released, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = server.db.transaction().execute(async (tx) => {
    await sql`update knowledge set answer = 'slow' where id = 'a'`.execute(tx);
    written.resolve();
    await released.promise;
  });
  await written.promise;
  const quick = write('b', 'quick');
  const between = await changesFor(who, stamp);
  released.resolve();
  await Promise.all([slow, quick]);
  const after = await changesFor(who, between.stamp);
  expect(new Set([...between.entries.id, ...after.entries.id])).toEqual(new Set(['a', 'b']));
});

test('users who may not ask the assistant get no entries, and lose those they had with the right', async () => {
  const without = await open('freeTrial');
  expect(await on(without)).toEqual([]);
  const tester = await open('trial');
  expect(await on(tester)).toHaveLength(4);
  await sql`update users set question_usage = question_limit where id = ${tester.me.id}`.execute(server.db);
  await later(tester);
  expect(await on(tester)).toEqual([]);
  without.close();
  tester.close();
});

test('starting over keeps the entries, and asks for changes at once', async () => {
  const device = await open();
  await write('b', 'b second');
  await device.db.transaction('rw!', device.db.meta, async () => device.db.meta.delete('cursor'));
  await device.sync();
  expect(await on(device)).toContain('b: b second');
  expect(asksOf(device)).toBe(2);
  device.close();
});

test('a device that listens gets what a sync has changed at once, and asks once', async () => {
  const device = await open();
  await device.listen();
  const before = asksOf(device);
  await write('b', 'b second');
  await server.knowledge.reload();
  await until('the change is on the device', async () => (await on(device)).includes('b: b second'));
  expect(asksOf(device)).toBe(before + 1);
  // A change of nothing tells devices nothing.
  await server.knowledge.reload();
  await write('c', 'c second');
  await server.knowledge.reload();
  await until('the next change is too', async () => (await on(device)).includes('c: c second'));
  expect(asksOf(device)).toBe(before + 2);
  device.close();
});

test('a hidden page asks for nothing, and for all that has changed when it is shown', async () => {
  const device = await open();
  const other = await open();
  await device.listen();
  await other.listen();
  device.show(false);
  const before = asksOf(device);
  for (const answer of ['b second', 'b third']) {
    await write('b', answer);
    await server.knowledge.reload();
    await until('a visible page has it', async () => (await on(other)).includes(`b: ${answer}`));
  }
  expect(asksOf(device)).toBe(before);
  expect(await on(device)).toContain('b: b first');
  device.show(true);
  await until('the shown page has it', async () => (await on(device)).includes('b: b third'));
  expect(asksOf(device)).toBe(before + 1);
  device.close();
  other.close();
});

test('a device that was away for a sync gets its changes when it connects again, and asks nothing when there are none', async () => {
  const device = await open();
  await device.listen();
  device.stopListening();
  await write('d', 'd second');
  await server.knowledge.reload();
  const before = asksOf(device);
  await device.listen();
  await until('the change is on the device', async () => (await on(device)).includes('d: d second'));
  expect(asksOf(device)).toBe(before + 1);
  device.stopListening();
  await device.listen();
  await write('d', 'd third');
  await server.knowledge.reload();
  await until('the next change is too', async () => (await on(device)).includes('d: d third'));
  expect(asksOf(device)).toBe(before + 2);
  device.close();
});

test('a device hears of a sync that another process has made', async () => {
  const there = await startServer({ database: server.databaseUrl });
  onTestFinished(() => there.close());
  const device = await open();
  await device.listen();
  await write('a', 'a second');
  await there.knowledge.reload();
  await until('the change is on the device', async () => (await on(device)).includes('a: a second'));
  expect(asksOf(device)).toBe(2);
  device.close();
});
