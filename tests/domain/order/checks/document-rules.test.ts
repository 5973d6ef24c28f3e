import { expect, test } from 'vitest';
import type { FileClaims } from '#domain/chat/file-claims.ts';
import { checksOf, problemsWithPlacing } from '#domain/order/checks/checks.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { m50, rpt } from '../orders.ts';

/** Documents without which the laboratory may not take what a customer sends. */

const sent: OrderDoc = { ...m50, service: 'testing', nominalCapacity_Ah: 5, ...rpt('a') };
const built: OrderDoc = { ...m50, service: 'both', ...rpt('a') };
const files = (...names: string[]): FileClaims[] => names.map((name, i) => ({ id: `f${i}`, name, claims: [] }));
const asked = (doc: OrderDoc, ...names: string[]) =>
  checksOf(doc, files(...names)).filter(({ code }) => code.startsWith('DOC_'));

test('who sends cells reads before placing which documents they need, and can place without them', () => {
  expect(asked(sent)).toMatchObject([{ level: 'info', path: 'files', code: 'DOC_CELLS' }]);
  expect(problemsWithPlacing(sent).map(({ code }) => code)).not.toContain('DOC_CELLS');
});

test.each([
  ['MSDS_cell.pdf', 'UN38.3-summary.pdf'],
  ['Safety data sheet.pdf', 'UN_38.3.pdf'],
  ['21700-SDS.docx', 'SP 310 declaration.pdf'],
  ['안전보건자료.pdf', 'sp310.pdf'],
])('files called %s and %s are both documents', (sheet, transport) => {
  expect(asked(sent, sheet, transport)).toEqual([]);
  expect(asked(sent, sheet)).toHaveLength(1);
  expect(asked(sent, transport)).toHaveLength(1);
});

test('who has cells built is asked only if material is supplied', () => {
  const supplied = { ...built, separatorMaterial: 'customer supplied' };
  expect(asked(built)).toEqual([]);
  expect(asked(supplied)).toMatchObject([{ code: 'DOC_MATERIAL' }]);
  expect(asked(supplied, 'electrolyte sds.pdf')).toEqual([]);
});

test('an order without a service is not asked yet', () => {
  expect(asked({})).toEqual([]);
});
