import { sha256Hex } from '../../ground/hash.ts';
import { canonicalJson } from '../../ground/json.ts';
import { capacity_Ah } from '../cell/capacity.ts';
import { isCoatedByUs } from '../data/coating-methods.ts';
import { electrodes } from '../data/electrodes.ts';
import { asNumber } from '../data/field.ts';
import { formatOf } from '../data/formats.ts';
import type { OrderDoc, Quote, QuoteLine } from '../data/order.ts';
import { line } from './price-line.ts';
import type { RateCard } from '../data/rate-card.ts';
import { buildsCells, runsTests } from '../data/services.ts';
import { testedCells } from '../fields/test-cells.ts';
import { testLines } from './test-price.ts';

/**
 * Computes the price of an order by a rate card. It is deterministic and in integer cents, so both sides get the same
 * hash. Missing fields cost nothing yet; the checks report them. Tax is added on the invoice, by country.
 */
export function quoteOf(doc: OrderDoc, card: RateCard): Quote {
  const lines = [...buildLines(doc, card), ...testLines(doc, card), ...closingLines(doc, card)];
  const subtotal = lines.reduce((sum, each) => sum + each.amount, 0);
  return withHash({
    currency: card.currency,
    lines,
    subtotal,
    tax: 0,
    total: subtotal,
    rateCardVersion: card.version,
  });
}

/** Returns a price with the hash of its content. */
export function withHash(price: Omit<Quote, 'hash'>): Quote {
  const hashed = { ...price, lines: price.lines.map(withoutText) };
  return { ...price, hash: sha256Hex(canonicalJson(hashed)) };
}

/** Returns a line as it is hashed and sent over the wire: `text` is only for display. */
function withoutText({ text: _text, ...hashed }: QuoteLine): Omit<QuoteLine, 'text'> {
  return hashed;
}

function buildLines(doc: OrderDoc, card: RateCard): QuoteLine[] {
  if (!buildsCells(doc)) return [];
  return [line('setup', ['setup'], 1, card.prototypingSetup), ...coatingLines(doc, card), ...cellLines(doc, card)];
}

/** Recipe, runs and meters of the electrodes that we coat. */
function coatingLines(doc: OrderDoc, card: RateCard): QuoteLine[] {
  const ours = electrodes.filter((electrode) => isCoatedByUs(doc, electrode));
  if (ours.length === 0) return [];
  const meters = ours.map((electrode) => ({
    electrode,
    count: asNumber(doc[`electrodes/${electrode}/coating_meter_count`]) ?? 0,
  }));
  return [
    line('recipe', ['recipe'], 1, card.coatingRecipe),
    line('runs', ['runs'], ours.length, card.coatingRun),
    ...meters
      .filter(({ count }) => count > 0)
      .map(({ electrode, count }) => line(`coating/${electrode}`, [electrode], count, card.coatingPerMeterDouble)),
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
