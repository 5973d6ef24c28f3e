import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Message, Room } from '#domain/chat.ts';
import { answerIdOf } from '#domain/commands.ts';
import { canonicalJson } from '#domain/json.ts';
import type { KnowledgeEntry } from '#domain/knowledge.ts';
import { docHashOf } from '#domain/order/doc-hash.ts';
import type { Order } from '#domain/order/order.ts';
import { quoteOf } from '#domain/order/price.ts';
import type { PushResult } from '#domain/protocol/sync.ts';
import type { Person } from '#domain/users.ts';
import type { Bus, IncomingCommand } from '../../server/bus.ts';
import type { Db } from '../../server/store/database.ts';
import { roomOf } from '../../server/store/rooms.ts';
import { type TestDatabase, freshDatabase } from '../support/cluster.ts';
import { m50 } from '../domain/order/orders.ts';
import { busOn, newId, somebody, wish } from '../support/people.ts';

let database: TestDatabase;
let db: Db;
let bus: Bus;
let engineer: Person;
let expert: Person;

const entry: KnowledgeEntry = {
  id: 'k1',
  large: 'Testing',
  medium: 'Basics',
  small: '',
  question: 'What is a reference performance test?',
  alternatives: ['What does RPT mean?'],
  answer: 'A reference performance test measures capacity and resistance at fixed conditions.',
  keywords: ['RPT'],
  urls: [],
  status: 'published',
};

beforeAll(async () => {
  database = await freshDatabase();
  db = database.db;
  bus = await busOn(db, [entry]);
  engineer = await somebody(db, 'engineer');
  expert = await somebody(db, 'expert');
});
afterAll(() => database.close());

async function send(person: Person, ...commands: IncomingCommand[]): Promise<PushResult[]> {
  return bus.executeBatch(person.id, commands);
}

/** The fate of one command. */
async function one(person: Person, command: IncomingCommand): Promise<PushResult> {
  const [result] = await send(person, command);
  if (result === undefined) throw new Error('no result');
  return result;
}

async function openRoom(person: Person, type: number, more: object = {}): Promise<string> {
  const roomId = newId();
  const result = await one(person, wish('room.open', { roomId, type, ...more }));
  expect(result).toMatchObject({ s: 'ok' });
  const out = 'out' in result ? result.out : undefined;
  if (typeof out !== 'object' || out === null || !('canonicalRoomId' in out)) throw new Error('no room was opened');
  return String(out.canonicalRoomId);
}

function say(roomId: string, content: string, files: object[] = []): IncomingCommand {
  return wish('chat.send', { roomId, content, files });
}

async function room(id: string): Promise<Room> {
  const found = await roomOf(db, id);
  if (found === undefined) throw new Error('no room');
  return found.room;
}

async function messages(roomId: string): Promise<Message[]> {
  const { rows } = await sql<{
    data: Message;
  }>`select data from messages where room_id = ${roomId} order by sseq`.execute(db);
  return rows.map((row) => row.data);
}

