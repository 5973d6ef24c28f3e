import { onTestFinished, expect, test, vi } from 'vitest';
import { sendMessage } from '../../../src/chat/calls/chat-send.ts';
import { readPending } from '../../../src/db/pending.ts';
import { engineOf } from '../../support/src/engine.ts';
import { FakeWorld } from '../../support/src/fake-world.ts';
import { deviceOf, startAt } from '../../support/src/user.ts';
import { leaderHeartbeatMs } from '../../../src/sync/leader.ts';
import { safetyPullMs } from '../../../src/sync/reader/table.ts';

/** What the sync loops do while nothing happens. */

/** An engine that leads. `wakes` has the length of each sleep since it was last emptied. */
async function idleTab() {
  // Dexie takes hold of it when it opens the database.
  const begin = vi.spyOn(IDBDatabase.prototype, 'transaction');
  onTestFinished(() => begin.mockRestore());
  const { db, me, ctx } = deviceOf();
  await startAt(db, 10);
  const wakes: number[] = [];
  const world = Object.assign(new FakeWorld(), { wall: () => Date.now(), isHinted: () => true });
  const { sleep } = world;
  world.sleep = async (ms, signal) => {
    await sleep(ms, signal);
    if (!signal.aborted) wakes.push(ms);
  };
  const engine = engineOf({ db, me }, world);
  /** Advances the time, and completes in each second what is due. @returns how often it woke, and how much it read */
  const pass = async (ms: number) => {
    wakes.length = 0;
    begin.mockClear();
    for (let passed = 0; passed < ms; passed += 1000) {
      world.pass(1000);
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    }
    return { wakes: [...wakes], transactions: begin.mock.calls.length };
  };
  return { ctx: { ...ctx, appended: () => engine.appended() }, db, world, pass };
}

test('an app at rest wakes for the safety pull and the looks of the same interval, and for nothing else', async () => {
  const { pass } = await idleTab();
  await pass(safetyPullMs);
  const { wakes, transactions } = await pass(10 * safetyPullMs);
  expect([...new Set(wakes)]).toEqual([safetyPullMs]);
  // The pull reads the cursor, stores that it is up to date and looks for streams to fetch; drain and uploads look once.
  expect(transactions).toBe(10 * 5);
});

test('while a message waits, the leading tab sends heartbeats; after it has arrived, it rests again', async () => {
  const { ctx, db, world, pass } = await idleTab();
  world.onPush = () => new Promise(() => undefined);
  await sendMessage(ctx, { roomId: 'r', content: 'stuck', files: [] });
  expect((await pass(30_000)).wakes).toContain(leaderHeartbeatMs);
  await db.transaction('rw', db.outbox, async () => db.outbox.clear());
  expect(await readPending(db).then((pending) => pending.unaccepted())).toEqual([]);
  await pass(safetyPullMs);
  const { wakes } = await pass(2 * safetyPullMs);
  expect(wakes).not.toContain(leaderHeartbeatMs);
  // Two pulls, two looks at the outbox, and two at what is to be uploaded.
  expect(wakes.length).toBeLessThanOrEqual(6);
});
