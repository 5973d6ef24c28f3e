import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '../../tests/simulation/random.ts';
import type { Installation } from './installation.ts';

/** Faults caused while users write. */
export interface Done {
  killed: number;
  postgresRestarted: number;
  redisStopped: number;
}

/** Kills servers at random moments, restarts PostgreSQL at 1/3 and 2/3 of the time, and stops Redis in between. */
export async function disturb(installation: Installation, forMs: number, dice: Random): Promise<Done> {
  const { servers, redis } = installation;
  const done: Done = { killed: 0, postgresRestarted: 0, redisStopped: 0 };
  const from = performance.now();
  const passed = () => performance.now() - from;
  const enough = new AbortController();

  async function killServers(): Promise<void> {
    while (passed() < forMs) {
      await wait(Math.min(dice.between(3000, 12_000), forMs - passed()));
      if (passed() >= forMs) return;
      const server = dice.pick(servers);
      await server.kill();
      done.killed++;
      await wait(dice.between(0, 4000));
      await startAgain(server);
    }
  }

  async function startAgain(server: (typeof servers)[number]): Promise<void> {
    // A start fails while PostgreSQL is down; it is retried, as a process supervisor would.
    for (let tries = 1; ; tries++) {
      try {
        return await server.start();
      } catch (error) {
        if (tries === 20) throw error;
        await server.kill();
        await wait(500);
      }
    }
  }

  async function at(share: number, deed: () => Promise<void>): Promise<void> {
    await wait(share * forMs, undefined, { signal: enough.signal }).catch(() => undefined);
    if (!enough.signal.aborted) await deed();
  }

  async function restartPostgres(): Promise<void> {
    await installation.restartPostgres();
    done.postgresRestarted++;
  }

  const all = [
    killServers(),
    at(1 / 3, restartPostgres),
    at(2 / 3, restartPostgres),
    at(0.45, async () => {
      if (redis === undefined) return;
      await redis.stop();
      done.redisStopped++;
      await wait(Math.min(30_000, forMs / 6));
      redis.start();
    }),
  ];
  try {
    await Promise.all(all);
  } finally {
    enough.abort();
  }
  return done;
}
