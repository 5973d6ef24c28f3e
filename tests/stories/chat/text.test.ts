import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { retryPolicy } from '#domain/spine/retry-policy.ts';
import { retryRefused } from '../../../src/order/calls/order-send-again.ts';
import { remindExperts, expertWaitMs } from '../../../server/chat/jobs/expert-reminders.ts';
import { newId, wish } from '../../support/users.ts';
import { form, png } from '../../support/files/sample-files.ts';
import { at, provideServer } from '../../support/servers/server.ts';
import { talkOn } from '../../support/devices/conversation.ts';

/** Text that blocked a message forever when it was cut inside a character, and text that cannot be stored at all. */

const server = await provideServer({ knowledge: true });

const cutInside = `${'a'.repeat(138)}🔋${'b'.repeat(20)}`;
const longName = `${'a'.repeat(195)}🔋.png`;

describe('a character where a preview or a name ends', () => {
  test('stops no message of a device, and all members see it', async () => {
    const { engineer, expert, roomId, say } = await talkOn(server);
    await say(engineer, cutInside);
    await engineer.sync();
    await expert.sync();
    expect(await engineer.waiting()).toEqual([]);
    expect(await expert.shown(roomId)).toEqual([cutInside]);
    expect((await expert.room(roomId))?.last?.preview).toBe(`${'a'.repeat(138)}…`);
    await expert.restart();
    expect(await expert.shown(roomId)).toEqual([cutInside]);
  });

  test('stops no file from a device', async () => {
    const { engineer, expert, roomId, say } = await talkOn(server);
    await say(engineer, '', new File([new Uint8Array(png(7))], longName, { type: 'image/png' }));
    await engineer.sync();
    await expert.sync();
    expect(await engineer.waiting()).toEqual([]);
    const [message] = await expert.messages(roomId);
    expect(message?.files.map(({ name }) => name)).toEqual([`${'a'.repeat(195)}.png`]);
  });

  test('stops nothing that comes over REST', async () => {
    const engineer = await server.signIn('engineer');
    const opened = await server.request(engineer, 'POST', '/po-chats/rooms', { result_name: 'REST' });
    const path = `/po-chats/rooms/${String(at(opened.body, 'room.id'))}/messages`;
    const said = await server.request(engineer, 'POST', path, { content: cutInside });
    expect([said.status, at(said.body, 'message.content')]).toEqual([201, cutInside]);
    const { payload, headers } = form({ content: 'with a file' }, [{ name: longName, bytes: png(8) }]);
    const sent = await server.app.inject({
      method: 'POST',
      url: `/api/v1${path}`,
      headers: { ...headers, authorization: `Bearer ${engineer.token}` },
      payload,
    });
    expect([sent.statusCode, at(sent.json(), 'message.files.0.name')]).toEqual([201, `${'a'.repeat(195)}.png`]);
  });

  test('asked of the assistant and handed over, blocks no e-mail', async () => {
    const expert = await server.signIn('expert');
    const customer = await server.signIn('customer');
    const roomId = newId();
    const questionId = newId();
    const results = await server.bus.executeCommands(customer.user.id, [
      wish('room.open', { roomId, type: 1 }),
      { ...wish('question.ask', { roomId, text: cutInside, chatType: 1 }), cmdId: questionId },
      wish('handoff.request', { roomId, expertRoomId: newId(), questionId }),
    ]);
    expect(results.map(({ s }) => s)).toEqual(['ok', 'ok', 'ok']);
    const other = await server.signIn('customer');
    await server.request(other, 'POST', '/experts/chats', { content: 'Please look at cell 7' });
    const later = new Date(Date.now() + expertWaitMs + 60_000);
    expect(await remindExperts(server.db, later)).toBeGreaterThan(0);
    const { rows } = await sql`select from expert_reminders where user_id = ${expert.user.id}`.execute(server.db);
    expect(rows.length).toBeGreaterThan(0);
    const { rows: aside } = await sql`select * from set_aside where job = 'remind_experts'`.execute(server.db);
    expect(aside).toEqual([]);
  });
});

/** Makes storing every message with this word fail, by a bug of ours. */
async function fault(word: string): Promise<() => Promise<void>> {
  await sql
    .raw(
      `create function fault_${word}() returns trigger language plpgsql as
       $$ begin if new.data::text like '%${word}%' then raise exception 'broken'; end if; return new; end $$;
       create trigger fault_${word} before insert on messages for each row execute function fault_${word}()`,
    )
    .execute(server.db);
  const mend = async () => void (await sql.raw(`drop trigger if exists fault_${word} on messages`).execute(server.db));
  onTestFinished(mend);
  return mend;
}

describe('what the server cannot write', () => {
  test('needs its user after a number of tries, while the rest of its room continues, and is sent when tried again', async () => {
    const mend = await fault('cursed');
    const { engineer, expert, roomId, say } = await talkOn(server);
    const bad = await say(engineer, 'cursed');
    await say(engineer, 'after it');
    for (let i = 0; i < retryPolicy.sameRetries; i++) {
      expect(await engineer.waiting()).toContain('chat.send queued');
      await engineer.send();
      engineer.pass(30_000);
    }
    expect(await engineer.waiting()).toEqual(['chat.send refused INTERNAL', 'chat.send sent']);
    await engineer.sync();
    await expert.sync();
    expect(await expert.shown(roomId)).toEqual(['after it']);

    await mend();
    await retryRefused(engineer.ctx, bad);
    await engineer.sync();
    await expert.sync();
    expect(await engineer.waiting()).toEqual([]);
    expect(await expert.shown(roomId)).toEqual(['after it', 'cursed']);
  });

  test('blocks no other user', async () => {
    await fault('doomed');
    const { engineer, expert, roomId, say } = await talkOn(server);
    const other = await talkOn(server);
    await say(engineer, 'doomed');
    await other.say(other.engineer, 'fine');
    await Promise.all([engineer.send(), other.engineer.send()]);
    await expert.sync();
    expect(await expert.shown(other.roomId)).toEqual(['fine']);
    expect(await expert.shown(roomId)).toEqual([]);
    expect(await engineer.waiting()).toEqual(['chat.send queued']);
  });
});
