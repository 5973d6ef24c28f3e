import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { filesRead } from '#domain/chat/file-claims.ts';
import type { Json } from '#domain/ground/json.ts';
import { checksOf } from '#domain/order/checks/checks.ts';
import type { Check } from '#domain/order/data/check.ts';
import { docHashOf } from '#domain/order/data/doc-hash.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { quoteOf } from '#domain/order/price/price.ts';
import { exampleRateCard } from '#domain/order/data/rate-card.ts';
import { sendMessage } from '../../../src/chat/calls/chat-send.ts';
import { redactMessage } from '../../../src/chat/calls/message-redact.ts';
import { patchOrder } from '../../../src/order/calls/order-patch.ts';
import { placeOrder } from '../../../src/order/calls/order-place.ts';
import { transitionOrder } from '../../../src/order/calls/order-transition.ts';
import { openRoom } from '../../../src/chat/calls/room-open.ts';
import { discardWaiting } from '../../../src/db/send-again.ts';
import { waitingOf } from '../../../src/db/unsent-commands.ts';
import { complete, rpt } from '../../domain/order/orders.ts';
import { Device } from '../../support/devices/device.ts';
import { docxOf, paragraph, pdfOf, types } from '../../support/files/office-files.ts';
import { form, png } from '../../support/files/sample-files.ts';
import { at, provideServer, type SignedIn } from '../../support/servers/server.ts';
import { until } from '../../support/until.ts';

/** The files of a draft, compared with it: from the upload to the placed order. */

let engineer: SignedIn;
let lab: Device;
let desk: Device;
let orderId: string;
let roomId: string;

const server = await provideServer();

const tested: OrderDoc = { ...complete, service: 'both', ...rpt('a') };

beforeEach(async () => {
  engineer = await server.signIn('engineer');
  lab = await Device.open(server, engineer);
  desk = await Device.open(server, engineer);
  orderId = lab.ctx.newId();
  await write(lab, tested);
  await lab.sync();
  roomId = await openRoom(lab.ctx, { type: 6, orderId });
  await lab.sync();
  await desk.sync();
});
afterEach(() => {
  lab.close();
  desk.close();
});

const write = (device: Device, doc: Record<string, Json>) =>
  patchOrder(device.ctx, { orderId, changes: Object.entries(doc).map(([path, value]) => ({ path, value })) });

const fileOf = (name: string, bytes: Buffer, type: string) => new File([Uint8Array.from(bytes)], name, { type });

const drawing = async (more = '') =>
  fileOf('drawing.pdf', await pdfOf(['Drawing of the cell', `Cycle test at 45 °C ${more}`]), types.pdf);

/** Sends files from the lab. @returns the id of the message */
async function send(...files: File[]): Promise<string> {
  const messageId = await sendMessage(lab.ctx, { roomId, content: '', files });
  await lab.sync();
  return messageId;
}

const jobs = async () =>
  (
    await sql<{ n: number }>`select count(*)::int as n from graphile_worker.jobs
      where task_identifier = 'read_order_files'`.execute(server.db)
  ).rows[0]?.n;

/** Waits until the server has read all files. */
const read = () => until('all files are read', async () => (await jobs()) === 0);

/** Returns the checks of the order's files on a device, once it has pulled. */
async function checksOn(device: Device): Promise<Check[]> {
  await device.sync();
  const doc = (await device.order(orderId))?.doc ?? {};
  return checksOf(doc, filesRead(await device.room(roomId))).filter(({ path }) => path.startsWith('files/'));
}

/** Returns the status and the code of the reply to a file that is added to the order by REST. */
async function addedBy(who: SignedIn, path: string): Promise<unknown[]> {
  const { payload, headers } = form({}, [{ name: 'tab.png', bytes: png(9) }]);
  const { status, body } = await server.request(who, 'POST', `${path}/orders/${orderId}/attachments`, payload, headers);
  return [status, at(body, 'code')];
}

