import { chemistries, chemistryOf } from './chemistries.ts';
import type { Field } from './field.ts';
import { formatOf, formats } from './formats.ts';
import type { OrderDoc } from './order.ts';
import { buildsCells, runsTests, services } from './services.ts';

/**
 * Fields of an order apart from its tests. Six design fields of the specification have priority, because they decide
 * price and fit: length, height, shaft and inner separator turns fill the can; coated meters and foil are billed.
 * Thicknesses and loading are additions, without which neither the roll nor the capacity can be computed.
 *
 * To add one: a row in `orderFields`, with unit, range, definition and source; its label under `field` in
 * `public/locales/en/navigator.json`, and label and definition in the other languages; a rule in `cell-rules.ts` if
 * other fields limit it; `derived.ts` or `price.ts` if something is computed from it. Wizard, checks and sheet read the
 * table.
 */

const isWound = (doc: OrderDoc): boolean => buildsCells(doc) && formatOf(doc)?.wound === true;
const isWoundOrCoin = (doc: OrderDoc): boolean =>
  buildsCells(doc) && (formatOf(doc)?.wound === true || formatOf(doc)?.shape === 'coin');
const hasDesign = (doc: OrderDoc): boolean => buildsCells(doc) && formatOf(doc) !== undefined;
const hasService = (doc: OrderDoc): boolean => buildsCells(doc) || runsTests(doc);

/** Starting value that depends only on the format. */
function byFormat(values: Record<string, number>): (doc: OrderDoc) => number | undefined {
  return (doc) => values[formatOf(doc)?.code ?? ''];
}

/** Starting value that depends on the format and the electrode. */
function byElectrode(cathode: Record<string, number>, anode: Record<string, number>) {
  return (doc: OrderDoc, item: string): number | undefined =>
    (item === 'anode' ? anode : cathode)[formatOf(doc)?.code ?? ''];
}

/** Coating thickness of an energy cell in mm: smaller in narrow cans, and smallest in coin cells. */
function coating_mm(doc: OrderDoc, item: string): number {
  const format = formatOf(doc);
  if (format?.shape === 'coin') return item === 'anode' ? 0.045 : 0.04;
  const slim = format?.code === '18650' || format?.code === '26650';
  if (item === 'anode') return slim ? 0.08 : 0.0852;
  return slim ? 0.07 : 0.0756;
}

function round(value: number): number {
  return Number(value.toPrecision(3));
}

export const orderFields: readonly Field[] = [
  {
    key: 'service',
    kind: { is: 'choice', options: services.map((service) => service.code) },
    unit: '',
    step: 'service',
    group: 'service',
    required: () => true,
    definition: 'What we do: build cells, test cells you send, or build and test.',
    basis: 'our choice',
  },
  {
    key: 'title',
    kind: { is: 'text', maxChars: 120 },
    unit: '',
    step: 'service',
    group: 'service',
    definition: 'A name of your own for this order, to find it again.',
    basis: 'our choice',
  },
  {
    key: 'format',
    kind: { is: 'choice', options: formats.map((format) => format.code) },
    unit: '',
    step: 'cell',
    group: 'cell',
    required: hasService,
    definition: 'Housing of the cell. It fixes the can the roll has to fit into.',
    basis: 'published cell formats',
  },
  {
    key: 'chemistry',
    kind: { is: 'choice', options: chemistries.map((chemistry) => chemistry.code) },
    unit: '',
    step: 'cell',
    group: 'cell',
    required: hasService,
    definition: 'Positive and negative material. It sets the voltage limits of every test.',
    basis: 'published voltage windows',
  },
  {
    key: 'quantity',
    kind: { is: 'number', min: 1, max: 10_000, whole: true },
    unit: 'cells',
    step: 'cell',
    group: 'cell',
    required: hasService,
    typical: byFormat({
      '18650': 20,
      '21700': 20,
      '26650': 20,
      '4680': 10,
      '2032 coin': 10,
      'pouch single-layer': 5,
      'pouch multi-layer': 10,
      prismatic: 5,
    }),
    definition: 'Cells we build, or cells you send for testing. Plan 10 to 20 % spares.',
    basis: 'typical quantities from experience, unconfirmed',
  },
  {
    key: 'nominalCapacity_Ah',
    kind: { is: 'number', min: 0.0001, max: 500 },
    unit: 'Ah',
    step: 'cell',
    group: 'cell',
    definition: 'Capacity that C rates refer to. Leave it empty to use the estimate from the design.',
    basis: 'our choice',
  },
  {
    key: 'windingShaftDiameter_mm',
    kind: { is: 'number', min: 1, max: 12 },
    unit: 'mm',
    step: 'cell',
    group: 'winding',
    applies: isWound,
    required: isWound,
    typical: byFormat({ '18650': 2, '21700': 3, '26650': 3.5, '4680': 4 }),
    definition: 'Mandrel the roll is wound on: the inner diameter of the roll.',
    basis: '18650 about 2 mm and 21700 2.5 to 3 mm as published; others from experience, unconfirmed',
  },
  {
    key: 'separatorInnerTurns',
    kind: { is: 'number', min: 0, max: 6 },
    unit: 'turns',
    step: 'cell',
    group: 'winding',
    applies: isWound,
    required: isWound,
    typical: () => 1.5,
    usual: () => [0.5, 6],
    definition: 'Turns of separator alone around the shaft before the electrodes start.',
    basis: 'concept published, range is our choice',
  },
  {
    key: 'separatorThickness_mm',
    kind: { is: 'number', min: 0.004, max: 0.06 },
    unit: 'mm',
    shown: { unit: 'µm', factor: 1000 },
    step: 'cell',
    group: 'winding',
    applies: isWound,
    required: isWound,
    typical: () => 0.012,
    usual: () => [0.007, 0.03],
    definition: 'Thickness of one separator layer; two run between the electrodes.',
    basis: 'PyBaMM Chen2020 12 µm; range from experience, unconfirmed',
  },
  {
    key: 'notes',
    kind: { is: 'text', maxChars: 4000, lines: true },
    unit: '',
    step: 'files',
    group: 'notes',
    definition: 'Recipe, tolerances, who provides which material: whatever the fields do not say.',
    basis: 'our choice',
  },
];

