import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { giveFeedback } from '../../../src/assistant/calls/feedback-give.ts';
import { askQuestion } from '../../../src/assistant/calls/question-ask.ts';
import { answerIdOf } from '../../../domain/spine/commands.ts';
import { Device } from '../../support/devices/device.ts';
import { provideServer } from '../../support/servers/server.ts';
import { newId, wish } from '../../support/users.ts';

/** Questions that were asked before there were records of them, in the database of the demo. */

const server = await provideServer({ demo: true });

const folder = join(import.meta.dirname, '../../../server/database/migrations');
const run = (name: string) => sql.raw(readFileSync(join(folder, name), 'utf8')).execute(server.db);

/** Returns all records of users, as lists show them. */
async function records(): Promise<object[]> {
  const { rows } = await sql<object>`
    select question_id, answer_id, room_id, asker, text, language, chat_type, asked_at, outcome, fate, confidence, entry_id,
           suggested, chosen, rating, comment, is_hidden
      from question_records where asker is not null order by question_id`.execute(server.db);
  return rows;
}

test('the migration gives each earlier question the record that it would have today', async () => {
  const who = await server.signIn('engineer');
  const device = await Device.open(server, who);
  const ask = async (text: string, roomId?: string) => {
    const asked = await askQuestion(device.ctx, { text, chatType: 1, ...(roomId === undefined ? {} : { roomId }) });
    await device.sync();
    return asked;
  };
  await ask('What are the dimensions of a 21700 cell?');
  const disliked = await ask('How thick is copper foil?');
  await giveFeedback(device.ctx, {
    roomId: disliked.roomId,
    answerId: answerIdOf(disliked.cmdId),
    rating: -1,
    comment: 'Too short',
  });
  const handedOver = await ask('어떤 접착제가 루비듐 분리막을 붙입니까?');
  await ask('Hello');
  const near = await ask('drying of electrodes');
  const suggestions = (await device.messages(near.roomId)).at(-1)?.answer?.suggestions ?? [];
  await ask(suggestions[0]?.question ?? '', near.roomId);
  const taken = await ask('How many parrots can sit on a formation rack?');
  const gone = await ask('Which hat suits an electrolyte?');
  await server.bus.executeCommands(who.user.id, [
    wish('handoff.request', { roomId: handedOver.roomId, questionId: handedOver.cmdId, expertRoomId: newId() }),
    wish('message.redact', { roomId: taken.roomId, messageId: taken.cmdId }),
    wish('room.delete', { roomId: gone.roomId }),
  ]);
  await device.sync();
  device.close();

  const today = await records();
  await sql
    .raw('drop table question_moves, approved_replies, question_records, question_groups cascade')
    .execute(server.db);
  for (const name of ['0082-question-records.sql', '0083-approved-replies.sql', '0086-gathered-questions.sql'])
    await run(name);
  const fates = new Set(today.map((row) => ('fate' in row ? row.fate : '')));
  expect([...fates]).toEqual(
    expect.arrayContaining(['answered', 'chosen', 'disliked', 'handed_over', 'none', 'other']),
  );
  expect(await records()).toEqual(today);
});
