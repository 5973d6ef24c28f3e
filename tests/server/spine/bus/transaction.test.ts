import { afterAll, expect, test } from 'vitest';
import { valuesOf } from '../../../../server/database/db.ts';
import { lockedTransaction } from '../../../../server/spine/bus/locked-transaction.ts';
import { busWorld } from '../../../support/database/bus-world.ts';
import { busOn, newId, wish } from '../../../support/users.ts';

const { close, db, engineer, openRoom } = await busWorld();
afterAll(close);

test('a command in a transaction that holds locks adds none: the transaction starts over with it', async () => {
  const bus = await busOn(db);
  const existing = await openRoom(engineer, 5);
  const command = wish('room.open', { roomId: newId(), type: 5 });
  const { result, locks } = await lockedTransaction(db, engineer.id, async (tx, held) => {
    const done = await bus.executeWithin(tx, engineer.id, command, 'customer', held);
    const taken = valuesOf<number>(tx)`select count(*) from pg_locks
      where locktype = 'advisory' and pid = pg_backend_pid()`;
    return { result: done.result, locks: { held: held.size, taken: (await taken)[0] } };
  });
  expect(result).toMatchObject({ s: 'ok', out: { canonicalRoomId: existing } });
  expect(locks.taken).toBe(locks.held);
});
