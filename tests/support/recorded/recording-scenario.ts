import { createHmac, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { answerIdOf } from '#domain/spine/commands.ts';
import type { Json } from '#domain/ground/json.ts';
import { testsOf } from '#domain/order/data/tests.ts';
import { demoOrders } from '../../../server/demo/orders.ts';
import { deleteAccounts } from '../../../server/account/jobs/deletions.ts';
import { assignRoom } from '../../../src/chat/staff/room-assign.ts';
import { sendMessage } from '../../../src/chat/calls/chat-send.ts';
import { markCells } from '../../../src/order/staff/calls/cells-mark.ts';
import { giveFeedback } from '../../../src/assistant/calls/feedback-give.ts';
import { requestHandoff } from '../../../src/assistant/calls/handoff-request.ts';
import { removeMember } from '../../../src/chat/calls/member-remove.ts';
import { redactMessage } from '../../../src/chat/calls/message-redact.ts';
import { assignExpert } from '../../../src/order/staff/calls/order-assign.ts';
import { writeNote } from '../../../src/order/staff/calls/order-note.ts';
import { patchOrder } from '../../../src/order/calls/order-patch.ts';
import { placeOrder } from '../../../src/order/calls/order-place.ts';
import { shareOrder } from '../../../src/order/calls/order-share.ts';
import { type OrderStep, takeStep } from '../../../src/order/staff/calls/order-step.ts';
import { transitionOrder } from '../../../src/order/calls/order-transition.ts';
import { changeParcel, registerParcel } from '../../../src/order/calls/parcel-change.ts';
import { askQuestion } from '../../../src/assistant/calls/question-ask.ts';
import { markRead } from '../../../src/chat/calls/read-mark.ts';
import { addReport } from '../../../src/order/staff/calls/report-add.ts';
import { publishReports } from '../../../src/order/staff/calls/report-publish.ts';
import { withdrawReport } from '../../../src/order/staff/calls/report-withdraw.ts';
import { deleteRoom } from '../../../src/chat/calls/room-delete.ts';
import { openRoom } from '../../../src/chat/calls/room-open.ts';
import { pinRoom } from '../../../src/chat/calls/room-pin.ts';
import { renameRoom } from '../../../src/chat/calls/room-rename.ts';
import { restoreRoom } from '../../../src/chat/calls/room-restore.ts';
import { draftKeyOf, saveDraft } from '../../../src/db/drafts.ts';
import type { Device } from '../devices/device.ts';
import { orderAwaitingMaterial, paidOrder, parcelContent, shipment } from '../orders/goods.ts';
import { pdfOf, types } from '../files/office-files.ts';
import { orderInTest, reportPdf } from '../orders/results.ts';
import { placeOrder as placedOrder, staffEvent, storedOrder } from '../orders/reviewing.ts';
import { png } from '../files/sample-files.ts';
import type { SignedIn, TestServer } from '../servers/server.ts';
import { until } from '../until.ts';

/** What the people of a recording do: every kind of event, then every command without a network. */

export const carrierSecret = 'only for recordings';

export interface People {
  server: TestServer;
  users: Record<'engineer' | 'colleague' | 'leaver' | 'trial' | 'expert', SignedIn>;
  devices: Record<'engineer' | 'colleague' | 'leaver' | 'expert', Device>;
}

type History = Awaited<ReturnType<typeof writeHistory>>;

const fileOf = (name: string, bytes: Buffer, type: string) => new File([Uint8Array.from(bytes)], name, { type });

const changesOf = (doc: Record<string, Json>) => Object.entries(doc).map(([path, value]) => ({ path, value }));

/** Does what appends events of every type. @returns the ids of what is worked on later */
export async function writeHistory(people: People) {
  const rooms = await talk(people);
  const orders = await makeOrders(people);
  await renameAndLeave(people);
  const { engineer, colleague, expert } = people.devices;
  for (const device of [engineer, colleague, expert]) await device.sync();
  return { ...rooms, ...orders };
}

async function talk({ server, users, devices: { engineer, colleague, expert } }: People) {
  const { ctx } = engineer;
  const roomId = await openRoom(ctx, { type: 7, resultName: 'Recorded' });
  const first = await sendMessage(ctx, { roomId, content: 'The first message', files: [] });
  await sendMessage(ctx, { roomId, content: 'A reply to it, 전해액', files: [], replyTo: first });
  const asked = await askQuestion(ctx, { text: 'What are the dimensions of a 21700 cell?', chatType: 1 });
  const handed = await askQuestion(ctx, { text: 'What is the nominal voltage of LFP?', chatType: 1 });
  await engineer.sync();
  await giveFeedback(ctx, {
    roomId: asked.roomId,
    answerId: answerIdOf(asked.cmdId),
    rating: -1,
    comment: 'Too short',
  });
  await renameRoom(ctx, { roomId: asked.roomId, title: 'Cells' });
  await pinRoom(ctx, { roomId: asked.roomId, pinned: true });
  await requestHandoff(ctx, { roomId: handed.roomId, questionId: handed.cmdId, note: 'Please' });
  const left = await openRoom(colleague.ctx, { type: 5 });
  await sendMessage(colleague.ctx, { roomId: left, content: 'Is somebody there?', files: [] });
  const stays = await openRoom(colleague.ctx, { type: 5 });
  await sendMessage(colleague.ctx, { roomId: stays, content: 'And here?', files: [] });
  for (const device of [engineer, colleague, expert]) await device.sync();
  await assignRoom(expert.ctx, { roomId, assigneeId: users.expert.user.id, expectAssigneeId: null });
  const redacted = await sendMessage(expert.ctx, { roomId, content: 'Not for you', files: [] });
  const answer = await sendMessage(expert.ctx, { roomId, content: 'From an expert', files: [] });
  await markRead(expert.ctx, { roomId, upTo: 3 });
  await redactMessage(expert.ctx, { roomId, messageId: redacted });
  await removeMember(expert.ctx, { roomId: left, userId: users.colleague.user.id });
  await expert.sync();
  await deleteRoom(ctx, { roomId: asked.roomId });
  await restoreRoom(ctx, { roomId: asked.roomId });
  await engineer.sync();
  await server.request(users.trial, 'POST', '/bot/questions_v2', { text: 'What are the dimensions of a 21700 cell?' });
  return { roomId, asked, handed, stays, first, answer };
}

async function makeOrders({ server, users, devices: { engineer, colleague, expert } }: People) {
  const both = [users.engineer, users.expert] as [SignedIn, SignedIn];
  const draft = await draftWithConflict(engineer, colleague, users.colleague.user.id);
  const roomId = await openRoom(engineer.ctx, { type: 6, orderId: draft });
  const drawing = fileOf('drawing.pdf', await pdfOf(['Drawing of the cell', 'Cycle test at 45 °C']), types.pdf);
  await sendMessage(engineer.ctx, { roomId, content: '', files: [drawing] });
  const complete = engineer.ctx.newId();
  const discarded = engineer.ctx.newId();
  await patchOrder(engineer.ctx, { orderId: complete, changes: changesOf(demoOrders[0]?.doc ?? {}) });
  await patchOrder(engineer.ctx, { orderId: discarded, changes: changesOf({ quantity: 3 }) });
  await engineer.sync();
  await until('the drawing was read', async () => {
    const { rows } = await sql`select from events where type = 'claims.found'`.execute(server.db);
    return rows.length > 0;
  });

  const inTest = await orderInTest(server, both);
  const awaiting = await orderAwaitingMaterial(server, both);
  await shippedOrder(server, both);
  const toShip = await paidOrder(server, both);
  await staffEvent(server, users.expert, [toShip, 'START_BUILD', 'processing']);
  await staffEvent(server, users.expert, [toShip, 'CLOSE', 'prototyping']);
  const toCancel = await paidOrder(server, both);
  await staffEvent(server, users.expert, [toCancel, 'START_BUILD', 'processing']);
  const toReview = await placedOrder(server, users.engineer);
  const toApprove = await placedOrder(server, users.engineer);
  await staffEvent(server, users.expert, [toApprove, 'START_REVIEW', 'submitted']);
  await engineer.sync();
  await expert.sync();

  await changeParcel(engineer.ctx, { orderId: awaiting, step: 'announced', content: parcelContent });
  await engineer.sync();
  const order = await expert.order(inTest);
  if (order === undefined) throw new Error('the order in test is not on the device');
  await markCells(expert.ctx, order, { numbers: [1, 2], state: 'in_test', test: testsOf(order.doc)[0]?.id ?? '' });
  const reports = [];
  for (const name of ['Formation', 'Withdrawn', 'Cycles']) reports.push(await report(expert, inTest, name));
  const [published = '', withdrawn = '', kept = ''] = reports;
  await publishReports(expert.ctx, inTest, [published, withdrawn]);
  await expert.sync();
  await withdrawReport(expert.ctx, { orderId: inTest, reportId: withdrawn, reason: 'The wrong cells' });
  await expert.sync();
  const orders = { draft, complete, discarded, inTest, awaiting, toShip, toCancel, toReview, toApprove };
  return { orders, reports: { published, kept } };
}

const report = (expert: Device, orderId: string, name: string) =>
  addReport(expert.ctx, orderId, {
    file: fileOf(`${name}.pdf`, reportPdf(name), 'application/pdf'),
    name,
    test: null,
    numbers: [],
    note: '',
  });

/** Makes a draft that a colleague has changed from an outdated version. @returns its id */
async function draftWithConflict(engineer: Device, colleague: Device, colleagueId: string): Promise<string> {
  const orderId = engineer.ctx.newId();
  await patchOrder(engineer.ctx, { orderId, changes: changesOf({ title: 'Shared', quantity: 12 }) });
  await shareOrder(engineer.ctx, { orderId, userIds: [colleagueId] });
  await engineer.sync();
  await colleague.sync();
  await patchOrder(engineer.ctx, { orderId, changes: [{ path: 'quantity', value: 24 }] });
  await patchOrder(colleague.ctx, { orderId, changes: [{ path: 'quantity', value: 48 }] });
  await engineer.sync();
  await colleague.sync();
  return orderId;
}

async function shippedOrder(server: TestServer, both: [SignedIn, SignedIn]): Promise<void> {
  const [, expert] = both;
  const orderId = await paidOrder(server, both);
  await staffEvent(server, expert, [orderId, 'START_BUILD', 'processing']);
  await staffEvent(server, expert, [orderId, 'CLOSE', 'prototyping']);
  await staffEvent(server, expert, [orderId, 'SHIP', 'done'], { shipment });
  const { carrier, tracking } = shipment;
  const body = JSON.stringify({
    id: randomUUID(),
    carrier,
    tracking,
    state: 'in_transit',
    at: new Date().toISOString(),
  });
  const t = Math.floor(Date.now() / 1000);
  const signed = createHmac('sha256', carrierSecret).update(`${t}.${body}`).digest('hex');
  const reply = await fetch(`${server.url}/api/v1/hooks/carrier`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-carrier-signature': `t=${t},v1=${signed}` },
    body,
  });
  if (reply.status !== 200) throw new Error(`the carrier was refused: ${await reply.text()}`);
}

