import { expect, test } from 'vitest';
import { searchConversations } from '../../../../server/chat/store/conversation-search.ts';
import { newId, wish } from '../../../support/users.ts';
import { provideServer, type SignedIn } from '../../../support/servers/server.ts';

const server = await provideServer();
const [engineer, stranger] = [await server.signIn('engineer'), await server.signIn('stranger')];

async function push(user: SignedIn, type: Parameters<typeof wish>[0], args: object): Promise<void> {
  const [result] = await server.bus.executeCommands(user.user.id, [wish(type, args)]);
  expect(result).toMatchObject({ s: 'ok' });
}

/** A conversation with these questions. */
async function conversation(user: SignedIn, ...questions: string[]): Promise<string> {
  const roomId = newId();
  await push(user, 'room.open', { roomId, type: 1 });
  for (const text of questions) await push(user, 'question.ask', { roomId, text, chatType: 1 });
  return roomId;
}

async function search(user: SignedIn, q: string): Promise<Record<string, unknown>[]> {
  const { status, body } = await server.request(user, 'GET', `/chat/search?q=${encodeURIComponent(q)}`);
  expect(status).toBe(200);
  return (body as { items: Record<string, unknown>[] }).items;
}

const ids = (items: Record<string, unknown>[]) => items.map((item) => item['room_id']);

test('a conversation is found by a word of any of its messages, with the message and the words around it', async () => {
  const roomId = await conversation(engineer, 'Why does the anode overhang?', 'How thick is a zirconia crucible wall?');
  const [found] = await search(engineer, 'ZIRCONIA crucible');
  expect(found).toMatchObject({ room_id: roomId, type: 1, title: 'Why does the anode overhang?' });
  expect(found?.['excerpt']).toContain('zirconia crucible');
  expect(found?.['message_id']).toMatch(/^[0-9a-f-]{36}$/);
});

test('Korean is found inside a word, and a title that the user gave is found too', async () => {
  const roomId = await conversation(engineer, '분리막의 기공률은 얼마인가요?');
  expect(ids(await search(engineer, '기공'))).toEqual([roomId]);
  await push(engineer, 'room.rename', { roomId, title: '세퍼레이터 메모' });
  expect(await search(engineer, '레이터')).toEqual([
    { room_id: roomId, type: 1, title: '세퍼레이터 메모', message_id: null, excerpt: null, at: null },
  ]);
});

test("no user finds another's conversation, nor staff, and a deleted one is not found until it is back", async () => {
  const roomId = await conversation(engineer, 'What is a gyroid lattice?');
  expect(await search(stranger, 'gyroid')).toEqual([]);
  expect(await search(await server.signIn('expert'), 'gyroid')).toEqual([]);
  await push(engineer, 'room.delete', { roomId });
  expect(await search(engineer, 'gyroid')).toEqual([]);
  await push(engineer, 'room.restore', { roomId });
  expect(ids(await search(engineer, 'gyroid'))).toEqual([roomId]);
});

test('percent, underscore and backslash are only signs', async () => {
  const roomId = await conversation(engineer, 'Is 80% of C_rated \\ enough?');
  for (const q of ['80%', 'C_r', '\\']) expect(ids(await search(engineer, q))).toEqual([roomId]);
  for (const q of ['8_%', 'Cxr', '%']) expect(ids(await search(engineer, q)).includes(roomId)).toBe(q === '%');
});

test('a search that finds more than it returns says how many there are', async () => {
  const newest = [await conversation(stranger, 'Is xenon inert?'), await conversation(stranger, 'And xenon gas?')].at(
    -1,
  );
  const found = await searchConversations(server.db, stranger.user, ['xenon'], 1);
  expect(found).toMatchObject([{ room: { id: newest }, total: 2 }]);
  const { body } = await server.request(stranger, 'GET', '/chat/search?q=xenon');
  expect(body).toMatchObject({ items: [{}, {}], total: 2 });
});

test('a blank search finds nothing, and one that is too long is refused', async () => {
  expect(await search(engineer, '   ')).toEqual([]);
  const { status } = await server.request(engineer, 'GET', `/chat/search?q=${'x'.repeat(201)}`);
  expect(status).toBe(400);
});
