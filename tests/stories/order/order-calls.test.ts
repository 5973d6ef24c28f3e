import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { Device } from '../../support/devices/device.ts';
import { placeOrder, pushEvent, storedOrder } from '../../support/orders/reviewing.ts';
import { form, pdf, png } from '../../support/files/sample-files.ts';
import { at, type SignedIn, provideServer } from '../../support/servers/server.ts';
import { newId } from '../../support/users.ts';

/** Calls of an integration: to view and delete an order, and to list, add, download and remove its files. */

let engineer: SignedIn;
let colleague: SignedIn;
let expert: SignedIn;
let admin: SignedIn;
/** A draft of the engineer, and an order that engineers may not read. */
let [order, foreign] = ['', ''];

const server = await provideServer();
beforeAll(async () => {
  engineer = await server.signIn('engineer');
  colleague = await server.signIn('colleague');
  expert = await server.signIn('expert');
  admin = await server.signIn('admin');
  foreign = await draftOf(expert);
});
beforeEach(async () => {
  order = await draftOf(engineer);
});

type Who = SignedIn | null;

async function draftOf(who: SignedIn): Promise<string> {
  const saved = await server.request(who, 'POST', '/po_system/orders/save', { data: { service: 'testing' } });
  return String(at(saved.body, 'order.id'));
}

const keyed = (key: string) => ({ 'idempotency-key': key });
const get = (who: Who, path: string) => server.request(who, 'GET', path);
const reports = (who: Who, id: string) => get(who, `/po_system/orders/${id}/test_reports`);
const discard = (who: Who, id: string, headers = {}) =>
  server.request(who, 'POST', '/po_system/orders/delete', { order_id: id }, headers);

const ofCustomers = (id: string) => `/po_system/orders/${id}/attachments`;
const ofUsers = (id: string) => `/users/orders/${id}/attachments`;
const ofStaff = (id: string) => `/admin-api/po_orders/orders/${id}/attachments`;
const download = (id: string, file: string) => `${ofUsers(id)}/${file}/download`;

interface Sent {
  name: string;
  bytes: Buffer;
}

const drawing = { name: 'drawing.pdf', bytes: pdf };
const photo = { name: 'photo.png', bytes: png(7) };

function add(who: Who, path: string, files: Sent[], key = newId(), fields: Record<string, string> = {}) {
  const { payload, headers } = form(fields, files);
  return server.request(who, 'POST', path, payload, { ...headers, ...keyed(key) });
}

const remove = (who: Who, id: string, file: string, part = 'po-orders', key = newId()) =>
  server.request(who, 'DELETE', `/admin-api/${part}/orders/${id}/attachments/${file}`, undefined, keyed(key));

const itemsOf = (reply: { body: unknown }) => at(reply.body, 'items') as { id: string; name: string; url: string }[];
const namesOf = (reply: { body: unknown }) => itemsOf(reply).map(({ name }) => name);
const idOf = (reply: { body: unknown }) => String(at(reply.body, 'items.0.id'));

const messages = async (id: string) =>
  (
    await sql<{ n: number }>`select count(*)::int as n from messages m join rooms r on r.id = m.room_id
      where r.order_id = ${id}`.execute(server.db)
  ).rows[0]?.n;

/** What the caller sees, without what differs between any two replies. */
const seen = ({ status, body }: { status: number; body: unknown }) => ({ ...Object(body), status, requestId: '' });

/** The reply to this call is the same for an order that the engineer may not read and for a missing one: not found. */
async function expectHidden(call: (id: string) => ReturnType<typeof get>): Promise<void> {
  const [theirs, missing] = [await call(foreign), await call(newId())];
  expect([theirs.status, at(theirs.body, 'code')]).toEqual([404, 'NOT_FOUND']);
  expect(seen(theirs)).toEqual(seen(missing));
}

