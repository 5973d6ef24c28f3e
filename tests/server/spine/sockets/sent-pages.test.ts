import { io, type Socket } from 'socket.io-client';
import { expect, onTestFinished, test } from 'vitest';
import type { SentPage } from '#domain/spine/wire/sockets.ts';
import { type Cursor, type PullReply, hasPassed, pullEvents } from '#domain/spine/wire/sync.ts';
import { sql } from 'kysely';
import type { IncomingCommand } from '../../../../server/spine/bus/parse.ts';
import { newId, wish } from '../../../support/users.ts';
import { provideServer, type SignedIn } from '../../../support/servers/server.ts';
import { until } from '../../../support/until.ts';
import { standingEvents } from '../../../../server/spine/log/pull.ts';

/** What a socket gets whose device stands at the end of the log. */

const server = await provideServer();

type Packet = { name: string; payload: Partial<SentPage> & { pos?: Cursor } };

/** Opens the socket of this user. @returns what it gets, in order */
async function connect({
  token,
}: SignedIn): Promise<{ socket: Socket; packets: Packet[]; page: () => Promise<SentPage> }> {
  const socket = io(`${server.url}/sync`, { transports: ['websocket'], auth: { token }, reconnection: false });
  onTestFinished(() => void socket.close());
  const packets: Packet[] = [];
  socket.onAny((name: string, payload: object) => {
    if (name === 'sync:page' || name === 'sync:hint') packets.push({ name, payload });
  });
  await new Promise((ready) => socket.once('sync:ready', ready));
  const page = async () => await until('a page comes', () => packets.find(({ name }) => name === 'sync:page')?.payload);
  return { socket, packets, page: async () => (await page()) as SentPage };
}

/** Pulls until the end of the log. */
async function endOf(who: SignedIn): Promise<Cursor> {
  const lines = (await server.request(who, 'GET', '/sync/snapshot?streams=')).text.trim().split('\n');
  let cursor = (JSON.parse(lines[0] ?? '') as { pos: Cursor }).pos;
  for (let more = true; more;) {
    const reply = await pulled(who, cursor);
    ({ next: cursor, more } = reply);
  }
  return cursor;
}

async function pulled(who: SignedIn, cursor: Cursor) {
  const { body } = await server.request(who, 'POST', '/sync/pull', { cursor, limit: pullEvents });
  const reply = body as PullReply;
  if (!('events' in reply)) throw new Error(JSON.stringify(reply));
  return reply;
}

async function send(who: SignedIn, ...commands: IncomingCommand[]): Promise<void> {
  const results = await server.bus.executeCommands(who.user.id, commands);
  expect(results.map(({ s }) => s)).toEqual(commands.map(() => 'ok'));
}

/** A customer with a room for experts, and an expert, both at the end of the log. */
async function talk() {
  const [customer, expert] = [await server.signIn('customer'), await server.signIn('expert')];
  const roomId = newId();
  await send(customer, wish('room.open', { roomId, type: 5 }));
  const say = (...texts: string[]) =>
    send(customer, ...texts.map((content) => wish('chat.send', { roomId, content, files: [] })));
  return { customer, expert, roomId, say };
}

test('a device that stands is sent what a pull would bring, and no hint', async () => {
  const { expert, say } = await talk();
  const { socket, packets, page } = await connect(expert);
  const cursor = await endOf(expert);
  socket.emit('sync:stand', { cursor });
  await say('hello', 'there');
  const sent = await page();
  const { events, standing } = await pulled(expert, cursor);
  expect(sent).toMatchObject({ from: cursor, events, rights: standing });
  expect(events.map(({ type }) => type)).toEqual(['message.sent', 'message.sent']);
  expect(hasPassed(sent.next, events[1]?.pos ?? cursor)).toBe(true);
  expect(packets.map(({ name }) => name)).toEqual(['sync:page']);
});

test('a commit between the pull and the stand is sent too', async () => {
  const { expert, say } = await talk();
  const { socket, page } = await connect(expert);
  const cursor = await endOf(expert);
  await say('in between');
  socket.emit('sync:stand', { cursor });
  expect((await page()).events).toHaveLength(1);
});

test('each device of a person is sent its own page, and a device that does not stand is hinted', async () => {
  const { expert, say } = await talk();
  const [phone, desktop, old] = [await connect(expert), await connect(expert), await connect(expert)];
  const cursor = await endOf(expert);
  for (const { socket } of [phone, desktop]) socket.emit('sync:stand', { cursor });
  await say('hello');
  const [{ from, events }, onDesktop] = [await phone.page(), await desktop.page()];
  expect(events.map(({ type }) => type)).toEqual(['message.sent']);
  expect(onDesktop).toMatchObject({ from, events });
  const hint = await until('the old one is hinted', () => old.packets[0]);
  expect(hint.name).toBe('sync:hint');
});

test('a device with more to read than a page holds is hinted, and pulls', async () => {
  const { expert, say } = await talk();
  const { socket, packets } = await connect(expert);
  const cursor = await endOf(expert);
  await say(...Array.from({ length: standingEvents }, (_, i) => String(i)));
  const before = packets.length;
  socket.emit('sync:stand', { cursor });
  const hint = await until('there is an answer to the stand', () => packets[before]);
  expect(hint.name).toBe('sync:hint');
  expect((await pulled(expert, cursor)).events).toHaveLength(standingEvents);
});

test('who may no longer see an order is sent nothing of it, also where they stand', async () => {
  const [engineer, colleague] = [await server.signIn('engineer'), await server.signIn('colleague')];
  const { socket, packets } = await connect(colleague);
  const cursor = await endOf(colleague);
  socket.emit('sync:stand', { cursor });
  await sql`update users set company_id = null where id = ${colleague.user.id}`.execute(server.db);
  await until('the change of rights is heard', () => packets[0]);
  expect(packets[0]?.name).toBe('sync:hint');
  await send(
    engineer,
    wish('order.patch', { orderId: newId(), changes: [{ path: 'quantity', value: 3, base: null }] }),
  );
  socket.emit('sync:stand', { cursor });
  const second = await until('there is an answer to the stand', () => packets[1]);
  expect(second.name).toBe('sync:hint');
});

test('a stand at no position of this log is answered by a hint, and the pull says what to do', async () => {
  const { expert } = await talk();
  const { socket, packets } = await connect(expert);
  const cursor = { ...(await endOf(expert)), epoch: 'another' };
  socket.emit('sync:stand', { cursor });
  expect((await until('it is hinted', () => packets[0])).name).toBe('sync:hint');
  const { body } = await server.request(expert, 'POST', '/sync/pull', { cursor, limit: 10 });
  expect(body).toMatchObject({ epochChanged: true });
});

test('a message counts as delivered when the device stands behind it', async () => {
  const { customer, expert, roomId, say } = await talk();
  const [author, reader] = [await connect(customer), await connect(expert)];
  const delivered = new Promise((resolve) => author.socket.once('sync:delivered', resolve));
  reader.socket.emit('sync:stand', { cursor: await endOf(expert) });
  await say('hello');
  reader.socket.emit('sync:stand', { cursor: (await reader.page()).next });
  expect(await delivered).toMatchObject({ roomId, side: 'support' });
});

test('what is no position is refused, and nothing else happens', async () => {
  const { expert } = await talk();
  const { socket } = await connect(expert);
  const problem = new Promise((resolve) => socket.once('error', resolve));
  socket.emit('sync:stand', { cursor: { epoch: 1 } });
  expect(await problem).toMatchObject({ message: expect.any(String) });
  expect(socket.connected).toBe(true);
});
