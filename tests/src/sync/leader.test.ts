import { expect, test, vi } from 'vitest';
import { storeMeta } from '../../../src/db/meta.ts';
import { takePartInElection, type Locks, leaderHeartbeatMs } from '../../../src/sync/leader.ts';
import { WakeUp } from '../../../src/sync/world.ts';
import { deviceOf } from '../../support/src/user.ts';

/** A lock that is always free. */
const free: Locks = { request: (_name, _options, held) => held({}) };

test('a device that cannot note who leads, full or closed by a newer version, is asked again after a pause', async () => {
  const { db, me } = deviceOf();
  await db.open();
  db.close();
  const stop = new AbortController();
  let asked = 0;
  let paused = 0;
  const locks: Locks = {
    request(...request) {
      // Without pauses the election would never end.
      if (++asked === 50) stop.abort();
      return free.request(...request);
    },
  };
  await takePartInElection(
    {
      db,
      userId: me.id,
      holder: 'this tab',
      locks,
      world: {
        wall: () => 0,
        async sleep(ms, signal) {
          // The check for a stale heartbeat has its own signal, and sleeps until it is aborted.
          if (signal !== stop.signal) await new Promise((resolve) => signal.addEventListener('abort', resolve));
          else if (ms === leaderHeartbeatMs && ++paused === 3) stop.abort();
        },
      },
      isWorkDue: async () => false,
      outboxChanged: new WakeUp(),
      lead: () => Promise.reject(new Error('nobody may lead here')),
    },
    stop.signal,
  );
  expect([asked, paused]).toEqual([3, 3]);
});

test('a device that cannot be read at one beat takes over once it can', async () => {
  const { db, me } = deviceOf();
  const stop = new AbortController();
  let looked = 0;
  const stolen: boolean[] = [];
  const locks: Locks = {
    async request(_name, options, held) {
      if (options.steal === true) return await held({});
      // Another tab holds the lock but is frozen.
      await new Promise((resolve) => options.signal?.addEventListener('abort', resolve));
      throw new Error('given up');
    },
  };
  await takePartInElection(
    {
      db,
      userId: me.id,
      holder: 'this tab',
      locks,
      world: { wall: () => 0, sleep: async () => undefined },
      async isWorkDue() {
        if (++looked === 1) throw new Error('the disk did not answer');
        return true;
      },
      outboxChanged: new WakeUp(),
      async lead() {
        stolen.push(true);
        stop.abort();
      },
    },
    stop.signal,
  );
  expect([looked, stolen]).toEqual([3, [true]]);
});

test('in a browser that never answers a request for a lock, what waits is sent without one', async () => {
  const { db, me } = deviceOf();
  const stop = new AbortController();
  const fences: number[] = [];
  await takePartInElection(
    {
      db,
      userId: me.id,
      holder: 'this tab',
      locks: { request: () => new Promise(() => undefined) },
      world: { wall: () => 0, sleep: async () => undefined },
      isWorkDue: async () => true,
      outboxChanged: new WakeUp(),
      async lead(fence) {
        fences.push(fence);
        stop.abort();
      },
    },
    stop.signal,
  );
  expect(fences).toHaveLength(1);
});

/** A tab beside one that holds the lock, with its clock at the moment of an append; each sleep is one interval. */
function besideLeader(beatAt: () => number) {
  const { db, me } = deviceOf();
  const stop = new AbortController();
  const outboxChanged = new WakeUp();
  let [now, due] = [0, true];
  const stolen: number[] = [];
  const world = {
    wall: () => now,
    async sleep(ms: number) {
      now += ms;
      await db.transaction('rw', db.meta, async () =>
        storeMeta(db, 'leader', { holder: 'x', epoch: 1, beatAt: beatAt() }),
      );
      if (now >= 60_000) stop.abort();
    },
  };
  const locks: Locks = {
    async request(_name, options, held) {
      if (options.steal === true) return await held({});
      await new Promise((resolve) => options.signal?.addEventListener('abort', resolve));
    },
  };
  const lead = async () => {
    stolen.push(now);
    stop.abort();
  };
  const parts = {
    db,
    userId: me.id,
    holder: 'this tab',
    locks,
    world,
    isWorkDue: async () => due,
    outboxChanged,
    lead,
  };
  return {
    run: () => takePartInElection(parts, stop.signal),
    now: () => now,
    stop: () => stop.abort(),
    done: () => (due = false),
    stolen,
  };
}

test('a leader that was idle for an hour has time to send a heartbeat before it is taken for frozen', async () => {
  const tab = besideLeader(() => (tab.now() < leaderHeartbeatMs ? -3_600_000 : tab.now()));
  await tab.run();
  expect([tab.stolen, tab.now()]).toEqual([[], 60_000]);
});

test('a frozen leader is replaced ten seconds after an append, however long it was idle before', async () => {
  const tab = besideLeader(() => -3_600_000);
  await tab.run();
  expect(tab.stolen).toEqual([10_000]);
});

test('once nothing is pending any more, the leader is not watched', async () => {
  const tab = besideLeader(() => -3_600_000);
  tab.done();
  const running = tab.run();
  await vi.waitFor(() => expect(tab.now()).toBe(leaderHeartbeatMs));
  // Any further look would come within these turns: sleeping takes none here.
  for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(tab.now()).toBe(leaderHeartbeatMs);
  tab.stop();
  await running;
});
