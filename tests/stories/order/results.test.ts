import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { cellsIn } from '#domain/order/data/cells.ts';
import { orderLimits } from '#domain/order/data/limits.ts';
import { serialOf } from '#domain/order/data/cell-serial.ts';
import { testsOf } from '#domain/order/data/tests.ts';
import { eraseFreedFiles } from '../../../server/files/freed-files.ts';
import { forgetUser } from '../../../server/account/store/forget-user.ts';
import { Device } from '../../support/devices/device.ts';
import { textOf } from '../../support/files/pdf-text.ts';
import { orderInTest, reportPdf, uploadOf } from '../../support/orders/results.ts';
import { staffEvent, storedOrder } from '../../support/orders/reviewing.ts';
import { at, type SignedIn, provideServer } from '../../support/servers/server.ts';
import { newId } from '../../support/users.ts';

/** Cells of an order and reports about them: what staff do, and what the customer has before and after. */

let customer: SignedIn;
let [order, testId] = ['', ''];

const server = await provideServer();
const expert = await server.signIn('expert');
beforeEach(async () => {
  customer = await server.signIn('engineer');
  order = await orderInTest(server, [customer, expert]);
  testId = testsOf((await storedOrder(server, order)).doc)[0]?.id ?? '';
});

const desk = (more = '') => `/admin-api/po_orders/orders/${order}/test_reports${more}`;
const once = (key = newId()) => ({ 'idempotency-key': key });
const post = (path: string, body: object, key = newId()) => server.request(expert, 'POST', path, body, once(key));
const publish = (ids: string[], key = newId()) => post(desk('/publish'), { report_ids: ids }, key);
const withdraw = (id: string, reason = 'Wrong cells') => post(desk(`/${id}/withdraw`), { reason });
const mark = (body: object) => post(`/admin-api/po_orders/orders/${order}/cells`, body);
const openResult = (result_name: string, key: string) =>
  server.request(customer, 'POST', '/po-chats/po_test_result_rooms', { result_name }, once(key));
const bytesOf = (who: SignedIn, path: string) =>
  server.app.inject({ url: `/api/v1${path}`, headers: { authorization: `Bearer ${who.token}` } });

/** Adds a report. @returns its id */
async function add(title: string, more: object = {}): Promise<string> {
  const upload_id = await uploadOf(server, expert, `${title}.pdf`, reportPdf(title));
  const added = await post(desk(), { upload_id, title, test_id: testId, ...more });
  expect(added.status).toBe(201);
  const items = at(added.body, 'items') as { id: string; title: string }[];
  return items.find((item) => item.title === title)?.id ?? '';
}

const states = async () => cellsIn(await storedOrder(server, order)).map(({ n, state }) => `${n} ${state}`);

/** Returns those of the texts that occur in anything that the customer's device, calls, searches or log give. */
async function foundByCustomer(texts: string[]): Promise<string[]> {
  const device = await Device.open(server, customer);
  await device.look();
  const shown = JSON.stringify(await device.order(order));
  device.close();
  const paths = [
    '/sync/snapshot',
    `/po_system/orders/${order}/load`,
    `/po_system/orders/${order}/test_reports`,
    `/orders/${order}/test_reports`,
    '/chat/search?q=secret',
  ];
  const replies = await Promise.all(paths.map((path) => bytesOf(customer, path)));
  const { rows } = await sql<{ log: string }>`
    select coalesce(string_agg(data::text, ' '), '') as log from events where stream = ${`order:${order}`}`.execute(
    server.db,
  );
  const everything = [shown, ...replies.map(({ body }) => body), rows[0]?.log ?? ''].join('\n');
  return texts.filter((text) => everything.includes(text));
}

test('cells get serials when their build begins, are built with their order, and are there for both sides', async () => {
  const stored = await storedOrder(server, order);
  const serials = Array.from({ length: 24 }, (_, i) => serialOf(stored.number, i + 1));
  expect(cellsIn(stored).map(({ serial }) => serial)).toEqual(serials);
  expect(new Set((await states()).map((text) => text.split(' ')[1]))).toEqual(new Set(['built']));
  for (const who of [customer, expert]) {
    const device = await Device.open(server, who);
    await device.look();
    const here = await device.order(order);
    expect(here === undefined ? [] : cellsIn(here).map(({ serial }) => serial)).toEqual(serials);
    device.close();
  }
});

