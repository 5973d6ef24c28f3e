import { chemistries } from '../data/chemistries.ts';
import { coatingFields } from './coating-fields.ts';
import { materialFields, sizeFields } from './electrode-fields.ts';
import type { Field } from '../data/field.ts';
import { byFormat } from './field-needs.ts';
import { fillingFields } from './filling-fields.ts';
import { formats } from '../data/formats.ts';
import { housingFields } from './housing-fields.ts';
import type { OrderDoc } from '../data/order.ts';
import { buildsCells, runsTests, services } from '../data/services.ts';
import { windingFields } from './winding-fields.ts';

/**
 * Fields of an order apart from its tests: the 23 design fields of the specification, and additions without which a
 * cell cannot be built or its capacity not be computed. Design fields stand in tables of their own, by group.
 *
 * To add one: a row in the table of its group, with unit, range, definition and source, and `neededBy` for the builds
 * that need it or may have it; its label under `field` in `public/locales/en/navigator.json`, and label and definition
 * in the other languages; a rule in a table of `cell-rules.ts` if other fields limit it. Wizard, checks and sheet read
 * the tables.
 */

const hasService = (doc: OrderDoc): boolean => buildsCells(doc) || runsTests(doc);

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
      '32140': 10,
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
    required: (doc) => runsTests(doc) && !buildsCells(doc),
    definition: 'Capacity that C rates refer to. Leave it empty to use the estimate from the design.',
    basis: 'our choice',
  },
  ...housingFields,
  ...windingFields,
  ...fillingFields,
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

/** Fields of each electrode: `electrodes/cathode/<key>` and `electrodes/anode/<key>`. */
export const electrodeFields: readonly Field[] = [...sizeFields, ...materialFields, ...coatingFields];
