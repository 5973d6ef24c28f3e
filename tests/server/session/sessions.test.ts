import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { devicesOf } from '../../../server/account/store/devices.ts';
import { noteCursor } from '../../../server/spine/log/seen-cursors.ts';
import {
  liveSessions,
  openSession,
  revokeSession,
  rotateToken,
  sessionOf,
  tokensBesideNewest,
} from '../../../server/session/sessions.ts';
import { freshDatabase } from '../../support/database/cluster.ts';
import { somebody } from '../../support/users.ts';

/** How long sessions and tokens are valid. The tests move the stored times back instead of the clock forward. */

const database = await freshDatabase();
const userId = (await somebody(database.db, 'engineer')).id;
afterAll(() => database.close());

const device = { deviceId: null, userAgent: null, remember: true };

/** Opens a session that began, was last used and renewed its token this long ago. */
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
  await ageTokens(renewed);
  return { first, second, id: session?.sessionId ?? '' };
}

/** Moves the end of replaced tokens back by this time. */
async function ageTokens(time: string): Promise<void> {
  await sql`update session_tokens set ends_at = ends_at - ${time}::interval`.execute(database.db);
}

test.each([
  ['that has just begun is valid', {}, true],
  ['last used 29 days ago is valid', { seen: '29 days 23:59:00' }, true],
  ['last used 30 days ago has expired', { seen: '30 days 00:00:01' }, false],
  ['begun 89 days ago and just used is valid', { began: '89 days 23:59:00' }, true],
  ['begun 90 days ago and just used has expired', { began: '90 days 00:00:01' }, false],
])('a session %s', async (_what, since, isLive) => {
  const { first, id } = await aged(since);
  expect((await sessionOf(database.db, first)) !== undefined).toBe(isLive);
  expect((await devicesOf(database.db, userId, id)).some((row) => row.id === id)).toBe(isLive);
  expect((await liveSessions(database.db, [id])).has(id)).toBe(isLive);
  expect((await rotateToken(database.db, first)) !== undefined).toBe(isLive);
});

test.each([
  ['59 s ago is still valid', '59 seconds', true],
  ['60 s ago has expired', '60.5 seconds', false],
])('a token replaced %s', async (_what, renewed, isValid) => {
  const { first, second } = await aged({ renewed });
  expect((await sessionOf(database.db, first)) !== undefined).toBe(isValid);
  expect(await sessionOf(database.db, second)).toBeDefined();
});

const isValid = async (token: string | undefined) => (await sessionOf(database.db, token ?? '')) !== undefined;

test('ten concurrent renewals of one token each return a valid token, and the old token ends after a minute', async () => {
  const { db } = database;
  const first = await openSession(db, userId, device);
  const renewals = await Promise.all(Array.from({ length: 10 }, () => rotateToken(db, first)));
  expect(new Set(renewals).size).toBe(10);
  expect(await isValid(renewals[0])).toBe(true);
  await ageTokens('30 seconds');
  const late = await rotateToken(db, first);
  await ageTokens('29 seconds');
  expect(await isValid(first)).toBe(true);
  await ageTokens('2 seconds');
  expect(await isValid(first)).toBe(false);
  expect(await rotateToken(db, first)).toBeUndefined();
  await ageTokens('1 hour');
  const all = [...renewals, late];
  expect(await Promise.all(all.map(isValid))).toEqual(all.map(() => true));
  const { sessionId = '' } = (await sessionOf(db, late ?? '')) ?? {};
  await revokeSession(db, sessionId);
  expect(await Promise.all(all.map(isValid))).toEqual(all.map(() => false));
});

test('a replaced token stays valid for a minute, however often its successors are renewed', async () => {
  const { db } = database;
  const tokens = [await openSession(db, userId, device)];
  for (let i = 0; i < 3; i++) tokens.push((await rotateToken(db, tokens.at(-1) ?? '')) ?? '');
  expect(await Promise.all(tokens.map(isValid))).toEqual([true, true, true, true]);
  await ageTokens('61 seconds');
  expect(await Promise.all(tokens.map(isValid))).toEqual([false, false, false, true]);
});

test('after a renewal whose reply is lost, the old token stays valid until its successor is used', async () => {
  const { db } = database;
  const first = await openSession(db, userId, device);
  for (let lost = 0; lost < tokensBesideNewest + 5; lost++) await rotateToken(db, first);
  await ageTokens('10 minutes');
  expect(await isValid(first)).toBe(true);
  const kept = await rotateToken(db, first);
  expect(await isValid(kept)).toBe(true);
  await ageTokens('59 seconds');
  expect(await isValid(first)).toBe(true);
  await ageTokens('2 seconds');
  expect(await isValid(first)).toBe(false);
  expect(await isValid(kept)).toBe(true);
});

test('a token that has ended is deleted', async () => {
  const { second, id } = await aged({ renewed: '61 seconds' });
  await rotateToken(database.db, second);
  const { rows } = await sql`select hash from session_tokens where session_id = ${id}`.execute(database.db);
  expect(rows).toEqual([{ hash: createHash('sha256').update(second).digest() }]);
});

test('renewing the token does not make the session live longer than 90 days', async () => {
  const { first } = await aged({ began: '89 days 23:59:00' });
  const renewedToken = (await rotateToken(database.db, first)) ?? '';
  expect(await sessionOf(database.db, renewedToken)).toBeDefined();
  await sql`update sessions set expires_at = expires_at - interval '1 minute'`.execute(database.db);
  expect(await sessionOf(database.db, renewedToken)).toBeUndefined();
});

test('a pull over a socket counts as use of the session', async () => {
  const { first, id } = await aged({ seen: '29 days' });
  await noteCursor(database.db, id, { epoch: 'e', xid: '1', seq: 0 });
  await sql`update sessions set last_seen_at = last_seen_at - interval '2 days' where id = ${id}`.execute(database.db);
  expect(await sessionOf(database.db, first)).toBeDefined();
});

test('repeated renewals of one token create no other session and keep a limited number of tokens', async () => {
  const { db } = database;
  const first = await openSession(db, userId, device);
  const kept = await rotateToken(db, first);
  const { sessionId = '' } = (await sessionOf(db, first)) ?? {};
  const forks = [];
  for (let i = 0; i < tokensBesideNewest + 10; i++) forks.push(await rotateToken(db, first));
  await ageTokens('61 seconds');
  const live = (await Promise.all(forks.map(isValid))).filter(Boolean);
  await ageTokens('61 seconds');
  expect(live).toHaveLength(tokensBesideNewest);
  expect(await isValid(kept)).toBe(true);
  expect(await isValid(first)).toBe(false);
  for (const fork of forks) expect([undefined, sessionId]).toContain((await sessionOf(db, fork ?? ''))?.sessionId);
  expect((await devicesOf(db, userId, sessionId)).filter(({ id }) => id === sessionId)).toHaveLength(1);
});