export const electrodes = ['cathode', 'anode'] as const;

/** Fields of each electrode: `electrodes/cathode/<key>` and `electrodes/anode/<key>`. */
export const electrodeFields: readonly Field[] = [
  {
    key: 'electrodeHorizontalLength_mm',
    kind: { is: 'number', min: 5, max: 8000 },
    unit: 'mm',
    step: 'cell',
    group: 'electrodes',
    applies: hasDesign,
    required: isWoundOrCoin,
    typical: byElectrode(
      { '18650': 620, '21700': 800, '26650': 1150, '4680': 3400, '2032 coin': 14 },
      { '18650': 640, '21700': 830, '26650': 1180, '4680': 3450, '2032 coin': 15 },
    ),
    definition: 'Length along the winding direction, width of a sheet, or diameter of a coin disc.',
    basis: '21700 790 mm (PyBaMM) and 4680 3320 to 3450 mm published; others from experience, unconfirmed',
  },
  {
    key: 'electrodeVerticalLength_mm',
    kind: { is: 'number', min: 5, max: 300 },
    unit: 'mm',
    step: 'cell',
    group: 'electrodes',
    applies: (doc) => hasDesign(doc) && formatOf(doc)?.shape !== 'coin',
    required: isWound,
    typical: byElectrode(
      { '18650': 58, '21700': 63, '26650': 58, '4680': 72 },
      { '18650': 59.5, '21700': 64.5, '26650': 59.5, '4680': 73.5 },
    ),
    definition: 'Height along the cell axis: the width of the web after slitting, bare edge included.',
    basis:
      'LG M50 65 mm (PyBaMM Chen2020); others from experience, unconfirmed. The meaning of the name is our reading',
  },
  {
    key: 'coatingThickness_mm',
    kind: { is: 'number', min: 0.005, max: 0.5 },
    unit: 'mm',
    shown: { unit: 'µm', factor: 1000 },
    step: 'cell',
    group: 'electrodes',
    applies: hasDesign,
    required: isWound,
    typical: coating_mm,
    usual: () => [0.02, 0.15],
    definition: 'Calendered coating on one side of the foil.',
    basis: 'PyBaMM Chen2020 75.6 and 85.2 µm; narrow cans and coins are our choice',
  },
  {
    key: 'massLoading_mg_cm2',
    kind: { is: 'number', min: 0.1, max: 80 },
    unit: 'mg/cm²',
    step: 'cell',
    group: 'electrodes',
    applies: hasDesign,
    typical: (doc, item) => {
      const density = chemistryOf(doc)?.coating_g_cm3;
      return item === 'cathode' && density !== undefined ? round(coating_mm(doc, item) * density * 100) : undefined;
    },
    usual: () => [1, 50],
    definition: 'Dry coating per area of one side. The cathode’s gives the capacity estimate.',
    basis: 'thickness times coating density, 3.17 g/cm³ for LG M50 (batterydesign.net)',
  },
  {
    key: 'current_collector_foil_thickness',
    kind: { is: 'number', min: 0.004, max: 0.05 },
    unit: 'mm',
    shown: { unit: 'µm', factor: 1000 },
    step: 'cell',
    group: 'electrodes',
    applies: hasDesign,
    required: hasDesign,
    typical: (_, item) => (item === 'cathode' ? 0.015 : 0.01),
    usual: (_, item) => (item === 'cathode' ? [0.008, 0.025] : [0.0045, 0.02]),
    definition: 'Foil gauge: aluminum for the cathode, copper for the anode.',
    basis: 'PyBaMM sets, Al 10 to 25 and Cu 10 to 25 µm',
  },
  {
    key: 'coating_meter_count',
    kind: { is: 'number', min: 1, max: 5000 },
    unit: 'm',
    step: 'cell',
    group: 'electrodes',
    applies: hasDesign,
    required: hasDesign,
    typical: (doc) => (formatOf(doc)?.shape === 'coin' ? 10 : 50),
    definition: 'Meters of foil to coat for this electrode.',
    basis: 'typical 10 to 50 m, from experience, unconfirmed',
  },
];
