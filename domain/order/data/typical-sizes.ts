import { chemistryOf } from './chemistries.ts';
import { buildOf, formatOf } from './formats.ts';
import { materialNamed, type Material } from './materials.ts';
import type { OrderDoc } from './order.ts';

/** Typical electrodes by format, from which starting values of several fields follow. */

export interface ElectrodeSize {
  /** Length of the web, width of a sheet, or diameter of a disc. */
  horizontal_mm: number;
  /** Height of the web or sheet, bare edge included; a disc has none. */
  vertical_mm?: number;
  /** Bare edge along the height. */
  edge_mm: number;
}

/** Typical sizes of a format. */
interface TypicalSizes {
  cathode: ElectrodeSize;
  anode: ElectrodeSize;
  /** Source of the sizes; without one they are unconfirmed. */
  basis?: string;
}

const typicalSizes: Readonly<Record<string, TypicalSizes>> = {
  '18650': { cathode: size(620, 58), anode: size(640, 59.5) },
  '21700': { cathode: size(800, 63), anode: size(830, 64.5), basis: 'LG M50 790 mm (PyBaMM)' },
  '26650': { cathode: size(1150, 58), anode: size(1180, 59.5) },
  '32140': { cathode: size(1880, 131), anode: size(1910, 132.5) },
  '4680': { cathode: size(3400, 72, 7), anode: size(3450, 73.5, 7), basis: 'tabless, 3320 to 3450 mm as published' },
  '2032 coin': { cathode: { horizontal_mm: 14, edge_mm: 0 }, anode: { horizontal_mm: 15, edge_mm: 0 } },
  'pouch single-layer': { cathode: size(40, 60, 10), anode: size(42, 62, 10) },
  'pouch multi-layer': { cathode: size(80, 130, 10), anode: size(82, 132, 10) },
  prismatic: { cathode: size(135, 80, 10), anode: size(137, 82, 10) },
};

/** The same for cells whose electrodes are wound and pressed flat, in the typical housing of their format. */
const flatSizes: typeof typicalSizes = {
  'pouch multi-layer': { cathode: size(720, 80), anode: size(810, 82) },
  prismatic: { cathode: size(7200, 72), anode: size(7400, 74) },
};

function size(horizontal_mm: number, vertical_mm: number, edge_mm = 0): ElectrodeSize {
  return { horizontal_mm, vertical_mm, edge_mm };
}

/** Returns the typical size of an electrode in the order's format. A roll of thinner coatings is longer, so that it fills its can. */
export function typicalSize(doc: OrderDoc, item: string): ElectrodeSize | undefined {
  const isFlat = buildOf(doc) === 'flat';
  const sizes = isFlat ? flatSizes : typicalSizes;
  const typical = sizes[formatOf(doc)?.code ?? ''];
  if (typical === undefined) return undefined;
  const { cathode, anode } = typical;
  const own = item === 'anode' ? anode : cathode;
  if (!isFlat && buildOf(doc) !== 'roll') return own;
  const length = Math.min(longest_mm, Math.round((cathode.horizontal_mm * lengthening(doc)) / 10) * 10);
  return { ...own, horizontal_mm: length + own.horizontal_mm - cathode.horizontal_mm };
}

/** Longest cathode that is proposed; the anode and its field need some more. */
const longest_mm = 7700;
/** Foils and separators of one turn, and an anode coating beside the cathode's (PyBaMM Chen2020) for which the sizes above are, in mm. */
const turn_mm = { foils: 0.049, anode: 0.0852, slimAnode: 0.08 } as const;

/** Returns the factor by which a roll is longer than one with that anode, so that it fills the same can. */
function lengthening(doc: OrderDoc): number {
  const cathode = typicalCoating_mm(doc, 'cathode');
  const usual = 2 * (cathode + (isSlim(doc) ? turn_mm.slimAnode : turn_mm.anode)) + turn_mm.foils;
  return usual / (2 * (cathode + typicalCoating_mm(doc, 'anode')) + turn_mm.foils);
}

const isSlim = (doc: OrderDoc): boolean => ['18650', '26650'].includes(formatOf(doc)?.code ?? '');

/**
 * Coating thickness of an energy cell in mm. The cathode's is smaller in narrow cans, and smallest in coin cells; the
 * anode's follows from its loading and the density that its material is calendered to.
 */
export function typicalCoating_mm(doc: OrderDoc, item: string): number {
  const slim = isSlim(doc);
  const isCoin = formatOf(doc)?.shape === 'coin';
  if (item !== 'anode') return isCoin ? 0.04 : slim ? 0.07 : 0.0756;
  const loading = typicalLoading_mg_cm2(doc, 'anode');
  const density = gradeOf(doc, 'anode')?.pressed_g_cm3;
  if (loading !== undefined && density !== undefined) return round(loading / (100 * density));
  return isCoin ? 0.045 : slim ? turn_mm.slimAnode : turn_mm.anode;
}

/** Mass fraction of the coating that stores charge. */
const active = 0.96;
/** Capacity of the anode relative to the cathode's. */
const balance = 1.1;

/** Returns a typical loading in mg/cm²: the cathode's from its thickness, the anode's to balance it. */
export function typicalLoading_mg_cm2(doc: OrderDoc, item: string): number | undefined {
  const density = chemistryOf(doc)?.coating_g_cm3;
  if (density === undefined) return undefined;
  const cathode = round(typicalCoating_mm(doc, 'cathode') * density * 100);
  if (item === 'cathode') return cathode;
  const positive = gradeOf(doc, 'cathode');
  const negative = gradeOf(doc, 'anode');
  if (positive === undefined || negative === undefined) return undefined;
  return round((cathode * active * positive.specific_mAh_g * balance) / (active * negative.specific_mAh_g));
}

/** Returns the material of an electrode: the grade chosen, or else the usual one of the chemistry. */
export function gradeOf(doc: OrderDoc, item: string): Material | undefined {
  const usual = gradesFor(doc, item)?.[0];
  return materialNamed(doc[`electrodes/${item}/grade`]) ?? materialNamed(usual);
}

/** Returns the grades that the chosen chemistry has for an electrode. */
export function gradesFor(doc: OrderDoc, item: string): readonly string[] | undefined {
  const chemistry = chemistryOf(doc);
  return item === 'anode' ? chemistry?.anodes : chemistry?.cathodes;
}

function round(value: number): number {
  return Number(value.toPrecision(3));
}