test('an expert says which cells are in which test and which are scrapped, once for a repeated call', async () => {
  const key = newId();
  for (let i = 0; i < 2; i++)
    await post(
      `/admin-api/po_orders/orders/${order}/cells`,
      { numbers: [1, 2, 3], state: 'in_test', test_id: testId },
      key,
    );
  expect((await mark({ numbers: [4], state: 'scrapped', reason: 'Tab torn' })).status).toBe(200);
  const { cells } = await storedOrder(server, order);
  expect(cells).toHaveLength(4);
  expect((await states()).slice(0, 5)).toEqual(['1 in_test', '2 in_test', '3 in_test', '4 scrapped', '5 built']);
  const added = await mark({ numbers: [25, 26], state: 'built' });
  expect(at(added.body, 'items')).toHaveLength(26);
});

test.each<[string, object]>([
  ['a scrapped cell without a reason', { numbers: [1], state: 'scrapped' }],
  ['a test that the order does not have', { numbers: [1], state: 'in_test', test_id: 'other' }],
  ['no test', { numbers: [1], state: 'in_test' }],
  ['a cell after a gap', { numbers: [26], state: 'built' }],
  ['a new cell that is shipped already', { numbers: [25], state: 'shipped' }],
  ['no cell', { numbers: [], state: 'built' }],
])('%s is refused', async (_, body) => {
  expect((await mark(body)).status).toBe(422);
});

test('customers and staff as customers change no cells, by call and by push', async () => {
  const path = `/admin-api/po_orders/orders/${order}/cells`;
  const body = { numbers: [1], state: 'scrapped', reason: 'Mine' };
  expect((await server.request(customer, 'POST', path, body)).status).toBe(403);
  const commands = [
    { type: 'cells.mark', args: { orderId: order, ...body } },
    { type: 'report.publish', args: { orderId: order, reportIds: [newId()] } },
    { type: 'report.withdraw', args: { orderId: order, reportId: newId(), reason: 'x' } },
  ];
  const results = await server.bus.executeCommands(
    customer.user.id,
    commands.map((command) => ({ cmdId: newId(), v: 1, ...command })),
  );
  expect(results.map((result) => ('code' in result ? result.code : result.s))).toEqual([
    'FORBIDDEN',
    expect.stringMatching(/FORBIDDEN|blocked/),
    expect.stringMatching(/FORBIDDEN|blocked/),
  ]);
});

test('labels show serial, order, format and chemistry of each cell that is not scrapped, for who may read the order', async () => {
  await mark({ numbers: [2], state: 'scrapped', reason: 'Tab torn' });
  const { number } = await storedOrder(server, order);
  const path = `/po_system/orders/${order}/labels/pdf`;
  const labels = await bytesOf(customer, path);
  expect([labels.statusCode, labels.headers['content-type']]).toEqual([200, 'application/pdf']);
  const text = textOf(labels.rawPayload);
  for (const part of [serialOf(number, 1), serialOf(number, 24)].map((serial) => serial.slice(serial.indexOf('C'))))
    expect(text).toContain(part);
  expect(text).not.toContain(serialOf(number, 2).slice(-5));
  for (const part of [number, '21700', 'NMC/Si-graphite']) expect(text).toContain(part);
  // The last one is for the parcel.
  for (const part of ['VFP Internal, pack laboratory', '10115 Berlin', 'Mara Lindqvist']) expect(text).toContain(part);
  expect((await bytesOf(customer, `${path}?first=25`)).statusCode).toBe(404);
  expect((await bytesOf(await server.signIn('stranger'), path)).statusCode).not.toBe(200);
});

