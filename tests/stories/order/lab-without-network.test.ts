import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { orderRoomIdOf } from '#domain/spine/commands.ts';
import { orderLimits } from '#domain/order/data/limits.ts';
import { cellsIn } from '#domain/order/data/cells.ts';
import { testsOf } from '#domain/order/data/tests.ts';
import { type CellsMark, markCells, markCellsAgain } from '../../../src/order/staff/calls/cells-mark.ts';
import { takeStep } from '../../../src/order/staff/calls/order-step.ts';
import { addReport } from '../../../src/order/staff/calls/report-add.ts';
import { publishReports } from '../../../src/order/staff/calls/report-publish.ts';
import { withdrawReport } from '../../../src/order/staff/calls/report-withdraw.ts';
import { discardWaiting } from '../../../src/db/send-again.ts';
import { type OpenCommand, openOf, openStaffCommands } from '../../../src/order/staff/views/staff-commands.ts';
import { withOpenCells } from '../../../src/order/staff/views/staff-results.ts';
import { sentBytes } from '../../../src/db/files/upload-progress.ts';
import { Device } from '../../support/devices/device.ts';
import { orderInTest, reportPdf } from '../../support/orders/results.ts';
import { storedOrder } from '../../support/orders/reviewing.ts';
import { type SignedIn, provideServer } from '../../support/servers/server.ts';
import { newId } from '../../support/users.ts';
import { attachmentBytes } from '#domain/ground/attachments.ts';
import { uploadChunkBytes } from '../../../src/net/uploads.ts';

/** Cells and reports of a laboratory without a network, by the client's code and the real routes. */

let customer: SignedIn;
let lab: Device;
let [order, testId] = ['', ''];

const server = await provideServer();
const [expert, admin] = [await server.signIn('expert'), await server.signIn('admin')];
beforeEach(async () => {
  customer = await server.signIn('engineer');
  order = await orderInTest(server, [customer, expert]);
  testId = testsOf((await storedOrder(server, order)).doc)[0]?.id ?? '';
  lab = await Device.open(server, expert);
  await lab.look();
});
afterEach(() => lab.close());

const openHere = async (): Promise<OpenCommand[]> => (await openStaffCommands(lab.db)).get(order) ?? [];

/** Returns the order as the lab shows it. */
async function shown() {
  const here = await lab.order(order);
  if (here === undefined) throw new Error('the device does not have the order');
  return withOpenCells(here, await openHere(), lab.me);
}

const mark = async (numbers: number[], more: Omit<CellsMark, 'numbers'>) =>
  markCells(lab.ctx, await shown(), { numbers, ...more });
const statesOf = (cells: ReturnType<typeof cellsIn>, most = 4) =>
  cells.slice(0, most).map(({ n, state }) => `${n} ${state}`);
const states = async () => statesOf(cellsIn(await storedOrder(server, order)));
const statesHere = async () => statesOf(cellsIn(await shown()));

const pdfFile = (name: string) => new File([Uint8Array.from(reportPdf(name))], `${name}.pdf`);
const csvFile = (name: string, bytes: number) =>
  new File(['time_s,voltage_v\n', '1,3.7000\n'.repeat(Math.ceil(bytes / 9))], `${name}.csv`, { type: 'text/csv' });
const add = (file: File, more: { test?: string | null; numbers?: number[] } = {}) =>
  addReport(lab.ctx, order, { file, name: file.name.slice(0, -4), test: testId, numbers: [], note: '', ...more });

/** Changes cells as a colleague does. */
const byColleague = (body: object) =>
  server.request(admin, 'POST', `/admin-api/po_orders/orders/${order}/cells`, body, { 'idempotency-key': newId() });

/** Discards the oldest command that is not settled. @returns a function that puts it back */
const discardFirst = async () => discardWaiting(lab.ctx, (await openHere())[0]?.entry.cmdId ?? '');

