import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { busWorld, say } from '../../support/database/bus-world.ts';

/** Text stored before it was validated: JSON that PostgreSQL holds as text but cannot parse. */

const world = await busWorld();
const { db, close, engineer, openRoom, send } = world;
afterAll(close);

const migration = join(import.meta.dirname, '../../../server/database/migrations/0022-stored-text.sql');
/** Stored text, and the text after the migration: lone surrogates, NUL, a pair, and text that only looks like an escape. */
const stored = {
  'a half at the end \\ud83d': 'a half at the end \ufffd',
  'two halves \\ud83d\\ud83d': 'two halves \ufffd\ufffd',
  'the other half \\udd0b…': 'the other half \ufffd…',
  'halves the wrong way round \\udd0b\\ud83d': 'halves the wrong way round \ufffd\ufffd',
  'upper case \\uD83D': 'upper case \ufffd',
  'NUL \\u0000.': 'NUL \ufffd.',
  'a pair \\ud83d\\udd0b': 'a pair 🔋',
  'a backslash before it \\\\ud83d': 'a backslash before it \\ud83d',
  'two backslashes and a half \\\\\\ud83d': 'two backslashes and a half \\\ufffd',
  'no NUL \\\\u0000': 'no NUL \\u0000',
};

beforeAll(async () => {
  const roomId = await openRoom(engineer, 7, { resultName: 'before' });
  await send(engineer, ...Object.keys(stored).map((_, i) => say(roomId, `text ${i}`)));
  for (const [i, text] of Object.keys(stored).entries()) {
    for (const table of ['messages', 'events'] as const) {
      await sql`update ${sql.table(table)} set data = replace(data::text, ${`"text ${i}"`}, ${`"${text}"`})::json`.execute(
        db,
      );
    }
  }
  await sql
    .raw('drop function readable; drop function message_facts; drop function room_facts; drop table set_aside')
    .execute(db);
  await sql.raw(readFileSync(migration, 'utf8')).execute(db);
});

test('stored text can be parsed after the migration, with the same content', async () => {
  const { rows } = await sql<{ text: string }>`
    select data ->> 'content' as text from messages order by sseq`.execute(db);
  expect(rows.map(({ text }) => text)).toEqual(Object.values(stored));
  const { rows: events } = await sql<{ text: string }>`
    select data #>> '{message,content}' as text from events where type = 'message.sent' order by seq`.execute(db);
  expect(events.map(({ text }) => text)).toEqual(Object.values(stored));
});

test('a value that cannot be parsed is read as null, without an error', async () => {
  const { rows } = await sql<object>`
    select readable('{"a":"\\ud83d"}'::json) as half, readable('{"a":1}'::json) as whole,
           (message_facts('{"createdAt":"soon","senderType":"USER"}'::json)).sender as sender,
           (room_facts('{"marks":{"support":"x"},"unread":{"support":[1]}}'::jsonb)).unread as unread`.execute(db);
  expect(rows).toEqual([{ half: null, whole: { a: 1 }, sender: null, unread: null }]);
});
