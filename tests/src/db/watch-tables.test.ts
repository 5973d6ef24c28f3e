import { liveQuery } from 'dexie';
import { expect, onTestFinished, test, vi } from 'vitest';
import { watchKeys, watchTables } from '../../../src/db/watch-tables.ts';
import { readPending } from '../../../src/db/pending.ts';
import { removeEntries } from '../../../src/db/progress.ts';
import { appendCommand, deviceOf, roomOfMe } from '../../support/src/user.ts';

/** Watching tables without reading them. */

/** A device, and a function that appends a command. */
function device() {
  const { db, ctx, me } = deviceOf();
  const { id: roomId } = roomOfMe(me);
  const life = new AbortController();
  onTestFinished(() => life.abort());
  return { db, signal: life.signal, say: () => appendCommand(ctx, 'chat.send', { roomId, content: 'x', files: [] }) };
}

test('what is watched is still seen by live queries, whether it concerns the watcher or not', async () => {
  const { db, signal, say } = device();
  watchTables([db.attention], () => undefined, signal);
  watchKeys(db.outbox, () => false, signal);
  const counts: number[] = [];
  const following = liveQuery(() => db.outbox.count()).subscribe((count) => counts.push(count));
  onTestFinished(() => following.unsubscribe());
  await vi.waitFor(() => expect(counts).toEqual([0]));
  await say();
  await vi.waitFor(() => expect(counts).toEqual([0, 1]));
});

test('a watcher of keys hears of the highest one, also when a row is deleted', async () => {
  const { db, signal, say } = device();
  // Opening a database counts as a change of everything.
  await db.open();
  const heard: number[] = [];
  watchKeys(db.outbox, (highest) => heard.push(highest), signal);
  for (let i = 0; i < 3; i++) await say();
  const pending = await readPending(db);
  const second = pending.entries[1]?.n ?? 0;
  await db.transaction('rw!', [db.outbox, db.progress, db.acks], async () => removeEntries(db, pending, [second]));
  await vi.waitFor(() => expect(heard).toEqual([1, 2, 3, 2]));
});
