import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { sendMessage } from '../../../src/chat/calls/chat-send.ts';
import { markRead } from '../../../src/chat/calls/read-mark.ts';
import { openRoom } from '../../../src/chat/calls/room-open.ts';
import { retryRefused } from '../../../src/order/calls/order-send-again.ts';
import { waitingOf } from '../../../src/db/unsent-commands.ts';
import { logOf } from '../../../src/db/synclog.ts';
import { Device } from '../../support/devices/device.ts';
import { provideServer } from '../../support/servers/server.ts';

const server = await provideServer();

const say = (device: Device, roomId: string, content: string) =>
  sendMessage(device.ctx, { roomId, content, files: [] });

test('21 a talk that I open offline and three messages in it are one talk with three messages in their order', async () => {
  const who = await server.signIn('engineer');
  const [phone, laptop] = [await Device.open(server, who), await Device.open(server, who)];
  const expert = await Device.open(server, await server.signIn('expert'));
  phone.network.isOn = false;
  const roomId = await openRoom(phone.ctx, { type: 5 });
  const all = ['One of the cells is swollen.', 'It sat at 45 °C.', 'What now?'];
  for (const text of all) await say(phone, roomId, text);
  await phone.restart();
  expect(await phone.shown(roomId)).toEqual(all.map((text) => `${text}: queued`));

  phone.network.isOn = true;
  await phone.sync();
  for (const device of [laptop, expert]) await device.sync();
  expect(await expert.shown(roomId)).toEqual(all);
  for (const device of [phone, laptop]) {
    expect(await device.shown(roomId)).toEqual(all.map((text) => `${text}: sent`));
    expect((await device.rooms()).map(({ id }) => id)).toEqual([roomId]);
  }
  expect(await phone.waiting()).toEqual([]);
  for (const device of [phone, laptop, expert]) device.close();
});

test('23 when a room is refused, its messages stay visible and wait; when it is opened after all, they are sent', async () => {
  const who = await server.signIn('stranger');
  const device = await Device.open(server, who);
  const expert = await Device.open(server, await server.signIn('expert'));
  device.network.isOn = false;
  const roomId = await openRoom(device.ctx, { type: 5 });
  for (const text of ['Hello?', 'Anybody?']) await say(device, roomId, text);
  device.network.isOn = true;
  await device.sync();
  expect(await device.waiting()).toEqual(['room.open refused FORBIDDEN', 'chat.send blocked', 'chat.send blocked']);
  expect(await device.shown(roomId)).toEqual(['Hello?: blocked', 'Anybody?: blocked']);

  await sql`update users set plan_name = 'professional', billing_type = 'fixed', sub_status = 'active'
    where id = ${who.user.id}`.execute(server.db);
  const [opening] = await waitingOf(device.db);
  await retryRefused(device.ctx, opening?.cmdId ?? '');
  await device.sync();
  await expert.sync();
  expect(await device.waiting()).toEqual([]);
  expect(await expert.shown(roomId)).toEqual(['Hello?', 'Anybody?']);
  for (const each of [device, expert]) each.close();
});

test('22 a talk with the experts that I open offline turns out to exist: what I wrote lands there, nothing is doubled', async () => {
  const who = await server.signIn('engineer');
  const [phone, laptop] = [await Device.open(server, who), await Device.open(server, who)];
  const expert = await Device.open(server, await server.signIn('expert'));
  await phone.sync();
  const real = await openRoom(laptop.ctx, { type: 5 });
  await say(laptop, real, 'from the laptop');
  await laptop.sync();

  phone.network.isOn = false;
  const made = await openRoom(phone.ctx, { type: 5 });
  await say(phone, made, 'from the phone');
  await say(phone, made, 'and more');
  expect(await phone.shown(made)).toEqual(['from the phone: queued', 'and more: queued']);

  phone.network.isOn = true;
  phone.network.loseReplies(/sync\/push/);
  await phone.send();
  await phone.restart();
  await phone.sync();
  await laptop.sync();
  await expert.sync();
  const all = ['from the laptop', 'from the phone', 'and more'];
  for (const id of [made, real]) expect(await phone.shown(id)).toEqual(all.map((text) => `${text}: sent`));
  expect(await laptop.shown(real)).toEqual(all.map((text) => `${text}: sent`));
  expect(await expert.shown(real)).toEqual(all);
  expect((await phone.rooms()).map(({ id }) => id)).toEqual([real]);
  expect((await laptop.rooms()).map(({ id }) => id)).toEqual([real]);
  expect((await expert.rooms()).filter(({ customerId }) => customerId === who.user.id)).toHaveLength(1);

  // The address on the page remains valid.
  await say(phone, made, 'after the merge');
  await phone.sync();
  await say(expert, real, 'I see all of it.');
  await expert.sync();
  await phone.sync();
  expect((await phone.shown(made)).slice(-2)).toEqual(['after the merge: sent', 'I see all of it.']);
  expect((await phone.rooms()).map(({ unreadCount }) => unreadCount)).toEqual([1]);
  await markRead(phone.ctx, { roomId: made, upTo: (await phone.messages(made)).at(-1)?.sseq ?? 0 });
  await phone.sync();
  expect((await phone.rooms()).map(({ unreadCount }) => unreadCount)).toEqual([0]);
  for (const device of [phone, laptop, expert]) device.close();
});

