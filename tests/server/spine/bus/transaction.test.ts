import { afterAll, expect, test } from 'vitest';
import { valuesOf } from '../../../../server/database/db.ts';
import { type Bus, createBus } from '../../../../server/spine/bus/push.ts';
import { lockedTransaction } from '../../../../server/spine/bus/locked-transaction.ts';
import { createHints } from '../../../../server/spine/feed/hints.ts';
import { silentLog } from '../../../../server/ground/log.ts';
import { LockMissing } from '../../../../server/spine/work/lock-missing.ts';
import { type CommandRules, command } from '../../../../server/spine/work/rules.ts';
import { Refusal } from '#domain/ground/errors.ts';
import { busWorld, say } from '../../../support/database/bus-world.ts';
import { busOn, newId, nounsOn, wish } from '../../../support/users.ts';

const { close, countEvents, db, engineer, openRoom } = await busWorld();
afterAll(close);

test('a command in a transaction that holds locks adds none: the transaction starts over with it', async () => {
  const bus = await busOn(db);
  const existing = await openRoom(engineer, 5);
  const open = wish('room.open', { roomId: newId(), type: 5 });
  const { result, locks } = await lockedTransaction(db, engineer.id, async (tx, held) => {
    const done = await bus.executeWithin(tx, engineer.id, open, 'customer', held);
    const taken = valuesOf<number>(tx)`select count(*) from pg_locks
      where locktype = 'advisory' and pid = pg_backend_pid()`;
    return { result: done.result, locks: { held: held.size, taken: (await taken)[0] } };
  });
  expect(result).toMatchObject({ s: 'ok', out: { canonicalRoomId: existing } });
  expect(locks.taken).toBe(locks.held);
});

const hints = await createHints(undefined);

/** Creates a bus on which these are the rules of `room.pin`. */
function busWithPin(pin: CommandRules<'room.pin'>): Bus {
  const nouns = nounsOn(db);
  return createBus({ db, log: silentLog, hints, nouns: { ...nouns, rules: { ...nouns.rules, 'room.pin': pin } } });
}

test('an event of a stream whose part the rules do not use is not stored', async () => {
  const roomId = await openRoom(engineer, 7, { resultName: 'unkept' });
  const pin = command('room.pin', {
    uses: {},
    needs: () => ({}),
    decide(work, { args }) {
      work.append(`room:${args.roomId}`, 'room.pinned', args);
      return {};
    },
  });
  const bus = busWithPin(pin);
  const before = await countEvents(`room:${roomId}`);
  const results = await bus.executeCommands(engineer.id, [wish('room.pin', { roomId, pinned: true })]);
  expect(results).toMatchObject([{ s: 'retry' }]);
  expect(await countEvents(`room:${roomId}`)).toBe(before);
});

test('a bus is not created where the list of parts lacks one that rules use', () => {
  const { rules, parts } = nounsOn(db);
  const nouns = { rules, parts: parts.filter(({ name }) => name !== 'order.desk') };
  expect(() => createBus({ db, log: silentLog, hints, nouns })).toThrow('order.desk');
});

test('rules that miss a lock which they have are not run for ever', async () => {
  const pin = command('room.pin', {
    uses: {},
    needs: () => ({}),
    decide: (_work, { args }) => {
      throw new LockMissing(`room:${args.roomId}`);
    },
  });
  const bus = busWithPin(pin);
  const results = await bus.executeCommands(engineer.id, [wish('room.pin', { roomId: newId(), pinned: true })]);
  expect(results).toMatchObject([{ s: 'retry' }]);
});

test('rules that refuse before they decide hold back only their own command', async () => {
  const pin = command('room.pin', {
    uses: {},
    needs: () => {
      throw new Refusal('FORBIDDEN');
    },
    decide: () => undefined,
  });
  const roomId = await openRoom(engineer, 7, { resultName: 'held back alone' });
  const push = [wish('room.pin', { roomId: newId(), pinned: true }), say(roomId, 'hello')];
  expect(await busWithPin(pin).executeCommands(engineer.id, push)).toMatchObject([{ s: 'retry' }, { s: 'ok' }]);
});
