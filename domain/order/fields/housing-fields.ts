import type { Field } from '../data/field.ts';
import { allBuilds, byBuild, byFormat, neededBy, rolls, sheets } from './field-needs.ts';
import { buildOf, canBeWound, formatOf } from '../data/formats.ts';
import { buildsCells } from '../data/services.ts';
import type { OrderDoc } from '../data/order.ts';

/** Fields of the housing and the tabs. */

const cell = { step: 'cell' } as const;
const unconfirmed = 'typical, unconfirmed';
/** Starting sizes of housings that are needed; a pouch of sheets takes its size from them. */
function ofHousing(values: Record<string, number>): (doc: OrderDoc) => number | undefined {
  return (doc) => (buildOf(doc) === 'stack' ? undefined : byFormat(values)(doc));
}

const isTabless = (doc: OrderDoc): boolean => formatOf(doc)?.code === '4680';

export const housingFields: readonly Field[] = [
  {
    ...cell,
    key: 'assembly',
    group: 'housing',
    kind: { is: 'choice', options: ['stacked', 'wound'] },
    unit: '',
    applies: (doc) => buildsCells(doc) && canBeWound(doc),
    typical: () => 'stacked',
    definition: 'Sheets in a stack, or one long pair of electrodes wound and pressed flat.',
    basis: 'our choice',
  },
  {
    ...cell,
    key: 'cellCan',
    group: 'housing',
    kind: {
      is: 'choice',
      options: [
        'Ni-plated steel can',
        'Al can',
        'Al-laminate pouch',
        'stainless 2032 case',
        'customer supplied',
        'none (electrodes only)',
      ],
    },
    unit: '',
    ...neededBy([], allBuilds),
    fitting: byBuild({
      roll: ['Ni-plated steel can', 'Al can', 'customer supplied', 'none (electrodes only)'],
      coin: ['stainless 2032 case', 'customer supplied', 'none (electrodes only)'],
      layer: ['Al-laminate pouch', 'customer supplied', 'none (electrodes only)'],
      stack: ['Al-laminate pouch', 'customer supplied', 'none (electrodes only)'],
      prismatic: ['Al can', 'customer supplied', 'none (electrodes only)'],
    }),
    typical: byBuild({
      roll: 'Ni-plated steel can',
      coin: 'stainless 2032 case',
      layer: 'Al-laminate pouch',
      stack: 'Al-laminate pouch',
      prismatic: 'Al can',
    }),
    definition: 'Material of the housing. Its size follows from the format.',
    basis: 'walls and inner diameters as published; the list is our choice',
  },
  {
    ...cell,
    key: 'insulator',
    group: 'housing',
    kind: {
      is: 'choice',
      options: ['none', 'bottom', 'top', 'top + bottom PP disc', 'wrap tape', 'customer supplied'],
    },
    unit: '',
    ...neededBy([], [...rolls, 'prismatic']),
    typical: () => 'top + bottom PP disc',
    definition: 'Discs or tape that keep the ends of the roll or stack off can and cap.',
    basis: unconfirmed,
  },
  {
    ...cell,
    key: 'topCap',
    group: 'housing',
    kind: { is: 'choice', options: ['CID + vent', 'vent only', 'plain', 'laser-welded Al lid', 'none'] },
    unit: '',
    ...neededBy([], [...rolls, 'prismatic']),
    fitting: byBuild({
      roll: ['CID + vent', 'vent only', 'plain', 'none'],
      prismatic: ['laser-welded Al lid', 'vent only', 'none'],
    }),
    typical: byBuild({ roll: 'CID + vent', prismatic: 'laser-welded Al lid' }),
    definition: 'Cap with vent, current interrupt device (CID) and gasket.',
    basis: unconfirmed,
  },
  {
    ...cell,
    key: 'housingThickness_mm',
    group: 'housing',
    kind: { is: 'number', min: 0.3, max: 200 },
    unit: 'mm',
    ...neededBy(['prismatic', 'flat'], ['layer', 'stack']),
    typical: ofHousing({ prismatic: 26.5, 'pouch multi-layer': 5.5 }),
    definition: 'Outer thickness of the cell, across the layers.',
    basis: 'for example 148 x 26.5 x 91 mm; typical, unconfirmed',
  },
  {
    ...cell,
    key: 'housingWidth_mm',
    group: 'housing',
    kind: { is: 'number', min: 10, max: 1000 },
    unit: 'mm',
    ...neededBy(['prismatic', 'flat'], ['layer', 'stack']),
    typical: ofHousing({ prismatic: 148, 'pouch multi-layer': 64 }),
    definition: 'Outer width of the cell.',
    basis: 'for example 148 x 26.5 x 91 mm; typical, unconfirmed',
  },
  {
    ...cell,
    key: 'housingHeight_mm',
    group: 'housing',
    kind: { is: 'number', min: 10, max: 400 },
    unit: 'mm',
    ...neededBy(['prismatic', 'flat'], ['layer', 'stack']),
    typical: ofHousing({ prismatic: 91, 'pouch multi-layer': 95 }),
    definition: 'Outer height of the cell, with its lid or sealed edges.',
    basis: 'for example 148 x 26.5 x 91 mm; typical, unconfirmed',
  },
  {
    ...cell,
    key: 'tab_cathode',
    group: 'housing',
    kind: { is: 'choice', options: ['Al', 'full-edge (tabless)', 'none'] },
    unit: '',
    ...neededBy([...rolls, ...sheets]),
    fitting: byBuild({
      roll: ['Al', 'full-edge (tabless)'],
      layer: ['Al'],
      stack: ['Al'],
      prismatic: ['Al', 'full-edge (tabless)'],
    }),
    typical: (doc) => (isTabless(doc) ? 'full-edge (tabless)' : 'Al'),
    definition: 'Positive tab. On aluminum foil it is aluminum.',
    basis: 'materials as published',
  },
  {
    ...cell,
    key: 'tab_anode',
    group: 'housing',
    kind: { is: 'choice', options: ['Ni', 'Ni-Cu-Ni', 'Cu', 'full-edge (tabless)', 'none'] },
    unit: '',
    ...neededBy([...rolls, ...sheets]),
    fitting: byBuild({
      roll: ['Ni', 'Ni-Cu-Ni', 'Cu', 'full-edge (tabless)'],
      layer: ['Ni', 'Ni-Cu-Ni', 'Cu'],
      stack: ['Ni', 'Ni-Cu-Ni', 'Cu'],
      prismatic: ['Ni', 'Ni-Cu-Ni', 'Cu', 'full-edge (tabless)'],
    }),
    typical: (doc) => (isTabless(doc) ? 'full-edge (tabless)' : 'Ni'),
    definition: 'Negative tab.',
    basis: 'materials as published',
  },
];