async function countEvents(stream: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from events where stream = ${stream}`.execute(db);
  return rows[0]?.n ?? 0;
}

describe('once and only once', () => {
  test('the same message sent 50 times in parallel is one message, and all get the same answer', async () => {
    const roomId = await openRoom(engineer, 7, { resultName: 'fifty' });
    const command = say(roomId, 'hello');
    const results = await Promise.all(Array.from({ length: 50 }, () => one(engineer, command)));
    expect(results.filter((result) => result.s === 'ok')).toHaveLength(1);
    expect(results.filter((result) => result.s === 'duplicate')).toHaveLength(49);
    const answers = new Set(results.map((result) => canonicalJson({ ...result, s: '' })));
    expect(answers.size).toBe(1);
    expect(await messages(roomId)).toHaveLength(1);
    expect(await countEvents(`room:${roomId}`)).toBe(2);
  });

  test('the same id with other words is refused, and the first message stays', async () => {
    const roomId = await openRoom(engineer, 7, { resultName: 'other words' });
    const command = say(roomId, 'first');
    await one(engineer, command);
    const again = await one(engineer, { ...command, args: { roomId, content: 'second', files: [] } });
    expect(again).toMatchObject({ s: 'rejected', code: 'IDEMPOTENCY_CONFLICT' });
    expect((await messages(roomId)).map(({ content }) => content)).toEqual(['first']);
  });

  test('the same id with other words at the same moment: one of them happens', async () => {
    const roomId = await openRoom(engineer, 7, { resultName: 'race of words' });
    const other = await openRoom(engineer, 7, { resultName: 'race of words 2' });
    const cmdId = newId();
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, i) => one(engineer, { ...say(i % 2 === 0 ? roomId : other, 'x'), cmdId })),
    );
    expect(results.filter((result) => result.s === 'ok')).toHaveLength(1);
    expect([...(await messages(roomId)), ...(await messages(other))]).toHaveLength(1);
  });

  test('somebody else cannot use, nor learn about, an id', async () => {
    const roomId = await openRoom(engineer, 7, { resultName: 'not yours' });
    const command = say(roomId, 'secret');
    await one(engineer, command);
    const result = await one(expert, command);
    expect(result).toMatchObject({ s: 'rejected', code: 'IDEMPOTENCY_CONFLICT' });
    expect(JSON.stringify(result)).not.toContain('secret');
  });

  test('a message is not doubled after its key was forgotten', async () => {
    const roomId = await openRoom(engineer, 7, { resultName: 'forgotten key' });
    const command = say(roomId, 'long ago');
    await one(engineer, command);
    await sql`delete from idempotency where key = ${command.cmdId}`.execute(db);
    expect(await one(engineer, command)).toMatchObject({ s: 'ok', pos: { seq: 0 } });
    expect(await messages(roomId)).toHaveLength(1);
  });

  test('a refusal is remembered: the same again gets the same answer although it would be fine now', async () => {
    const poor = await somebody(db, 'stranger');
    const command = wish('room.open', { roomId: newId(), type: 5 });
    expect(await one(poor, command)).toMatchObject({ s: 'rejected', code: 'FORBIDDEN' });
    await sql`update users set plan_name = 'premium', sub_status = 'active' where id = ${poor.id}`.execute(db);
    expect(await one(poor, command)).toMatchObject({ s: 'rejected', code: 'FORBIDDEN' });
    expect(await one(poor, { ...command, cmdId: newId() })).toMatchObject({ s: 'ok' });
  });

  test('the same command twice in one frame happens once', async () => {
    const roomId = await openRoom(engineer, 7, { resultName: 'twice in a frame' });
    const command = say(roomId, 'once');
    const results = await send(engineer, command, command);
    expect(results.map((result) => result.s)).toEqual(['ok', 'duplicate']);
    expect(await messages(roomId)).toHaveLength(1);
  });
});

describe('a frame', () => {
  test('of fifty with one bad command: the others happen, in order', async () => {
    const roomId = await openRoom(engineer, 7, { resultName: 'frame of fifty' });
    const frame = Array.from({ length: 50 }, (_, i) => say(roomId, i === 7 ? '   ' : `m${i}`));
    const results = await send(engineer, ...frame);
    expect(results[7]).toMatchObject({ s: 'rejected', code: 'EMPTY_MESSAGE' });
    expect(results.filter((result) => result.s === 'ok')).toHaveLength(49);
    const kept = (await messages(roomId)).map(({ content }) => content);
    expect(kept).toEqual(frame.flatMap((_, i) => (i === 7 ? [] : [`m${i}`])));
  });

  test('over more rooms than may be locked at once is carried out all the same', async () => {
    const opened = Array.from({ length: 150 }, () => wish('room.open', { roomId: newId(), type: 1 }));
    const results = await send(engineer, ...opened);
    expect(results.every((result) => result.s === 'ok')).toBe(true);
  });

  test('places are dense in the room, and each message says its own', async () => {
    const roomId = await openRoom(engineer, 7, { resultName: 'dense' });
    await Promise.all(Array.from({ length: 20 }, (_, i) => one(engineer, say(roomId, `${i}`))));
    const places = (await messages(roomId)).map(({ sseq }) => sseq);
    expect(places).toEqual(Array.from({ length: 20 }, (_, i) => i + 2));
    expect((await room(roomId)).sseq).toBe(21);
  });

  test('stops an order’s lane behind a refusal, and lets a chat go on behind one', async () => {
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

  test('blocks what depends on a refused command', async () => {
    const stranger = await somebody(db, 'stranger');
    const roomId = newId();
    const open = wish('room.open', { roomId, type: 5 });
    const results = await send(stranger, open, { ...say(roomId, 'hello?'), deps: [open.cmdId] });
    expect(results).toMatchObject([
      { s: 'rejected', code: 'FORBIDDEN' },
      { s: 'blocked', by: open.cmdId },
    ]);
  });

  test('says what it does not understand, and drops fields it does not know', async () => {
    const roomId = await openRoom(engineer, 7, { resultName: 'shapes' });
    const results = await send(
      engineer,
      wish('room.paint', { roomId }),
      { ...say(roomId, 'x'), v: 9 },
      wish('chat.send', { roomId, content: 5, files: [] }),
      { ...wish('chat.send', {}), args: null },
      wish('chat.send', { roomId, content: 'plain', files: [], author: { name: 'Boss' }, __proto__: { a: 1 } }),
    );
    expect(results).toMatchObject([
      { s: 'rejected', code: 'UPDATE_NEEDED' },
      { s: 'rejected', code: 'UPDATE_NEEDED' },
      { s: 'rejected', code: 'VALIDATION', details: [{ path: 'content' }] },
      { s: 'rejected', code: 'VALIDATION' },
      { s: 'ok' },
    ]);
    expect((await messages(roomId)).map(({ author }) => author.name)).toEqual(['engineer']);
  });

  test('takes text that a database cannot hold', async () => {
    const roomId = await openRoom(engineer, 7, { resultName: 'odd text' });
    await one(engineer, say(roomId, 'a\0b\ud800c "\\u0000" 🔋'));
    expect((await messages(roomId)).map(({ content }) => content)).toEqual(['ab\ufffdc "\\u0000" 🔋']);
  });
});

describe('a transaction that dies', () => {
  test.each(['rooms', 'messages', 'idempotency', 'streams'])(
    'while writing %s leaves nothing behind',
    async (table) => {
      const own = await freshDatabase();
      const quiet = await busOn(own.db, [], true);
      const person = await somebody(own.db, 'engineer');
      const roomId = newId();
      await quiet.executeBatch(person.id, [wish('room.open', { roomId, type: 7, resultName: 'r' })]);
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
      const results = await quiet.executeBatch(person.id, commands);
      expect(results.map((result) => result.s)).toEqual(['retry', 'blocked']);
      expect((await counts()).rows[0]).toEqual(before);
      await sql.raw(`drop trigger die on ${table}`).execute(own.db);
      expect((await quiet.executeBatch(person.id, commands)).map((result) => result.s)).toEqual(['ok', 'ok']);
      await own.close();
    },
  );
});

describe('rooms', () => {
  test('a customer has one open room with the experts, whatever id a device makes', async () => {
    const customer = await somebody(db, 'customer');
    const first = await openRoom(customer, 5);
    const mine = newId();
    const results = await send(customer, wish('room.open', { roomId: mine, type: 5 }), say(mine, 'by its other name'));
    expect(results[0]).toMatchObject({ s: 'ok', out: { canonicalRoomId: first } });
    expect(results[1]).toMatchObject({ s: 'ok' });
    expect((await messages(first)).map(({ content }) => content)).toEqual(['by its other name']);
    expect(await one(customer, say(mine, 'later, too'))).toMatchObject({ s: 'ok' });
    expect(await messages(first)).toHaveLength(2);
  });

  test('two devices open it at the same moment: one room', async () => {
    const customer = await somebody(db, 'customer');
    const ids = await Promise.all(Array.from({ length: 8 }, () => openRoom(customer, 5)));
    expect(new Set(ids).size).toBe(1);
  });

  test('an id that is in use by somebody else is a conflict', async () => {
    const roomId = await openRoom(engineer, 1);
    const other = await somebody(db, 'customer');
    expect(await one(other, wish('room.open', { roomId, type: 1 }))).toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
  });

  test('strangers do not find a room, experts do not find one with the assistant', async () => {
    const stranger = await somebody(db, 'stranger');
    const roomId = await openRoom(engineer, 7, { resultName: 'hidden' });
    const ai = await openRoom(engineer, 1);
    const notFound = { s: 'rejected', code: 'NOT_FOUND' };
    expect(await send(stranger, say(roomId, 'x'), wish('read.mark', { roomId, upTo: 1 }))).toMatchObject([
      notFound,
      notFound,
    ]);
    expect(await one(expert, say(ai, 'x'))).toMatchObject(notFound);
    expect(await one(expert, say(roomId, 'x'))).toMatchObject({ s: 'ok' });
  });

  test('a plan that hides the assistant, or has no experts, opens no such room', async () => {
    const freeTrial = await somebody(db, 'freeTrial');
    const stranger = await somebody(db, 'stranger');
    const customer = await somebody(db, 'customer');
    const refused = { s: 'rejected', code: 'FORBIDDEN' };
    expect(await one(freeTrial, wish('room.open', { roomId: newId(), type: 1 }))).toMatchObject(refused);
    expect(await one(stranger, wish('room.open', { roomId: newId(), type: 5 }))).toMatchObject(refused);
    expect(await one(customer, wish('room.open', { roomId: newId(), type: 7, resultName: 'x' }))).toMatchObject(
      refused,
    );
  });

  test('a lapsed plan keeps the room and refuses new words in it', async () => {
    const customer = await somebody(db, 'customer');
    const roomId = await openRoom(customer, 5);
    await sql`update users set sub_status = 'cancelled' where id = ${customer.id}`.execute(db);
    expect(await one(customer, say(roomId, 'x'))).toMatchObject({ s: 'rejected', code: 'FORBIDDEN' });
  });
});

describe('reading', () => {
  test('goes forward only, not beyond what is there, and only on one’s own side', async () => {
    const roomId = await openRoom(engineer, 7, { resultName: 'reading' });
    await send(expert, say(roomId, 'a'), say(roomId, 'b'), say(roomId, 'c'));
    expect((await room(roomId)).unread).toEqual({ user: [2, 3, 4], support: [] });
    await one(engineer, wish('read.mark', { roomId, upTo: 3 }));
    await one(engineer, wish('read.mark', { roomId, upTo: 2 }));
    expect((await room(roomId)).marks).toEqual({ user: 3, support: 0 });
    expect(await one(engineer, wish('read.mark', { roomId, upTo: 99 }))).toMatchObject({ s: 'ok', out: { upTo: 4 } });
    expect((await room(roomId)).unread).toEqual({ user: [], support: [] });
    const count = await countEvents(`room:${roomId}`);
    expect(await one(engineer, wish('read.mark', { roomId, upTo: 4 }))).toMatchObject({ s: 'ok', pos: { seq: 0 } });
    expect(await countEvents(`room:${roomId}`)).toBe(count);
  });
});

describe('files', () => {
  const sha256 = 'ab'.repeat(32);
  const photo = () => ({ id: newId(), name: '../../photo\u202e.png', size: 1, mime: 'text/html', sha256 });

  async function store(person: Person): Promise<void> {
    await sql`insert into files (id, uploader, sha256, size, mime, path)
      values (${randomUUID()}, ${person.id}, ${sha256}, 1234, 'image/png', 'x')`.execute(db);
  }

  test('are bound once, by the one who stored them, under what was stored', async () => {
    const roomId = await openRoom(engineer, 7, { resultName: 'files' });
    const file = photo();
    const missing = await one(engineer, say(roomId, '', [file]));
    expect(missing).toMatchObject({
      s: 'rejected',
      code: 'NOT_FOUND',
      details: [{ path: 'files/0', code: 'NOT_STORED' }],
    });
    await store(expert);
    expect(await one(engineer, say(roomId, '', [photo()]))).toMatchObject({ code: 'NOT_FOUND' });
    await store(engineer);
    expect(await one(engineer, say(roomId, '', [file]))).toMatchObject({ s: 'ok' });
    const [message] = await messages(roomId);
    expect(message?.files).toEqual([{ id: file.id, name: 'photo.png', size: 1234, mime: 'image/png', sha256 }]);
    expect(await one(engineer, say(roomId, 'again', [file]))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await one(engineer, say(roomId, 'another use', [photo()]))).toMatchObject({ s: 'ok' });
  });

  test('six, too large or of another kind are refused', async () => {
    const roomId = await openRoom(engineer, 7, { resultName: 'bad files' });
    const large = { ...photo(), size: 5 * 1024 * 1024 };
    const page = { ...photo(), name: 'page.html' };
    expect(await one(engineer, say(roomId, '', Array.from({ length: 6 }, photo)))).toMatchObject({ s: 'rejected' });
    expect(await one(engineer, say(roomId, '', [large]))).toMatchObject({ code: 'FILE_TOO_LARGE' });
    expect(await one(engineer, say(roomId, '', [page]))).toMatchObject({ code: 'FILE_TYPE' });
  });
});

const ask = (roomId: string, text: string) => wish('question.ask', { roomId, text, chatType: 1 });

describe('questions', () => {
  test('are answered in the same moment, from the knowledge base', async () => {
    const roomId = await openRoom(engineer, 1);
    const asked = wish('question.ask', { roomId, text: 'What is a reference performance test?', chatType: 1 });
    const result = await one(engineer, asked);
    expect(result).toMatchObject({ s: 'ok', out: { questionId: asked.cmdId, answer: { content: entry.answer } } });
    const [question, answer] = await messages(roomId);
    expect(question).toMatchObject({ id: asked.cmdId, senderType: 'USER' });
    expect(answer).toMatchObject({
      id: answerIdOf(asked.cmdId),
      author: { kind: 'assistant' },
      answer: { status: 'done' },
    });
    expect((await room(roomId)).unread.user).toEqual([answer?.sseq]);
  });

  test('of a trial are counted, free when unanswered, and stop at the limit even in parallel', async () => {
    const trial = await somebody(db, 'trial', 2);
    const rooms = await Promise.all([openRoom(trial, 1), openRoom(trial, 2), openRoom(trial, 1), openRoom(trial, 1)]);
    const [first] = rooms;
    expect(await one(trial, ask(first, 'zzqx qqzy'))).toMatchObject({ s: 'ok', out: { usage: { question_usage: 0 } } });
    expect(await one(trial, ask(first, entry.question))).toMatchObject({
      s: 'ok',
      out: { usage: { question_usage: 1 } },
    });
    const results = await Promise.all(rooms.map((roomId) => one(trial, ask(roomId, entry.question))));
    expect(results.filter((result) => result.s === 'ok')).toHaveLength(1);
    expect(results.find((result) => result.s === 'rejected')).toMatchObject({
      code: 'TRIAL_LIMIT_EXCEEDED',
      details: { question_limit: 2, question_usage: 2 },
    });
    const { rows } = await sql<{
      question_usage: number;
    }>`select question_usage from users where id = ${trial.id}`.execute(db);
    expect(rows[0]?.question_usage).toBe(2);
    expect(await countEvents(`user:${trial.id}`)).toBe(4 + 2);
  });

  test('can be rated, and the last word counts', async () => {
    const roomId = await openRoom(engineer, 1);
    const asked = wish('question.ask', { roomId, text: entry.question, chatType: 1 });
    const answerId = answerIdOf(asked.cmdId);
    const rate = (rating: number, comment?: string) =>
      wish('feedback.give', { roomId, answerId, rating, ...(comment ? { comment } : {}) });
    const results = await send(engineer, asked, rate(1), rate(-1, 'too short'));
    expect(results.map((result) => result.s)).toEqual(['ok', 'ok', 'ok']);
    expect((await messages(roomId))[1]?.feedback).toMatchObject({ rating: -1, comment: 'too short' });
    const stranger = await somebody(db, 'stranger');
    expect(await one(stranger, rate(1))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await one(engineer, wish('feedback.give', { roomId, answerId: newId(), rating: 1 }))).toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  test('are handed to an expert in the one open room, and both rooms say so', async () => {
    const customer = await somebody(db, 'customer');
    const roomId = await openRoom(customer, 1);
    const asked = wish('question.ask', { roomId, text: 'zzqx qqzy?', chatType: 1 });
    const wished = newId();
    const hand = wish('handoff.request', { roomId, expertRoomId: wished, questionId: asked.cmdId });
    const results = await send(customer, asked, hand, say(wished, 'hello'));
    expect(results.map((result) => result.s)).toEqual(['ok', 'ok', 'ok']);
    const cards = await messages(wished);
    expect(cards.map(({ author }) => author.kind)).toEqual(['system', 'user']);
    expect(cards[0]?.content).toContain('zzqx qqzy?');
    expect((await messages(roomId)).at(-1)?.author.kind).toBe('system');
    const again = await one(customer, wish('handoff.request', { roomId, expertRoomId: newId() }));
    expect(again).toMatchObject({ s: 'ok', out: { canonicalRoomId: wished } });
    const trial = await somebody(db, 'trial');
    const trialRoom = await openRoom(trial, 1);
    const refused = await one(trial, wish('handoff.request', { roomId: trialRoom, expertRoomId: newId() }));
    expect(refused).toMatchObject({ code: 'FORBIDDEN' });
  });
});

const change = (path: string, value: unknown, base: string | null) => ({ path, value, base });
const patch = (orderId: string, ...changes: object[]) => wish('order.patch', { orderId, changes });

async function order(id: string): Promise<Order> {
  const { rows } = await sql<{ data: Order }>`select data from orders where id = ${id}`.execute(db);
  const found = rows[0]?.data;
  if (found === undefined) throw new Error('no order');
  return found;
}

describe('orders', () => {
  test('exist from the first change on, with a number', async () => {
    const orderId = newId();
    expect(await one(engineer, patch(orderId, change('quantity', 5, null)))).toMatchObject({ s: 'ok' });
    expect(await order(orderId)).toMatchObject({ status: 'draft', doc: { quantity: 5 }, ownerId: engineer.id });
    expect((await order(orderId)).number).toMatch(/^PO-\d{4}-\d{6}$/);
  });

  test('merge different fields, show both values of one field, and take a base from the same lane', async () => {
    const orderId = newId();
    const first = patch(orderId, change('quantity', 5, null));
    const second = patch(orderId, change('quantity', 6, first.cmdId));
    await send(engineer, first, second);
    const elsewhere = await one(
      engineer,
      patch(orderId, change('quantity', 9, first.cmdId), change('format', '21700', null)),
    );
    expect(elsewhere).toMatchObject({ s: 'ok', out: { conflicts: ['quantity'] } });
    expect(await order(orderId)).toMatchObject({
      doc: { quantity: 6, format: '21700' },
      conflicts: [{ path: 'quantity', mine: 9, theirs: 6 }],
    });
    await one(engineer, patch(orderId, change('quantity', 9, second.cmdId)));
    expect(await order(orderId)).toMatchObject({ doc: { quantity: 9 }, conflicts: [] });
  });

  test('are read by colleagues and changed by their owner alone; others do not find them', async () => {
    const orderId = newId();
    await one(engineer, patch(orderId, change('quantity', 5, null)));
    const colleague = await somebody(db, 'colleague');
    const customer = await somebody(db, 'customer');
    const wished = () => patch(orderId, change('quantity', 7, null));
    expect(await one(colleague, wished())).toMatchObject({ code: 'FORBIDDEN' });
    expect(await one(expert, wished())).toMatchObject({ code: 'FORBIDDEN' });
    expect(await one(customer, wished())).toMatchObject({ code: 'NOT_FOUND' });
    expect(await one(customer, patch(newId(), change('quantity', 7, null)))).toMatchObject({ code: 'FORBIDDEN' });
    expect((await order(orderId)).doc).toEqual({ quantity: 5 });
  });

  test('have one room each, which staff may open too', async () => {
    const orderId = newId();
    await one(engineer, patch(orderId, change('quantity', 5, null)));
    const [byExpert, byOwner] = [await openRoom(expert, 6, { orderId }), await openRoom(engineer, 6, { orderId })];
    expect(byOwner).toBe(byExpert);
    expect(await room(byOwner)).toMatchObject({ customerId: engineer.id, orderId });
    const colleague = await somebody(db, 'colleague');
    expect(await one(colleague, wish('room.open', { roomId: newId(), type: 6, orderId }))).toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  test('are placed as seen and at the price seen, once', async () => {
    const orderId = newId();
    await one(engineer, patch(orderId, change('quantity', 5, null)));
    const place = (docHash: string, quoteHash: string) => wish('order.place', { orderId, docHash, quoteHash });
    const { doc } = await order(orderId);
    const zeros = '0'.repeat(64);
    expect(await one(engineer, place(zeros, quoteOf(doc).hash))).toMatchObject({ code: 'ORDER_CHANGED' });
    expect(await one(engineer, place(docHashOf(doc), quoteOf(doc).hash))).toMatchObject({ code: 'INVALID' });
    expect(await order(orderId)).toMatchObject({ status: 'draft' });
    await sql`update users set sub_status = 'past_due' where id = ${engineer.id}`.execute(db);
    expect(await one(engineer, place(docHashOf(doc), quoteOf(doc).hash))).toMatchObject({ code: 'FORBIDDEN' });
    await sql`update users set sub_status = 'active' where id = ${engineer.id}`.execute(db);
  });

  test('that are complete are placed, once however often it is sent, and are closed to changes then', async () => {
    const orderId = newId();
    const lengths = {
      'electrodes/anode/electrodeHorizontalLength_mm': 800,
      'electrodes/anode/electrodeVerticalLength_mm': 63.5,
      'electrodes/cathode/electrodeVerticalLength_mm': 62,
    };
    const fields = Object.entries({ ...m50, ...lengths, separatorInnerTurns: 1 });
    await one(engineer, patch(orderId, ...fields.map(([path, value]) => change(path, value, null))));
    const { doc } = await order(orderId);
    const stale = wish('order.place', { orderId, docHash: docHashOf(doc), quoteHash: '0'.repeat(64) });
    expect(await one(engineer, stale)).toMatchObject({ code: 'PRICE_CHANGED', details: { quote: quoteOf(doc) } });
    const place = wish('order.place', { orderId, docHash: docHashOf(doc), quoteHash: quoteOf(doc).hash });
    const results = await Promise.all(Array.from({ length: 10 }, () => one(engineer, place)));
    expect(results.filter((result) => result.s === 'ok')).toHaveLength(1);
    expect(await order(orderId)).toMatchObject({ status: 'submitted', quote: { hash: quoteOf(doc).hash } });
    expect((await order(orderId)).history.map(({ event }) => event)).toEqual(['SAVE', 'PLACE']);
    expect(await one(engineer, patch(orderId, change('quantity', 2, null)))).toMatchObject({
      code: 'ILLEGAL_TRANSITION',
    });
    const again = { ...place, cmdId: newId() };
    expect(await one(engineer, again)).toMatchObject({ code: 'ILLEGAL_TRANSITION', details: { from: 'submitted' } });
  });

  test('change their status by the table, by whom the table says, from the status expected', async () => {
    const orderId = newId();
    await one(engineer, patch(orderId, change('quantity', 5, null)));
    const move = (event: string, expectStatus = 'draft') => wish('order.transition', { orderId, event, expectStatus });
    expect(await one(engineer, move('CANCEL', 'submitted'))).toMatchObject({
      code: 'STALE',
      details: { from: 'draft' },
    });
    expect(await one(engineer, move('SHIP'))).toMatchObject({ code: 'ILLEGAL_TRANSITION' });
    expect(await one(engineer, move('PLACE'))).toMatchObject({ code: 'ILLEGAL_TRANSITION' });
    expect(await one(expert, move('DISCARD'))).toMatchObject({ code: 'FORBIDDEN' });
    expect(await one(await somebody(db, 'colleague'), move('DISCARD'))).toMatchObject({ code: 'FORBIDDEN' });
    expect(await one(engineer, move('DISCARD'))).toMatchObject({ s: 'ok', out: { status: 'cancelled' } });
    expect(await order(orderId)).toMatchObject({
      status: 'cancelled',
      history: [{ event: 'SAVE' }, { event: 'DISCARD' }],
    });
    const late = await one(engineer, patch(orderId, change('quantity', 8, null)));
    expect(late).toMatchObject({ code: 'ILLEGAL_TRANSITION' });
  });
});

test('somebody whose account ended is told to try again, and the next request ends the session', async () => {
  const gone = await somebody(db, 'customer');
  await sql`update users set disabled_at = now() where id = ${gone.id}`.execute(db);
  expect(await one(gone, wish('room.open', { roomId: newId(), type: 1 }))).toMatchObject({ s: 'retry' });
});
