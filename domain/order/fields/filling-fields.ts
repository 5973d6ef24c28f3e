import { chemistryOf } from '../data/chemistries.ts';
import type { Field } from '../data/field.ts';
import { allBuilds, byBuild, neededBy, rolls, sheets, stacks } from './field-needs.ts';
import type { Build } from '../data/formats.ts';
import type { OrderDoc } from '../data/order.ts';

/** Fields of what lies between and around the electrodes, and of how the cell is finished. */

const cell = { step: 'cell' } as const;
const unconfirmed = 'typical, unconfirmed';

const electrolytes = {
  lithium: [
    '1 M LiPF6 in EC/EMC 30/70 + 2 % VC',
    '1 M LiPF6 in EC/EMC 30/70 + 10 % FEC',
    '1 M LiPF6 in EC/DEC 50/50',
    'customer supplied',
  ],
  sodium: ['1 M NaPF6 in EC/DEC 50/50', '1 M NaPF6 in PC + 5 % FEC', 'customer supplied'],
};

function isSodium(doc: OrderDoc): boolean {
  return typeof doc['chemistry'] === 'string' && doc['chemistry'].startsWith('Na ');
}

const leastElectrolyte = { roll: 1.1, coin: 8, layer: 1.5, stack: 1.2, prismatic: 1.2 };
const mostElectrolyte = { roll: 3, coin: 80, layer: 12, stack: 4, prismatic: 4 };

/** Amounts of electrolyte in g/Ah by build, for the order's chemistry. */
function perAh(values: Partial<Record<Build, number>>): (doc: OrderDoc) => number | undefined {
  return (doc) => {
    const value = byBuild(values)(doc);
    return value === undefined ? undefined : Number((value * (chemistryOf(doc)?.electrolyteShare ?? 1)).toPrecision(2));
  };
}

export const fillingFields: readonly Field[] = [
  {
    ...cell,
    key: 'layers',
    group: 'filling',
    kind: { is: 'number', min: 1, max: 300, whole: true },
    unit: 'layers',
    ...neededBy(stacks),
    typical: byBuild({ stack: 20, prismatic: 60 }),
    definition: 'Cathode sheets in the stack. It has one anode sheet more.',
    basis: unconfirmed,
  },
  {
    ...cell,
    key: 'separatorMaterial',
    group: 'filling',
    kind: {
      is: 'choice',
      options: ['PE', 'PP', 'PP/PE/PP', 'PE, ceramic-coated', 'glass fiber', 'customer supplied'],
    },
    unit: '',
    ...neededBy([], allBuilds),
    typical: () => 'PE, ceramic-coated',
    definition: 'Material of the separator.',
    basis: unconfirmed,
  },
  {
    ...cell,
    key: 'separatorThickness_mm',
    group: 'filling',
    kind: { is: 'number', min: 0.004, max: 0.06 },
    unit: 'mm',
    shown: { unit: 'µm', factor: 1000 },
    ...neededBy([...rolls, ...sheets], ['coin']),
    typical: () => 0.012,
    usual: () => [0.007, 0.03],
    definition: 'Thickness of one separator layer; two run between the electrodes.',
    basis: 'PyBaMM Chen2020 12 µm; range from experience, unconfirmed',
  },
  {
    ...cell,
    key: 'separatorDiameter_mm',
    group: 'filling',
    kind: { is: 'number', min: 5, max: 30 },
    unit: 'mm',
    ...neededBy(['coin']),
    typical: () => 16,
    usual: () => [14, 19],
    definition: 'Diameter of the separator disc. It is wider than both electrodes.',
    basis: unconfirmed,
  },
  {
    ...cell,
    key: 'electrolyte',
    group: 'filling',
    kind: {
      is: 'choice',
      options: [
        '1 M LiPF6 in EC/EMC 30/70 + 2 % VC',
        '1 M LiPF6 in EC/EMC 30/70 + 10 % FEC',
        '1 M LiPF6 in EC/DEC 50/50',
        '1 M NaPF6 in EC/DEC 50/50',
        '1 M NaPF6 in PC + 5 % FEC',
        'customer supplied',
      ],
    },
    unit: '',
    ...neededBy(allBuilds),
    fitting: (doc) => electrolytes[isSodium(doc) ? 'sodium' : 'lithium'],
    typical: (doc) =>
      isSodium(doc)
        ? '1 M NaPF6 in EC/DEC 50/50'
        : doc['chemistry'] === 'NMC/Si-graphite'
          ? '1 M LiPF6 in EC/EMC 30/70 + 10 % FEC'
          : '1 M LiPF6 in EC/EMC 30/70 + 2 % VC',
    definition: 'Salt, solvents and additives. Describe your own in the notes.',
    basis: unconfirmed,
  },
  {
    ...cell,
    key: 'electrolyteAmount_g_Ah',
    group: 'filling',
    kind: { is: 'number', min: 0.3, max: 100 },
    unit: 'g/Ah',
    ...neededBy([], allBuilds),
    typical: perAh({ roll: 1.6, coin: 30, layer: 5, stack: 2.2, prismatic: 2.2 }),
    usual: (doc) => {
      const [least, most] = [perAh(leastElectrolyte)(doc), perAh(mostElectrolyte)(doc)];
      return least === undefined || most === undefined ? undefined : [least, most];
    },
    definition: 'Mass of electrolyte per ampere-hour of the cell.',
    basis: unconfirmed,
  },
  {
    ...cell,
    key: 'formation',
    group: 'filling',
    kind: {
      is: 'choice',
      options: [
        'C/20, then two cycles at C/10',
        'C/10, two cycles',
        'C/20 to 30 %, degassing, then C/10',
        'customer recipe in the notes',
        'none (cells sent unformed)',
      ],
    },
    unit: '',
    ...neededBy([], allBuilds),
    typical: byBuild({
      roll: 'C/20, then two cycles at C/10',
      coin: 'C/20, then two cycles at C/10',
      layer: 'C/20 to 30 %, degassing, then C/10',
      stack: 'C/20 to 30 %, degassing, then C/10',
      prismatic: 'C/20, then two cycles at C/10',
    }),
    definition: 'First charges of the cell. They form the protective layer on the anode.',
    basis: unconfirmed,
  },
  {
    ...cell,
    key: 'clampPressure_kPa',
    group: 'filling',
    kind: { is: 'number', min: 0, max: 5000 },
    unit: 'kPa',
    ...neededBy([], ['flat', ...sheets]),
    typical: () => 100,
    usual: () => [0, 1000],
    definition: 'Pressure on the flat sides of the cell during formation and tests.',
    basis: unconfirmed,
  },
];
