import { expect, test } from 'vitest';
import { limits } from '#domain/limits.ts';
import { takePartInElection, type Locks } from '../../../src/sync/leader.ts';
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
          else if (ms === limits.leaderHeartbeatMs && ++paused === 3) stop.abort();
        },
      },
      isWorkDue: async () => false,
      lead: () => Promise.reject(new Error('nobody may lead here')),
    },
    stop.signal,
  );
  expect([asked, paused]).toEqual([3, 3]);
});

test('a device that cannot be read at one beat takes over at the next', async () => {
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
      async lead() {
        stolen.push(true);
        stop.abort();
      },
    },
    stop.signal,
  );
  expect([looked, stolen]).toEqual([2, [true]]);
});
