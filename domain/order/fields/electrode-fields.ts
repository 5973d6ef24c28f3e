import { electrodes } from '../data/electrodes.ts';
import type { Field } from '../data/field.ts';
import { allBuilds, byBuild, neededBy, onlyIf, rolls, sheets } from './field-needs.ts';
import { buildOf } from '../data/formats.ts';
import { materialNamed, materials } from '../data/materials.ts';
import type { OrderDoc } from '../data/order.ts';
import { tabEdge_mm, typicalTab_mm } from '../cell/tabs.ts';
import { gradeOf, gradesFor, typicalCoating_mm, typicalLoading_mg_cm2, typicalSize } from '../data/typical-sizes.ts';

/** Fields of an electrode's material and size. */

const cell = { step: 'cell' } as const;
const unconfirmed = 'typical, unconfirmed';
const hasGrades = (doc: OrderDoc, item: string) => (gradesFor(doc, item) ?? []).length > 0;
const isTabbed = (doc: OrderDoc) => electrodes.some((item) => !isTabless(doc, item));
const isOfSheets = (doc: OrderDoc) => sheets.some((build) => build === buildOf(doc));
const isTabless = (doc: OrderDoc, item: string) => doc[`tab_${item}`] === 'full-edge (tabless)';

export const materialFields: readonly Field[] = [
  {
    ...cell,
    key: 'grade',
    group: 'material',
    kind: { is: 'choice', options: materials.map((material) => material.code) },
    unit: '',
    ...neededBy([], allBuilds),
    fitting: gradesFor,
    typical: (doc, item) => gradesFor(doc, item)?.[0],
    definition: 'Active material. It gives the specific capacity.',
    basis: 'published and typical capacities, see the table of materials',
  },
  {
    ...cell,
    key: 'specificCapacity_mAh_g',
    group: 'material',
    kind: { is: 'number', min: 10, max: 4000 },
    unit: 'mAh/g',
    ...neededBy([], allBuilds),
    typical: (doc, item) => (hasGrades(doc, item) ? gradeOf(doc, item)?.specific_mAh_g : undefined),
    usual: (doc, item) => {
      const range = materialNamed(doc[`electrodes/${item}/grade`])?.usual_mAh_g;
      return range === undefined ? undefined : [range[0], range[1]];
    },
    definition: 'Reversible capacity per gram of active material in the window of the tests.',
    basis: 'NMC811 200 mAh/g as published; others typical, unconfirmed',
  },
  {
    ...cell,
    key: 'activeFraction',
    group: 'material',
    kind: { is: 'number', min: 0.3, max: 1 },
    unit: '',
    shown: { unit: '%', factor: 100 },
    ...neededBy([], allBuilds),
    typical: (doc, item) => (hasGrades(doc, item) ? 0.96 : undefined),
    usual: () => [0.7, 0.99],
    definition: 'Mass of active material in the dry coating; the rest is binder and conductive carbon.',
    basis: unconfirmed,
  },
  {
    ...cell,
    key: 'massLoading_mg_cm2',
    group: 'material',
    kind: { is: 'number', min: 0.1, max: 80 },
    unit: 'mg/cm²',
    ...neededBy([], allBuilds),
    required: (doc) => neededBy(sheets).required(doc) && hasGrades(doc, 'anode'),
    typical: typicalLoading_mg_cm2,
    usual: () => [1, 50],
    definition: 'Dry coating per area of one side. The electrode that holds less limits the capacity.',
    basis: 'thickness times coating density, 3.17 g/cm³ for LG M50 (batterydesign.net); the anode holds 10 % more',
  },
  {
    ...cell,
    key: 'coatingThickness_mm',
    group: 'material',
    kind: { is: 'number', min: 0.005, max: 0.5 },
    unit: 'mm',
    shown: { unit: 'µm', factor: 1000 },
    ...neededBy([...rolls, ...sheets], ['coin']),
    typical: typicalCoating_mm,
    usual: () => [0.02, 0.15],
    definition: 'Calendered coating on one side of the foil.',
    basis:
      'cathode 75.6 µm (PyBaMM Chen2020), less in narrow cans and coins; anode: its loading at 1.6 g/cm³ for graphite',
  },
];

