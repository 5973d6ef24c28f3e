import type { Translate } from '../figures.ts';
import type { Field } from './field.ts';
import type { OrderDoc } from './order.ts';
import { applicableFields, pathOf } from './paths.ts';
import { runsTests } from './services.ts';
import { needOf, testFields } from './test-fields.ts';
import { nameOfTest } from './test-name.ts';
import { testsOf } from './tests.ts';

/** A field that an order has, filled or not. */
export interface SpecificationRow {
  field: Field;
  path: string;
}

interface SpecificationGroup {
  /** Step of the wizard where its fields are edited. */
  step: 'service' | 'cell' | 'tests' | 'files';
  title: string;
  rows: SpecificationRow[];
}

/** Returns the fields that apply to an order, by group, with the groups' titles in the reader's language. */
export function specificationOf(doc: OrderDoc, t: Translate): SpecificationGroup[] {
  const fields = applicableFields(doc);
  const ofCell = (item: string) => fields.filter((row) => row.field.step === 'cell' && row.item === item);
  const ofStep = (step: string) => fields.filter(({ field }) => field.step === step);
  return [
    { step: 'service', title: t('step.service', {}), rows: ofStep('service') },
    { step: 'cell', title: t('step.cell', {}), rows: ofCell('') },
    { step: 'cell', title: t('group.cathode', {}), rows: ofCell('cathode') },
    { step: 'cell', title: t('group.anode', {}), rows: ofCell('anode') },
    ...(runsTests(doc) ? testsOf(doc) : []).map((item, index) => ({
      step: 'tests' as const,
      title: t('tests.name', { index: index + 1, type: nameOfTest(t, doc, item) }),
      rows: testFields
        .filter((field) => field.key !== 'type' && needOf(field, doc, item) !== undefined)
        .map((field) => ({ field, path: pathOf('tests', item.id, field.key) })),
    })),
    { step: 'files', title: t('step.files', {}), rows: ofStep('files') },
  ];
}
