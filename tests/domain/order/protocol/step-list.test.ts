import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { exportsOf } from '#domain/order/protocol/step-list.ts';
import { protocolOf } from '#domain/order/protocol/protocol.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { testTypes, testsOf } from '#domain/order/data/tests.ts';
import { cycle, m50, rpt } from '../orders.ts';
import { C, proposed, protocolOfTest } from './protocols.ts';

/** Whether the published schema accepts a value, with the validator that the server's routes have. */
async function isAccepted(value: unknown): Promise<boolean> {
  const app = Fastify();
  const body = JSON.parse(readFileSync('docs/step-list.schema.json', 'utf8')) as object;
  app.post('/', { schema: { body }, bodyLimit: 1e8 }, () => 'accepted');
  const reply = await app.inject({ method: 'POST', url: '/', payload: value as object });
  await app.close();
  return reply.statusCode === 200;
}

function exported(order: OrderDoc) {
  const { doc, item } = protocolOfTest(order);
  return exportsOf(doc, item);
}

test.each([
  ...testTypes.map(({ code }) => [code, proposed(code)] as const),
  ['RPT with pulses', rpt('t', { socCheckpoints: [80, 20], pulseCurrent: C(1), pulseDuration: 10 })] as const,
  ['Cycle with check-ups', cycle('t', { rptEvery: 100 })] as const,
  ['Calendar that floats', proposed('Calendar', { agingMode: 'float' })] as const,
])('the file of %s fits its published schema', async (_, order) => {
  expect(await isAccepted(exported(order).file)).toBe(true);
});

test('the schema refuses a mode, an end or a current that it does not know', async () => {
  const { file } = exported(rpt('t'));
  const withStep = (step: object) => ({ ...file, method: [step] });
  expect(await isAccepted(withStep({ mode: 'boost' }))).toBe(false);
  expect(await isAccepted(withStep({ mode: 'cc', termination: [{ quantity: 'soc', value: 1, unit: 'V' }] }))).toBe(
    false,
  );
  expect(await isAccepted(withStep({ mode: 'cc', setpoints: { current: { value: 1, unit: 'mA' } } }))).toBe(false);
});

test('a missing parameter is named, and there is no step list', () => {
  const doc = { ...m50, ...rpt('t', { dischargeCurrent: null, restTime: null }) };
  const [item] = testsOf(doc);
  if (item === undefined) throw new Error('The order has no test.');
  expect(protocolOf(doc, item)).toEqual({ steps: undefined, missing: ['restTime', 'dischargeCurrent'] });
  expect(exportsOf(doc, item).missing).toEqual(['restTime', 'dischargeCurrent']);
});

test('amperes need a capacity, C rates do not', () => {
  const inAmperes = { service: 'testing', ...rpt('t', { chargeCurrent: { value: 2, unit: 'A' } }) };
  const inRates = { service: 'testing', ...rpt('t') };
  const [item] = testsOf(inRates);
  if (item === undefined) throw new Error('The order has no test.');
  expect(protocolOf(inAmperes, item).missing).toEqual(['nominalCapacity_Ah']);
  expect(protocolOf(inRates, item).missing).toEqual([]);
});
