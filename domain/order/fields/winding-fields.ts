import type { Field } from '../data/field.ts';
import { byFormat, neededBy, rolls } from './field-needs.ts';

/** Fields of the winding of a roll. */

const cell = { step: 'cell' } as const;
const round = neededBy(['roll'], ['flat']);
const wound = neededBy(rolls);
const woundOptional = neededBy([], rolls);

export const windingFields: readonly Field[] = [
  {
    ...cell,
    key: 'windingShaftDiameter_mm',
    group: 'winding',
    kind: { is: 'number', min: 1, max: 12 },
    unit: 'mm',
    ...round,
    typical: byFormat({ '18650': 2, '21700': 3, '26650': 3.5, '32140': 4, '4680': 4 }),
    definition: 'Mandrel the roll is wound on: the inner diameter of the roll.',
    basis: '18650 about 2 mm and 21700 2.5 to 3 mm as published; others from experience, unconfirmed',
  },
  {
    ...cell,
    key: 'electrodePhaseShift_mm',
    group: 'winding',
    kind: { is: 'number', min: -50, max: 150 },
    unit: 'mm',
    ...woundOptional,
    typical: () => 10,
    definition: 'Lead of the anode’s start over the cathode’s along the web; positive if the anode starts first.',
    basis: 'our reading of the name; typical, unconfirmed',
  },
  {
    ...cell,
    key: 'separatorInnerTurns',
    group: 'winding',
    kind: { is: 'number', min: 0, max: 6 },
    unit: 'turns',
    ...wound,
    typical: () => 1.5,
    usual: () => [0.5, 6],
    definition: 'Turns of separator alone around the shaft before the electrodes start.',
    basis: 'concept published, range is our choice',
  },
  {
    ...cell,
    key: 'separatorOuterTurns',
    group: 'winding',
    kind: { is: 'number', min: 0, max: 6 },
    unit: 'turns',
    ...woundOptional,
    typical: () => 1.5,
    usual: () => [0.5, 6],
    definition: 'Turns of separator alone that close the roll.',
    basis: 'concept published, range is our choice',
  },
];
