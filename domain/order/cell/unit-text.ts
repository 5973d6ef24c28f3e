import { figureOf, plannedOf, type Translate } from '../../ground/number-texts.ts';
import type { Json } from '../../ground/json.ts';
import { asCurrent, type Field } from '../data/field.ts';
import { hazardLevels } from '../data/hazard-levels.ts';
import { valueText } from './value-text.ts';

const words = new Set(['cells', 'cycles', 'turns', 'rows', 'layers', 'tabs', 'lanes', 'd']);

/** Returns a unit in the reader's language. Words are translated; symbols are the same in all languages. */
export function unitText(t: Translate, unit: string, count: number): string {
  return words.has(unit) ? t(`navigator:unit.${unit}`, { count }) : unit;
}

/** Units of the planning figures of tests. */
const planned = new Set(['h', 'rows']);

/** Returns a computed value with its unit, in the reader's language. */
export function figureWithUnit(t: Translate, language: string, value: number, unit: string): string {
  const figure = planned.has(unit) ? plannedOf(language, value) : figureOf(language, value);
  return `${figure}\u2009${unitText(t, unit, value)}`.trim();
}

/** Returns a stored value of a field with its unit, in the reader's language. */
export function valueWithUnit(t: Translate, field: Field, value: Json): string {
  const text = valueText(field, value);
  if (field.kind.is === 'choice') return t(`navigator:option.${field.key}.${text}`, { defaultValue: text });
  if (field.kind.is === 'flag') return t(`navigator:flag.${value === true ? 'yes' : 'no'}`, {});
  if (field.kind.is === 'number' && field.kind.listed === true)
    return t(`navigator:hazard.${text}`, { defaultValue: hazardLevels[Number(text)]?.label ?? text });
  // The text of a current already ends with its unit.
  const unit = asCurrent(value) === undefined && field.kind.is !== 'currents' ? (field.shown?.unit ?? field.unit) : '';
  return unit === '' ? text : `${text}\u2009${unitText(t, unit, Number(text))}`;
}
