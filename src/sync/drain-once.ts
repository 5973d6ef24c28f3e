import { UserDb } from '../db/schema.ts';
import { type Caller, createApi } from '../net/http.ts';
import { unanswered, underLock, untilSilent } from '../net/lock-within.ts';
import { createUploadApi } from '../net/uploads.ts';
import { browserWorld } from './browser-world.ts';
import { Writer } from './writer/writer.ts';
import type { WriterParts } from './writer/parts.ts';
import type { WriterEnd } from './writer/state.ts';
import { clientIdOf, isWorkDue } from './engine.ts';
import { takeLead } from './fence.ts';
import { isLeaderFrozen, lockName } from './leader.ts';
import { Uploads } from './uploads.ts';
import type { OutboxRules } from '../db/outbox-rules.ts';
import { KB } from '#domain/ground/units.ts';

export const pushBytesWhenWoken = 16 * KB;

/**
 * Result of a drain without a page. `left`: commands are still pending, so the browser should start the service worker
 * again. `busy`: a live tab leads.
 */
export type DrainOnce = { left: boolean; end: WriterEnd | 'busy' };

/**
 * Drains the outbox without a page, in the service worker: over HTTP only, for at most `budgetMs`, and only while no
 * live tab leads. A 401 parks the outbox; the next page shows a notice.
 */
export async function drainOnce(
  userId: string,
  caller: Caller,
  rules: OutboxRules,
  budgetMs: number,
): Promise<DrainOnce> {
  const db = new UserDb(userId);
  const budget = AbortSignal.timeout(budgetMs);
  try {
    const api = createApi(caller);
    const world = browserWorld(api);
    let end: DrainOnce['end'] = 'busy';
    const drain = async (lock: unknown): Promise<void> => {
      if (lock === null) return;
      const fence = await takeLead(db, 'service-worker', world.wall());
      end = await drainAll({ db, rules, me: userId, world, fence }, caller, budget);
    };
    // Without an answer it is not known whether a live tab leads, so only its heartbeats count.
    const ask = (options: LockOptions) =>
      underLock(
        (held) => navigator.locks.request(lockName(userId), options, held),
        async (lock) => {
          if (lock !== unanswered || options.steal === true) await drain(lock);
        },
        untilSilent,
      );
    await ask({ ifAvailable: true });
    if (end === 'busy' && (await isLeaderFrozen({ db, world, isWorkDue: () => isWorkDue(db) }, budget)))
      await ask({ steal: true });
    return { left: await isWorkDue(db), end };
  } finally {
    db.close();
  }
}

const none = (): void => undefined;

async function drainAll(
  { db, rules, me, world, fence }: Pick<WriterParts, 'db' | 'rules' | 'me' | 'world' | 'fence'>,
  caller: Caller,
  budget: AbortSignal,
): Promise<WriterEnd> {
  const clientId = await clientIdOf(db);
  // The worker runs only for seconds, which is too short to adapt the size to a slow network.
  const firstBytes = pushBytesWhenWoken;
  const writer = new Writer({ db, rules, me, clientId, world, fence, firstBytes, report: none, notifyReader: none });
  const uploadApi = createUploadApi(caller);
  const uploads = new Uploads({
    db,
    world,
    uploadApi,
    fence,
    uploaded: () => writer.send({ type: 'wake' }),
    signedOut: none,
  });
  // Commands without files go first, because text must not wait for an upload.
  const end = await writer.run(budget, true);
  if (end !== 'stopped') return end;
  await uploads.run(budget, true);
  return await writer.run(budget, true);
}
