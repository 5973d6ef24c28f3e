import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { Cursor } from '#domain/spine/wire/sync.ts';
import { watchEpoch } from '../../../../server/spine/feed/epoch-watch.ts';
import { connect } from '../../../../server/database/database.ts';
import { noteHandedOut } from '../../../../server/spine/log/handed-out.ts';
import { silentLog } from '../../../../server/ground/log.ts';
import { pull } from '../../../../server/spine/log/pull.ts';
import { snapshotOf } from '../../../../server/start/snapshot.ts';
import { freshDatabase } from '../../../support/database/cluster.ts';
import { somebody } from '../../../support/users.ts';
import type { Db } from '../../../../server/database/db.ts';

/**
 * The server notices that its database was replaced by an older copy. It compares the database with the newest position it
 * has handed out, and does not rely on what devices send.
 */

/**
 * A database from which a device has a position. The transaction ids of a cluster cannot be set back, so the tests move the
 * handed-out position forward instead of restoring an older database.
 */
async function handedOutServer() {
  const { db, url, close } = await freshDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'vfp-history-'));
  onTestFinished(async () => {
    await close();
    await rm(folder, { recursive: true, force: true });
  });
  const user = await somebody(db, 'engineer');
  const position = async (of: Db = db): Promise<Cursor> => {
    const [head] = await snapshotOf(of, user, { streams: [] });
    if (head === undefined || !('pos' in head)) throw new Error('the snapshot has no position');
    return head.pos;
  };
  return { db, url, folder, user, position };
}

/** A transaction id that the database has not reached. A position with this id makes the database an older one. */
const futureXid = '9000000000000000000';

test('a server that starts on an older database begins a new epoch', async () => {
  const { db, folder, position } = await handedOutServer();
  const stop = await watchEpoch(db, folder, silentLog);
  const before = await position();
  await stop();
  const second = await watchEpoch(db, folder, silentLog);
  expect((await position()).epoch, 'epoch of the same database').toBe(before.epoch);
  await second();

  await writeFile(join(folder, 'history.json'), JSON.stringify({ ...before, xid: futureXid }));
  const third = await watchEpoch(db, folder, silentLog);
  expect((await position()).epoch, 'epoch of an older database').not.toBe(before.epoch);
  await third();
  const fourth = await watchEpoch(db, folder, silentLog);
  const { rows } = await sql<{ generation: number }>`select generation from epoch`.execute(db);
  await fourth();
  const after = await sql<{ generation: number }>`select generation from epoch`.execute(db);
  expect(after.rows, 'the epoch changes only once').toEqual(rows);
});

test('a running server whose database was replaced by an older one begins a new epoch at the next pull of any user', async () => {
  const { url, user } = await handedOutServer();
  const db = connect(url, silentLog);
  onTestFinished(() => db.destroy());
  const [head] = await snapshotOf(db, user, { streams: [] });
  if (head === undefined || !('pos' in head)) throw new Error('the snapshot has no position');
  expect(await pull(db, user, head.pos, 10)).toMatchObject({ more: false });
  noteHandedOut(db, { ...head.pos, xid: futureXid });
  expect(await pull(db, user, head.pos, 10)).toMatchObject({ epochChanged: true });
  const answer = await pull(db, user, head.pos, 10);
  expect(answer).toMatchObject({ epochChanged: true });
  expect('epoch' in answer && answer.epoch).not.toBe(head.pos.epoch);
});

test('an unreadable history file counts as missing', async () => {
  const { db, folder, position } = await handedOutServer();
  const before = await position();
  for (const text of ['', '{', '{"epoch":5}', JSON.stringify({ epoch: before.epoch, xid: 'x', seq: 0 })]) {
    await writeFile(join(folder, 'history.json'), text);
    await (
      await watchEpoch(db, folder, silentLog)
    )();
    expect((await position()).epoch).toBe(before.epoch);
  }
});