test('a draft that I delete is gone from my drafts, once, however often the call is repeated', async () => {
  const key = keyed(newId());
  const replies = await Promise.all(Array.from({ length: 10 }, () => discard(engineer, order, key)));
  expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 204));
  expect((await discard(engineer, order)).status).toBe(204);
  expect((await server.request(engineer, 'DELETE', `/po_system/orders/${order}`)).status).toBe(204);
  const { status, history } = await storedOrder(server, order);
  expect(status).toBe('cancelled');
  expect(history.map(({ event }) => event)).toEqual([expect.any(String), 'DISCARD']);
  const refused = await discard(engineer, await draftOf(engineer), key);
  expect([refused.status, at(refused.body, 'code')]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
});

/** The ids of all orders in the list of staff. */
async function listed(): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1; ; page++) {
    const { items } = (await get(expert, `/admin-api/po_orders/orders?page=${page}`)).body as {
      items: { id: string }[];
    };
    if (items.length === 0) return ids;
    ids.push(...items.map(({ id }) => id));
  }
}

test('experts do not find a draft that I discarded before it was ever placed', async () => {
  expect(await listed()).toContain(order);
  await discard(engineer, order);
  expect(await listed()).not.toContain(order);
});

test('an order that I have placed is not deleted, and the refusal says what I may do instead', async () => {
  const placed = await placeOrder(server, engineer);
  expect(await discard(engineer, placed)).toMatchObject({
    status: 409,
    body: { code: 'STALE', details: { from: 'submitted', allowed: ['WITHDRAW', 'CANCEL'] } },
  });
  await pushEvent(server, engineer, { orderId: placed, event: 'CANCEL', expectStatus: 'submitted' });
  expect((await discard(engineer, placed)).status).toBe(409);
  expect((await storedOrder(server, placed)).history.at(-1)?.event).toBe('CANCEL');
});

test('nobody else deletes my draft: no colleague, no expert, no guest', async () => {
  for (const who of [colleague, expert, admin]) expect((await discard(who, order)).status).toBe(403);
  expect((await discard(null, order)).status).toBe(401);
  expect((await storedOrder(server, order)).status).toBe('draft');
  expect((await server.request(engineer, 'POST', '/po_system/orders/delete', {})).status).toBe(400);
  await expectHidden((id) => discard(engineer, id));
  await expectHidden((id) => server.request(engineer, 'DELETE', `/po_system/orders/${id}`));
});

test('a single order is viewed as it is loaded', async () => {
  const view = (who: Who, id: string) => get(who, `/po_system/view_single_order?order_id=${id}`);
  await add(engineer, ofCustomers(order), [drawing]);
  for (const who of [engineer, colleague, expert]) {
    const viewed = await view(who, order);
    expect([viewed.status, at(viewed.body, 'order.id')]).toEqual([200, order]);
    const loaded = await get(who, `/po_system/orders/${order}/load`);
    // The price of a draft is valid from the moment of each call.
    const [one, other] = [viewed, loaded].map(({ body }) => ({ ...Object(body), order: at(body, 'order.doc_hash') }));
    expect(one).toEqual(other);
  }
  expect((await view(null, order)).status).toBe(401);
  expect((await get(engineer, '/po_system/view_single_order')).status).toBe(400);
  await expectHidden((id) => view(engineer, id));
});

test('files that I add to an order are in every list of its files, in its room and on my devices', async () => {
  const lists = [ofCustomers, ofUsers];
  for (const path of lists)
    expect(await get(engineer, path(order))).toMatchObject({ status: 200, body: { items: [] } });
  const added = await add(engineer, ofCustomers(order), [drawing, photo]);
  expect([added.status, namesOf(added)]).toEqual([201, ['drawing.pdf', 'photo.png']]);
  for (const path of lists) expect(itemsOf(await get(engineer, path(order)))).toEqual(itemsOf(added));
  expect(itemsOf(await get(expert, ofStaff(order)))).toEqual(itemsOf(added));
  const bytes = await get(engineer, download(order, idOf(added)));
  expect([bytes.status, bytes.text, bytes.headers['content-disposition']]).toEqual([
    200,
    pdf.toString(),
    expect.stringContaining('attachment; filename="drawing.pdf"'),
  ]);

  const device = await Device.open(server, engineer);
  await device.look();
  const room = (await device.db.rooms.toArray()).find(({ orderId }) => orderId === order);
  expect(room?.unread).toMatchObject({ support: [expect.anything(), expect.anything()] });
  device.close();
});

