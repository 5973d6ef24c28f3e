import type { Page } from 'playwright-core';

/** Reads what a device keeps from outside the app: the database of the signed-in user, or of any user, and files. */

/** Returns the number of commands in the outbox, sent or not. */
export async function queued(page: Page): Promise<number> {
  const { outbox = [], progress = [] } = await rowsOf<{ entries?: unknown[]; gone?: unknown[] }>(page, [
    'outbox',
    'progress',
  ]);
  const all = outbox.reduce((sum, { entries }) => sum + (entries?.length ?? 0), 0);
  return all - progress.reduce((sum, { gone }) => sum + (gone?.length ?? 0), 0);
}

/** Returns the number of message drafts. */
export async function drafts(page: Page): Promise<number> {
  const { drafts: rows = [] } = await rowsOf<{ key: string }>(page, ['drafts']);
  return rows.filter(({ key }) => key.startsWith('room:') || key.startsWith('ask:')).length;
}

export interface Leader {
  holder: string;
  epoch: number;
  beatAt: number;
}

/** Returns the stored leader of the drain. */
export async function leaderOf(page: Page): Promise<Leader | undefined> {
  const { meta = [] } = await rowsOf<{ key: string; value: unknown }>(page, ['meta']);
  return meta.find(({ key }) => key === 'leader')?.value as Leader | undefined;
}

/** What a device has been told: the events up to now, and the knowledge base. */
const syncedParts = ['lastSyncedAt', 'knowledge'] as const;
export type SyncedPart = (typeof syncedParts)[number];

/** Whether this device has completed a first synchronization, with the knowledge base. */
export async function hasSynced(page: Page, parts: readonly SyncedPart[] = syncedParts): Promise<boolean> {
  const { meta = [] } = await rowsOf<{ key: string }>(page, ['meta']);
  return parts.every((wanted) => meta.some(({ key }) => key === wanted));
}

/** Whether this device keeps the files that compare orders, which it fetches after signing in. */
export function canCompareOffline(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const kept = await (await caches.open('vfp-assets')).keys();
    return kept.filter(({ url }) => url.includes('/assets/online/comparison-')).length === 2;
  });
}

/** Returns all rows of these tables, read in one transaction. */
function rowsOf<T>(page: Page, tables: string[]): Promise<Record<string, T[]>> {
  return page.evaluate(async (names) => {
    const { userId } = JSON.parse(localStorage.getItem('vfp.session') ?? '{}') as { userId?: string };
    const known = (await indexedDB.databases()).map((each) => each.name ?? '');
    const name = known.find((each) => each === `vfp_u_${userId}`) ?? known.find((each) => each.startsWith('vfp_u_'));
    if (name === undefined) throw new Error('no database');
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.addEventListener('success', () => resolve(opening.result));
      opening.addEventListener('error', () => reject(new Error('not opened')));
    });
    const tx = db.transaction(names);
    const rows = await Promise.all(
      names.map(
        (table) =>
          new Promise<[string, T[]]>((resolve) => {
            const reading = tx.objectStore(table).getAll();
            reading.addEventListener('success', () => resolve([table, reading.result]));
          }),
      ),
    );
    db.close();
    return Object.fromEntries(rows);
  }, tables);
}

/** Returns the version of a tree of the failure finder on this device; undefined without it. */
export async function treeVersionOf(page: Page, id: string): Promise<number | undefined> {
  const { meta = [] } = await rowsOf<{ key: string; value: { version: number } }>(page, ['meta']);
  return meta.find(({ key }) => key === `finder:${id}`)?.value.version;
}

/** Returns the answers of the knowledge base on this device. */
export async function savedAnswers(page: Page): Promise<string[]> {
  const { knowledge = [] } = await rowsOf<{ answer: string }>(page, ['knowledge']);
  return knowledge.map(({ answer }) => answer);
}
