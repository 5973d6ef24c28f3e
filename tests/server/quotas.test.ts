import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { PushResult } from '#domain/spine/wire/sync.ts';
import { type Quota, quotas } from '#domain/account/quotas.ts';
import type { Order } from '#domain/order/data/order.ts';
import { docHashOf } from '#domain/order/data/doc-hash.ts';
import { DAY } from '#domain/ground/units.ts';
import { demoOrders } from '../../server/demo/orders.ts';
import { moveDueOrders } from '../../server/order/jobs/due-orders.ts';
import { eraseFreedFiles, giveUpUploads } from '../../server/files/freed-files.ts';
import { keepFile } from '../../server/files/stored-files.ts';
import { freeUnusedFiles } from '../../server/files/store/freed-files.ts';
import { deleteOldCounts } from '../../server/session/quotas.ts';
import { openSession } from '../../server/session/sessions.ts';
import { placeOrder, reviewedOrder, storedOrder } from '../support/orders/reviewing.ts';
import { newId, wish } from '../support/users.ts';
import { png } from '../support/files/sample-files.ts';
import { at, provideServer, type SignedIn } from '../support/servers/server.ts';
import { until } from '../support/until.ts';

/** Quotas of users and companies, also for twenty concurrent attempts. */

const server = await provideServer();
// Each test starts with unused daily quotas, and with the drafts of the one before made small.
beforeEach(async () => {
  await sql`delete from quota_days`.execute(server.db);
  await sql`update orders set data = data - 'padding' where data -> 'padding' is not null`.execute(server.db);
});

const push = async (who: SignedIn, type: string, args: object): Promise<PushResult | undefined> =>
  (await server.bus.executeCommands(who.user.id, [wish(type, args)]))[0];
const concurrently = <T>(n: number, call: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: n }, (_, i) => call(i)));

/** Repeats a command while its result is retry, as devices do. */
async function sendUntilSettled(who: SignedIn, type: string, args: object): Promise<PushResult | undefined> {
  const command = wish(type, args);
  for (;;) {
    const [result] = await server.bus.executeCommands(who.user.id, [command]);
    if (result?.s !== 'retry') return result;
  }
}

/** Sets how much of a daily quota is used. */
async function useUp({ user }: SignedIn, quota: Quota, used: number): Promise<void> {
  await sql`insert into quota_days (person, day, quota, used, company_id)
    values (${user.id}, (now() at time zone 'utc')::date, ${quota}, ${used}, ${user.company_id})
    on conflict (person, day, quota) do update set used = excluded.used`.execute(server.db);
}

async function usedToday({ user }: SignedIn, quota: Quota): Promise<number> {
  const { rows } = await sql<{ used: number }>`select used from quota_days
    where person = ${user.id} and quota = ${quota} and day = (now() at time zone 'utc')::date`.execute(server.db);
  return rows[0]?.used ?? 0;
}

const overQuota = (results: unknown[]) => results.filter((each) => at(each, 'code') === 'QUOTA_EXCEEDED');

test('a trial account cannot open a hundred rooms in a day', async () => {
  const tester = await server.signIn('trial');
  const results = await concurrently(100, () => sendUntilSettled(tester, 'room.open', { roomId: newId(), type: 1 }));
  expect(results.filter((each) => each?.s === 'ok')).toHaveLength(quotas.roomsPerDay.trial);
  expect(overQuota(results)).toHaveLength(100 - quotas.roomsPerDay.trial);
  expect(overQuota(results)[0]).toMatchObject({
    s: 'rejected',
    message: expect.stringContaining('after midnight UTC'),
    details: { quota: 'roomsPerDay', of: 'user', used: 30, limit: 30, unit: 'count' },
  });
  const { rows } = await sql`select from rooms where customer_id = ${tester.user.id}`.execute(server.db);
  expect(rows).toHaveLength(quotas.roomsPerDay.trial);
});