test('two devices that open the room of one order offline share it', async () => {
  const who = await server.signIn('engineer');
  const [phone, laptop] = [await Device.open(server, who), await Device.open(server, who)];
  const { patchOrder } = await import('../../../src/order/calls/order-patch.ts');
  const orderId = phone.ctx.newId();
  await patchOrder(phone.ctx, { orderId, changes: [{ path: 'quantity', value: 3 }] });
  await phone.sync();
  await laptop.sync();
  const rooms = [
    await openRoom(phone.ctx, { type: 6, orderId }),
    await openRoom(laptop.ctx, { type: 6, orderId }),
  ] as const;
  await say(phone, rooms[0], 'a');
  await say(laptop, rooms[1], 'b');
  await phone.sync();
  await laptop.sync();
  await phone.sync();
  for (const [i, device] of [phone, laptop].entries()) {
    expect(await device.shown(rooms[i] ?? '')).toEqual(['a: sent', 'b: sent']);
    expect(await device.rooms()).toHaveLength(1);
    device.close();
  }
});

test('a new device has everything, and an expert who was not there learns of a talk by looking', async () => {
  const who = await server.signIn('engineer');
  const expert = await Device.open(server, await server.signIn('expert'));
  await expert.sync();
  const phone = await Device.open(server, who);
  const roomId = await openRoom(phone.ctx, { type: 5 });
  await Promise.all(Array.from({ length: 120 }, (_, i) => say(phone, roomId, `${i}`)));
  await phone.sync();
  await expert.sync();
  const laptop = await Device.open(server, who);
  await laptop.sync();
  expect(await expert.shown(roomId)).toHaveLength(120);
  expect((await laptop.shown(roomId)).slice(-2)).toEqual(['118: sent', '119: sent']);
  expect((await expert.room(roomId))?.unreadCount).toBe(120);
  for (const device of [phone, laptop, expert]) device.close();
});

/** Appends an event that this version of the app does not know. */
async function news(stream: string, type: string): Promise<void> {
  await sql`insert into events (stream, sseq, type, v, data)
    select ${stream}, coalesce(max(sseq), 0) + 1, ${type}, 7, '{"what":"ever"}'::jsonb from events where stream = ${stream}`.execute(
    server.db,
  );
  await sql`update streams set sseq = sseq + 1 where stream = ${stream}`.execute(server.db);
}

test('42 an event of a newer server is skipped and noted; the rest of the page arrives', async () => {
  const who = await server.signIn('engineer');
  const device = await Device.open(server, who);
  const roomId = await openRoom(device.ctx, { type: 5 });
  await device.sync();
  await say(device, roomId, 'before');
  await device.send();
  await news(`room:${roomId}`, 'message.folded');
  await news(`user:${who.user.id}`, 'member.promoted');
  await say(device, roomId, 'after');
  await device.sync();
  expect(await device.shown(roomId)).toEqual(['before: sent', 'after: sent']);
  expect(await device.waiting()).toEqual([]);
  const noted = (await logOf(device.db)).filter(({ what }) => what === 'event of unknown type');
  expect(JSON.stringify(noted)).toContain('message.folded');
  expect(JSON.stringify(noted)).toContain('member.promoted');
  const before = await device.room(roomId);
  await news(`room:${roomId}`, 'room.painted');
  await device.sync();
  expect(await device.room(roomId)).toEqual(before);
  device.close();
});
