import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { busWorld, say } from '../../../support/database/bus-world.ts';
import { countedDatabase } from '../../../support/database/counted.ts';
import { busOn } from '../../../support/users.ts';

/** A push of 500 messages of which PostgreSQL cannot write one: the others take effect. */

/** Maximum number of transactions of such a push: one of all messages, then one of each. */
const mostTransactions = 19;

const { close, db, engineer, messages, openRoom, url } = await busWorld();
const counted = countedDatabase(url);
const bus = await busOn(counted.db, [], true);
afterAll(async () => {
  await counted.close();
  await close();
});

const tooWide = 'is too wide for a row';
const failing = 'fails for no reason';
await sql
  .raw(
    `create function refuse() returns trigger language plpgsql as $$ begin
       if new.data::text like '%${tooWide}%' then raise program_limit_exceeded; end if;
       if new.data::text like '%${failing}%' then raise exception 'cut'; end if;
       return new; end $$;
     create trigger refuse before insert on messages for each row execute function refuse()`,
  )
  .execute(db);

const poisons = [
  { what: 'one that is too wide is refused', text: tooWide, result: { s: 'rejected', code: 'UNSTORABLE' } },
  { what: 'one that cannot be written is to be sent again', text: failing, result: { s: 'retry' } },
];

test.each(poisons)('of 500 messages $what, and the others are written', async ({ text, result }) => {
  const roomId = await openRoom(engineer, 7, { resultName: text });
  // In a room of its own: a message that is sent again holds up those behind it in its room.
  const other = await openRoom(engineer, 7, { resultName: `${text}, alone` });
  const push = Array.from({ length: 500 }, (_, i) => (i === 250 ? say(other, text) : say(roomId, `${i}`)));
  let received: unknown[] = [];
  const { transactions } = await counted.costOf(async () => {
    received = await bus.executeCommands(engineer.id, push);
  });
  expect(received[250]).toMatchObject(result);
  expect(received.toSpliced(250, 1)).toMatchObject(Array.from({ length: 499 }, () => ({ s: 'ok' })));
  const written = (await messages(roomId)).map(({ content }) => content);
  expect(written).toEqual(Array.from({ length: 500 }, (_, i) => `${i}`).toSpliced(250, 1));
  expect(await messages(other)).toEqual([]);
  expect(transactions).toBeLessThanOrEqual(mostTransactions);
});
