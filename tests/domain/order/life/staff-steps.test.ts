import { expect, test } from 'vitest';
import { staffSteps, statusAfterStep } from '#domain/order/life/staff-steps.ts';

/** What staff may do with an order. */

const order = { ownerId: 'customer', status: 'submitted', doc: {} } as const;
const expert = { id: 'expert', role: 'EXPERT' } as const;
const admin = { id: 'admin', role: 'CHATBOT' } as const;

test('experts and admins get the steps of an order of somebody else', () => {
  expect(staffSteps(expert, order)).toEqual(['START_REVIEW', 'CANCEL']);
  expect(staffSteps(admin, { ...order, status: 'processing' })).toContain('CANCEL');
  expect(staffSteps(expert, { ...order, status: 'processing' })).not.toContain('CANCEL');
});

test('staff have no step in their own order, and others have none at all', () => {
  expect(staffSteps({ ...expert, id: 'customer' }, order)).toEqual([]);
  expect(staffSteps({ id: 'customer', role: 'USER' }, order)).toEqual([]);
});

test('a step leads to the status of the table, or nowhere', () => {
  expect(statusAfterStep(expert, order, 'START_REVIEW')).toBe('reviewing');
  expect(statusAfterStep(expert, order, 'SHIP')).toBeUndefined();
  expect(statusAfterStep({ ...expert, id: 'customer' }, order, 'START_REVIEW')).toBeUndefined();
});
