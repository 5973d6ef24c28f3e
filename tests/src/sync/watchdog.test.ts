import { expect, test } from 'vitest';
import type { PushReply } from '#domain/spine/wire/sync.ts';
import { DAY } from '#domain/ground/units.ts';
import { sendMessage } from '../../../src/chat/calls/chat-send.ts';
import { readPending } from '../../../src/db/pending.ts';
import { waitingOf } from '../../../src/db/unsent-commands.ts';
import { logOf } from '../../../src/db/synclog.ts';
import { SignedOut } from '../../../src/net/errors.ts';
import { engineOf } from '../../support/src/engine.ts';
import { accepted, FakeWorld } from '../../support/src/fake-world.ts';
import { deviceOf, positionAt as position, startAt } from '../../support/src/user.ts';
import { idleQueueMs } from '../../../src/sync/watchdog.ts';

/** An engine that becomes leader at once, in a world whose time the test advances. */
async function running() {
  const { db, me, ctx } = deviceOf();
  await startAt(db, 10);
  const world = Object.assign(new FakeWorld(), { wall: () => Date.now() });
  const engine = engineOf({ db, me }, world);
  const notes = async () => (await logOf(db)).filter(({ what }) => what === 'queue stood still').length;
  /** Advances the time in steps, each of which completes everything that is due. */
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 1000) {
      world.pass(1000);
      // These reads end after all earlier database requests.
      await readPending(db);
      await readPending(db);
    }
  };
  return { db, ctx: { ...ctx, appended: () => engine.appended() }, engine, world, notes, pass };
}

test('68 an outbox that has not moved for a minute is drained anew, and the log says so', async () => {
  const { db, ctx, world, notes, pass } = await running();
  world.onPush = () => new Promise(() => undefined);
  await sendMessage(ctx, { roomId: 'r', content: 'stuck', files: [] });
  await expect.poll(() => world.pushes.length).toBe(1);
  await pass(idleQueueMs - 10_000);
  expect([world.pushes.length, await notes()]).toEqual([1, 0]);
  world.onPush = (body) => accepted(body, {}, 11);
  await pass(30_000);
  await expect.poll(() => world.pushes.length).toBe(2);
  expect(world.pushes[1]?.commands).toEqual(world.pushes[0]?.commands);
  await expect.poll(async () => (await waitingOf(db)).map(({ state }) => state)).toEqual(['sent']);
  expect(await notes()).toBe(1);
});

test('the drain is not restarted while the server asks to wait, or nothing can be sent', async () => {
  const { ctx, world, notes, pass } = await running();
  world.onPush = ({ commands }) => ({
    results: commands.map(({ cmdId }) => ({ cmdId, s: 'retry', afterMs: 5 * idleQueueMs })),
    cursorHint: null,
  });
  await sendMessage(ctx, { roomId: 'r', content: 'later', files: [] });
  await expect.poll(() => world.pushes.length).toBe(1);
  await pass(3 * idleQueueMs);
  expect([world.pushes.length, await notes()]).toEqual([1, 0]);
});

test("the drain is not restarted while the server's time is unknown and a message seems too old", async () => {
  const { ctx, world, notes, pass } = await running();
  const today = Date.now();
  world.serverDate = () => undefined;
  world.date = () => today + 90 * DAY;
  await sendMessage(ctx, { roomId: 'r', content: 'old?', files: [] });
  await pass(3 * idleQueueMs);
  expect([world.pushes.length, await notes()]).toEqual([0, 0]);
});

test('a hint that arrives during a push is followed, even if the session ends with the push', async () => {
  const { ctx, world, engine } = await running();
  let pulls = 0;
  world.onPull = () => ({ events: [], next: position(10 + pulls++), more: false });
  await expect.poll(() => pulls).toBe(1);
  const reply = Promise.withResolvers<PushReply>();
  world.onPush = () => reply.promise;
  await sendMessage(ctx, { roomId: 'r', content: 'last', files: [] });
  await expect.poll(() => world.pushes.length).toBe(1);
  engine.hinted();
  reply.reject(new SignedOut());
  await expect.poll(() => pulls).toBe(2);
});