test('an alias of a room counts as a room, and repeating it uses no quota', async () => {
  const tester = await server.signIn('customer');
  await push(tester, 'room.open', { roomId: newId(), type: 5 });
  const name = { roomId: newId(), type: 5 };
  const before = await usedToday(tester, 'roomsPerDay');
  for (let i = 0; i < 3; i++) expect(await push(tester, 'room.open', name)).toMatchObject({ s: 'ok' });
  expect(await usedToday(tester, 'roomsPerDay')).toBe(before + 1);
  const assistant = newId();
  await push(tester, 'room.open', { roomId: assistant, type: 1 });
  const handover = { roomId: assistant, expertRoomId: newId() };
  for (let i = 0; i < 3; i++) expect(await push(tester, 'handoff.request', handover)).toMatchObject({ s: 'ok' });
  expect(await usedToday(tester, 'roomsPerDay')).toBe(before + 3);
  await useUp(tester, 'roomsPerDay', quotas.roomsPerDay.staff);
  const refused = { code: 'QUOTA_EXCEEDED', details: { quota: 'roomsPerDay' } };
  expect(await push(tester, 'room.open', { roomId: newId(), type: 5 })).toMatchObject(refused);
  expect(await push(tester, 'handoff.request', { ...handover, expertRoomId: newId() })).toMatchObject(refused);
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from room_aliases a join rooms r on r.id = a.room_id
    where r.customer_id = ${tester.user.id}`.execute(server.db);
  expect(rows[0]?.n).toBe(2);
  expect(await push(tester, 'handoff.request', handover)).toMatchObject({ s: 'ok' });
  await useUp(tester, 'roomsPerDay', 0);
});

test('of twenty concurrent messages to twenty rooms, only those within the quota are accepted', async () => {
  const engineer = await server.signIn('engineer');
  const rooms = await concurrently(20, async (i) => {
    const roomId = newId();
    await push(engineer, 'room.open', { roomId, type: 7, resultName: `quota ${i}` });
    return roomId;
  });
  await useUp(engineer, 'messagesPerDay', quotas.messagesPerDay.member - 3);
  const results = await Promise.all(
    rooms.map((roomId) => sendUntilSettled(engineer, 'chat.send', { roomId, content: 'Hello', files: [] })),
  );
  expect(results.filter((each) => each?.s === 'ok')).toHaveLength(3);
  expect(overQuota(results)).toHaveLength(17);
  expect(await usedToday(engineer, 'messagesPerDay')).toBe(quotas.messagesPerDay.member);
});

test('refused and repeated commands use no quota of rooms or messages', async () => {
  const engineer = await server.signIn('engineer');
  const roomId = newId();
  const command = wish('room.open', { roomId, type: 1 });
  for (let i = 0; i < 3; i++) await server.bus.executeCommands(engineer.user.id, [command]);
  await push(engineer, 'chat.send', { roomId: newId(), content: 'into nowhere', files: [] });
  await push(engineer, 'chat.send', { roomId, content: '', files: [] });
  expect(await usedToday(engineer, 'roomsPerDay')).toBe(1);
  expect(await usedToday(engineer, 'messagesPerDay')).toBe(0);
});

test('the users of a company also share a company quota', async () => {
  const [one, other, third] = [
    await server.signIn('engineer'),
    await server.signIn('colleague'),
    await server.signIn('engineer'),
  ];
  const { rows } = await sql<{ used: number }>`select coalesce(sum(used), 0)::int as used from quota_days
    where company_id = 102 and quota = 'roomsPerDay'`.execute(server.db);
  await useUp(third, 'roomsPerDay', quotas.roomsPerDay.company - 1 - (rows[0]?.used ?? 0));
  expect(await push(one, 'room.open', { roomId: newId(), type: 1 })).toMatchObject({ s: 'ok' });
  expect(await push(other, 'room.open', { roomId: newId(), type: 1 })).toMatchObject({
    code: 'QUOTA_EXCEEDED',
    details: { quota: 'roomsPerDay', of: 'company' },
  });
  await useUp(third, 'roomsPerDay', 0);
});

test('a question beyond the daily quota is refused', async () => {
  const tester = await server.signIn('stranger');
  await useUp(tester, 'questionsPerDay', quotas.questionsPerDay.trial);
  const asked = await server.request(tester, 'POST', '/bot/questions_v2', { text: 'How wide is a 4680 cell?' });
  expect([asked.status, at(asked.body, 'code'), at(asked.body, 'details.quota')]).toEqual([
    409,
    'QUOTA_EXCEEDED',
    'questionsPerDay',
  ]);
});

const draft = (orderId: string, path = 'title', value: unknown = 'a name') => ({
  orderId,
  changes: [{ path, value, base: null }],
});

test('of twenty concurrent drafts only those within the quota are accepted, and a discarded draft frees quota', async () => {
  const engineer = await server.signIn('engineer');
  const first = newId();
  await push(engineer, 'order.patch', draft(first));
  await sql`insert into orders (id, data) select n.id, o.data || jsonb_build_object('id', n.id, 'number', n.id)
    from orders o, (select gen_random_uuid() as id from generate_series(1, ${quotas.draftOrders.member - 3}::int)) n
    where o.id = ${first}`.execute(server.db);
  const results = await concurrently(20, () => sendUntilSettled(engineer, 'order.patch', draft(newId())));
  expect(results.filter((each) => each?.s === 'ok')).toHaveLength(2);
  expect(overQuota(results)[0]).toMatchObject({ details: { quota: 'draftOrders', used: 300, limit: 300 } });
  await push(engineer, 'order.transition', { orderId: first, event: 'DISCARD', expectStatus: 'draft' });
  expect(await push(engineer, 'order.patch', draft(newId()))).toMatchObject({ s: 'ok' });
});

test('an order has a limited number of tests, which can always be removed', async () => {
  const engineer = await server.signIn('engineer');
  const orderId = newId();
  const add = (from: number, n: number) =>
    push(engineer, 'order.patch', {
      orderId,
      changes: Array.from({ length: n }, (_, i) => ({ path: `tests/t${from + i}/removed`, value: true, base: null })),
    });
  expect(await add(0, 150)).toMatchObject({ s: 'ok' });
  expect(await add(150, 150)).toMatchObject({ s: 'ok' });
  expect(await add(300, 1)).toMatchObject({
    code: 'QUOTA_EXCEEDED',
    details: { quota: 'orderItems', used: 300, limit: 300 },
  });
  const { rows } = await sql<{ ver: string }>`select data -> 'vers' ->> 'tests/t0/removed' as ver from orders
    where id = ${orderId}`.execute(server.db);
  const change = { path: 'tests/t0/removed', value: null, base: rows[0]?.ver ?? null };
  expect(await push(engineer, 'order.patch', { orderId, changes: [change] })).toMatchObject({ s: 'ok' });
});

test('an order beyond the size limit can only be made smaller', async () => {
  const engineer = await server.signIn('engineer');
  const orderId = newId();
  await push(engineer, 'order.patch', draft(orderId));
  const change = (path: string, value: unknown) => push(engineer, 'order.patch', draft(orderId, path, value));
  await sql`update orders set data = jsonb_set(data, '{doc,notes}', to_jsonb(repeat('x', 300000))) where id = ${orderId}`.execute(
    server.db,
  );
  expect(await change('ack/LOOKED', 'seen')).toMatchObject({
    code: 'QUOTA_EXCEEDED',
    details: { quota: 'orderBytes' },
  });
  expect(await change('notes', 'short')).toMatchObject({ s: 'ok' });
  expect(await change('ack/LOOKED', 'seen')).toMatchObject({ s: 'ok' });
});

/** Fills an order so that the whole of it has this size. */
async function fill(orderId: string, bytes: number): Promise<void> {
  const { padding: _, ...order } = (await storedOrder(server, orderId)) as Order & { padding?: string };
  const padding = 'x'.repeat(bytes - Buffer.byteLength(JSON.stringify({ ...order, padding: '' })));
  await sql`update orders set data = data || jsonb_build_object('padding', ${padding}::text) where id = ${orderId}`.execute(
    server.db,
  );
}

test('an order that its customer filled to the limit is reviewed, given back, approved and declined like others', async () => {
  const [engineer, expert] = [await server.signIn('engineer'), await server.signIn('expert')];
  const orderId = await placeOrder(server, engineer);
  await fill(orderId, quotas.orderBytes.member - 100);
  const move = (who: SignedIn, event: string, expectStatus: string, more: object = {}) =>
    push(who, 'order.transition', { orderId, event, expectStatus, ...more });
  expect(await move(engineer, 'WITHDRAW', 'submitted')).toMatchObject({ s: 'ok' });
  const docHash = docHashOf((await storedOrder(server, orderId)).doc);
  const { quote } = await storedOrder(server, orderId);
  const placed = { orderId, docHash, quoteHash: quote.hash };
  expect(await push(engineer, 'order.place', placed)).toMatchObject({
    code: 'QUOTA_EXCEEDED',
    details: { quota: 'orderBytes', limit: quotas.orderBytes.member },
  });
  await sql`update orders set data = jsonb_set(data, '{status}', '"submitted"') where id = ${orderId}`.execute(
    server.db,
  );
  for (const [event, status] of [
    ['START_REVIEW', 'submitted'],
    ['APPROVE', 'reviewing'],
  ] as const)
    expect(await move(expert, event, status)).toMatchObject({ s: 'ok' });
  expect(await move(engineer, 'DECLINE', 'reviewed', { reason: 'x'.repeat(2000) })).toMatchObject({ s: 'ok' });
});

test('a draft that was filled by patches can be placed', async () => {
  const engineer = await server.signIn('engineer');
  const orderId = String(
    at(
      (await server.request(engineer, 'POST', '/po_system/orders/save', { data: demoOrders[0]?.doc ?? {} })).body,
      'order.id',
    ),
  );
  const { bytes } = (
    await sql<{ bytes: number }>`
    select octet_length(data::text) as bytes from orders where id = ${orderId}`.execute(server.db)
  ).rows[0] ?? { bytes: 0 };
  const room = quotas.orderBytes.member - bytes;
  const acknowledged = (i: number, n: number) =>
    push(engineer, 'order.patch', {
      orderId,
      changes: Array.from({ length: n }, (_, j) => ({
        path: `ack/K${i * 100 + j}`,
        value: 'x'.repeat(200),
        base: null,
      })),
    });
  let [filled, refused] = [0, 0];
  for (let i = 0; refused === 0 && i < room / 10_000; i++)
    if ((await acknowledged(i, 100))?.s === 'ok') filled++;
    else refused++;
  expect([filled > 1, refused]).toEqual([true, 1]);
  const { doc } = await storedOrder(server, orderId);
  const { body } = await server.request(engineer, 'GET', `/po_system/orders/${orderId}/load`);
  const placed = { orderId, docHash: docHashOf(doc), quoteHash: String(at(body, 'order.price.quote_hash')) };
  expect(await push(engineer, 'order.place', placed)).toMatchObject({ s: 'ok' });
});

test('a step back to draft is refused to nobody for the number of drafts, and counts for the next new order', async () => {
  const [engineer, expert] = [await server.signIn('engineer'), await server.signIn('expert')];
  const [withdrawn, returned] = [await placeOrder(server, engineer), await placeOrder(server, engineer)];
  for (const [owner, limit] of [
    [engineer, quotas.draftOrders.member],
    [expert, quotas.draftOrders.staff],
  ] as const)
    await sql`insert into orders (id, data)
      select n.id, o.data || jsonb_build_object('id', n.id, 'number', n.id, 'status', 'draft', 'ownerId', ${owner.user.id}::text, 'companyId', null)
      from orders o, (select gen_random_uuid() as id from generate_series(1, ${limit}::int)) n
      where o.id = ${withdrawn}`.execute(server.db);
  /** A step in one push with a new draft, which is refused. */
  const move = async (who: SignedIn, orderId: string, event: string, expectStatus: string) => {
    const step = wish('order.transition', { orderId, event, expectStatus, reason: 'Other foil' });
    const results = await server.bus.executeCommands(who.user.id, [wish('order.patch', draft(newId())), step]);
    return results.map(({ s }) => s);
  };
  expect(await move(engineer, withdrawn, 'WITHDRAW', 'submitted')).toEqual(['rejected', 'ok']);
  await push(expert, 'order.transition', { orderId: returned, event: 'START_REVIEW', expectStatus: 'submitted' });
  expect(await move(expert, returned, 'REQUEST_CHANGES', 'reviewing')).toEqual(['rejected', 'ok']);
  expect(await push(engineer, 'order.patch', draft(newId()))).toMatchObject({
    code: 'QUOTA_EXCEEDED',
    details: { quota: 'draftOrders', used: quotas.draftOrders.member + 2 },
  });
});

/** Writes drafts of this size, each under the limit of an order, until they have these bytes together. */
async function writeDrafts(who: SignedIn, bytes: number, each = 200_000): Promise<void> {
  const orderId = newId();
  await push(who, 'order.patch', draft(orderId));
  await sql`insert into orders (id, data)
    select n.id, o.data || jsonb_build_object('id', n.id, 'number', n.id, 'padding', repeat('x', ${each}::int))
    from orders o, (select gen_random_uuid() as id from generate_series(1, ${Math.ceil(bytes / each)}::int)) n
    where o.id = ${orderId}`.execute(server.db);
}

const ownDrafts = async (who: SignedIn) => {
  const own = at((await server.request(who, 'GET', '/users/me/quotas')).body, 'own') as {
    quota: Quota;
    used: number;
  }[];
  return own.find(({ quota }) => quota === 'draftBytes')?.used ?? 0;
};

test('of twenty concurrent big drafts only those are stored that fit the bytes of a user’s drafts, and a discarded one frees them', async () => {
  const colleague = await server.signIn('colleague');
  const limit = quotas.draftBytes.member;
  const first = newId();
  expect(await push(colleague, 'order.patch', longPatch(first))).toMatchObject({ s: 'ok' });
  await writeDrafts(colleague, limit - 600_000);
  const results = await concurrently(20, () => sendUntilSettled(colleague, 'order.patch', longPatch(newId())));
  const stored = results.filter((each) => each?.s === 'ok').length;
  expect(stored).toBeGreaterThan(0);
  expect(overQuota(results)).toHaveLength(20 - stored);
  expect(overQuota(results)[0]).toMatchObject({
    message: expect.stringContaining('Discard'),
    details: { quota: 'draftBytes', of: 'user', limit, unit: 'bytes' },
  });
  // What is stored is measured with its versions, which are known only afterwards.
  expect(await ownDrafts(colleague)).toBeLessThan(limit + 40_000);
  await push(colleague, 'order.transition', { orderId: first, event: 'DISCARD', expectStatus: 'draft' });
  expect(await push(colleague, 'order.patch', draft(newId()))).toMatchObject({ s: 'ok' });
});

test('where drafts are full, small texts are refused too, and a big draft can still be made smaller', async () => {
  const colleague = await server.signIn('colleague');
  const orderId = newId();
  expect(await push(colleague, 'order.patch', longPatch(orderId))).toMatchObject({ s: 'ok' });
  await writeDrafts(colleague, quotas.draftBytes.member);
  const change = (path: string, value: unknown, base: unknown = null) =>
    push(colleague, 'order.patch', { orderId, changes: [{ path, value, base }] });
  expect(await change('title', 'a name')).toMatchObject({ details: { quota: 'draftBytes' } });
  const { vers } = await storedOrder(server, orderId);
  expect(await change('ack/K1', null, vers['ack/K1'])).toMatchObject({ s: 'ok' });
});

test('a colleague who fills a shared draft is stopped by the bytes of the company', async () => {
  const [engineer, colleague] = [await server.signIn('engineer'), await server.signIn('colleague')];
  const orderId = newId();
  await push(engineer, 'order.patch', draft(orderId));
  const userIds = [colleague.user.id];
  expect(await push(engineer, 'order.share', { orderId, userIds })).toMatchObject({ s: 'ok' });
  await writeDrafts(colleague, quotas.draftBytes.member);
  // Not the colleague's own bytes: the draft is the engineer's.
  expect(await push(colleague, 'order.patch', longPatch(orderId))).toMatchObject({ s: 'ok' });
  await writeDrafts(await server.signIn('engineer'), quotas.draftBytes.company);
  const more = { orderId, changes: [{ path: 'ack/MORE', value: 'x', base: null }] };
  expect(await push(colleague, 'order.patch', more)).toMatchObject({ details: { quota: 'draftBytes', of: 'company' } });
});

test('what the server does by itself uses nobody’s quota, and is not refused where it is used up', async () => {
  const [engineer, expert] = [await server.signIn('engineer'), await server.signIn('expert')];
  const orderId = await reviewedOrder(server, [engineer, expert]);
  const limit = quotas.writtenBytesPerDay.member;
  await useUp(engineer, 'writtenBytesPerDay', limit);
  expect(await moveDueOrders(server, 'expire_quotes', new Date(Date.now() + 400 * DAY))).toBe(1);
  expect(await storedOrder(server, orderId)).toMatchObject({ status: 'draft' });
  expect(await usedToday(engineer, 'writtenBytesPerDay')).toBe(limit);
});

/** A patch of about 30 KB. */
const longPatch = (orderId: string) => ({
  orderId,
  changes: Array.from({ length: 150 }, (_, i) => ({ path: `ack/K${i}`, value: 'x'.repeat(150), base: null })),
});

test('patches are limited in bytes per day, also concurrently and in one push', async () => {
  const engineer = await server.signIn('engineer');
  const limit = quotas.writtenBytesPerDay.member;
  expect(await push(engineer, 'order.patch', longPatch(newId()))).toMatchObject({ s: 'ok' });
  const one = await usedToday(engineer, 'writtenBytesPerDay');
  expect(one).toBeGreaterThan(30_000);
  await useUp(engineer, 'writtenBytesPerDay', limit - 3 * one);
  const results = await concurrently(20, () => sendUntilSettled(engineer, 'order.patch', longPatch(newId())));
  expect(results.filter((each) => each?.s === 'ok')).toHaveLength(3);
  expect(overQuota(results)).toHaveLength(17);
  expect(overQuota(results)[0]).toMatchObject({
    message: expect.stringContaining('after midnight UTC'),
    details: { quota: 'writtenBytesPerDay', of: 'user', limit, unit: 'bytes' },
  });
  await useUp(engineer, 'writtenBytesPerDay', limit - 3 * one);
  const commands = Array.from({ length: 20 }, () => wish('order.patch', longPatch(newId())));
  expect(overQuota(await server.bus.executeCommands(engineer.user.id, commands))).toHaveLength(17);
  // More than a 32-bit integer holds.
  await useUp(engineer, 'writtenBytesPerDay', 3_000_000_000);
  expect(await push(engineer, 'order.patch', longPatch(newId()))).toMatchObject({ details: { used: 3_000_000_000 } });
  const { body } = await server.request(engineer, 'GET', '/users/me/quotas');
  expect(JSON.stringify(body)).toContain('"used":3000000000');
  await useUp(engineer, 'writtenBytesPerDay', 0);
});

async function receiptsOf({ user }: SignedIn): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from idempotency
    where actor = ${user.id}`.execute(server.db);
  return rows[0]?.count ?? 0;
}

const refusals = () =>
  Array.from({ length: 50 }, () => wish('chat.send', { roomId: newId(), content: 'x', files: [] }));

test('refused commands count towards the bytes of a day; beyond that quota their receipts are not stored', async () => {
  const engineer = await server.signIn('engineer');
  const storedReceipts = () => receiptsOf(engineer);
  const before = await storedReceipts();
  await server.bus.executeCommands(engineer.user.id, refusals());
  expect(await storedReceipts()).toBe(before + 50);
  const used = await usedToday(engineer, 'writtenBytesPerDay');
  expect(used).toBeGreaterThan(50 * 200);
  await useUp(engineer, 'writtenBytesPerDay', quotas.writtenBytesPerDay.member - used / 5);
  const more = refusals();
  const codes = (await server.bus.executeCommands(engineer.user.id, more)).map((each) => at(each, 'code'));
  expect(new Set(codes)).toEqual(new Set(['NOT_FOUND']));
  expect(await storedReceipts()).toBe(before + 60);
  // Repeated commands get the same reply, whether their receipts were stored or not.
  const again = await server.bus.executeCommands(engineer.user.id, more);
  expect(again.map((each) => at(each, 'code'))).toEqual(codes);
  expect(await storedReceipts()).toBe(before + 60);
});

/** Prepares a command that changes nothing, however often it is sent. */
const changeNothing: Record<string, (who: SignedIn) => Promise<() => ReturnType<typeof wish>>> = {
  'mark what is read': async (who) => {
    const roomId = newId();
    await push(who, 'room.open', { roomId, type: 1 });
    return () => wish('read.mark', { roomId, upTo: 1 });
  },
  'delete what is deleted': async (who) => {
    const roomId = newId();
    await push(who, 'room.open', { roomId, type: 7, resultName: roomId });
    const message = wish('chat.send', { roomId, content: 'mine', files: [] });
    await server.bus.executeCommands(who.user.id, [message]);
    await push(who, 'message.redact', { roomId, messageId: message.cmdId });
    return () => wish('message.redact', { roomId, messageId: message.cmdId });
  },
};

test.each(Object.entries(changeNothing))(
  'commands that %s again count towards the bytes of a day; beyond that quota they are accepted without a receipt',
  async (_, prepare) => {
    const engineer = await server.signIn('engineer');
    const next = await prepare(engineer);
    const send = (commands: ReturnType<typeof wish>[]) => server.bus.executeCommands(engineer.user.id, commands);
    const fifty = () => Array.from({ length: 50 }, next);
    const [before, usedBefore] = [await receiptsOf(engineer), await usedToday(engineer, 'writtenBytesPerDay')];
    await send(fifty());
    expect(await receiptsOf(engineer)).toBe(before + 50);
    expect((await usedToday(engineer, 'writtenBytesPerDay')) - usedBefore).toBeGreaterThanOrEqual(50 * 200);
    await useUp(engineer, 'writtenBytesPerDay', quotas.writtenBytesPerDay.member);
    const more = fifty();
    const results = await send(more);
    expect(await receiptsOf(engineer)).toBe(before + 50);
    // A device waits for a page that passes the position; a repeat is accepted as well.
    for (const each of [...results, ...(await send(more))])
      expect(each).toMatchObject({
        s: 'ok',
        pos: { epoch: expect.stringMatching(/./), xid: expect.stringMatching(/^[1-9]/) },
      });
  },
);

test('writes with a key count towards the bytes of a day; at that quota they wait for the next day, and only deletions are done', async () => {
  const engineer = await server.signIn('engineer');
  const keys = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from paying_keys
      where actor = ${engineer.user.id}`.execute(server.db);
    return rows[0]?.count ?? 0;
  };
  const choose = (key = newId()) =>
    server.request(engineer, 'PUT', '/users/me/mails', { orders: 'needed' }, { 'idempotency-key': key });
  const key = newId();
  for (let i = 0; i < 3; i++) expect((await choose(key)).status).toBe(200);
  const once = await usedToday(engineer, 'writtenBytesPerDay');
  expect(once).toBeGreaterThanOrEqual(200);
  await useUp(engineer, 'writtenBytesPerDay', quotas.writtenBytesPerDay.member);
  const refused = await choose();
  expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(DAY / 1000);
  // A repeat gets its stored reply.
  expect((await choose(key)).status).toBe(200);
  const cancel = () =>
    server.request(engineer, 'DELETE', '/users/me/deletion', undefined, { 'idempotency-key': newId() });
  for (let i = 0; i < 2; i++) expect((await cancel()).status).toBe(200);
  expect(await keys()).toBe(3);
  // Deletions have as much again. Beyond that, they are done without a stored reply.
  await useUp(engineer, 'writtenBytesPerDay', 2 * quotas.writtenBytesPerDay.member);
  for (let i = 0; i < 2; i++) expect((await cancel()).status).toBe(200);
  expect(await keys()).toBe(3);
  await useUp(engineer, 'writtenBytesPerDay', 0);
});

/** Returns a call that ends another session of this user, with one key. */
async function endingAnotherSession(who: SignedIn): Promise<{ id: string; end: () => Promise<number> }> {
  await openSession(server.db, who.user.id, { deviceId: null, userAgent: null, remember: true });
  const { body } = await server.request(who, 'GET', '/users/me/devices');
  const id = (body as { items: { id: string; current: boolean }[] }).items.find(({ current }) => !current)?.id ?? '';
  const key = { 'idempotency-key': newId() };
  return {
    id,
    end: async () => (await server.request(who, 'DELETE', `/users/me/devices/${id}`, undefined, key)).status,
  };
}

test('a user at the daily limit who deletes something and gets no reply may ask again', async () => {
  const engineer = await server.signIn('engineer');
  const { end } = await endingAnotherSession(engineer);
  await useUp(engineer, 'writtenBytesPerDay', quotas.writtenBytesPerDay.member);
  for (let i = 0; i < 2; i++) expect(await end()).toBe(204);
  await useUp(engineer, 'writtenBytesPerDay', 0);
});

test('while a write with a key is being done, the same user’s commands are accepted', async () => {
  const engineer = await server.signIn('engineer');
  const { id, end } = await endingAnotherSession(engineer);
  const { ended } = await server.db.transaction().execute(async (tx) => {
    await sql`select from sessions where id = ${id} for update`.execute(tx);
    const underWay = end();
    await until('the write waits for the session', async () => {
      // Outside the transaction, in which this view would not change.
      const { rows } = await sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%sessions%'
        and datname = current_database()`.execute(server.db);
      return rows.length > 0;
    });
    expect(await push(engineer, 'room.open', { roomId: newId(), type: 1 })).toMatchObject({ s: 'ok' });
    return { ended: underWay };
  });
  expect(await ended).toBe(204);
});

