import { expect, test } from 'vitest';
import { problemWithChange } from '#domain/order/fields/change.ts';
import { copiedChanges } from '#domain/order/fields/copied.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { quoteOf } from '#domain/order/price/price.ts';
import { exampleRateCard } from '#domain/order/data/rate-card.ts';
import { mayChangeDraft } from '#domain/order/life/draft-rights.ts';
import { templateNameOf } from '#domain/order/fields/template.ts';
import { cycle, m50, rpt } from '../orders.ts';

const docOf = (changes: ReturnType<typeof copiedChanges>): OrderDoc =>
  Object.fromEntries(changes.map(({ path, value }) => [path, value]));

const counter = () => {
  let count = 0;
  return () => `new-${++count}`;
};

const codeOf = (name: OrderDoc[string]) => problemWithChange('template', name)?.code;
const user = (id: string, role: 'USER' | 'COMPANY_ADMIN', company_id: number | null) => ({ id, role, company_id });

test('a template has a name that is neither blank nor long, and keeps having one', () => {
  expect(codeOf('Standard RPT')).toBeUndefined();
  expect([codeOf(' '), codeOf(''), codeOf('x'.repeat(121)), codeOf(7), codeOf(null)]).toEqual([
    'REQUIRED',
    'REQUIRED',
    'TOO_LONG',
    'NOT_TEXT',
    'NOT_TEXT',
  ]);
  expect([templateNameOf({ template: 'Standard RPT' }), templateNameOf({ title: 'Standard RPT' })]).toEqual([
    'Standard RPT',
    undefined,
  ]);
});

test('a draft is changed by its owner; a template also by an administrator of its company', () => {
  const draft = { ownerId: 'mara', companyId: 102, doc: {} };
  const template = { ...draft, doc: { template: 'Standard RPT' } };
  const users = [
    user('mara', 'USER', 102),
    user('jun', 'USER', 102),
    user('aiko', 'COMPANY_ADMIN', 102),
    user('kim', 'COMPANY_ADMIN', 210),
  ];
  expect(users.map((each) => mayChangeDraft(each, draft))).toEqual([true, false, false, false]);
  expect(users.map((each) => mayChangeDraft(each, template))).toEqual([true, false, true, false]);
});

test('a copy has the design and the tests with new ids, costs the same, and has no ticks and no name of a template', () => {
  const doc: OrderDoc = {
    ...m50,
    service: 'both',
    ...rpt('a1'),
    ...cycle('b2'),
    'tests/c3/type': 'RPT',
    'tests/c3/removed': true,
    'ack/BALANCE': '0123456789abcdef',
    template: 'Standard RPT',
  };
  const copy = docOf(copiedChanges(doc, counter()));
  expect(copy).toMatchObject({ format: '21700', 'tests/new-1/type': 'RPT', 'tests/new-2/type': 'Cycle' });
  expect(Object.keys(copy).filter((path) => /^(ack|template|tests\/(a1|b2|c3))/.test(path))).toEqual([]);
  expect(quoteOf(copy, exampleRateCard).total).toBe(quoteOf(doc, exampleRateCard).total);
  expect(copiedChanges({}, counter())).toEqual([]);
});
