import { expect, test } from 'vitest';
import { readQna } from '../../../server/assistant/store/qnas.ts';
import { docxOf, paragraph, pdfOf } from '../../support/files/office-files.ts';
import { uploadOf } from '../../support/orders/results.ts';
import { at, provideServer } from '../../support/servers/server.ts';
import { until } from '../../support/until.ts';

/** An expert makes Q&As from a document, through the routes, the reader and the database. */

const server = await provideServer({ knowledge: true });
const expert = await server.signIn('expert');

const base = '/admin-api/knowledge_documents';
const gas = 'Our ZX-9 formation chamber vents through the east duct, and its filter is changed after forty trays.';
const filter = 'Order the ZX-9 filter from the store with the number F-2207, and log the change at the chamber.';

async function added(name: string, bytes: Buffer): Promise<string> {
  const upload_id = await uploadOf(server, expert, name, bytes);
  const { status, body } = await server.request(expert, 'POST', base, {
    upload_id,
    large_category: 'Laboratory',
    medium_category: 'Formation',
  });
  expect([status, at(body, 'large_category')]).toEqual([201, 'Laboratory']);
  return String(at(body, 'id'));
}

async function read(id: string): Promise<Record<string, unknown>> {
  let body: Record<string, unknown> = {};
  await until('the document is read', async () => {
    ({ body } = (await server.request(expert, 'GET', `${base}/${id}`)) as { body: Record<string, unknown> });
    return body.state !== 'reading';
  });
  return body;
}

const manual = () =>
  docxOf(
    [paragraph('Venting of the ZX-9 chamber'), paragraph(gas), paragraph('Filter of the ZX-9'), paragraph(filter)].join(
      '',
    ),
  );

test('an expert makes one Q&A of a manual, leaves a piece out, and the assistant waits for its check', async () => {
  const id = await added('manual.docx', manual());
  expect(await read(id)).toMatchObject({
    state: 'read',
    pages: 1,
    open: 2,
    items: [
      { n: 1, page: '1', question: 'Venting of the ZX-9 chamber', answer: gas, state: 'open', qna_id: null },
      { n: 2, question: 'Filter of the ZX-9', answer: filter },
    ],
  });
  const made = await server.request(expert, 'POST', `${base}/${id}/qnas`, {
    items: [{ n: 1, question: 'Where does the ZX-9 chamber vent?', answer: gas }],
  });
  const qnaId = String(at(made.body, 'items.0.qna_id'));
  expect(await readQna(server.db, qnaId)).toMatchObject({
    large: 'Laboratory',
    medium: 'Formation',
    question: 'Where does the ZX-9 chamber vent?',
    answer: gas,
    status: 'needs_check',
    sources: ['manual.docx, 1'],
  });
  await server.request(expert, 'POST', `${base}/${id}/left_out`, { numbers: [2], left_out: true });
  expect(await read(id)).toMatchObject({
    open: 0,
    made: 1,
    left_out: 1,
    items: [{ qna_id: qnaId }, { state: 'left_out' }],
  });
  const asked = await server.request(await server.signIn('engineer'), 'POST', '/bot/questions_v2', {
    role: 'user',
    text: 'Where does the ZX-9 chamber vent?',
    client_message_id: crypto.randomUUID(),
    chat_type: 1,
  });
  expect(JSON.stringify(asked.body)).not.toContain('east duct');
});

test('a piece is made into a Q&A once, and nothing is made when one of several does not fit', async () => {
  const id = await added('again.docx', manual());
  await read(id);
  const make = (...items: object[]) => server.request(expert, 'POST', `${base}/${id}/qnas`, { items });
  const refused = await make({ n: 1, question: 'Where?', answer: gas }, { n: 2, question: ' ', answer: filter });
  expect([refused.status, at(refused.body, 'details.0.path')]).toEqual([422, 'items/1/question']);
  expect(await read(id)).toMatchObject({ open: 2, made: 0 });
  expect((await make({ n: 1, question: 'Where?', answer: gas })).status).toBe(200);
  expect((await make({ n: 1, question: 'Where?', answer: gas })).status).toBe(409);
  expect((await make({ n: 9, question: 'Where?', answer: gas })).status).toBe(404);
});

test('a scan is kept, and the reason why it has no pieces is a sentence', async () => {
  const body = await read(await added('scan.pdf', await pdfOf([''])));
  expect(body).toMatchObject({ state: 'unreadable', items: [] });
  expect(String(body.problem)).toContain('scan.pdf');
});

test('a piece that the assistant can answer already names that entry', async () => {
  const text =
    'What do the numbers in 18650, 21700 and 4680 mean?\nThey name the size of a cell in millimetres, first its diameter and then its height.';
  const document = await read(await added('sizes.pdf', await pdfOf([text])));
  expect(document).toMatchObject({
    items: [{ alike: { question: 'What do the numbers in 18650, 21700 and 4680 mean?' } }],
  });
});

test('a deleted document is gone for everybody, and its Q&As stay', async () => {
  const id = await added('gone.docx', manual());
  await read(id);
  const made = await server.request(expert, 'POST', `${base}/${id}/qnas`, {
    items: [{ n: 2, question: 'Which filter?', answer: filter }],
  });
  expect((await server.request(expert, 'DELETE', `${base}/${id}`)).status).toBe(204);
  expect((await server.request(expert, 'GET', `${base}/${id}`)).status).toBe(404);
  expect(await readQna(server.db, String(at(made.body, 'items.0.qna_id')))).toBeDefined();
});
