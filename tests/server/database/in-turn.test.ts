import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { beginUpload } from '../../../server/files/store/pending-uploads.ts';
import { transactionInTurn, transactionsOfCaller, transactionsWaiting } from '../../../server/database/in-turn.ts';
import { provideServer } from '../../support/servers/server.ts';
import { until } from '../../support/until.ts';
import { newId, wish } from '../../support/users.ts';

/** Calls of one network or user that wait for the same lock: they take turns, and others are answered meanwhile. */

const server = await provideServer({ knowledge: true });
const [loud, other] = [await server.signIn('engineer'), await server.signIn('engineer')];

const guest = (method: 'POST' | 'PUT', path: string, body: object) => server.request(null, method, path, body);
const keyed = () => ({ 'idempotency-key': newId() });
/** The table that each call needs, or the lock itself. */
const calls: Record<string, [lock: string, call: (i: number) => Promise<unknown>]> = {
  'sign in with wrong passwords': [
    'login_attempts',
    (i) => guest('POST', '/auth/login', { email: `u${i}@test.vfp`, password: 'wrong' }),
  ],
  'ask for codes': ['code_requests', (i) => guest('POST', '/auth/forgot-password', { email: `u${i}@test.vfp` })],
  'sign up': [
    'code_requests',
    (i) => guest('POST', '/auth/register', { email: `u${i}@test.vfp`, password: 'Long-enough-2026!' }),
  ],
  'ask without an account': [
    'open_questions',
    () => guest('POST', '/bot/unregister_user/questions', { text: 'What is the porosity?', chat_type: 1 }),
  ],
  'report fires': [
    'code_requests',
    () => guest('POST', '/bot/unregister_user/questions', { text: 'My cell is on fire', chat_type: 1 }),
  ],
  'use the contact form': [
    'contact_messages',
    () => guest('POST', '/subscriptions/contact_us', { name: 'N', email: 'n@test.vfp', message: 'Hello' }),
  ],
  'choose cookies': ['consents', () => guest('PUT', '/auth/banner/cookies', { categories: '["necessary"]' })],
  'send commands': [
    'idempotency',
    () =>
      server.request(loud, 'POST', '/sync/push', {
        protocol: 1,
        clientId: newId(),
        actor: loud.user.id,
        commands: [{ n: 0, ...wish('room.open', { roomId: newId(), type: 1 }) }],
      }),
  ],
  'write with keys': [
    'paying_keys',
    () => server.request(loud, 'PUT', '/users/me/mails', { orders: 'needed' }, keyed()),
  ],
  'renew a token': [
    `select from sessions where user_id = '${loud.user.id}' for update`,
    () => server.request(loud, 'POST', '/auth/getToken'),
  ],
  'begin uploads': ['pending_uploads', () => beginUpload(server.db, loud.user, { id: newId(), size: 1 }, 1)],
};

test.each(Object.entries(calls))(
  'while many calls that %s wait for a lock, another user is answered',
  async (_, [lock, call]) => {
    const holder = new Client(server.databaseUrl);
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query('begin');
    await holder.query(lock.startsWith('select') ? lock : `lock table ${lock} in access exclusive mode`);
    const waiting = async () => {
      const { rows } = await holder.query(
        `select count(distinct pid)::int as n from pg_locks where not granted
           -- Waiting for the end of a transaction, as for its rows, is of no database.
           and (locktype = 'transactionid' or database = (select oid from pg_database where datname = current_database()))`,
      );
      return (rows[0] as { n: number }).n;
    };
    const sent = Array.from({ length: 30 }, (_each, i) => call(i).catch((error: unknown) => error));
    await until('some calls wait for the lock', async () => (await waiting()) >= transactionsOfCaller);
    const ask = async () => (await server.request(other, 'GET', '/users/me')).status;
    expect(await until('another user is answered', ask)).toBe(200);
    expect(await waiting()).toBe(transactionsOfCaller);
    await holder.query('rollback');
    await Promise.all(sent);
  },
);

const run = (address: string, work: () => Promise<void>) =>
  transactionInTurn(server.db, { address, kind: 'test' }, work);

test.each([
  ['network', '192.0.2.1', '192.0.2.99', '198.51.100.1'],
  ['IPv6 site', '2001:db8:1:1::1', '2001:db8:1:2::1', '2001:db8:2:1::1'],
])(
  'beyond a number of waiting calls, one %s is told when to try again, and another is not',
  async (_what, address, sameSite, otherSite) => {
    const gate = Promise.withResolvers<void>();
    const most = transactionsOfCaller + transactionsWaiting;
    const all = Array.from({ length: most }, () => run(address, () => gate.promise));
    await expect(run(sameSite, async () => undefined)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      details: { retryAfterMs: expect.any(Number) },
    });
    await run(otherSite, async () => undefined);
    gate.resolve();
    await Promise.all(all);
  },
);

const timedOut = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });

test('a caller that has just waited for a lock in vain has one transaction at once', async () => {
  const fail = run('203.0.113.9', async () => {
    throw timedOut;
  });
  await expect(fail).rejects.toBe(timedOut);
  const gate = Promise.withResolvers<void>();
  onTestFinished(() => gate.resolve());
  let begun = 0;
  const waiting = Array.from({ length: transactionsOfCaller }, () =>
    run('203.0.113.9', async () => {
      begun++;
      await gate.promise;
    }),
  );
  await until('one has begun', () => begun > 0);
  await run('198.51.100.1', async () => undefined);
  expect(begun).toBe(1);
  gate.resolve();
  await Promise.all(waiting);
  expect(begun).toBe(transactionsOfCaller);
});

test('when a call has waited for a lock in vain, those that waited behind it are told to try again, and a later one runs', async () => {
  const gate = Promise.withResolvers<void>();
  const running = Array.from({ length: transactionsOfCaller }, () =>
    run('203.0.113.1', async () => {
      await gate.promise;
      throw timedOut;
    }),
  );
  let isRun = false;
  const waiting = Promise.allSettled([run('203.0.113.1', async () => void (isRun = true))]);
  gate.resolve();
  expect(new Set((await Promise.allSettled(running)).map(({ status }) => status))).toEqual(new Set(['rejected']));
  expect(await waiting).toMatchObject([{ status: 'rejected', reason: { code: 'HELD_UP' } }]);
  expect(isRun).toBe(false);
  await run('203.0.113.1', async () => void (isRun = true));
  expect(isRun).toBe(true);
});