/** One user changes their name, and another one's account is deleted. */
async function renameAndLeave({ server, users, devices: { leaver, expert } }: People): Promise<void> {
  await server.request(users.expert, 'PUT', '/users/me/profile', { display_name: 'Dr. Recorded', language: 'en' });
  const roomId = await openRoom(leaver.ctx, { type: 5 });
  await sendMessage(leaver.ctx, { roomId, content: 'Before I leave', files: [] });
  await leaver.sync();
  await expert.sync();
  await sql`update users set deletion_due_at = now() - interval '1 minute' where id = ${users.leaver.user.id}`.execute(
    server.db,
  );
  await deleteAccounts(server.db);
  await until('both are in the log', async () => {
    const { rows } = await sql`
      select distinct type from events where type in ('name.changed', 'person.renamed')`.execute(server.db);
    return rows.length === 2;
  });
}

/** Leaves every command on two devices without a network. No price is accepted, because prices end. */
export async function workOffline(people: People, history: History): Promise<void> {
  const { engineer, expert } = people.devices;
  for (const device of [engineer, expert]) device.network.isOn = false;
  await customerWorks(people, history);
  await expertWorks(people, history);
}

async function customerWorks({ users, devices: { engineer } }: People, history: History): Promise<void> {
  const { ctx } = engineer;
  const { roomId, asked, handed, orders } = history;
  const files = [fileOf('tab.png', png(7), 'image/png')];
  const offline = await openRoom(ctx, { type: 7, resultName: 'Offline' });
  await sendMessage(ctx, { roomId: offline, content: 'Written offline', files: [] });
  await sendMessage(ctx, { roomId, content: 'The torn tab', files, replyTo: history.answer });
  await redactMessage(ctx, { roomId, messageId: history.first });
  await sendMessage(ctx, { roomId, content: 'Behind the file', files: [] });
  await markRead(ctx, { roomId, upTo: 100 });
  await askQuestion(ctx, { text: 'What is the C-rate?', chatType: 2 });
  await giveFeedback(ctx, { roomId: asked.roomId, answerId: answerIdOf(asked.cmdId), rating: 1 });
  await requestHandoff(ctx, { roomId: asked.roomId, questionId: asked.cmdId, note: 'Which tolerance?' });
  await renameRoom(ctx, { roomId: handed.roomId, title: 'LFP' });
  await pinRoom(ctx, { roomId: handed.roomId, pinned: true });
  await deleteRoom(ctx, { roomId: handed.roomId });
  await restoreRoom(ctx, { roomId: handed.roomId });
  await patchOrder(ctx, { orderId: orders.draft, changes: changesOf({ title: 'Offline' }) });
  await shareOrder(ctx, { orderId: orders.draft, userIds: [users.colleague.user.id] });
  await placeOrder(ctx, { orderId: orders.complete });
  await transitionOrder(ctx, { orderId: orders.discarded, event: 'DISCARD' });
  await changeParcel(ctx, { orderId: orders.awaiting, step: 'announced', content: parcelContent });
  await saveDraft(ctx.db, draftKeyOf(roomId), { text: 'Not sent yet' });
}