test('files whose reply was lost are added once when I send them again', async () => {
  const key = newId();
  const first = await add(engineer, ofCustomers(order), [drawing, photo], key);
  const again = await add(engineer, ofCustomers(order), [drawing, photo], key);
  expect([first.status, again.status]).toEqual([201, 200]);
  expect(again.body).toEqual(first.body);
  expect(await messages(order)).toBe(2);
  const other = await add(engineer, ofCustomers(order), [photo], key);
  expect([other.status, at(other.body, 'code')]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
});

test('a form without a file, with a text, or with a file of another type adds nothing', async () => {
  const replies = [
    await add(engineer, ofCustomers(order), []),
    await add(engineer, ofCustomers(order), [drawing], newId(), { content: 'See the drawing' }),
    await add(engineer, ofCustomers(order), [{ name: 'run.exe', bytes: Buffer.from('MZ') }]),
    await server.request(engineer, 'POST', ofCustomers(order), { files: ['drawing.pdf'] }),
  ];
  expect(replies.map(({ status }) => status)).toEqual([422, 400, 415, 400]);
  expect(itemsOf(await get(engineer, ofCustomers(order)))).toEqual([]);
});

test('a colleague sees my order without its files and adds none; strangers and guests see nothing', async () => {
  const file = idOf(await add(engineer, ofCustomers(order), [drawing]));
  for (const path of [ofCustomers, ofUsers]) {
    expect(await get(colleague, path(order))).toMatchObject({ status: 200, body: { items: [] } });
    expect((await get(null, path(order))).status).toBe(401);
    await expectHidden((id) => get(engineer, path(id)));
  }
  expect((await get(colleague, download(order, file))).status).toBe(404);
  expect((await get(null, download(order, file))).status).toBe(401);
  expect((await add(colleague, ofCustomers(order), [photo])).status).toBe(403);
  expect((await add(null, ofCustomers(order), [photo])).status).toBe(401);
  await expectHidden((id) => add(engineer, ofCustomers(id), [photo]));
  await expectHidden((id) => get(engineer, download(id, file)));
  for (const who of [engineer, colleague]) {
    expect((await get(who, ofStaff(order))).status).toBe(403);
    expect((await add(who, ofStaff(order), [photo])).status).toBe(403);
    expect((await remove(who, order, file)).status).toBe(403);
  }
  expect(namesOf(await get(engineer, ofCustomers(order)))).toEqual(['drawing.pdf']);
});

test('a file is downloaded only under its own order', async () => {
  const file = idOf(await add(engineer, ofCustomers(order), [drawing]));
  const other = await draftOf(engineer);
  expect((await get(engineer, download(other, file))).status).toBe(404);
  expect((await remove(expert, other, file)).status).toBe(404);
  expect((await get(engineer, download(order, file))).status).toBe(200);
});

test('staff add a file to an order that nobody has written about yet, and its customer gets it', async () => {
  const added = await add(expert, ofStaff(order), [photo]);
  expect([added.status, namesOf(added)]).toEqual([201, ['photo.png']]);
  expect(itemsOf(await get(engineer, ofCustomers(order)))).toEqual(itemsOf(added));
  expect((await get(engineer, download(order, idOf(added)))).status).toBe(200);
  expect((await add(expert, ofStaff(newId()), [photo])).status).toBe(404);
  expect((await get(expert, ofStaff(newId()))).status).toBe(404);
});

test.each(['po-orders', 'po_orders'])('a file that staff remove by %s is gone for everybody, once', async (part) => {
  const [first, second] = itemsOf(await add(engineer, ofCustomers(order), [drawing, photo]));
  const key = newId();
  for (let i = 0; i < 2; i++) expect((await remove(expert, order, first?.id ?? '', part, key)).status).toBe(204);
  expect((await remove(expert, order, first?.id ?? '', part)).status).toBe(404);
  expect(namesOf(await get(engineer, ofCustomers(order)))).toEqual(['photo.png']);
  expect((await get(engineer, download(order, first?.id ?? ''))).status).toBe(404);
  expect((await get(engineer, download(order, second?.id ?? ''))).status).toBe(200);
});

test('a file that came with a text is not removed alone, so that the text stays', async () => {
  await add(engineer, ofCustomers(order), [photo]);
  const { rows } = await sql<{ id: string }>`select id from rooms where order_id = ${order}`.execute(server.db);
  const { payload, headers } = form({ content: 'The drawing' }, [drawing]);
  await server.request(engineer, 'POST', `/po-chats/rooms/${rows[0]?.id}/messages`, payload, headers);
  const [, written] = itemsOf(await get(expert, ofStaff(order)));
  expect(await remove(expert, order, written?.id ?? '')).toMatchObject({
    status: 422,
    body: { code: 'INVALID', details: [{ path: 'attachmentId', code: 'NOT_ALONE' }] },
  });
  expect(namesOf(await get(engineer, ofCustomers(order)))).toEqual(['photo.png', 'drawing.pdf']);
});

test('what staff add to and remove from an order is in the audit log, once', async () => {
  const key = newId();
  const file = idOf(await add(expert, ofStaff(order), [photo], key));
  await add(expert, ofStaff(order), [photo], key);
  const again = newId();
  for (let i = 0; i < 2; i++) await remove(expert, order, file, 'po-orders', again);
  const { rows } = await sql<{ what: string; actor: string }>`select what, actor from audit_entries
    where about = ${order} and what like 'order.file%' order by id`.execute(server.db);
  expect(rows).toEqual([
    { what: 'order.file_added', actor: expert.user.id },
    { what: 'order.file_removed', actor: expert.user.id },
  ]);
});

test('an order has an empty list of test reports until there are some', async () => {
  for (const who of [engineer, colleague, expert])
    expect(await reports(who, order)).toMatchObject({ status: 200, body: { items: [] } });
  expect((await reports(null, order)).status).toBe(401);
  await expectHidden((id) => reports(engineer, id));
});

test('commands about orders that do not exist take no order number, also beside one that makes an order', async () => {
  const numberOf = async (id: string) => Number((await storedOrder(server, id)).number.slice(-6));
  const before = await numberOf(await draftOf(engineer));
  const orderId = newId();
  const changes = [{ path: 'service', value: 'testing', base: null }];
  const args = { orderId: newId(), event: 'DISCARD', expectStatus: 'draft' };
  const results = await server.bus.executeCommands(engineer.user.id, [
    { cmdId: newId(), type: 'order.transition', v: 1, args },
    { cmdId: orderId, type: 'order.patch', v: 1, args: { orderId, changes } },
  ]);
  expect(results).toMatchObject([{ s: 'rejected', code: 'NOT_FOUND' }, { s: 'ok' }]);
  expect([await numberOf(orderId), await numberOf(await draftOf(engineer))]).toEqual([before + 1, before + 2]);
});

test('a draft whose events are archived is saved with the version that was seen, and only real conflicts are conflicts', async () => {
  const save = (body: object) => server.request(engineer, 'POST', '/po_system/orders/save', body);
  const first = await save({ data: { service: 'testing', quantity: 10, title: 'Old' } });
  const [id, version] = [at(first.body, 'order.id'), at(first.body, 'order.version')];
  await sql`with old as (delete from events where stream = ${`order:${String(id)}`} returning *)
    insert into archived_events (seq, xid, stream, sseq, type, v, data, cmd_id, staff, actor, created_at)
    select seq, xid, stream, sseq, type, v, data, cmd_id, staff, actor, created_at from old`.execute(server.db);
  const changed = await save({ id, version, data: { service: 'testing', quantity: 12, title: 'Old' } });
  expect(changed.status).toBe(201);
  const { doc, conflicts } = await storedOrder(server, String(id));
  expect([doc['quantity'], doc['title'], conflicts]).toEqual([12, 'Old', []]);
});
