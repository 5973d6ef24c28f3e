import { expect, test } from 'vitest';
import { addressesOf, lacksDelivery } from '#domain/order/address-fields.ts';
import { problemWithChange } from '#domain/order/change.ts';
import { orderJsonOf } from '#domain/order/order-json.ts';
import { specificationOf } from '#domain/order/specification.ts';

const doc = {
  service: 'prototyping',
  deliveryAddress: ' Helios\nBatterigatan 4 ',
  poReference: '4500012345',
  contactName: ' ',
};

test('an order says where its cells are shipped, unless it is a test of cells only', () => {
  expect(lacksDelivery(doc)).toBe(false);
  expect(lacksDelivery({ ...doc, deliveryAddress: '  ' })).toBe(true);
  expect(lacksDelivery({ service: 'testing' })).toBe(false);
});

test('what is filled in is shown, trimmed and in the order of the form', () => {
  expect(addressesOf(doc)).toEqual([
    { key: 'deliveryAddress', value: 'Helios\nBatterigatan 4' },
    { key: 'poReference', value: '4500012345' },
  ]);
});

test('an address may be written, and one that is too long may not', () => {
  expect(problemWithChange('deliveryAddress', 'Helios\nBatterigatan 4')).toBeUndefined();
  expect(problemWithChange('deliveryAddress', 'x'.repeat(501))).toBeDefined();
  expect(problemWithChange('deliverAddress', 'x')).toBeDefined();
});

test('addresses are neither part of the specification nor of the file of an order', () => {
  const words = { t: (key: string) => key, language: 'en' };
  expect(JSON.stringify(specificationOf(doc, words))).not.toContain('Batterigatan');
  expect(JSON.stringify(orderJsonOf(doc))).not.toContain('Batterigatan');
});
