import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoOrders } from '../../../../server/demo/orders.ts';
import { newId, wish } from '../../../support/people.ts';
import { form, pdf, png } from '../../../support/sample-files.ts';
import { at, startServer, type SignedIn, type TestServer } from '../../../support/server.ts';

/** The files that an order is loaded with lie in its conversation. */

let server: TestServer;
let engineer: SignedIn;
let order: string;
let room: string;

beforeAll(async () => {
  server = await startServer();
  engineer = await server.signIn('engineer');
});
afterAll(() => server.close());

const load = (who: SignedIn) => server.request(who, 'GET', `/po_system/orders/${order}/load`);

/** An order of the engineer's, and the conversation about it. */
async function orderWithRoom(): Promise<void> {
  const saved = await server.request(engineer, 'POST', '/po_system/orders/save', { data: demoOrders[0]?.doc ?? {} });
  order = String(at(saved.body, 'order.id'));
  const opened = await server.request(engineer, 'POST', '/po-chats/rooms', { order_id: order });
  room = String(at(opened.body, 'room.id'));
}

/** Sends files into the conversation. @returns the message's id */
async function attach(who: SignedIn, ...files: { name: string; bytes: Buffer }[]): Promise<string> {
  const id = newId();
  const { payload, headers } = form({ client_message_id: id }, files);
  const sent = await server.request(who, 'POST', `/po-chats/rooms/${room}/messages`, payload, headers);
  expect(sent.status).toBe(201);
  return id;
}

test('an order is loaded with the files of its conversation, without those of deleted messages', async () => {
  await orderWithRoom();
  const expert = await server.signIn('expert');
  expect(at((await load(engineer)).body, 'attachments')).toEqual([]);
  await attach(engineer, { name: 'drawing.png', bytes: png(1) }, { name: 'recipe.pdf', bytes: pdf });
  const mistake = await attach(engineer, { name: 'mistake.png', bytes: png(2) });
  await attach(expert, { name: 'answer.png', bytes: png(3) });
  const redact = wish('message.redact', { roomId: room, messageId: mistake });
  expect(await server.bus.executeCommands(engineer.person.id, [redact])).toMatchObject([{ s: 'ok' }]);

  const shown = { id: expect.any(String), url: expect.any(String) };
  for (const who of [engineer, expert]) {
    const { body } = await load(who);
    expect(at(body, 'attachments')).toEqual([
      { ...shown, name: 'drawing.png', mime: 'image/png', size: png(1).length },
      { ...shown, name: 'recipe.pdf', mime: 'application/pdf', size: pdf.length },
      { ...shown, name: 'answer.png', mime: 'image/png', size: png(3).length },
    ]);
    const file = await server.request(who, 'GET', String(at(body, 'attachments.1.url')));
    expect([file.status, file.text]).toEqual([200, pdf.toString()]);
  }
});

test('a colleague who reads the order from outside its conversation is shown no file, and can open none', async () => {
  await orderWithRoom();
  await attach(engineer, { name: 'drawing.png', bytes: png(4) });
  const url = String(at((await load(engineer)).body, 'attachments.0.url'));
  const colleague = await server.signIn('colleague');
  expect(await load(colleague)).toMatchObject({ status: 200, body: { attachments: [] } });
  expect((await server.request(colleague, 'GET', url)).status).toBe(404);
});

test('who was taken out of the conversation is shown its files no longer', async () => {
  await orderWithRoom();
  await attach(engineer, { name: 'drawing.png', bytes: png(5) });
  const expert = await server.signIn('expert');
  const remove = wish('member.remove', { roomId: room, userId: engineer.person.id });
  expect(await server.bus.executeCommands(expert.person.id, [remove])).toMatchObject([{ s: 'ok' }]);
  expect(await load(engineer)).toMatchObject({ status: 200, body: { attachments: [] } });
});

test('for a stranger there is neither the order nor a file of it', async () => {
  await orderWithRoom();
  await attach(engineer, { name: 'drawing.png', bytes: png(6) });
  // Of no company, so that another engineer is not a colleague.
  await sql`update orders set data = jsonb_set(data, '{companyId}', 'null') where id = ${order}`.execute(server.db);
  const seen = await load(await server.signIn('engineer'));
  expect([seen.status, at(seen.body, 'code'), at(seen.body, 'attachments')]).toEqual([404, 'NOT_FOUND', undefined]);
});