async function expertWorks({ server, users, devices: { expert } }: People, history: History): Promise<void> {
  const { ctx } = expert;
  const { id } = users.expert.user;
  const { stays, orders, reports } = history;
  const step = async (orderId: string, taken: OrderStep) => {
    const order = await expert.order(orderId);
    if (order === undefined) throw new Error(`order ${orderId} is not on the device`);
    await takeStep(ctx, order, taken);
  };
  await assignRoom(ctx, { roomId: stays, assigneeId: id, expectAssigneeId: null });
  const reply = await sendMessage(ctx, { roomId: stays, content: 'Yes, an expert', files: [] });
  await redactMessage(ctx, { roomId: stays, messageId: reply });
  await removeMember(ctx, { roomId: stays, userId: users.colleague.user.id });
  await markRead(ctx, { roomId: stays, upTo: 2 });
  await sendMessage(ctx, { roomId: ctx.newId(), content: 'Into a room that does not exist', files: [] });
  const { inTest } = orders;
  await writeNote(ctx, { orderId: inTest, text: 'Dry room 2' }, { key: 'none', change: () => undefined });
  await assignExpert(ctx, { orderId: inTest, expertId: null, expectId: id });
  const order = await expert.order(inTest);
  if (order !== undefined) await markCells(ctx, order, { numbers: [3], state: 'scrapped', reason: 'Tab torn' });
  await report(expert, inTest, 'Offline');
  await publishReports(ctx, inTest, [reports.kept]);
  await withdrawReport(ctx, { orderId: inTest, reportId: reports.published, reason: 'Measured again' });
  await step(orders.toReview, { event: 'START_REVIEW', note: 'Mine' });
  const overrides = [{ code: 'report', amount: 0, reason: 'First order' }];
  await step(orders.toApprove, { event: 'APPROVE', overrides });
  await step(orders.toShip, {
    event: 'SHIP',
    shipment: { ...shipment, flags: [...shipment.flags], ticks: [...shipment.ticks] },
  });
  const lines = (await storedOrder(server, orders.toCancel)).quote.lines;
  await step(orders.toCancel, {
    event: 'CANCEL',
    reason: 'The customer called',
    workDone: lines.slice(0, 1).map(({ code, amount }) => ({ code, amount })),
  });
  await registerParcel(ctx, { orderId: orders.awaiting, content: parcelContent });
}
