import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { retryPolicy } from '#domain/spine/retry-policy.ts';
import type { IncomingCommand } from '../../../../server/spine/bus/parse.ts';
import { busWorld, say } from '../../../support/database/bus-world.ts';
import { freshDatabase } from '../../../support/database/cluster.ts';
import { busOn, newId, somebody, wish } from '../../../support/users.ts';

const { close, db, engineer, messages, one, openRoom, room, send } = await busWorld();
afterAll(close);

test('13 when the seventh of fifty commands in a frame is refused, the others are applied in order', async () => {
  const roomId = await openRoom(engineer, 7, { resultName: 'frame of fifty' });
  const frame = Array.from({ length: 50 }, (_, i) => say(roomId, i === 6 ? '   ' : `m${i}`));
  const results = await send(engineer, ...frame);
  expect(results[6]).toMatchObject({ s: 'rejected', code: 'EMPTY_MESSAGE' });
  expect(results.filter((result) => result.s === 'ok')).toHaveLength(49);
  const kept = (await messages(roomId)).map(({ content }) => content);
  expect(kept).toEqual(frame.flatMap((_, i) => (i === 6 ? [] : [`m${i}`])));
});

describe('a frame', () => {
  test('with more rooms than can be locked at once is applied', async () => {
    const opened = Array.from({ length: 150 }, () => wish('room.open', { roomId: newId(), type: 1 }));
    const results = await send(engineer, ...opened);
    expect(results.every((result) => result.s === 'ok')).toBe(true);
  });

  test('gives concurrent messages of a room consecutive positions', async () => {
    const roomId = await openRoom(engineer, 7, { resultName: 'dense' });
    await Promise.all(Array.from({ length: 20 }, (_, i) => one(engineer, say(roomId, `${i}`))));
    const positions = (await messages(roomId)).map(({ sseq }) => sseq);
    expect(positions).toEqual(Array.from({ length: 20 }, (_, i) => i + 2));
    expect((await room(roomId)).sseq).toBe(21);
  });

  test('blocks the lane of an order after a refused command, but not the lane of a room', async () => {
    const roomId = await openRoom(engineer, 7, { resultName: 'lanes' });
    const orderId = newId();
    const badPatch = wish('order.patch', { orderId, changes: [{ path: '__proto__', value: 1, base: null }] });
    const results = await send(
      engineer,
      badPatch,
      say(roomId, ''),
      wish('order.patch', { orderId, changes: [{ path: 'quantity', value: 3, base: null }] }),
      say(roomId, 'still here'),
    );
    expect(results.map((result) => result.s)).toEqual(['rejected', 'rejected', 'blocked', 'ok']);
    expect(results[2]).toMatchObject({ by: badPatch.cmdId });
  });

  test('blocks commands that depend on a refused command', async () => {
    const stranger = await somebody(db, 'stranger');
    const roomId = newId();
    const open = wish('room.open', { roomId, type: 5 });
    const results = await send(stranger, open, { ...say(roomId, 'hello?'), deps: [open.cmdId] });
    expect(results).toMatchObject([
      { s: 'rejected', code: 'FORBIDDEN' },
      { s: 'blocked', by: open.cmdId },
    ]);
  });

  test('refuses unknown commands and unknown fields', async () => {
    const roomId = await openRoom(engineer, 7, { resultName: 'shapes' });
    const results = await send(
      engineer,
      wish('room.paint', { roomId }),
      { ...say(roomId, 'x'), v: 9 },
      wish('chat.send', { roomId, content: 5, files: [] }),
      { ...wish('chat.send', {}), args: null },
      wish('chat.send', { roomId, content: 'forged', files: [], author: { name: 'Boss' } }),
      wish('chat.send', { roomId, content: 'plain', files: [] }),
    );
    expect(results).toMatchObject([
      { s: 'rejected', code: 'UPDATE_NEEDED' },
      { s: 'rejected', code: 'UPDATE_NEEDED' },
      { s: 'rejected', code: 'VALIDATION', details: [{ path: 'content' }] },
      { s: 'rejected', code: 'VALIDATION' },
      { s: 'rejected', code: 'VALIDATION', details: [{ path: 'author', code: 'additionalProperties' }] },
      { s: 'ok' },
    ]);
    expect((await messages(roomId)).map(({ author }) => author.name)).toEqual(['engineer']);
  });

  test('refuses text that PostgreSQL cannot store, and accepts text that only looks like it', async () => {
    const roomId = await openRoom(engineer, 7, { resultName: 'odd text' });
    const refused = { s: 'rejected', code: 'UNSTORABLE', details: [{ path: 'content', code: 'unstorable' }] };
    expect(await one(engineer, say(roomId, 'a\0b'))).toMatchObject(refused);
    expect(await one(engineer, say(roomId, 'a\ud800c'))).toMatchObject(refused);
    await one(engineer, say(roomId, '"\\u0000" \\ud83d 🔋'));
    expect((await messages(roomId)).map(({ content }) => content)).toEqual(['"\\u0000" \\ud83d 🔋']);
  });
});