test('nothing that a customer gets contains a report before it is published', async () => {
  const id = await add('Secret aging', { note: 'A secret note', cells: [1, 2] });
  expect(await foundByCustomer(['Secret aging', 'A secret note', id])).toEqual([]);
  for (const path of [`/files/${id}`, `/po_system/orders/${order}/test_reports/${id}/download`]) {
    expect((await bytesOf(customer, path)).statusCode).toBe(404);
    expect((await bytesOf(expert, path)).statusCode).toBe(200);
  }
  expect((await server.request(customer, 'GET', desk())).status).toBe(403);
});

test('a published report is on the device and in the calls of the customer, with its test, cells and bytes', async () => {
  const id = await add('Reference', { note: 'Read page 2', cells: [2, 1] });
  const key = newId();
  for (let i = 0; i < 2; i++) expect((await publish([id], key)).status).toBe(200);
  const { number, reports } = await storedOrder(server, order);
  expect(reports).toHaveLength(1);
  const device = await Device.open(server, customer);
  await device.look();
  expect((await device.order(order))?.reports).toMatchObject([
    { id, name: 'Reference', test: testId, ranges: [[1, 2]] },
  ]);
  device.close();
  const url = `/api/v1/po_system/orders/${order}/test_reports/${id}/download`;
  const item = {
    id,
    name: 'Reference.pdf',
    title: 'Reference',
    test_id: testId,
    cells: [serialOf(number, 1), serialOf(number, 2)],
    note: 'Read page 2',
    url,
  };
  for (const path of [`/po_system/orders/${order}/test_reports`, `/orders/${order}/test_reports`])
    expect((await server.request(customer, 'GET', path)).body).toMatchObject({ items: [item] });
  const loaded = await server.request(customer, 'GET', `/po_system/orders/${order}/load`);
  expect(at(loaded.body, 'test_reports')).toMatchObject([item]);
  for (const path of [url.replace('/api/v1', ''), `/files/${id}`])
    expect((await bytesOf(customer, path)).rawPayload.equals(reportPdf('Reference'))).toBe(true);
  expect((await bytesOf(await server.signIn('stranger'), `/files/${id}`)).statusCode).toBe(404);
});

test('results are not published while a test has no published report', async () => {
  const id = await add('Reference');
  const done = () => staffEvent(server, expert, [order, 'RESULTS_PUBLISHED', 'testing']);
  expect(await done()).toMatchObject({
    status: 422,
    body: { code: 'INVALID', details: [{ path: `tests/${testId}`, code: 'NO_REPORT' }] },
  });
  expect(at((await server.request(expert, 'GET', desk())).body, 'missing_tests')).toEqual([testId]);
  await mark({ numbers: [1], state: 'in_test', test_id: testId });
  await publish([id]);
  expect(await done()).toMatchObject({ status: 200, body: { status: 'done' } });
  expect((await states()).slice(0, 2)).toEqual(['1 tested', '2 built']);
});

test('a withdrawn report is gone from the device, the calls and the log; its name and the reason stay', async () => {
  const id = await add('Withdrawn aging', { note: 'A withdrawn note' });
  await publish([id]);
  expect(await foundByCustomer([id, 'A withdrawn note'])).toEqual([id, 'A withdrawn note']);
  const device = await Device.open(server, customer);
  await device.look();
  const sha256 = (await device.order(order))?.reports?.[0]?.file?.sha256 ?? '';
  const row = { sha256, bytes: new Blob(['x']), name: 'report.pdf', mime: 'application/pdf', size: 1, uploadUrl: null };
  await device.db.blobs.put({ ...row, uploaded: false, kept: true });
  expect((await withdraw(id, ' ')).status).toBe(422);
  expect(await withdraw(id)).toMatchObject({
    status: 200,
    body: { items: [{ is_published: false, withdrawn: { reason: 'Wrong cells' } }] },
  });
  await device.look();
  expect((await device.order(order))?.reports).toMatchObject([
    { id, name: 'Withdrawn aging', file: null, reason: 'Wrong cells' },
  ]);
  expect(await device.db.blobs.get(sha256)).toBeUndefined();
  device.close();
  expect(await foundByCustomer([sha256, 'A withdrawn note', 'Withdrawn aging.pdf'])).toEqual([]);
  expect((await bytesOf(customer, `/files/${id}`)).statusCode).toBe(404);
  await publish([id]);
  expect((await bytesOf(customer, `/files/${id}`)).statusCode).toBe(200);
});

