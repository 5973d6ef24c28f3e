import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serverLimits } from '#domain/server-limits.ts';
import { devicesOf } from '../../../server/store/people/devices.ts';
import { noteCursor } from '../../../server/store/sync/seen-cursors.ts';
import { liveSessions, openSession, revokeSession, rotateToken, sessionOf } from '../../../server/accounts/sessions.ts';
import { freshDatabase, type TestDatabase } from '../../support/cluster.ts';
import { somebody } from '../../support/people.ts';

/** How long sessions live. The clock is moved by moving what the session remembers of it. */

let database: TestDatabase;
let userId: string;

beforeAll(async () => {
  database = await freshDatabase();
  userId = (await somebody(database.db, 'engineer')).id;
});
afterAll(() => database.close());

const device = { deviceId: null, userAgent: null, remember: true };

/** A session for which this much time has passed since it began, was seen, and its token was renewed. */
async function aged(since: { began?: string; seen?: string; renewed?: string }) {
  const { db } = database;
  const first = await openSession(db, userId, device);
  const second = since.renewed === undefined ? first : ((await rotateToken(db, first)) ?? '');
  const session = await sessionOf(db, second);
  const { began = '0', seen = '0', renewed = '0' } = since;
  await sql`update sessions set
      created_at = created_at - ${began}::interval, expires_at = expires_at - ${began}::interval,
      last_seen_at = last_seen_at - ${seen}::interval
    where id = ${session?.sessionId ?? ''}`.execute(db);
  await tokensAge(renewed);
  return { first, second, id: session?.sessionId ?? '' };
}

/** Moves the ends of the tokens that were renewed. */
async function tokensAge(time: string): Promise<void> {
  await sql`update session_tokens set ends_at = ends_at - ${time}::interval`.execute(database.db);
}

test.each([
  ['just begun', {}, true],
  ['silent for 29 days', { seen: '29 days 23:59:00' }, true],
  ['silent for 30 days', { seen: '30 days 00:00:01' }, false],
  ['begun 89 days ago and just used', { began: '89 days 23:59:00' }, true],
  ['begun 90 days ago and just used', { began: '90 days 00:00:01' }, false],
])('a session %s: is it live?', async (_what, since, isLive) => {
  const { first, id } = await aged(since);
  expect((await sessionOf(database.db, first)) !== undefined).toBe(isLive);
  expect((await devicesOf(database.db, userId, id)).some((row) => row.id === id)).toBe(isLive);
  expect((await liveSessions(database.db, [id])).has(id)).toBe(isLive);
  expect((await rotateToken(database.db, first)) !== undefined).toBe(isLive);
});

test.each([
  ['59 s ago', '59 seconds', true],
  ['60 s ago', '60.5 seconds', false],
])('a token that was replaced %s: is it good?', async (_what, renewed, isGood) => {
  const { first, second } = await aged({ renewed });
  expect((await sessionOf(database.db, first)) !== undefined).toBe(isGood);
  expect(await sessionOf(database.db, second)).toBeDefined();
});

const isGood = async (token: string | undefined) => (await sessionOf(database.db, token ?? '')) !== undefined;

test('ten calls at once renew one token: what each was given stays good, the old one ends after a minute', async () => {
  const { db } = database;
  const first = await openSession(db, userId, device);
  const given = await Promise.all(Array.from({ length: 10 }, () => rotateToken(db, first)));
  expect(new Set(given).size).toBe(10);
  expect(await isGood(given[0])).toBe(true);
  await tokensAge('30 seconds');
  const late = await rotateToken(db, first);
  await tokensAge('29 seconds');
  expect(await isGood(first)).toBe(true);
  await tokensAge('2 seconds');
  expect(await isGood(first)).toBe(false);
  expect(await rotateToken(db, first)).toBeUndefined();
  await tokensAge('1 hour');
  const all = [...given, late];
  expect(await Promise.all(all.map(isGood))).toEqual(all.map(() => true));
  const { sessionId = '' } = (await sessionOf(db, late ?? '')) ?? {};
  await revokeSession(db, sessionId);
  expect(await Promise.all(all.map(isGood))).toEqual(all.map(() => false));
});

test('a token that was renewed lives its minute, however often the next ones are renewed meanwhile', async () => {
  const { db } = database;
  const tokens = [await openSession(db, userId, device)];
  for (let i = 0; i < 3; i++) tokens.push((await rotateToken(db, tokens.at(-1) ?? '')) ?? '');
  expect(await Promise.all(tokens.map(isGood))).toEqual([true, true, true, true]);
  await tokensAge('61 seconds');
  expect(await Promise.all(tokens.map(isGood))).toEqual([false, false, false, true]);
});

test('a renewal whose answer is lost ends nothing: the token is good until what was given for it is used', async () => {
  const { db } = database;
  const first = await openSession(db, userId, device);
  for (let lost = 0; lost < serverLimits.tokensBesideNewest + 5; lost++) await rotateToken(db, first);
  await tokensAge('10 minutes');
  expect(await isGood(first)).toBe(true);
  const kept = await rotateToken(db, first);
  expect(await isGood(kept)).toBe(true);
  await tokensAge('59 seconds');
  expect(await isGood(first)).toBe(true);
  await tokensAge('2 seconds');
  expect(await isGood(first)).toBe(false);
  expect(await isGood(kept)).toBe(true);
});

test('a token that has ended is not kept', async () => {
  const { second, id } = await aged({ renewed: '61 seconds' });
  await rotateToken(database.db, second);
  const { rows } = await sql`select hash from session_tokens where session_id = ${id}`.execute(database.db);
  expect(rows).toEqual([{ hash: createHash('sha256').update(second).digest() }]);
});

test('renewing the token does not make the session live longer than 90 days', async () => {
  const { first } = await aged({ began: '89 days 23:59:00' });
  const fresh = (await rotateToken(database.db, first)) ?? '';
  expect(await sessionOf(database.db, fresh)).toBeDefined();
  await sql`update sessions set expires_at = expires_at - interval '1 minute'`.execute(database.db);
  expect(await sessionOf(database.db, fresh)).toBeUndefined();
});

test('a device that only pulls over its socket counts as seen', async () => {
  const { first, id } = await aged({ seen: '29 days' });
  await noteCursor(database.db, id, { epoch: 'e', xid: '1', seq: 0 });
  await sql`update sessions set last_seen_at = last_seen_at - interval '2 days' where id = ${id}`.execute(database.db);
  expect(await sessionOf(database.db, first)).toBeDefined();
});

test('a token about to expire creates no more sessions than are listed, and no more tokens than concurrent calls need', async () => {
  const { db } = database;
  const first = await openSession(db, userId, device);
  const kept = await rotateToken(db, first);
  const { sessionId = '' } = (await sessionOf(db, first)) ?? {};
  const forks = [];
  for (let i = 0; i < serverLimits.tokensBesideNewest + 10; i++) forks.push(await rotateToken(db, first));
  await tokensAge('61 seconds');
  const live = (await Promise.all(forks.map(isGood))).filter(Boolean);
  await tokensAge('61 seconds');
  expect(live).toHaveLength(serverLimits.tokensBesideNewest);
  expect(await isGood(kept)).toBe(true);
  expect(await isGood(first)).toBe(false);
  for (const fork of forks) expect([undefined, sessionId]).toContain((await sessionOf(db, fork ?? ''))?.sessionId);
  expect((await devicesOf(db, userId, sessionId)).filter(({ id }) => id === sessionId)).toHaveLength(1);
});