export const sizeFields: readonly Field[] = [
  {
    ...cell,
    key: 'electrodeHorizontalLength_mm',
    group: 'size',
    kind: { is: 'number', min: 5, max: 8000 },
    unit: 'mm',
    ...neededBy(allBuilds),
    typical: (doc, item) => typicalSize(doc, item)?.horizontal_mm,
    definition: 'Length along the winding direction, width of a sheet, or diameter of a coin disc.',
    basis: '21700 790 mm (PyBaMM) and 4680 3320 to 3450 mm published; others from experience, unconfirmed',
  },
  {
    ...cell,
    key: 'electrodeVerticalLength_mm',
    group: 'size',
    kind: { is: 'number', min: 5, max: 300 },
    unit: 'mm',
    ...neededBy([...rolls, ...sheets]),
    typical: (doc, item) => typicalSize(doc, item)?.vertical_mm,
    definition: 'Height along the cell axis: the width of the web after slitting, bare edge included.',
    basis:
      'LG M50 65 mm (PyBaMM Chen2020); others from experience, unconfirmed. The meaning of the name is our reading',
  },
  {
    ...cell,
    key: 'coatedAreaWidth_mm',
    group: 'size',
    kind: { is: 'number', min: 3, max: 300 },
    unit: 'mm',
    ...neededBy([], [...rolls, ...sheets]),
    typical: (doc, item) => {
      const size = typicalSize(doc, item);
      return size?.vertical_mm === undefined ? undefined : size.vertical_mm - size.edge_mm;
    },
    definition: 'Width of the coated band along the cell axis.',
    basis: 'height without the bare edge, our choice',
  },
  {
    ...cell,
    key: 'uncoatedAreaVerticalLength_mm',
    group: 'size',
    kind: { is: 'number', min: 0, max: 60 },
    unit: 'mm',
    ...neededBy([], [...rolls, ...sheets]),
    typical: (doc, item) => typicalSize(doc, item)?.edge_mm,
    definition: 'Bare foil along one edge, in the direction of the cell axis.',
    basis: '0 with tabs, 6 to 8 mm tabless, 8 to 20 mm in pouches; typical, unconfirmed',
  },
  {
    ...cell,
    key: 'uncoatedAreaHorizontalLength_mm',
    group: 'size',
    kind: { is: 'number', min: 0, max: 400 },
    unit: 'mm',
    ...neededBy([], rolls),
    typical: (doc) => (byBuild({ roll: true })(doc) === true && (typicalSize(doc, '')?.edge_mm ?? 0) > 0 ? 0 : 8),
    definition: 'Bare foil along the web: tab gap, lead-in and lead-out together.',
    basis: unconfirmed,
  },
  {
    ...cell,
    key: 'tabCount',
    group: 'size',
    kind: { is: 'number', min: 1, max: 50, whole: true },
    unit: 'tabs',
    ...onlyIf(neededBy([], rolls), isTabbed),
    typical: () => 1,
    definition: 'Tabs welded to this electrode.',
    basis: unconfirmed,
  },
  {
    ...cell,
    key: 'tabWidth_mm',
    group: 'size',
    kind: { is: 'number', min: 1, max: 200 },
    unit: 'mm',
    ...onlyIf(neededBy([], [...rolls, ...sheets]), isTabbed),
    typical: (doc) => {
      const edge = buildOf(doc) === 'flat' ? undefined : tabEdge_mm(doc);
      return edge === undefined ? byBuild({ roll: 4, flat: 6 })(doc) : typicalTab_mm(edge);
    },
    usual: (doc) => (isOfSheets(doc) ? [3, 100] : [2, 12]),
    definition: 'Width of a tab. Both tabs of a pouch or prismatic cell stand on one edge.',
    basis: unconfirmed,
  },
  {
    ...cell,
    key: 'tabThickness_mm',
    group: 'size',
    kind: { is: 'number', min: 0.03, max: 2 },
    unit: 'mm',
    ...onlyIf(neededBy([], [...rolls, ...sheets]), isTabbed),
    typical: byBuild({ roll: 0.1, flat: 0.1, layer: 0.1, stack: 0.2, prismatic: 0.2 }),
    usual: () => [0.05, 0.5],
    definition: 'Thickness of a tab.',
    basis: unconfirmed,
  },
];
