import { expect, test } from 'vitest';
import { demoOrders } from '../../../../server/demo/orders.ts';
import { newId, wish } from '../../../support/users.ts';
import { form, pdf, png } from '../../../support/files/sample-files.ts';
import { at, provideServer, type SignedIn } from '../../../support/servers/server.ts';

/** An order is loaded with the files of its room. */

let order: string;
let room: string;

const server = await provideServer();
const engineer = await server.signIn('engineer');

const load = (user: SignedIn) => server.request(user, 'GET', `/po_system/orders/${order}/load`);

/** Creates an order of the engineer and its room. */
async function orderWithRoom(): Promise<void> {
  const saved = await server.request(engineer, 'POST', '/po_system/orders/save', { data: demoOrders[0]?.doc ?? {} });
  order = String(at(saved.body, 'order.id'));
  const opened = await server.request(engineer, 'POST', '/po-chats/rooms', { order_id: order });
  room = String(at(opened.body, 'room.id'));
}

/** Sends the files in a message to the room. @returns the message's id */
async function attach(user: SignedIn, ...files: { name: string; bytes: Buffer }[]): Promise<string> {
  const id = newId();
  const { payload, headers } = form({ client_message_id: id }, files);
  const sent = await server.request(user, 'POST', `/po-chats/rooms/${room}/messages`, payload, headers);
  expect(sent.status).toBe(201);
  return id;
}

test('an order is loaded with the files of its room, without those of deleted messages', async () => {
  await orderWithRoom();
  const expert = await server.signIn('expert');
  expect(at((await load(engineer)).body, 'attachments')).toEqual([]);
  await attach(engineer, { name: 'drawing.png', bytes: png(1) }, { name: 'recipe.pdf', bytes: pdf });
  const mistake = await attach(engineer, { name: 'mistake.png', bytes: png(2) });
  await attach(expert, { name: 'answer.png', bytes: png(3) });
  const redact = wish('message.redact', { roomId: room, messageId: mistake });
  expect(await server.bus.executeCommands(engineer.user.id, [redact])).toMatchObject([{ s: 'ok' }]);

  const shown = { id: expect.any(String), url: expect.any(String) };
  for (const user of [engineer, expert]) {
    const { body } = await load(user);
    expect(at(body, 'attachments')).toEqual([
      { ...shown, name: 'drawing.png', mime: 'image/png', size: png(1).length },
      { ...shown, name: 'recipe.pdf', mime: 'application/pdf', size: pdf.length },
      { ...shown, name: 'answer.png', mime: 'image/png', size: png(3).length },
    ]);
    const file = await server.request(user, 'GET', String(at(body, 'attachments.1.url')));
    expect([file.status, file.text]).toEqual([200, pdf.toString()]);
  }
});

test('a colleague who is not a member of the room sees no files with the order, and cannot download them', async () => {
  await orderWithRoom();
  await attach(engineer, { name: 'drawing.png', bytes: png(4) });
  const url = String(at((await load(engineer)).body, 'attachments.0.url'));
  const colleague = await server.signIn('colleague');
  expect(await load(colleague)).toMatchObject({ status: 200, body: { attachments: [] } });
  expect((await server.request(colleague, 'GET', url)).status).toBe(404);
});

test('a user who was removed from the room no longer sees its files', async () => {
  await orderWithRoom();
  await attach(engineer, { name: 'drawing.png', bytes: png(5) });
  const expert = await server.signIn('expert');
  const remove = wish('member.remove', { roomId: room, userId: engineer.user.id });
  expect(await server.bus.executeCommands(expert.user.id, [remove])).toMatchObject([{ s: 'ok' }]);
  expect(await load(engineer)).toMatchObject({ status: 200, body: { attachments: [] } });
});
