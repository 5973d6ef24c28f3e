import { expect, test } from 'vitest';
import {
  addressesOf,
  deliveryChecks,
  deliveryLinesOf,
  deliveryOnDocuments,
} from '#domain/order/fields/address-fields.ts';
import { problemWithChange } from '#domain/order/fields/change.ts';
import { checksOf, placingChecks, problemsWithPlacing } from '#domain/order/checks/checks.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { orderJsonOf } from '#domain/order/fields/order-json.ts';
import { priceRefusal } from '#domain/order/price/price-refusal.ts';
import { specificationOf } from '#domain/order/checks/specification.ts';
import { demoOrders } from '../../../../server/demo/orders.ts';

const doc = {
  service: 'prototyping',
  deliveryAddress: ' Helios\nBatterigatan 4\nVästerås ',
  poReference: '4500012345',
  contactName: ' ',
};

const about = (order: OrderDoc) => problemsWithPlacing(order).filter(({ path }) => path === 'deliveryAddress');

test('an order of cells is placed only with the address to ship them to', () => {
  const needed = {
    path: 'deliveryAddress',
    code: 'REQUIRED',
    message: 'Fill in where we ship the cells: name, street, postal code, city and country.',
    text: { key: 'NO_DELIVERY', values: [] },
  };
  expect(about(doc)).toEqual([]);
  for (const service of ['prototyping', 'both']) {
    expect(about({ service })).toEqual([needed]);
    expect(about({ ...doc, service, deliveryAddress: ' \u200B\n ' })).toEqual([needed]);
  }
});

test.each([
  ['Berlin', false],
  ['Berlin, Germany', false],
  ['10115 Berlin\n\n', false],
  ['Musterstraße 14, Berlin', false],
  ['Helios Cell Works\nBatterigatan 4\n721 31 Västerås\nSweden', true],
  ['Mara Quell, The Old Mill, Ballyvaughan, Co. Clare, Ireland', true],
  ['헬리오스\n서울특별시 강남구 테헤란로 152 06236', true],
  ['中国广东省深圳市南山区科技园路1号', true],
  ['Al Noor Labs\nPO Box 1234\nDubai', true],
])('“%s” is enough to ship to: %s', (deliveryAddress, isEnough) => {
  expect(about({ service: 'prototyping', deliveryAddress }).map(({ code }) => code)).toEqual(
    isEnough ? [] : ['REQUIRED'],
  );
});

test.each([
  ['mara@', 1],
  ['mara', 1],
  ['mara@lab.example, ben@lab.example', 1],
  [' Mara@Lab.example ', 0],
  [' ', 0],
])('the contact e-mail “%s” of an order to be placed has this many problems: %i', (contactEmail, problems) => {
  for (const service of ['prototyping', 'testing']) {
    const found = problemsWithPlacing({ service, contactEmail }).filter(({ path }) => path === 'contactEmail');
    expect(found.map(({ code }) => code)).toEqual(Array.from({ length: problems }, () => 'NOT_AN_EMAIL'));
  }
});

test('a design keeps its price while the contact e-mail is wrong', () => {
  const design = { ...demoOrders[0]?.doc, contactEmail: 'mara@' };
  expect(priceRefusal(design, placingChecks(design))).toBeUndefined();
});

test('an order of tests only, or without a service, needs no address', () => {
  expect(deliveryChecks({ service: 'testing' })).toEqual([]);
  expect(deliveryChecks({})).toEqual([]);
});

test('a design has nothing against it where only its address is missing, so it keeps its price', () => {
  const design = demoOrders[0]?.doc ?? {};
  const { deliveryAddress: _, ...unaddressed } = design;
  expect(checksOf(unaddressed)).toEqual(checksOf(design));
  expect(priceRefusal(unaddressed, placingChecks(unaddressed))).toBeUndefined();
});

test('what is filled in is shown, trimmed and in the order of the form', () => {
  expect(addressesOf(doc)).toEqual([
    { key: 'deliveryAddress', value: 'Helios\nBatterigatan 4\nVästerås' },
    { key: 'poReference', value: '4500012345' },
  ]);
});

test('on a parcel stand the address and whom the carrier asks for, and nothing without an address', () => {
  const lines = ['Helios', 'Batterigatan 4', 'Västerås', 'Ada', '+46 21 1'];
  expect(deliveryLinesOf({ ...doc, contactName: 'Ada', contactPhone: '+46 21 1', billingAddress: 'x' })).toEqual(lines);
  expect(deliveryLinesOf({ service: 'testing', contactName: 'Ada' })).toEqual([]);
});

test('on a quote and an invoice stand the address and the contact with its e-mail, also the contact alone', () => {
  const contact = { contactName: 'Ada', contactEmail: 'ada@helios.test' };
  const lines = ['Helios', 'Batterigatan 4', 'Västerås', 'Ada', 'ada@helios.test'];
  expect(deliveryOnDocuments({ ...doc, ...contact })).toEqual(lines);
  expect(deliveryOnDocuments({ service: 'testing', ...contact })).toEqual(['Ada', 'ada@helios.test']);
  expect(deliveryOnDocuments({ service: 'testing' })).toEqual([]);
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
