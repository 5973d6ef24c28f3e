import { expect, test } from 'vitest';
import type { FileClaim, FileClaims } from '#domain/chat/file-claims.ts';
import { checksOf, problemsWithPlacing } from '#domain/order/checks/checks.ts';
import { ClaimsInFile } from '#domain/order/checks/claims-in-file.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { m50, rpt } from '../orders.ts';

const id = '01980000-0000-7000-8000-000000000001';
const doc: OrderDoc = { ...m50, service: 'both', ...rpt('a') };

function claimsOf(text: string, page: number | string = 2): FileClaim[] {
  const claims = new ClaimsInFile();
  claims.add({ page, text });
  return claims.done();
}

const file = (text: string, page?: number | string): FileClaims => ({
  id,
  name: 'drawing.pdf',
  claims: claimsOf(text, page),
});

const checksOfFile = (text: string, order: OrderDoc = doc) =>
  checksOf(order, [file(text)]).filter(({ path }) => path === `files/${id}`);

test.each<[text: string, code: string, message: string]>([
  [
    'Cycle test at 45 °C',
    'FILE_TEMPERATURE',
    'drawing.pdf, page 2 says 45 °C; the tests are at 25 °C. “Cycle test at 45 °C”',
  ],
  ['Capacity: 3,0 Ah', 'FILE_CAPACITY', 'drawing.pdf, page 2 says 3 Ah; the order says 4.733 Ah. “Capacity: 3,0 Ah”'],
  ['Can 18650', 'FILE_FORMAT', 'drawing.pdf, page 2 says 18650; the order says 21700. “Can 18650”'],
  ['LFP/graphite', 'FILE_CHEMISTRY', 'drawing.pdf, page 2 says LFP; the order says NMC/Si-graphite. “LFP/graphite”'],
])('a file that says “%s” contradicts the order: %s', (text, code, message) => {
  expect(checksOfFile(text)).toMatchObject([{ level: 'warn', code, message, ticked: false }]);
});

test('a sheet is named with its rows', () => {
  const [check] = checksOf(doc, [file('Cycle test | 45 °C', 'Plan!1:40')]).slice(-1);
  expect(check?.message).toBe('drawing.pdf, Plan!1:40 says 45 °C; the tests are at 25 °C. “Cycle test | 45 °C”');
});

test.each([
  'Cycle test at 25 °C, 21700, NMC811, 5 Ah',
  'Unlike 18650, the 21700 has 5.0 Ah, not 3 Ah',
  'The LFP reference is tested at 45 °C. NMC811 is what we order',
  'Dry at 80 °C',
  'Test in a room of 23 ± 2 °C',
])('a file that says “%s” contradicts nothing', (text) => {
  expect(checksOfFile(text)).toEqual([]);
});

test('a temperature that a safety test reaches contradicts nothing', () => {
  const abuse: OrderDoc = { ...doc, 'tests/b/type': 'Safety', 'tests/b/temp': 25, 'tests/b/targetTemp': 130 };
  expect(checksOfFile('Oven test: heat to 130 °C', abuse)).toEqual([]);
  expect(checksOfFile('Oven test: heat to 150 °C', abuse)).toHaveLength(1);
});

test('the same file contradicts the order after a change of the order', () => {
  const text = 'Cycle test at 45 °C';
  expect(checksOfFile(text, { ...doc, 'tests/a/temp': 45 })).toEqual([]);
  expect(checksOfFile(text)).toHaveLength(1);
});

test('a contradiction keeps the order from being placed until it is ticked, and again when it changes', () => {
  const files = [file('Cycle test at 45 °C')];
  const codes = (order: OrderDoc) => problemsWithPlacing(order, files).map(({ code }) => code);
  const before = codes(doc);
  expect(before).toContain('FILE_TEMPERATURE');
  const check = checksOf(doc, files).find(({ code }) => code === 'FILE_TEMPERATURE');
  expect(check?.tick?.path).toBe(`ack/FILE_TEMPERATURE/${id}`);
  const ticked: OrderDoc = { ...doc, [check?.tick?.path ?? '']: check?.tick?.value ?? null };
  expect(codes(ticked)).toEqual(before.filter((code) => code !== 'FILE_TEMPERATURE'));
  expect(codes({ ...ticked, 'tests/a/temp': 35 })).toContain('FILE_TEMPERATURE');
});

test('a file that could not be read has an information, which keeps nothing', () => {
  const files: FileClaims[] = [{ id, name: 'scan.pdf', claims: [], problem: 'scanned' }];
  const [check] = checksOf(doc, files).slice(-1);
  expect(check).toMatchObject({
    level: 'info',
    path: `files/${id}`,
    message: 'scan.pdf could not be read for contradictions.',
    tick: null,
  });
  expect(problemsWithPlacing(doc, files)).toEqual(problemsWithPlacing(doc));
});