test('a user at the daily limit can still delete a message and mark messages as read', async () => {
  const engineer = await server.signIn('engineer');
  const roomId = newId();
  await push(engineer, 'room.open', { roomId, type: 7, resultName: roomId });
  const message = wish('chat.send', { roomId, content: 'mine', files: [] });
  expect(await server.bus.executeCommands(engineer.user.id, [message])).toMatchObject([{ s: 'ok' }]);
  await useUp(engineer, 'writtenBytesPerDay', quotas.writtenBytesPerDay.member);
  const more = await push(engineer, 'chat.send', { roomId, content: 'more', files: [] });
  expect(more).toMatchObject({ details: { quota: 'writtenBytesPerDay' } });
  expect(await push(engineer, 'read.mark', { roomId, upTo: 2 })).toMatchObject({ s: 'ok' });
  expect(await push(engineer, 'message.redact', { roomId, messageId: message.cmdId })).toMatchObject({ s: 'ok' });
  await useUp(engineer, 'writtenBytesPerDay', 0);
});

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const encoded = (text: string) => Buffer.from(text).toString('base64');

function startUpload(who: SignedIn, size: number, seed: number | string) {
  return server.app.inject({
    method: 'POST',
    url: '/api/v1/uploads',
    headers: {
      'tus-resumable': '1.0.0',
      authorization: `Bearer ${who.token}`,
      'upload-length': String(size),
      'upload-metadata': `filename ${encoded('a.png')},sha256 ${encoded(sha256(Buffer.from(String(seed))))}`,
    },
  });
}

