import type { Translate } from '../../ground/number-texts.ts';
import { derivedOf, type DerivedValue } from './derived.ts';
import type { Field } from '../data/field.ts';
import type { OrderDoc } from '../data/order.ts';
import { applicableFields, parsePath, pathOf } from '../fields/paths.ts';
import { runsTests } from '../data/services.ts';
import { isIdle, needOf, testFields } from '../fields/test-fields.ts';
import { nameOfTest } from '../fields/test-name.ts';
import { testsOf } from '../data/tests.ts';
import { figureWithUnit, valueWithUnit } from '../cell/unit-text.ts';

/** A value of an order with its name and unit, in the reader's language. */
interface SpecificationRow {
  /** Path of the value; of a computed one, of the field beside which it is shown, and its code. */
  path: string;
  label: string;
  text: string;
}

export interface SpecificationGroup {
  title: string;
  rows: SpecificationRow[];
  /** Step of the wizard where its fields are edited; undefined for computed values. */
  step?: 'service' | 'cell' | 'tests' | 'files';
}

/** Words and figures in the reader's language. */
export interface ReaderLanguage {
  t: Translate;
  language: string;
}

/** Computed values that say what cell is ordered, in the order shown. */
const computed: readonly string[] = [
  'capacity',
  'energy',
  'mass',
  'specificEnergy',
  'energyDensity',
  'balance',
  'areal',
  'thickness',
  'roll',
  'electrolyte',
];

const ofElectrode: ReadonlySet<string> = new Set(['areal']);

/**
 * Returns the values of an order by group: those of its fields, and those computed from them. A group without a value is
 * left out.
 * @param unread paths of fields that count as filled though the order may have no value for them
 */
export function specificationOf(
  doc: OrderDoc,
  words: ReaderLanguage,
  unread: Readonly<Record<string, string>> = {},
): SpecificationGroup[] {
  const { t } = words;
  const fields = applicableFields(doc);
  const derived = derivedOf(doc);
  const ofCell = (item: string) => fields.filter((row) => row.field.step === 'cell' && row.item === item);
  const ofStep = (step: string) => fields.filter(({ field }) => field.step === step);
  const filled = (rows: readonly { field: Field; path: string }[]): SpecificationRow[] =>
    rows
      .filter(({ path }) => (doc[path] ?? null) !== null || path in unread)
      .map(({ field, path }) => ({
        path,
        label: t(`field.${field.key}`, { defaultValue: field.key }),
        text: valueWithUnit(t, field, doc[path] ?? null),
      }));
  const groups: SpecificationGroup[] = [
    { step: 'service', title: t('step.service', {}), rows: filled(ofStep('service')) },
    { step: 'cell', title: t('step.cell', {}), rows: filled(ofCell('')) },
    { step: 'cell', title: t('group.cathode', {}), rows: filled(ofCell('cathode')) },
    { step: 'cell', title: t('group.anode', {}), rows: filled(ofCell('anode')) },
    { title: t('history.computed', {}), rows: computedRows(derived, words) },
    ...(runsTests(doc) ? testsOf(doc) : []).map((item, index): SpecificationGroup => ({
      step: 'tests',
      title: t('tests.name', { index: index + 1, type: nameOfTest(t, doc, item) }),
      rows: [
        ...filled(
          testFields
            .filter(
              (field) => field.key !== 'type' && needOf(field, doc, item) !== undefined && !isIdle(field, doc, item),
            )
            .map((field) => ({ field, path: pathOf('tests', item.id, field.key) })),
        ),
        ...derived
          .filter(({ path, code }) => code === 'duration' && path.startsWith(`tests/${item.id}/`))
          .map((each) => computedRow(each, words)),
      ],
    })),
    { step: 'files', title: t('step.files', {}), rows: filled(ofStep('files')) },
  ];
  return groups.filter(({ rows }) => rows.length > 0);
}

function computedRows(derived: readonly DerivedValue[], words: ReaderLanguage): SpecificationRow[] {
  return computed.flatMap((code) =>
    derived.filter((each) => each.code === code).map((each) => rowWithOwner(each, words)),
  );
}

/** A value of one electrode says whose it is. */
function rowWithOwner(value: DerivedValue, words: ReaderLanguage): SpecificationRow {
  const row = computedRow(value, words);
  return ofElectrode.has(value.code) ? { ...row, label: `${ownerOf(value, words)}: ${row.label}` } : row;
}

function computedRow({ path, code, value, unit }: DerivedValue, { t, language }: ReaderLanguage): SpecificationRow {
  return {
    path: `${path}/${code}`,
    label: t(`derived.${code}`, {}),
    text: figureWithUnit(t, language, value, unit),
  };
}

function ownerOf({ path }: DerivedValue, { t }: ReaderLanguage): string {
  const place = parsePath(path);
  return place?.is === 'field' && place.list === 'electrodes' ? t(`group.${place.item}`, {}) : '';
}