/** Returns the names of the reports that the customer's device has. */
async function seenByCustomer(): Promise<string[]> {
  const device = await Device.open(server, customer);
  await device.look();
  const reports = (await device.order(order))?.reports ?? [];
  device.close();
  return reports.map(({ name, file }) => `${name} ${file?.name ?? 'withdrawn'}`);
}

test('cells changed offline are shown at once, survive a restart, and are changed once although replies are lost', async () => {
  lab.network.isOn = false;
  await mark([1, 2, 3], { state: 'in_test', test: testId });
  await mark([3], { state: 'scrapped', reason: 'Tab torn' });
  await lab.restart();
  expect(await statesHere()).toEqual(['1 in_test', '2 in_test', '3 scrapped', '4 built']);
  expect(await states()).toEqual(['1 built', '2 built', '3 built', '4 built']);
  lab.network.isOn = true;
  lab.network.loseReplies(/push/);
  await lab.send();
  lab.pass(60_000);
  lab.network.duplicate(/push/);
  await lab.sync();
  expect(await states()).toEqual(['1 in_test', '2 in_test', '3 scrapped', '4 built']);
  expect((await storedOrder(server, order)).cells).toHaveLength(4);
  expect(await lab.waiting()).toEqual([]);
});

test('cells that a colleague has changed are refused with what they are now, and changed again from there', async () => {
  await mark([1, 2], { state: 'in_test', test: testId });
  await mark([4], { state: 'scrapped', reason: 'Leaks' });
  await byColleague({ numbers: [2], state: 'scrapped', reason: 'Dropped' });
  await lab.sync();
  expect(await lab.waiting()).toEqual(['cells.mark refused STALE', 'cells.mark blocked']);
  expect(await states()).toEqual(['1 built', '2 scrapped', '3 built', '4 built']);
  const [refused] = openOf(await openHere(), 'cells.mark');
  const now = await lab.order(order);
  if (refused === undefined || now === undefined) throw new Error('nothing was refused');
  expect(refused.reason?.details).toMatchObject({ cells: [[2, 2]] });
  await markCellsAgain(lab.ctx, refused.entry.cmdId, now, refused.entry.args);
  await lab.sync();
  expect(await states()).toEqual(['1 in_test', '2 in_test', '3 built', '4 scrapped']);
});

test('a change of other cells overtakes nothing, and two do not add the same cell', async () => {
  await mark([1], { state: 'in_test', test: testId });
  await mark([25], { state: 'built' });
  await byColleague({ numbers: [2], state: 'scrapped', reason: 'Dropped' });
  await byColleague({ numbers: [25], state: 'built' });
  await lab.sync();
  expect(await states()).toEqual(['1 in_test', '2 scrapped', '3 built', '4 built']);
  expect(await lab.waiting()).toEqual(['cells.mark refused STALE']);
});

test('cells, a report, its publication and the next step are sent in order, and the customer has all of it', async () => {
  lab.network.isOn = false;
  await mark([1, 2], { state: 'in_test', test: testId });
  const id = await add(pdfFile('Reference'), { numbers: [1, 2] });
  await publishReports(lab.ctx, order, [id]);
  await takeStep(lab.ctx, await shown(), { event: 'RESULTS_PUBLISHED' });
  expect(await statesHere()).toEqual(['1 tested', '2 tested', '3 built', '4 built']);
  await lab.restart();
  lab.network.isOn = true;
  lab.network.loseReplies(/PATCH .*uploads/);
  lab.network.loseReplies(/push/, 2);
  for (let i = 0; i < 4; i++) {
    await lab.send();
    await lab.upload();
    lab.pass(600_000);
  }
  await lab.sync();
  expect(await lab.waiting()).toEqual([]);
  const stored = await storedOrder(server, order);
  expect(stored).toMatchObject({ status: 'done', reports: [{ id, name: 'Reference', ranges: [[1, 2]] }] });
  expect(await states()).toEqual(['1 tested', '2 tested', '3 built', '4 built']);
  expect(await seenByCustomer()).toEqual(['Reference Reference.pdf']);
  const { rows } = await sql`select from order_reports where order_id = ${order}`.execute(server.db);
  expect(rows).toHaveLength(1);
});

