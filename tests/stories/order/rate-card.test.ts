import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { problemWithChange } from '#domain/order/fields/change.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { quoteOf } from '#domain/order/price/price.ts';
import { pricedDoc } from '#domain/order/price/price-refusal.ts';
import { exampleRateCard, type RateCard } from '#domain/order/data/rate-card.ts';
import { patchOrder } from '../../../src/order/calls/order-patch.ts';
import { placeOrder } from '../../../src/order/calls/order-place.ts';
import { retryRefused } from '../../../src/order/calls/order-send-again.ts';
import { keepRateCard, keptLaboratory, keptTax, keptTimeZone } from '../../../src/order/rate-card/kept-rate-card.ts';
import { complete } from '../../domain/order/orders.ts';
import { Device } from '../../support/devices/device.ts';
import { at, startServer, provideServer, type SignedIn } from '../../support/servers/server.ts';
import { rateCardCheckMs } from '../../../src/order/rate-card/rate-card-refresh.ts';

/** The rate card: staff change it, devices learn it, and an order that was priced with an old one is not placed with it. */

let staff: SignedIn;
let lab: Device;
let orderId: string;

const server = await provideServer();
beforeEach(async () => {
  await sql`delete from rate_cards`.execute(server.db);
  staff = await server.signIn('expert');
  lab = await Device.open(server, await server.signIn('engineer'));
  orderId = lab.ctx.newId();
});
afterEach(() => lab.close());

const dearer: RateCard = { ...exampleRateCard, prototypingSetup: 500_00 };

const save = (replaces: number, card: RateCard = dearer) =>
  server.request(staff, 'POST', '/admin-api/rate_cards', { replaces, card, note: 'A dearer set-up' });

const write = (doc: OrderDoc = complete) =>
  patchOrder(lab.ctx, { orderId, changes: Object.entries(doc).map(([path, value]) => ({ path, value })) });

const kept = async () =>
  (
    await sql<{ data: { status: string; quote: { total: number; rateCardVersion: string } | null } }>`
    select data from orders where id = ${orderId}`.execute(server.db)
  ).rows[0]?.data;

test('I place offline with the prices I know; the server asks me again when they changed, and then places it once', async () => {
  await write();
  await lab.sync();
  lab.network.isOn = false;
  await placeOrder(lab.ctx, { orderId });
  const { body } = await save(1);
  const version = String(at(body, 'card.version'));
  lab.network.isOn = true;
  await lab.send();
  const refused = (await lab.order(orderId))?.refused;
  const now = quoteOf(complete, { ...dearer, version });
  expect(refused).toMatchObject({ code: 'PRICE_CHANGED', details: { quote: now } });
  expect(await kept()).toMatchObject({ status: 'draft' });
  await lab.look();
  expect(lab.rateCard.version).toBe(version);

  expect(refused?.placed?.seen).toEqual(quoteOf(complete, exampleRateCard));
  const agreed = { docHash: refused?.placed?.docHash ?? '', quote: now };
  await retryRefused(lab.ctx, refused?.cmdId ?? '', agreed);
  lab.network.loseReplies(/sync\/push/);
  await lab.send();
  await lab.restart();
  await lab.sync();
  expect(await kept()).toMatchObject({ status: 'submitted', quote: { total: now.total, rateCardVersion: version } });
  expect((await lab.order(orderId))?.history.map(({ event }) => event)).toEqual(['SAVE', 'PLACE']);
});