test('a trial account cannot start sixty uploads of 5 MB, and a cancelled upload frees quota', async () => {
  const tester = await server.signIn('trial');
  const size = 5 * 1024 * 1024 - 1;
  const answers = await concurrently(60, (i) => startUpload(tester, size, i));
  const begun = answers.filter(({ statusCode }) => statusCode === 201);
  expect(begun).toHaveLength(Math.floor(quotas.fileBytes.trial / size));
  const refused = answers.find(({ statusCode }) => statusCode !== 201);
  expect(refused?.statusCode).toBe(409);
  expect(refused?.json()).toMatchObject({
    code: 'QUOTA_EXCEEDED',
    message: expect.stringContaining('Delete files'),
    details: { quota: 'fileBytes', of: 'user', unit: 'bytes', limit: quotas.fileBytes.trial },
  });
  const ended = await server.app.inject({
    method: 'DELETE',
    url: String(begun[0]?.headers['location']),
    headers: { 'tus-resumable': '1.0.0', authorization: `Bearer ${tester.token}` },
  });
  expect(ended.statusCode).toBe(204);
  await expect.poll(async () => (await startUpload(tester, size, 'again')).statusCode).toBe(201);

  // An upload that is not finished within a week is deleted with its bytes.
  await sql`update pending_uploads set at = now() - interval '8 days' where uploader = ${tester.user.id}`.execute(
    server.db,
  );
  expect(await giveUpUploads(server.db, server.filesDir)).toBe(begun.length);
  const left = new Set(await readdir(server.filesDir));
  expect(begun.filter(({ headers }) => left.has(String(headers['location']).split('/').at(-1) ?? ''))).toEqual([]);
  expect((await startUpload(tester, size, 'and again')).statusCode).toBe(201);
});