test('a discarded draft takes its files with it everywhere, and takes neither new ones nor a conversation', async () => {
  const expert = await server.signIn('expert');
  await send(await drawing());
  await read();
  await desk.sync();
  expect((await desk.messages(roomId)).flatMap(({ files }) => files)).toHaveLength(1);
  await transitionOrder(lab.ctx, { orderId, event: 'DISCARD' });
  await lab.sync();
  const left = async () =>
    (await sql`select from attachments where room_id = ${roomId}`.execute(server.db)).rows.length;
  await until('its files are deleted', async () => (await left()) === 0);
  for (const device of [lab, desk]) {
    await device.sync();
    expect((await device.messages(roomId)).flatMap(({ files }) => files)).toEqual([]);
  }
  await sendMessage(desk.ctx, { roomId, content: '', files: [await drawing('sent late')] });
  await desk.sync();
  await until('a file that was sent late is deleted', async () => (await jobs()) === 0 && (await left()) === 0);
  await desk.sync();
  expect((await desk.messages(roomId)).flatMap(({ files }) => files)).toEqual([]);
  expect(await addedBy(engineer, '/po_system')).toEqual([409, 'ILLEGAL_TRANSITION']);
  expect(await addedBy(expert, '/admin-api/po_orders')).toEqual([409, 'ILLEGAL_TRANSITION']);
  const opened = await server.request(engineer, 'POST', '/po-chats/rooms', { order_id: orderId });
  expect([opened.status, at(opened.body, 'code')]).toEqual([409, 'ILLEGAL_TRANSITION']);
});

async function place(device: Device): Promise<void> {
  const doc = (await device.order(orderId))?.doc ?? {};
  await placeOrder(device.ctx, { orderId, docHash: docHashOf(doc), quoteHash: quoteOf(doc, exampleRateCard).hash });
  await device.sync();
}

const claimEvents = async () =>
  (
    await sql<{ data: object }>`select data from events
      where stream = ${`room:${roomId}`} and type = 'claims.found' order by sseq`.execute(server.db)
  ).rows;

const textsRead = async () =>
  (
    await sql<{ n: number }>`select count(*)::int as n from file_texts t join files f on f.id = t.file_id
      where f.uploader = ${engineer.user.id}`.execute(server.db)
  ).rows[0]?.n;

test('what a file contradicts is warned of on my other device, and placed once I say that it is meant', async () => {
  const messageId = await send(await drawing());
  await read();
  const [warning, ...others] = await checksOn(desk);
  expect(others).toEqual([]);
  expect(warning).toMatchObject({
    level: 'warn',
    ticked: false,
    message: 'drawing.pdf, page 2 says 45 °C; the tests are at 25 °C. “Cycle test at 45 °C”',
  });
  expect(Object.keys((await desk.room(roomId))?.fileClaims ?? {})).toEqual([messageId]);

  await write(desk, { [warning?.tick?.path ?? '']: warning?.tick?.value ?? null });
  expect(await checksOn(desk)).toMatchObject([{ ticked: true }]);
  expect(await checksOn(lab)).toMatchObject([{ ticked: true }]);
  await place(desk);
  expect(await desk.order(orderId)).toMatchObject({ status: 'submitted', refused: null });
});

test('an order that I place before my device knows the contradiction comes back as a draft with it', async () => {
  await send(await drawing());
  await read();
  await place(lab);
  expect(await lab.order(orderId)).toMatchObject({ status: 'draft', refused: { code: 'INVALID' } });
  const [item] = await waitingOf(lab.db);
  expect(item?.reason?.details).toMatchObject([{ code: 'FILE_TEMPERATURE' }]);
  const [warning] = await checksOn(lab);
  expect(warning).toMatchObject({ code: 'FILE_TEMPERATURE' });
  await discardWaiting(lab.ctx, item?.cmdId ?? '');
  await write(lab, { 'tests/a/temp': 45 });
  expect(await checksOn(lab)).toEqual([]);
  await place(lab);
  expect(await lab.order(orderId)).toMatchObject({ status: 'submitted', refused: null });
});

