import { expect, test } from 'vitest';
import { checksOf } from '#domain/order/checks/checks.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { cellGroups } from '../../../../src/order/editor/cell-groups.ts';

const groupsOf = (doc: OrderDoc) => cellGroups(doc, checksOf(doc));

test('cells that are tested only have one group, built cells one for each part of the design', () => {
  expect(groupsOf({ service: 'testing', format: '21700' }).map(({ code }) => code)).toEqual(['cell']);
  const codes = groupsOf({ service: 'prototyping', format: '21700' }).map(({ code }) => code);
  expect(codes).toEqual([
    'cell',
    'housing',
    'winding',
    'filling',
    'cathode-size',
    'cathode-material',
    'cathode-coating',
    'anode-size',
    'anode-material',
    'anode-coating',
  ]);
  expect(groupsOf({ service: 'prototyping', format: 'prismatic' }).some(({ code }) => code === 'winding')).toBe(false);
});

test('a group says how many of its fields are filled, and which are open', () => {
  const doc = { service: 'prototyping', format: '21700', windingShaftDiameter_mm: 9 };
  const winding = groupsOf(doc).find(({ code }) => code === 'winding');
  expect(winding).toMatchObject({ filled: 1, open: ['windingShaftDiameter_mm', 'separatorInnerTurns'] });
});