test('I agree to a price for the order as I saw it: a change by a colleague in between is not placed', async () => {
  await write();
  await lab.sync();
  await save(1);
  await placeOrder(lab.ctx, { orderId });
  await lab.sync();
  const refused = (await lab.order(orderId))?.refused;
  const other = { docHash: '0'.repeat(64), quote: quoteOf(complete, dearer) };
  await expect(retryRefused(lab.ctx, refused?.cmdId ?? '', other)).rejects.toMatchObject({ code: 'ORDER_CHANGED' });
  expect(await lab.waiting()).toEqual(['order.place refused PRICE_CHANGED']);
  await expect(placeOrder(lab.ctx, { orderId: lab.ctx.newId() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a price that changed on this device just before I place is not placed', async () => {
  await write();
  const { hash } = quoteOf(complete, exampleRateCard);
  lab.rateCard = dearer;
  await expect(placeOrder(lab.ctx, { orderId, quoteHash: hash })).rejects.toMatchObject({ code: 'PRICE_CHANGED' });
  expect(await lab.waiting()).toEqual(['order.patch queued']);
});

test('a refused price brings the new rate card with it, before the device asks for one', async () => {
  await write();
  await lab.sync();
  await save(1);
  await placeOrder(lab.ctx, { orderId });
  await lab.send();
  lab.network.isOn = false;
  await lab.restart();
  expect(lab.rateCard.prototypingSetup).toBe(500_00);
});

test('a device learns new prices within minutes, and still knows them offline after a restart', async () => {
  await lab.sync();
  expect(lab.rateCard).toEqual(exampleRateCard);
  await save(1);
  lab.pass(rateCardCheckMs);
  await lab.sync();
  lab.network.isOn = false;
  await lab.restart();
  expect(lab.rateCard.prototypingSetup).toBe(500_00);
});

test('the tax, the time zone of the seller and the address to send parcels to are on the device, also offline, and the address goes when the operator takes it back', async () => {
  const named = await startServer({
    env: { LAB_ADDRESS: 'VFP Lab|Gate 3', TAX_PERCENT: '19', INVOICE_TAX_ID: 'DE1', INVOICE_TIME_ZONE: 'Asia/Seoul' },
  });
  const device = await Device.open(named, await named.signIn('engineer'));
  await device.sync();
  device.network.isOn = false;
  await device.restart();
  expect(await keptLaboratory(device.db)).toBe('VFP Lab\nGate 3');
  expect(await keptTax(device.db)).toEqual({ bp: 1900 });
  expect(await keptTimeZone(device.db)).toBe('Asia/Seoul');
  device.close();
  await named.close();
  await keepRateCard(lab.db, { number: 1, card: exampleRateCard, laboratory: 'VFP Lab' });
  await keepRateCard(lab.db, { number: 1, card: exampleRateCard });
  expect(await keptLaboratory(lab.db)).toBeUndefined();
});

test('why no tax is added is on the device in the seller’s own words, also offline', async () => {
  const noTaxReason = 'The recipient owes the tax (reverse charge).';
  const named = await startServer({ env: { INVOICE_NO_TAX_REASON: noTaxReason } });
  const device = await Device.open(named, await named.signIn('engineer'));
  await device.sync();
  device.network.isOn = false;
  await device.restart();
  expect(await keptTax(device.db)).toEqual({ bp: 0, noTaxReason });
  device.close();
  await named.close();
});

test('a placed order keeps its price and its version when the card changes', async () => {
  await write();
  await placeOrder(lab.ctx, { orderId });
  await lab.sync();
  const before = await kept();
  await save(1);
  expect((await kept())?.quote).toEqual(before?.quote);
  const { body } = await server.request(staff, 'GET', `/po_system/orders/${orderId}/load`);
  expect(at(body, 'order.price')).toMatchObject({ rate_card: exampleRateCard.version, total: before?.quote?.total });
});

test('of two people who edit the same card, the second is told, and nothing of the first is lost', async () => {
  const replies = await Promise.all([save(1), save(1, { ...exampleRateCard, report: 1_00 })]);
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201, 409]));
  expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'STALE' });
  const { body } = await server.request(staff, 'GET', '/admin-api/rate_cards');
  expect(at(body, 'items')).toMatchObject([
    { number: 2, note: 'A dearer set-up' },
    { number: 1, made_by: null },
  ]);
  const audit = await server.request(staff, 'GET', '/admin-api/audit?what=prices.changed');
  expect(at(audit.body, 'items.0')).toMatchObject({ actor: staff.user.id });
});

test('figures that cannot be prices are refused by name, and nothing is saved', async () => {
  const { status, body } = await save(1, { ...exampleRateCard, report: -1, quantityDiscount: [{ from: 1, share: 1 }] });
  expect(status).toBe(422);
  expect(at(body, 'details')).toEqual(
    expect.arrayContaining([
      { path: 'report', code: 'AMOUNT' },
      { path: 'quantityDiscount/1/share', code: 'SHAPE' },
    ]),
  );
  expect(at((await server.request(staff, 'GET', '/po_system/rate_card')).body, 'number')).toBe(1);
});

test('before saving, staff see what open orders would cost', async () => {
  await write();
  await lab.sync();
  const { body } = await server.request(staff, 'POST', '/admin-api/rate_cards/preview', { card: dearer });
  const before = quoteOf(complete, exampleRateCard).total;
  expect(at(body, 'items')).toContainEqual(
    expect.objectContaining({ id: orderId, status: 'draft', before, after: before + 50_00 }),
  );
});

test.each([1, 5, 24, 60, 500])('for %i cells, device, server and /calculate give the same price', async (quantity) => {
  await save(1);
  await lab.sync();
  await write({ ...complete, quantity });
  await lab.sync();
  const { quote, refusal } = pricedDoc({ ...complete, quantity }, lab.rateCard);
  const { body } = await server.request(staff, 'POST', '/po_system/calculate', { data: { ...complete, quantity } });
  const loaded = await server.request(staff, 'GET', `/po_system/orders/${orderId}/load`);
  const said = refusal && { path: refusal.path, code: refusal.code, message: refusal.message };
  const priced = quote && { quote_hash: quote.hash, total: quote.total };
  // What cannot be placed has no price anywhere: the rule is named instead.
  expect(body).toMatchObject(priced ?? { code: 'INVALID', details: [said] });
  expect(loaded.body).toMatchObject({ order: priced === undefined ? { no_price: said } : { price: priced } });
  expect(at(loaded.body, 'order.price') === undefined).toBe(priced === undefined);
});

test('the price on the device is the price of /calculate for every draft that can be typed', async () => {
  const text = readFileSync(join(import.meta.dirname, '../../domain/order/checks/buildable-drafts.json'), 'utf8');
  const [, ...drafts] = JSON.parse(text) as [unknown, ...{ name: string; doc: OrderDoc }[]];
  const prices: Record<string, unknown> = {};
  const expected: Record<string, unknown> = {};
  const typeable = drafts.filter(
    ({ doc }) => !Object.entries(doc).some(([path, value]) => problemWithChange(path, value) !== undefined),
  );
  for (const { name, doc } of typeable) {
    const { quote } = pricedDoc(doc, lab.rateCard);
    expected[name] = { total: quote?.total, hash: quote?.hash };
    const { body } = await server.request(staff, 'POST', '/po_system/calculate', { data: doc });
    prices[name] = { total: at(body, 'total'), hash: at(body, 'quote_hash') };
  }
  expect(typeable.length).toBeGreaterThan(90);
  expect(new Set(Object.values(expected).map((each) => JSON.stringify(each))).size).toBeGreaterThan(50);
  expect(prices).toEqual(expected);
});