test('files sent with a form count towards the quota, and identical bytes count once', async () => {
  const customer = await server.signIn('customer');
  await sql`insert into files (id, uploader, sha256, size, mime, path)
    select gen_random_uuid(), ${customer.user.id}, lpad(to_hex(n), 64, '0'), 1, 'image/png', 'none'
    from generate_series(1, ${quotas.files.member - 1}::int) n`.execute(server.db);
  const send = async (seed: number) => {
    const form = new FormData();
    form.append('content', 'look');
    form.append('files', new File([new Uint8Array(png(seed))], 'a.png', { type: 'image/png' }));
    const response = await fetch(`${server.url}/api/v1/experts/chats`, {
      method: 'POST',
      headers: { authorization: `Bearer ${customer.token}` },
      body: form,
    });
    return [response.status, at(await response.json(), 'code')];
  };
  expect(await send(1)).toEqual([201, undefined]);
  expect(await send(1)).toEqual([201, undefined]);
  expect(await send(2)).toEqual([409, 'QUOTA_EXCEEDED']);
});

test('files in the conversations of a company count for it after their uploader has left', async () => {
  const [manager, leaver] = [await server.signIn('manager'), await server.signIn('customer')];
  const ofCompany = async () => {
    const { body } = await server.request(manager, 'GET', '/users/me/quotas');
    const rows = at(body, 'company') as { quota: Quota; used: number }[];
    return ['files', 'fileBytes'].map((name) => rows.find(({ quota }) => quota === name)?.used ?? 0);
  };
  const before = await ofCompany();
  const [shown, unsent] = [png(51), png(52)];
  for (const bytes of [shown, unsent]) await keepFile(server.db, server.filesDir, leaver.user.id, 'a.png', bytes);
  const [count = 0, size = 0] = before;
  expect(await ofCompany()).toEqual([count + 2, size + shown.length + unsent.length]);
  const form = new FormData();
  form.append('content', 'look');
  form.append('files', new File([new Uint8Array(shown)], 'a.png', { type: 'image/png' }));
  const headers = { authorization: `Bearer ${leaver.token}` };
  const sent = await fetch(`${server.url}/api/v1/experts/chats`, { method: 'POST', headers, body: form });
  expect(sent.status).toBe(201);
  const gone = await server.request(manager, 'DELETE', `/company_users/${leaver.user.id}`);
  expect(gone.status).toBe(204);
  expect(await ofCompany()).toEqual([count + 1, size + shown.length]);
});