test('a message that is sent twice, and a job that is repeated, read a file once', async () => {
  const same = await drawing('once');
  lab.network.loseReplies(/sync\/push/);
  const first = await sendMessage(lab.ctx, { roomId, content: '', files: [same] });
  await lab.send();
  await lab.upload();
  await lab.send();
  lab.pass(60_000);
  await lab.sync();
  await read();
  const events = await claimEvents();
  expect(events).toMatchObject([{ data: { messageId: first, files: [{ name: 'drawing.pdf' }] } }]);
  await sql`select graphile_worker.add_job('read_order_files',
    ${JSON.stringify({ userId: engineer.user.id, messageId: first })}::json)`.execute(server.db);
  await read();
  expect(await claimEvents()).toEqual(events);
  await send(same);
  await read();
  expect(await claimEvents()).toHaveLength(2);
  expect(await textsRead()).toBe(1);
});

test('a file that cannot be read has a line of its own and does not keep the order; an image has none', async () => {
  await send(fileOf('cut.docx', docxOf('<w:p><w:t>open'), types.docx), fileOf('cell.png', png(41), 'image/png'));
  await read();
  expect(await checksOn(desk)).toMatchObject([
    { level: 'info', message: 'cut.docx could not be read for contradictions.' },
  ]);
  await place(desk);
  expect(await desk.order(orderId)).toMatchObject({ status: 'submitted' });
});

test('a deleted file takes its contradictions and their quotations with it, at once and everywhere', async () => {
  const messageId = await send(await drawing('secret-words'));
  await read();
  expect(await checksOn(lab)).toHaveLength(1);
  expect(await checksOn(desk)).toHaveLength(1);
  lab.network.isOn = false;
  await redactMessage(lab.ctx, { roomId, messageId });
  expect(filesRead(await lab.room(roomId))).toEqual([]);
  lab.network.isOn = true;
  expect(await checksOn(lab)).toEqual([]);
  expect(await checksOn(desk)).toEqual([]);
  const quoted = await sql`select data::text from events where data::text like '%secret-words%'
    union all select data::text from rooms where data::text like '%secret-words%'`.execute(server.db);
  expect(quoted.rows).toEqual([]);
  await place(desk);
  expect(await desk.order(orderId)).toMatchObject({ status: 'submitted' });
});

test('files of an expert, of other rooms and of a placed order are not read', async () => {
  const expert = await Device.open(server, await server.signIn('expert'));
  await expert.sync();
  await sendMessage(expert.ctx, { roomId, content: '', files: [await drawing('of the expert')] });
  await expert.sync();
  const talk = await openRoom(lab.ctx, { type: 5 });
  await sendMessage(lab.ctx, { roomId: talk, content: '', files: [await drawing('of a talk')] });
  await lab.sync();
  await read();
  await place(lab);
  expect(await lab.order(orderId)).toMatchObject({ status: 'submitted' });
  await send(await drawing('after placing'));
  await read();
  expect(await claimEvents()).toEqual([]);
  expect(await textsRead()).toBe(0);
  expert.close();
});

test('an integration that saves an order is told what its files contradict', async () => {
  await send(fileOf('plan.docx', docxOf(paragraph('시험 온도는 45 ℃입니다.')), types.docx));
  await read();
  const saved = await server.request(engineer, 'POST', '/po_system/orders/save', {
    id: orderId,
    version: (await lab.order(orderId))?.sseq ?? 0,
    data: tested,
  });
  expect(at(saved.body, 'warnings')).toContainEqual(
    expect.objectContaining({
      code: 'FILE_TEMPERATURE',
      message: expect.stringContaining('plan.docx, page 1 says 45 °C'),
    }),
  );
});