test('a step is refused when a colleague has changed the order between what this device has sent', async () => {
  await mark([1], { state: 'in_test', test: testId });
  const id = await add(pdfFile('Reference'));
  await publishReports(lab.ctx, order, [id]);
  await takeStep(lab.ctx, await shown(), { event: 'RESULTS_PUBLISHED' });
  await byColleague({ numbers: [9], state: 'scrapped', reason: 'Dropped' });
  await lab.sync();
  expect(await lab.waiting()).toEqual(['order.transition refused STALE']);
  expect(await seenByCustomer()).toEqual(['Reference Reference.pdf']);
});

test('a step behind a change that I discard is for the version that I saw: refused after a change by a colleague, and else taken', async () => {
  await mark([1], { state: 'in_test', test: testId });
  await takeStep(lab.ctx, await shown(), { event: 'REBUILD' });
  await byColleague({ numbers: [1], state: 'scrapped', reason: 'Dropped' });
  await lab.sync();
  expect(await lab.waiting()).toEqual(['cells.mark refused STALE', 'order.transition blocked']);
  await discardFirst();
  await lab.sync();
  expect(await lab.waiting()).toEqual(['order.transition refused STALE']);
  await discardFirst();

  lab.network.isOn = false;
  await mark([2], { state: 'in_test', test: testId });
  await takeStep(lab.ctx, await shown(), { event: 'REBUILD' });
  const putBack = await discardFirst();
  await putBack();
  await discardFirst();
  lab.network.isOn = true;
  await lab.sync();
  expect(await lab.waiting()).toEqual([]);
  expect(await storedOrder(server, order)).toMatchObject({ status: 'prototyping' });
});

test('a report that is not published yet is unseen by its customer, and reaches colleagues', async () => {
  await add(pdfFile('Draft'), { test: null });
  await lab.sync();
  expect(await seenByCustomer()).toEqual([]);
  const desk = await server.request(admin, 'GET', `/admin-api/po_orders/orders/${order}/test_reports`);
  expect(desk.body).toMatchObject({ items: [{ title: 'Draft', test_id: null, is_published: false }] });
});

test('a table of values beyond 5 MB resumes where it stopped, and the customer downloads it unchanged', async () => {
  const file = csvFile('Cycling', attachmentBytes + 1_000_000);
  const id = await add(file);
  await publishReports(lab.ctx, order, [id]);
  lab.network.next(/PATCH .*uploads/, (go) => go(), 9);
  lab.network.loseReplies(/PATCH .*uploads/);
  await lab.upload();
  // What the lab shows counts the parts that it knows the server has.
  expect([...(await sentBytes(lab.db)).values()]).toEqual([9 * uploadChunkBytes]);
  await lab.restart();
  await lab.sync();
  const calls = (method: string) => lab.network.reached.filter((call) => call.startsWith(`${method} /api/v1/uploads`));
  expect(calls('POST')).toHaveLength(1);
  expect(calls('PATCH')).toHaveLength(Math.ceil(file.size / uploadChunkBytes));
  expect([...(await sentBytes(lab.db)).keys()]).toEqual([]);
  expect(await seenByCustomer()).toEqual(['Cycling Cycling.csv']);
  const url = `/api/v1/po_system/orders/${order}/test_reports/${id}/download`;
  const got = await server.app.inject({ url, headers: { authorization: `Bearer ${customer.token}` } });
  expect(got.headers).toMatchObject({
    'content-type': 'text/csv',
    'content-disposition': expect.stringContaining('attachment; filename="Cycling.csv"'),
    'x-content-type-options': 'nosniff',
  });
  expect(got.rawPayload.equals(Buffer.from(await file.arrayBuffer()))).toBe(true);
});