test('files that nothing refers to are deleted after three months', async () => {
  const customer = await server.signIn('customer');
  await sql`insert into files (id, uploader, sha256, size, mime, path, created_at)
    select gen_random_uuid(), ${customer.user.id}, lpad(n::text, 64, '0'), 1, 'image/png', 'none' || n,
      now() - n * interval '1 day' from unnest(array[89, 91]) n`.execute(server.db);
  await freeUnusedFiles(server.db);
  await eraseFreedFiles(server.db, server.filesDir);
  const { rows } = await sql`select path from files where uploader = ${customer.user.id}`.execute(server.db);
  expect(rows).toEqual([{ path: 'none89' }]);
});

test("every user sees the usage of their quotas, an administrator also the company's", async () => {
  const [tester, manager] = [await server.signIn('trial'), await server.signIn('manager')];
  await push(tester, 'room.open', { roomId: newId(), type: 1 });
  await startUpload(tester, 1000, 'shown');
  const seen = (await server.request(tester, 'GET', '/users/me/quotas')).body;
  expect(at(seen, 'company')).toBeNull();
  const own = at(seen, 'own') as { quota: Quota; used: number | null; limit: number }[];
  expect(own.map(({ quota }) => quota)).toEqual(Object.keys(quotas));
  const written = await usedToday(tester, 'writtenBytesPerDay');
  expect(own.filter(({ used }) => used !== 0).map(({ quota, used, limit }) => [quota, used, limit])).toEqual([
    ['files', 1, quotas.files.trial],
    ['fileBytes', 1000, quotas.fileBytes.trial],
    ['roomsPerDay', 1, quotas.roomsPerDay.trial],
    ['writtenBytesPerDay', written, quotas.writtenBytesPerDay.trial],
    ['orderBytes', null, quotas.orderBytes.trial],
    ['orderItems', null, quotas.orderItems.trial],
  ]);
  const company = at((await server.request(manager, 'GET', '/users/me/quotas')).body, 'company') as { quota: Quota }[];
  expect(company.map(({ quota }) => quota)).toContain('fileBytes');
});

test('counts of past days are deleted', async () => {
  await sql`insert into quota_days values (${newId()}, current_date - 30, 'roomsPerDay', 1)`.execute(server.db);
  expect(await deleteOldCounts(server.db)).toBe(1);
});
