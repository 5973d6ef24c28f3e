import { coatingMethods } from '../data/coating-methods.ts';
import { mostCoating_m, proposedCoating_m } from '../cell/coating-need.ts';
import type { Field } from '../data/field.ts';
import { allBuilds, byBuild, neededBy, onlyIf, rolls } from './field-needs.ts';
import { electrodes } from '../data/electrodes.ts';
import type { OrderDoc } from '../data/order.ts';
import { typicalSize } from '../data/typical-sizes.ts';

/** Fields of an electrode's foil and of how it is coated. */

const cell = { step: 'cell', group: 'coating' } as const;
const any = neededBy([], allBuilds);
const isPatched = (doc: OrderDoc) =>
  electrodes.some((item) => doc[`electrodes/${item}/coating_pattern`] === 'intermittent');

export const coatingFields: readonly Field[] = [
  {
    ...cell,
    key: 'current_collector_foil_thickness',
    kind: { is: 'number', min: 0.004, max: 0.05 },
    unit: 'mm',
    shown: { unit: 'µm', factor: 1000 },
    ...neededBy(allBuilds),
    typical: (_, item) => (item === 'cathode' ? 0.015 : 0.01),
    usual: (_, item) => (item === 'cathode' ? [0.008, 0.025] : [0.0045, 0.02]),
    definition: 'Foil gauge: aluminum for the cathode, copper for the anode.',
    basis: 'PyBaMM sets, Al 10 to 25 and Cu 10 to 25 µm',
  },
  {
    ...cell,
    key: 'current_collector_foil_width',
    kind: { is: 'number', min: 20, max: 1600 },
    unit: 'mm',
    ...any,
    typical: () => 250,
    definition: 'Width of the foil on the coating line, before slitting.',
    basis: 'our choice',
  },
  {
    ...cell,
    key: 'coating_meter_count',
    kind: { is: 'number', min: 1, max: mostCoating_m },
    unit: 'm',
    ...neededBy(allBuilds),
    typical: (doc, item) => proposedCoating_m(doc, item === 'anode' ? 'anode' : 'cathode'),
    definition: 'Meters of foil to coat for this electrode; of foil that you coat, the meters you send.',
    basis: 'typical 10 to 50 m, from experience, unconfirmed',
  },
  {
    ...cell,
    key: 'coating_method',
    kind: { is: 'choice', options: coatingMethods.map(({ code }) => code) },
    unit: '',
    ...any,
    typical: () => 'slot die',
    definition: 'How the coating is put on the foil.',
    basis: 'slot die and comma bar as published; the list is our choice',
  },
  {
    ...cell,
    key: 'coating_pattern',
    kind: { is: 'choice', options: ['continuous', 'intermittent'] },
    unit: '',
    ...any,
    typical: () => 'continuous',
    definition: 'One band along the whole web, or patches with gaps.',
    basis: 'our choice',
  },
  {
    ...cell,
    key: 'electrode_form',
    kind: {
      is: 'choice',
      options: [
        'single-sided, slit roll',
        'double-sided, slit roll',
        'single-sided, sheet',
        'double-sided, sheet',
        'single-sided, disc',
        'double-sided, disc',
      ],
    },
    unit: '',
    ...any,
    fitting: byBuild({
      roll: ['double-sided, slit roll'],
      flat: ['double-sided, slit roll'],
      coin: ['single-sided, disc', 'double-sided, disc'],
      layer: ['single-sided, sheet', 'double-sided, sheet'],
      stack: ['double-sided, sheet', 'single-sided, sheet'],
      prismatic: ['double-sided, sheet', 'single-sided, sheet'],
    }),
    typical: byBuild({
      roll: 'double-sided, slit roll',
      flat: 'double-sided, slit roll',
      coin: 'single-sided, disc',
      layer: 'single-sided, sheet',
      stack: 'double-sided, sheet',
      prismatic: 'double-sided, sheet',
    }),
    definition: 'Sides that are coated, and the form in which the electrode goes into the cell.',
    basis: 'our choice',
  },
  {
    ...cell,
    key: 'coating_width',
    kind: { is: 'number', min: 10, max: 1500 },
    unit: 'mm',
    ...any,
    typical: () => 200,
    definition: 'Coated width across the foil at coating, before slitting.',
    basis: 'lines of 600 to 1500 mm as published; our choice',
  },
  {
    ...cell,
    key: 'lanes',
    kind: { is: 'number', min: 1, max: 100, whole: true },
    unit: 'lanes',
    ...neededBy([], [...rolls, 'stack', 'prismatic']),
    definition: 'Webs slit from the foil side by side. Empty: as many as fit.',
    basis: 'our choice',
  },
  {
    ...cell,
    key: 'uncoated_area_width_front',
    kind: { is: 'number', min: 0, max: 200 },
    unit: 'mm',
    ...any,
    typical: () => 25,
    definition: 'Bare border on each side of the coating, on the front (A) side; the back mirrors it.',
    basis: 'our choice',
  },
  {
    ...cell,
    key: 'coating_area_length_front',
    kind: { is: 'number', min: 20, max: 8000 },
    unit: 'mm',
    ...onlyIf(neededBy([], allBuilds), isPatched),
    typical: (doc, item) => Math.max(20, typicalSize(doc, item)?.horizontal_mm ?? 20),
    definition: 'Length of one coated patch on the front (A) side.',
    basis: 'patch coating as published; the length of the electrode',
  },
  {
    ...cell,
    key: 'coating_gap_mm',
    kind: { is: 'number', min: 1, max: 500 },
    unit: 'mm',
    ...onlyIf(neededBy([], allBuilds), isPatched),
    typical: () => 20,
    definition: 'Bare foil between two patches.',
    basis: 'typical, unconfirmed',
  },
  {
    ...cell,
    key: 'ab_offset',
    kind: { is: 'number', min: -5, max: 5 },
    unit: 'mm',
    ...neededBy([], [...rolls, 'stack', 'prismatic']),
    typical: () => 0,
    definition: 'Edge of the back coating minus edge of the front coating. About 0.5 mm is a typical tolerance.',
    basis: 'our reading of the name; typical, unconfirmed',
  },
];
