import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { Cursor } from '#domain/protocol/sync.ts';
import { watchEpoch } from '../../../server/feed/epoch-watch.ts';
import { connect } from '../../../server/store/system/database.ts';
import { noteHandedOut } from '../../../server/store/sync/handed-out.ts';
import { silentLog } from '../../../server/log.ts';
import { pull } from '../../../server/store/sync/pull.ts';
import { snapshotOf } from '../../../server/store/sync/snapshot.ts';
import { freshDatabase } from '../../support/cluster.ts';
import { somebody } from '../../support/people.ts';
import type { Db } from '../../../server/store/system/db.ts';

/**
 * An older database in the place of the present one is noticed by what the server has handed out, whatever devices say.
 */

/**
 * A server of which a device has a place, and what makes its database an older one: the test moves the place instead,
 * because the transaction ids of a cluster cannot be put back.
 */
async function handedOutServer() {
  const { db, url, close } = await freshDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'vfp-history-'));
  onTestFinished(async () => {
    await close();
    await rm(folder, { recursive: true, force: true });
  });
  const person = await somebody(db, 'engineer');
  const place = async (of: Db = db): Promise<Cursor> => {
    const [head] = await snapshotOf(of, person, []);
    if (head === undefined || !('pos' in head)) throw new Error('no place to start from');
    return head.pos;
  };
  return { db, url, folder, person, place };
}

/** As the database was before everything that was handed out: the ids it counts to are below all of them. */
const far = '9000000000000000000';

test('a server that starts on an older database begins a new history by itself', async () => {
  const { db, folder, place } = await handedOutServer();
  const stop = await watchEpoch(db, folder, silentLog);
  const before = await place();
  await stop();
  const again = await watchEpoch(db, folder, silentLog);
  expect((await place()).epoch, 'of the same database').toBe(before.epoch);
  await again();

  await writeFile(join(folder, 'history.json'), JSON.stringify({ ...before, xid: far }));
  const third = await watchEpoch(db, folder, silentLog);
  expect((await place()).epoch, 'of an older database').not.toBe(before.epoch);
  await third();
  const fourth = await watchEpoch(db, folder, silentLog);
  const { rows } = await sql<{ generation: number }>`select generation from epoch`.execute(db);
  await fourth();
  const after = await sql<{ generation: number }>`select generation from epoch`.execute(db);
  expect(after.rows, 'only once').toEqual(rows);
});

test('a server whose database becomes older under it begins a new history with the next pull, of whomever', async () => {
  const { url, person } = await handedOutServer();
  const db = connect(url, silentLog);
  onTestFinished(() => db.destroy());
  const [head] = await snapshotOf(db, person, []);
  if (head === undefined || !('pos' in head)) throw new Error('no place to start from');
  expect(await pull(db, person, head.pos, 10)).toMatchObject({ more: false });
  noteHandedOut(db, { ...head.pos, xid: far });
  expect(await pull(db, person, head.pos, 10)).toMatchObject({ epochChanged: true });
  const answer = await pull(db, person, head.pos, 10);
  expect(answer).toMatchObject({ epochChanged: true });
  expect('epoch' in answer && answer.epoch).not.toBe(head.pos.epoch);
});

test('an unreadable file counts as missing', async () => {
  const { db, folder, place } = await handedOutServer();
  const before = await place();
  for (const text of ['', '{', '{"epoch":5}', JSON.stringify({ epoch: before.epoch, xid: 'x', seq: 0 })]) {
    await writeFile(join(folder, 'history.json'), text);
    await (
      await watchEpoch(db, folder, silentLog)
    )();
    expect((await place()).epoch).toBe(before.epoch);
  }
});
