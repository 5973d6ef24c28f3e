import { expect, test } from 'vitest';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { changesOfNewTest, withChanges } from '#domain/order/fields/presets.ts';
import { testGroups } from '../../../../src/order/editor/test-groups.ts';

const keysIn = (doc: OrderDoc) =>
  testGroups(doc, { id: 't', type: 'Cycle' }).flatMap(({ fields }) => fields.map(({ key }) => key));

test('a cycle test offers the check-up before cycle 1 once it has check-ups in between, and then it is ticked', () => {
  const service: OrderDoc = { service: 'testing' };
  const doc = withChanges(service, changesOfNewTest(service, 't', 'Cycle'));
  expect(keysIn(doc)).not.toContain('rptFirst');
  expect(keysIn({ ...doc, 'tests/t/rptEvery': 100 })).toContain('rptFirst');
  expect(doc['tests/t/rptFirst']).toBe(true);
});