test.each(['rooms', 'messages', 'idempotency', 'streams'])(
  '12 a transaction that fails while writing %s changes nothing',
  async (table) => {
    const own = await freshDatabase();
    const bus = await busOn(own.db, [], true);
    const user = await somebody(own.db, 'engineer');
    const roomId = newId();
    await bus.executeCommands(user.id, [wish('room.open', { roomId, type: 7, resultName: 'r' })]);
    const counts = () =>
      sql<object>`select (select count(*) from events) e, (select count(*) from messages) m, (select sum(sseq) from streams) s,
      (select count(*) from idempotency) i, (select md5(string_agg(data::text, '')) from rooms) r`.execute(own.db);
    const before = (await counts()).rows[0];
    await sql
      .raw(`create function die() returns trigger language plpgsql as 'begin raise exception ''cut''; end'`)
      .execute(own.db);
    await sql
      .raw(`create trigger die before insert or update on ${table} for each row execute function die()`)
      .execute(own.db);
    const commands = [say(roomId, 'one'), say(roomId, 'two')];
    const results = await bus.executeCommands(user.id, commands);
    expect(results.map((result) => result.s)).toEqual(['retry', 'blocked']);
    expect((await counts()).rows[0]).toEqual(before);
    await sql.raw(`drop trigger die on ${table}`).execute(own.db);
    expect((await bus.executeCommands(user.id, commands)).map((result) => result.s)).toEqual(['ok', 'ok']);
    await own.close();
  },
);

/** A bus on which a message with one of these texts cannot be written; each text raises another database error. */
async function faulty() {
  const own = await freshDatabase();
  const bus = await busOn(own.db, [], true);
  const user = await somebody(own.db, 'engineer');
  const roomId = newId();
  await bus.executeCommands(user.id, [wish('room.open', { roomId, type: 7, resultName: 'r' })]);
  await sql
    .raw(
      `create function die() returns trigger language plpgsql as $$ begin
         if new.data::text like '%a fault of ours%' then raise exception 'cut'; end if;
         if new.data::text like '%a clash for ever%' then raise unique_violation; end if;
         if new.data::text like '%too wide%' then raise program_limit_exceeded; end if;
         if new.data::text like '%a server that leaves%' then raise exception sqlstate '57P01'; end if;
         return new; end $$;
       create trigger die before insert on messages for each row execute function die()`,
    )
    .execute(own.db);
  return { ...own, send: (...commands: IncomingCommand[]) => bus.executeCommands(user.id, commands), roomId };
}

describe('a command that cannot be written', () => {
  test.each(['a fault of ours', 'a clash for ever'])(
    'because of %s is refused after several tries, and other lanes are not delayed',
    async (text) => {
      const { send: push, roomId, close: end } = await faulty();
      const bad = say(roomId, text);
      const other = newId();
      const beside = () => wish('room.open', { roomId: other, type: 1 });
      for (let i = 1; i < retryPolicy.sameRetries; i++) {
        const results = await push(bad, say(roomId, `after it, ${i}`), beside());
        expect(results.map(({ s }) => s)).toEqual(['retry', 'blocked', 'ok']);
      }
      const results = await push(bad, say(roomId, 'after it'));
      expect(results).toMatchObject([{ s: 'rejected', code: 'INTERNAL' }, { s: 'ok' }]);
      await end();
    },
  );

  test('because of its content is refused immediately', async () => {
    const { send: push, roomId, close: end } = await faulty();
    const results = await push(say(roomId, 'fine'), say(roomId, 'too wide'), say(roomId, 'fine too'));
    expect(results).toMatchObject([{ s: 'ok' }, { s: 'rejected', code: 'UNSTORABLE' }, { s: 'ok' }]);
    await end();
  });

  test('because the database is unavailable is never refused, however often it is retried', async () => {
    const { send: push, roomId, close: end } = await faulty();
    const unlucky = say(roomId, 'a server that leaves');
    for (let i = 0; i < 2 * retryPolicy.sameRetries; i++) await expect(push(unlucky)).rejects.toThrow(/./);
    await end();
  });
});

// The next request of the user ends the session, so the command itself need not be refused.
test('a command of a closed account gets the result retry', async () => {
  const gone = await somebody(db, 'customer');
  await sql`update users set disabled_at = now() where id = ${gone.id}`.execute(db);
  expect(await one(gone, wish('room.open', { roomId: newId(), type: 1 }))).toMatchObject({ s: 'retry' });
});