test('a report that was added by mistake is removed with its bytes; a published one is not', async () => {
  const [wrong, right] = [await add('Wrong'), await add('Right')];
  await publish([right]);
  const remove = (id: string) => server.request(expert, 'DELETE', desk(`/${id}`), undefined, once());
  expect((await remove(right)).status).toBe(422);
  expect((await remove(wrong)).status).toBe(204);
  expect((await remove(wrong)).status).toBe(404);
  await eraseFreedFiles(server.db, server.filesDir);
  expect((await bytesOf(expert, `/files/${wrong}`)).statusCode).toBe(404);
  expect((await bytesOf(expert, `/files/${right}`)).statusCode).toBe(200);
});

test('a report names a test and cells of its order, and a file that its author has uploaded', async () => {
  const upload_id = await uploadOf(server, expert, 'report.pdf', reportPdf('Refused'));
  const refused = async (more: object) => (await post(desk(), { upload_id, title: 'Refused', ...more })).status;
  expect(await refused({ test_id: 'other' })).toBe(422);
  expect(await refused({ cells: [25] })).toBe(422);
  expect(await refused({ title: ' ' })).toBe(422);
  expect(await refused({ upload_id: newId() })).toBe(404);
  const admin = await server.signIn('admin');
  expect((await server.request(admin, 'POST', desk(), { upload_id, title: 'Not mine' })).status).toBe(404);
  expect(await refused({})).toBe(201);
});

test('a draft gets no reports, and of concurrent calls no more are added than an order may have', async () => {
  const saved = await server.request(customer, 'POST', '/po_system/orders/save', { data: { title: 'Not placed' } });
  const draft = `/admin-api/po_orders/orders/${String(at(saved.body, 'order.id'))}/test_reports`;
  const refused = await post(draft, { upload_id: await uploadOf(server, expert, 'a.pdf', reportPdf('A')), title: 'A' });
  expect([refused.status, at(refused.body, 'code')]).toEqual([409, 'ILLEGAL_TRANSITION']);

  await add('First');
  await sql`insert into order_reports (id, order_id, file_id, file_name, name, test, ranges, note, author)
    select gen_random_uuid(), order_id, file_id, file_name, name, test, ranges, note, author
      from order_reports, generate_series(1, ${orderLimits.reportsPerOrder - 2}::int) where order_id = ${order}`.execute(
    server.db,
  );
  const uploads = await Promise.all(
    ['B', 'C', 'D'].map((name) => uploadOf(server, expert, `${name}.pdf`, reportPdf(name))),
  );
  const added = await Promise.all(uploads.map((upload_id) => post(desk(), { upload_id, title: 'Last' })));
  expect(added.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422, 422]);
  expect(at((await server.request(expert, 'GET', desk())).body, 'items')).toHaveLength(orderLimits.reportsPerOrder);
});

test('one conversation for each result: the same name leads to the same one', async () => {
  const first = await openResult('PO-1: Reference', newId());
  expect(first).toMatchObject({ status: 201, body: { room: { type: 7, name: 'PO-1: Reference' } } });
  const again = await openResult('PO-1: Reference', newId());
  expect([again.status, at(again.body, 'room.id')]).toEqual([200, at(first.body, 'room.id')]);
  expect(at((await openResult('PO-1: Cycling', newId())).body, 'room.id')).not.toBe(at(first.body, 'room.id'));
});

test('the reports of my orders are deleted with my account, unless my company still has others to read them', async () => {
  const id = await add('Reference');
  await publish([id]);
  await server.db.transaction().execute((tx) => forgetUser(tx, customer.user.id));
  const isShared = customer.user.company_id !== null;
  expect((await bytesOf(expert, `/files/${id}`)).statusCode).toBe(isShared ? 200 : 404);
  await sql`update orders set data = jsonb_set(data, '{companyId}', 'null') where id = ${order}`.execute(server.db);
  await server.db.transaction().execute((tx) => forgetUser(tx, customer.user.id));
  expect((await bytesOf(expert, `/files/${id}`)).statusCode).toBe(404);
});
