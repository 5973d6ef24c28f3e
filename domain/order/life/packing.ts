import { energy_Wh } from '../cell/cell-figures.ts';
import { figure } from '../data/check.ts';
import type { Values } from '../data/check-texts.ts';
import { asNumber } from '../data/field.ts';
import type { OrderDoc } from '../data/order.ts';
import type { TransportMode, TransportFlag } from '../data/goods.ts';
import { buildsCells, runsTests } from '../data/services.ts';

/**
 * Packing list of a parcel or a shipment: what the rules of transport and the laboratory ask for. Rules as published
 * for UN 3480, SP 310, A88 and P910; UN 3551, for sodium, is unconfirmed.
 */

export interface PackingItem {
  /** Code of its text, under which it is ticked. */
  code: string;
  values: Values;
}

export interface PackedGoods {
  goods: 'cells' | 'material';
  mode: TransportMode;
  /** Number of cells that travel; by default as many as were ordered. */
  count?: number | undefined;
  /** Rules under which the cells travel; undefined where they are not chosen. */
  flags?: readonly TransportFlag[];
}

/** Maximum number of prototypes that travel under SP 310 if they are not pre-production cells for testing. */
const mostPrototypes = 100;
/** Highest state of charge in percent with which cells alone travel by air. */
export const mostSocByAir = 30;
/** Above this energy, a cell is not a small one. */
const smallCell_Wh = 20;

interface PackingRow {
  code: string;
  /** Returns the values of the text; undefined where the item does not apply. */
  of: (doc: OrderDoc, packed: PackedGoods) => Values | undefined;
}

const rows: readonly PackingRow[] = [
  ofCells('count', (doc, packed) => someNumber(countOf(doc, packed))),
  ofCells('small', (doc) => someNumber(energyIf(doc, (energy) => energy <= smallCell_Wh))),
  ofCells('large', (doc) => someNumber(energyIf(doc, (energy) => energy > smallCell_Wh))),
  ofCells('undamaged', () => []),
  ofCells('inner', () => []),
  ofCells('papers', (_, { flags }) => (flags === undefined ? [] : undefined)),
  ofCells('sheet', (_, { flags }) => (flags === undefined ? [] : undefined)),
  ofCells('sp310', (_, { flags }) => (flags?.includes('SP310') === true ? [] : undefined)),
  ofCells('many', (doc, packed) =>
    packed.flags?.includes('UN383') !== true && (countOf(doc, packed) ?? 0) > mostPrototypes
      ? [mostPrototypes]
      : undefined,
  ),
  ofCells('a88', (_, { mode, flags = ['A88'] }) => (mode === 'air' && flags.includes('A88') ? [] : undefined)),
  ofCells('un383', (_, { flags }) => (flags?.includes('UN383') === true ? [] : undefined)),
  ofCells('soc30', (_, { mode }) => (mode === 'air' ? [mostSocByAir] : undefined)),
  ofCells('label', (doc) => [unNumberOf(doc)]),
  { code: 'sheets', of: (_, { goods }) => (goods === 'material' ? [] : undefined) },
  { code: 'closed', of: (_, { goods }) => (goods === 'material' ? [] : undefined) },
  { code: 'number', of: () => [] },
];

/** Returns what has to be done before these goods of an order travel. */
export function packingList(doc: OrderDoc, packed: PackedGoods): PackingItem[] {
  return rows.flatMap(({ code, of }) => {
    const values = of(doc, packed);
    return values === undefined ? [] : [{ code, values }];
  });
}

/** Returns what the customer of an order sends: cells to test, or material for cells. */
export function goodsToUs(doc: OrderDoc): PackedGoods['goods'] {
  return runsTests(doc) && !buildsCells(doc) ? 'cells' : 'material';
}

/** Returns the rules under which the cells of an order travel unless staff choose others. */
export function usualFlags(doc: OrderDoc, mode: TransportMode): TransportFlag[] {
  if (!buildsCells(doc)) return ['UN383'];
  return mode === 'air' ? ['A88'] : ['SP310'];
}

function ofCells(code: string, of: PackingRow['of']): PackingRow {
  return { code, of: (doc, packed) => (packed.goods === 'cells' ? of(doc, packed) : undefined) };
}

function countOf(doc: OrderDoc, { count }: PackedGoods): number | undefined {
  return count ?? asNumber(doc['quantity']);
}

function someNumber(value: number | undefined): Values | undefined {
  return value === undefined ? undefined : [figure(value)];
}

function energyIf(doc: OrderDoc, holds: (energy: number) => boolean): number | undefined {
  const energy = energy_Wh(doc);
  return energy !== undefined && holds(energy) ? energy : undefined;
}

/** Returns the UN number of the cells: sodium-ion, lithium metal or lithium-ion. */
function unNumberOf({ chemistry }: OrderDoc): string {
  if (typeof chemistry !== 'string') return 'UN 3480';
  if (chemistry.startsWith('Na ')) return 'UN 3551';
  return chemistry.startsWith('half cell vs Li') ? 'UN 3090' : 'UN 3480';
}
