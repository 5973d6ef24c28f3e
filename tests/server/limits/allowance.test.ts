import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Allowance, minuteNow } from '../../../server/limits/allowance.ts';
import { costOf } from '../../../server/http/address-limit.ts';
import { moreForPush, routeCosts } from '../../../server/http/costs.ts';
import { routePolicies } from '../../../server/http/policies.ts';
import { shareCounts } from '../../../server/http/shared-counts.ts';
import { silentLog } from '../../../server/ground/log.ts';
import { freshDatabase } from '../../support/database/cluster.ts';
import { until } from '../../support/until.ts';
import { requestsPerUserPerMinute } from '../../../server/ground/config.ts';
import { pushCommands } from '#domain/spine/wire/sync.ts';

/** How many requests are allowed in a minute, in one process and in several. */

/** Stops the clock in the middle of a minute. */
function stopClock(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 22, 12, 0, 30) });
  onTestFinished(() => void vi.useRealTimers());
}

/** Two processes on one database that allow this many requests per minute for each key. */
async function processes(perMinute: number) {
  const database = await freshDatabase();
  const each = [new Allowance(perMinute), new Allowance(perMinute)] as const;
  const stops = each.map((users) => shareCounts(database.db, silentLog, { users }));
  onTestFinished(async () => {
    for (const stop of stops) await stop();
    await database.close();
  });
  return { each, db: database.db };
}

function takeMany(from: Allowance, key: string, times: number): number {
  return Array.from({ length: times }, () => from.take(key)).filter(({ isAllowed }) => isAllowed).length;
}

test('requests are allowed up to a total cost per minute, and one request never costs more than that total', () => {
  stopClock();
  const users = new Allowance(10);
  expect(users.take('me', 4)).toMatchObject({ isAllowed: true, limit: 10, remaining: 6, resetMs: 30_000 });
  expect(takeMany(users, 'me', 20)).toBe(6);
  expect(users.take('you', 50).isAllowed).toBe(true);
  expect(users.take('you').isAllowed).toBe(false);
  vi.setSystemTime(Date.UTC(2026, 10, 22, 12, 1));
  expect(users.take('me').isAllowed).toBe(true);
});

test('two processes share their counts, and together allow the limit and only a little more', async () => {
  stopClock();
  const { each, db } = await processes(100);
  const [first, second] = each;
  expect(takeMany(first, 'me', 95)).toBe(95);
  const sharedCount = () => sql<{ n: number }>`select count as n from minute_counts where key = 'users me'`.execute(db);
  await until('the first process has written its count', async () => (await sharedCount()).rows[0]?.n === 95);
  let allowed = takeMany(second, 'me', 10);
  await until('the second process has added its count', async () => (await sharedCount()).rows[0]?.n === 105);
  await until('the second process refuses', () => {
    const { isAllowed } = second.take('me');
    if (isAllowed) allowed++;
    return !isAllowed;
  });
  // Without shared counts it would allow a hundred.
  expect(allowed).toBeLessThan(50);
  expect(second.take('you').isAllowed).toBe(true);
});

test('counts of users far below the limit are not shared between processes', async () => {
  stopClock();
  const { each, db } = await processes(100);
  takeMany(each[0], 'quiet', 9);
  takeMany(each[0], 'busy', 20);
  const keys = async () => (await sql<{ key: string }>`select key from minute_counts`.execute(db)).rows;
  await until('the count of the busy user is shared', async () => (await keys()).length > 0);
  expect(await keys()).toEqual([{ key: 'users busy' }]);
});

test('while the database is away, each process enforces the limit by itself', async () => {
  stopClock();
  const database = await freshDatabase();
  await sql`drop table minute_counts`.execute(database.db);
  const warned: unknown[] = [];
  const users = new Allowance(100);
  const stop = shareCounts(database.db, { ...silentLog, warn: (facts) => warned.push(facts) }, { users });
  onTestFinished(async () => {
    await stop();
    await database.close();
  });
  expect(takeMany(users, 'me', 200)).toBe(100);
  await until('a warning is logged', () => warned.length > 0);
  expect(users.take('me').isAllowed).toBe(false);
  expect(users.take('you').isAllowed).toBe(true);
});

test('counts of minutes that are over are deleted', async () => {
  stopClock();
  const { each, db } = await processes(10);
  takeMany(each[0], 'me', 5);
  const minutes = async () =>
    (await sql<{ minute: number }>`select minute from minute_counts order by 1`.execute(db)).rows.map(
      (row) => row.minute,
    );
  await until('the count is written', async () => (await minutes()).length === 1);
  vi.setSystemTime(Date.UTC(2026, 10, 22, 12, 5));
  takeMany(each[0], 'me', 5);
  await until('the old count is deleted', async () => (await minutes())[0] === minuteNow());
  expect(await minutes()).toEqual([minuteNow()]);
});

test('every route with a cost exists, and a question in a push costs as much as a single question', () => {
  expect(Object.keys(routeCosts).filter((route) => !Object.hasOwn(routePolicies, route))).toEqual([]);
  const question = routeCosts['POST /bot/questions_v2'];
  expect(costOf({ method: 'POST', url: '/api/v1/bot/questions_v2' })).toBe(question);
  expect(costOf({ method: ['GET', 'HEAD'], url: '/api/v1/users/me' })).toBe(1);
  // HEAD causes the same work as GET, so it has the same cost.
  expect(costOf({ method: 'HEAD', url: '/api/v1/sync/snapshot' })).toBe(routeCosts['GET /sync/snapshot']);
  expect(moreForPush({ commands: [{ type: 'question.ask' }, { type: 'chat.send' }] })).toBe(question);
  for (const odd of [undefined, null, 'x', {}, { commands: 'x' }, { commands: [null] }])
    expect(moreForPush(odd)).toBe(0);
});

test('each order patch in a push counts, and a device that reconnects with 500 of them is accepted', () => {
  stopClock();
  expect(moreForPush(pushOf('order.patch', 40))).toBe(40);
  expect(moreForPush(pushOf('order.transition', 3))).toBe(3);
  expect(moreForPush(pushOf('order.place', 2))).toBe(2 * (routeCosts['POST /po_system/orders/place'] ?? 0));
  const whole = 1 + moreForPush(pushOf('order.patch', pushCommands));
  expect(whole).toBe(1 + pushCommands);
  const users = new Allowance(requestsPerUserPerMinute);
  const pushes = Array.from({ length: 20 }, () => users.take('typist', whole).isAllowed);
  expect(pushes.filter(Boolean)).toHaveLength(11);
});

function pushOf(type: string, n: number) {
  return { commands: Array.from({ length: n }, () => ({ type })) };
}
