import { limits } from '#domain/limits.ts';
import { UserDb } from '../db/schema.ts';
import { type Caller, createApi } from '../net/http.ts';
import { createUploadDoor } from '../net/uploads.ts';
import { browserWorld } from './browser-world.ts';
import { Drain, type DrainEnd } from './drain.ts';
import { clientIdOf, isWorkDue } from './engine.ts';
import { takeLead } from './fence.ts';
import { isStale, lockName } from './leader.ts';
import { Uploads } from './uploads.ts';

/** How a drain without a page went: `left` asks the browser to come back. */
export type DrainOnce = { left: boolean; end: DrainEnd | 'busy' };

/**
 * Sends what waits, with no page open: by HTTP only, within a budget, and only while no live tab leads. A 401 parks the
 * queue; the notice is for the next page to show.
 */
export async function drainOnce(userId: string, caller: Caller, budgetMs: number): Promise<DrainOnce> {
  const db = new UserDb(userId);
  const budget = AbortSignal.timeout(budgetMs);
  try {
    const api = createApi(caller);
    const world = browserWorld(api);
    let end: DrainOnce['end'] = 'busy';
    const drain = async (lock: unknown): Promise<void> => {
      if (lock === null) return;
      const epoch = await takeLead(db, 'service-worker', world.wall());
      end = await drainAll(db, userId, caller, world, epoch, budget);
    };
    await navigator.locks.request(lockName(userId), { ifAvailable: true }, drain);
    if (end === 'busy' && (await isStale({ db, world }))) {
      await navigator.locks.request(lockName(userId), { steal: true }, drain);
    }
    return { left: await isWorkDue(db), end };
  } finally {
    db.close();
  }
}

const none = (): void => undefined;

async function drainAll(
  db: UserDb,
  me: string,
  caller: Caller,
  world: ReturnType<typeof browserWorld>,
  epoch: number,
  budget: AbortSignal,
): Promise<DrainEnd> {
  const clientId = await clientIdOf(db);
  // Woken for seconds, it has no time to find out that the network does not carry more.
  const firstBytes = limits.pushBytesWhenWoken;
  const drain = new Drain({ db, me, clientId, world, epoch, firstBytes, report: none, rested: none });
  const door = createUploadDoor(caller);
  const uploads = new Uploads({ db, world, door, epoch, uploaded: () => drain.look(), signedOut: none });
  // Text first: it must not wait for a file.
  const end = await drain.run(budget, true);
  if (end !== 'stopped') return end;
  await uploads.run(budget, true);
  return await drain.run(budget, true);
}
