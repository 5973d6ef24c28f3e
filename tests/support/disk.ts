import type { Page } from 'playwright-core';

/** What lies in the database of the person signed in, read from outside of the app. */

/** How many commands are in the outbox, sent or not. */
export function queued(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const name = (await indexedDB.databases()).map((each) => each.name ?? '').find((each) => each.startsWith('vfp_u_'));
    if (name === undefined) throw new Error('no database');
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.addEventListener('success', () => resolve(opening.result));
      opening.addEventListener('error', () => reject(new Error('not opened')));
    });
    const tx = db.transaction(['outbox', 'progress']);
    const [records, progress] = await Promise.all(
      ['outbox', 'progress'].map(
        (table) =>
          new Promise<{ entries?: unknown[]; gone?: unknown[] }[]>((resolve) => {
            const reading = tx.objectStore(table).getAll();
            reading.addEventListener('success', () => resolve(reading.result));
          }),
      ),
    );
    db.close();
    const all = (records ?? []).reduce((sum, { entries }) => sum + (entries?.length ?? 0), 0);
    return all - (progress ?? []).reduce((sum, { gone }) => sum + (gone?.length ?? 0), 0);
  });
}

/** The leader of the drain as the pages see it. */
export function leaderOf(page: Page): Promise<{ holder: string; epoch: number; beatAt: number } | undefined> {
  return page.evaluate(async () => {
    const name = (await indexedDB.databases()).map((each) => each.name ?? '').find((each) => each.startsWith('vfp_u_'));
    if (name === undefined) throw new Error('no database');
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.addEventListener('success', () => resolve(opening.result));
      opening.addEventListener('error', () => reject(new Error('not opened')));
    });
    const row = await new Promise<{ value: { holder: string; epoch: number; beatAt: number } } | undefined>(
      (resolve) => {
        const reading = db.transaction('meta').objectStore('meta').get('leader');
        reading.addEventListener('success', () => resolve(reading.result));
      },
    );
    db.close();
    return row?.value;
  });
}