test.each<[string, () => File, string]>([
  ['an empty file', () => new File([], 'empty.csv'), 'FILE_EMPTY'],
  ['a program', () => new File(['MZ'], 'setup.exe'), 'FILE_TYPE'],
  ['a file of 50 MB', () => new File([new Uint8Array(orderLimits.reportBytes)], 'year.csv'), 'FILE_TOO_LARGE'],
])('%s is no report, which I learn at once', async (_, file, code) => {
  await expect(add(file())).rejects.toMatchObject({ code });
  expect(await lab.waiting()).toEqual([]);
});

test('a picture named as a table is refused by the server, and its publication waits for my decision', async () => {
  const id = await add(new File([Uint8Array.from([0x89, 0x50, 0, 1])], 'values.csv'));
  await publishReports(lab.ctx, order, [id]);
  await lab.sync();
  expect(await lab.waiting()).toEqual(['report.add refused FILE_TYPE', 'report.publish blocked']);
});

test('a table whose first word is the mark of an image is no image that is too large', async () => {
  await add(new File(['BMS_voltage_V;BMS_current_A;BMS_temperature_C\n3.7;1.2;25.0\n'], 'bms.csv'));
  await lab.sync();
  expect(await lab.waiting()).toEqual([]);
});

test('publishing a report that a colleague has removed is refused, and the report stays unseen', async () => {
  const id = await add(pdfFile('Removed'));
  await lab.sync();
  await publishReports(lab.ctx, order, [id]);
  const path = `/admin-api/po_orders/orders/${order}/test_reports/${id}`;
  await server.request(admin, 'DELETE', path, undefined, { 'idempotency-key': newId() });
  await lab.sync();
  expect(await lab.waiting()).toEqual(['report.publish refused NOT_FOUND']);
  expect(await seenByCustomer()).toEqual([]);
});

test('a report is withdrawn offline, once', async () => {
  const id = await add(pdfFile('Wrong'));
  await publishReports(lab.ctx, order, [id]);
  await lab.sync();
  await withdrawReport(lab.ctx, { orderId: order, reportId: id, reason: 'Other cells' });
  lab.network.duplicate(/push/);
  await lab.sync();
  expect(await lab.waiting()).toEqual([]);
  expect(await seenByCustomer()).toEqual(['Wrong withdrawn']);
});

test('a report of a test that the order does not have is refused, and the next one waits for my decision', async () => {
  await add(pdfFile('Other'), { test: 'other' });
  await add(pdfFile('Right'));
  await lab.sync();
  expect(await lab.waiting()).toEqual(['report.add refused INVALID', 'report.add blocked']);
});

test('customers neither add reports nor upload files as large as reports, and staff send none in messages', async () => {
  const theirs = await Device.open(server, customer);
  await theirs.look();
  const about = { file: pdfFile('Mine'), name: 'Mine', test: null, numbers: [], note: '' };
  await addReport(theirs.ctx, order, about);
  await theirs.sync();
  expect(await theirs.waiting()).toEqual(['report.add refused FORBIDDEN']);
  await addReport(theirs.ctx, order, { ...about, file: csvFile('Mine', attachmentBytes + 1_000_000) });
  await theirs.upload();
  expect(await theirs.waiting()).toEqual(['report.add refused FORBIDDEN', 'report.add refused FILE_TOO_LARGE']);
  theirs.close();

  await add(csvFile('Values', attachmentBytes + 1_000_000));
  const [entry] = openOf(await openHere(), 'report.add').map((command) => command.entry.args.files);
  await lab.sync();
  const roomId = orderRoomIdOf(order);
  const files = entry?.map((file) => ({ ...file, id: newId(), name: 'values.csv', size: 10 }));
  const [sent] = await server.bus.executeCommands(expert.user.id, [
    { cmdId: newId(), type: 'chat.send', v: 1, args: { roomId, content: '', files } },
  ]);
  expect(sent).toMatchObject({ s: 'rejected', code: 'FILE_TOO_LARGE' });
});
