import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { readCsv } from '#domain/ground/csv-reader.ts';
import { filesRead } from '#domain/chat/file-claims.ts';
import type { ImportReply } from '#domain/assistant/wire/qna-imports.ts';
import { readTable } from '../../../server/file-text/read-table.ts';
import { sendMessage } from '../../../src/chat/calls/chat-send.ts';
import { patchOrder } from '../../../src/order/calls/order-patch.ts';
import { askQuestion } from '../../../src/assistant/calls/question-ask.ts';
import { openRoom } from '../../../src/chat/calls/room-open.ts';
import { Device } from '../../support/devices/device.ts';
import { everyCell, workbookOfCells } from '../../support/files/every-cell.ts';
import { types } from '../../support/files/office-files.ts';
import { provideServer } from '../../support/servers/server.ts';
import { until } from '../../support/until.ts';

/** A workbook with a cell of every kind: imported, exported, quoted and compared with an order, always as a person sees it. */

const server = await provideServer({ knowledge: true });
const expert = await server.signIn('expert');

const fileOf = (name: string, bytes: Buffer) => new File([Uint8Array.from(bytes)], name, { type: types.xlsx });

const download = async (path: string) => {
  const response = await fetch(`${server.url}/api/v1${path}`, {
    headers: { authorization: `Bearer ${expert.token}`, 'x-device-id': 'a'.repeat(64) },
  });
  return Buffer.from(await response.arrayBuffer());
};

test('answers of an imported workbook are stored as they are shown, and exports read back so', async () => {
  const form = new FormData();
  const file = workbookOfCells(everyCell, {
    heads: ['Large category', 'Question', 'Answer'],
    before: (i) => ['Zqx cells', `Zqx ${i}: ${everyCell[i]?.what ?? ''}?`],
  });
  form.append('file', new Blob([new Uint8Array(file)]), 'cells.xlsx');
  const checked = await fetch(`${server.url}/api/v1/qnas/imports`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${expert.token}`, 'x-device-id': 'a'.repeat(64) },
  });
  const reply = (await checked.json()) as ImportReply;
  expect(reply).toMatchObject({ created: everyCell.length, errors: [] });
  const key = { 'idempotency-key': randomUUID() };
  await server.request(expert, 'POST', `/qnas/imports/${reply.import_id}/commit`, { rows: 'all' }, key);
  const expected = everyCell.map(({ what, shown }, i) => [`Zqx ${i}: ${what}?`, shown]);

  const [exported] = await readTable(await download('/qnas/xlsx')).then((read) =>
    'problem' in read ? [] : read.sheets,
  );
  const heads = exported?.rows[0]?.cells ?? [];
  const [question, answer] = [heads.indexOf('Question'), heads.indexOf('Answer')];
  const rows = (exported?.rows ?? []).map(({ cells }) => [cells[question], cells[answer]]);
  expect(rows.filter(([asked]) => asked?.startsWith('Zqx'))).toEqual(expected);

  const [first, ...records] = readCsv((await download('/qnas/csv')).toString());
  const [q = 0, a = 0] = ['Question', 'Answer'].map((head) => first?.cells.indexOf(head));
  const csv = records.map(({ cells }) => [cells[q], cells[a]]).filter(([asked]) => asked?.startsWith('Zqx'));
  expect(new Set(csv.map((each) => each.join('|')))).toEqual(new Set(expected.map((each) => each.join('|'))));
});

const cell = (value: number | string, format: number | string = 0, attributes = '') => ({
  format,
  xml: { attributes, content: `<v>${value}</v>` },
});

test('an answer quotes days, percentages and truth of an attached workbook as they are shown', async () => {
  const labels = ['Issued on', 'Measured at', 'State of charge', 'Approved'];
  const file = workbookOfCells([cell(46024, 14), cell(46024.54513888889, 22), cell(0.8, 10), cell(1, 0, ' t="b"')], {
    before: (i) => [labels[i] ?? ''],
  });
  const device = await Device.open(server, await server.signIn('engineer'));
  const { roomId } = await askQuestion(device.ctx, {
    text: 'When was this sheet issued, and when was it measured?',
    chatType: 1,
    files: [fileOf('zqx.xlsx', file)],
  });
  await device.sync();
  const [, answer] = await device.messages(roomId);
  const passage = answer?.answer?.sources.find((source) => source.file !== undefined)?.file?.passage;
  expect(passage).toBe(
    'Issued on | 2026-01-02\nMeasured at | 2026-01-02 13:05\nState of charge | 80.00%\nApproved | TRUE',
  );
  device.close();
});

test('a workbook in the room of an order claims what its cells show', async () => {
  const lab = await Device.open(server, await server.signIn('engineer'));
  const orderId = lab.ctx.newId();
  await patchOrder(lab.ctx, { orderId, changes: [{ path: 'title', value: 'Zqx' }] });
  await lab.sync();
  const roomId = await openRoom(lab.ctx, { type: 6, orderId });
  await lab.sync();
  const file = workbookOfCells([{ format: '"Cycle test at "0" °C"', xml: { content: '<v>45</v>' } }]);
  await sendMessage(lab.ctx, { roomId, content: '', files: [fileOf('tests.xlsx', file)] });
  await until('the file is read', async () => {
    await lab.sync();
    return filesRead(await lab.room(roomId)).length > 0;
  });
  expect(filesRead(await lab.room(roomId))).toMatchObject([
    { name: 'tests.xlsx', claims: [{ kind: 'temperature', value: 45, quote: 'Cycle test at 45 °C' }] },
  ]);
  lab.close();
});
