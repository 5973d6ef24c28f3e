import { sha256Hex } from '../hash.ts';
import { canonicalJson } from '../json.ts';
import { amperes, capacity_Ah } from './capacity.ts';
import { filled, type Values } from './check-texts.ts';
import { channelDays, duration_h } from './durations.ts';
import { electrodes } from './electrodes.ts';
import { asNumber } from './field.ts';
import { formatOf } from './formats.ts';
import { lineTexts, type LineText } from './line-texts.ts';
import type { Order, OrderDoc, Quote, QuoteLine } from './order.ts';
import type { RateCard } from './rate-card.ts';
import { buildsCells, runsTests } from './services.ts';
import { testTypes, testsOf, type TestItem } from './tests.ts';

/**
 * Computes the price of an order by a rate card. It is deterministic and in integer cents, so both sides get the same
 * hash. Missing fields cost nothing yet; the checks report them. Tax is added on the invoice, by country.
 */
export function quoteOf(doc: OrderDoc, card: RateCard): Quote {
  const lines = [...buildLines(doc, card), ...testLines(doc, card), ...closingLines(doc, card)];
  const subtotal = lines.reduce((sum, each) => sum + each.amount, 0);
  const price = {
    currency: card.currency,
    lines,
    subtotal,
    tax: 0,
    total: subtotal,
    rateCardVersion: card.version,
  };
  const hashed = { ...price, lines: lines.map(withoutText) };
  return { ...price, hash: sha256Hex(canonicalJson(hashed)) };
}

/**
 * Returns the price of an order: the one agreed at placing, with its own rate card; that of a draft, also of one that
 * came back from review, is computed.
 */
export function priceOf({ status, doc, quote }: Pick<Order, 'status' | 'doc' | 'quote'>, card: RateCard): Quote {
  return status === 'draft' || quote === null ? quoteOf(doc, card) : quote;
}

/** Returns a line as it is hashed and sent over the wire: `text` is only for display. */
function withoutText({ code, label, qty, unitPrice, amount }: QuoteLine): Omit<QuoteLine, 'text'> {
  return { code, label, qty, unitPrice, amount };
}

/** Creates a line, with its unit price and its amount rounded to whole cents. */
function line(code: string, [key, ...values]: [LineText, ...Values], qty: number, unitPrice: number): QuoteLine {
  const label = filled(lineTexts[key], values);
  return {
    code,
    label,
    text: { key, values },
    qty,
    unitPrice: Math.round(unitPrice),
    amount: Math.round(qty * unitPrice),
  };
}

function buildLines(doc: OrderDoc, card: RateCard): QuoteLine[] {
  if (!buildsCells(doc)) return [];
  const meters = electrodes.map((electrode) => ({
    electrode,
    count: asNumber(doc[`electrodes/${electrode}/coating_meter_count`]) ?? 0,
  }));
  const coated = meters.filter(({ count }) => count > 0);
  return [
    line('setup', ['setup'], 1, card.prototypingSetup),
    line('recipe', ['recipe'], 1, card.coatingRecipe),
    line('runs', ['runs'], electrodes.length, card.coatingRun),
    ...coated.map(({ electrode, count }) =>
      line(`coating/${electrode}`, [electrode], count, card.coatingPerMeterDouble),
    ),
    ...cellLines(doc, card),
  ];
}

function cellLines(doc: OrderDoc, card: RateCard): QuoteLine[] {
  const format = formatOf(doc);
  const cells = asNumber(doc['quantity']) ?? 0;
  const perCell = format === undefined ? undefined : card.assemblyPerCell[format.code];
  if (format === undefined || perCell === undefined || cells === 0) return [];
  const share = card.quantityDiscount.find((row) => cells >= row.from)?.share ?? 1;
  const large = (capacity_Ah(doc) ?? format.capacityMax_Ah ?? 0) > card.formation.upTo_Ah;
  return [
    line('assembly', ['assembly', format.code], cells, perCell * share),
    line('formation', ['formation'], cells, large ? card.formation.large : card.formation.small),
  ];
}

function testLines(doc: OrderDoc, card: RateCard): QuoteLine[] {
  if (!runsTests(doc)) return [];
  const tests = testsOf(doc);
  const kinds = testTypes.filter(({ code }) => tests.some((test) => test.type === code));
  return kinds.flatMap(({ code }) => {
    const setup = line(`test/${code}/setup`, ['testSetup', code], 1, card.testSetup);
    const channels = tests.filter((test) => test.type === code).flatMap((test) => channelLines(doc, test, card));
    return [setup].concat(channels);
  });
}

function channelLines(doc: OrderDoc, test: TestItem, card: RateCard): QuoteLine[] {
  const hours = duration_h(doc, test);
  const cells = asNumber(doc[`tests/${test.id}/cellsPerCondition`]);
  const temp = asNumber(doc[`tests/${test.id}/temp`]);
  const current = largestCurrent_A(doc, test);
  if (hours === undefined || cells === undefined || temp === undefined || current === undefined) return [];
  const days = channelDays(hours);
  const plainClass = card.channelDay.find((row) => current <= row.upTo_A) ?? card.channelDay.at(-1);
  const chamber = card.chamberDay.find((row) => temp >= row.from && temp <= row.to)?.price ?? 0;
  const channel = line(
    `test/${test.id}/channel`,
    ['channel', test.type, cells, days, plainClass?.upTo_A ?? 0],
    cells * days,
    plainClass?.price ?? 0,
  );
  if (chamber === 0) return [channel];
  return [channel, line(`test/${test.id}/chamber`, ['chamber', test.type, temp], cells * days, chamber)];
}

/** Finds the largest current of a test in amperes. @returns undefined while none is known */
export function largestCurrent_A(doc: OrderDoc, test: TestItem): number | undefined {
  const keys = ['chargeCurrent', 'dischargeCurrent', 'pulseCurrent', 'socAdjustmentCurrent'];
  const all = keys.map((key) => amperes(doc[`tests/${test.id}/${key}`], doc)).filter((amps) => amps !== undefined);
  return all.length === 0 ? undefined : Math.max(...all);
}

/** Report, disposal of the tested cells, shipping of the built cells. */
function closingLines(doc: OrderDoc, card: RateCard): QuoteLine[] {
  const lines: QuoteLine[] = [];
  const tested = runsTests(doc) ? testedCells(doc) : 0;
  if (tested > 0) {
    lines.push(line('report', ['report'], 1, card.report));
    const kilograms = Math.ceil((tested * (formatOf(doc)?.massMax_g ?? 0)) / 1000);
    if (kilograms > 0) lines.push(line('disposal', ['disposal'], kilograms, card.disposalPerKg));
  }
  if (buildsCells(doc)) lines.push(line('shipping', ['shipping'], 1, card.shippingRoad));
  return lines;
}

/** Returns the number of cells in all tests of an order, as if no cell ran several tests. */
export function testedCells(doc: OrderDoc): number {
  return testsOf(doc).reduce((sum, test) => sum + (asNumber(doc[`tests/${test.id}/cellsPerCondition`]) ?? 0), 0);
}
