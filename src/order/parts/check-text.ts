import type { TFunction } from 'i18next';
import type { FieldProblem } from '#domain/ground/errors.ts';
import { patternOfText } from '#domain/ground/text.ts';
import { problemMessageOf } from '#domain/order/fields/change.ts';
import type { Check } from '#domain/order/data/check.ts';
import { checkTexts, fillText, type CheckCode } from '#domain/order/data/check-texts.ts';
import { isPathOfFile } from '#domain/order/fields/file-path.ts';
import { parsePath } from '#domain/order/fields/paths.ts';
import { interpolationOf } from './interpolation.ts';
import { nameOfPath } from './order-words.ts';

/** Says what is wrong with an order in the reader's language. Messages of the server are for programs only. */

type CheckContent = Pick<Check, 'path' | 'code' | 'text'>;

/** Returns the text of a check. */
export function textOfCheck({ path, code, text }: CheckContent, t: TFunction<'navigator'>, language: string): string {
  if (code === 'CONFLICT') return t('conflict.open');
  if (text === undefined) return textOfValue(path, code, t);
  const values = code === 'NOT_FITTING' ? text.values.map((value) => optionsIn(path, String(value), t)) : text.values;
  const english = fillText(checkTexts[text.key], text.values);
  return t(`check.${text.key}`, { defaultValue: english, ...interpolationOf(values, language) });
}

/** Returns the text of a problem that the server found, with the name of its field; the text of a file names it. */
export function textOfProblem(problem: FieldProblem, t: TFunction<'navigator'>, language: string): string {
  const { path, code } = problem;
  const text = textIn(problem);
  const said = textOfCheck({ path, code, ...(text === undefined ? {} : { text }) }, t, language);
  return isPathOfFile(path) && text !== undefined ? said : `${nameOfPath(t, path)}: ${said}`;
}

/** Returns key and values of the text; undefined where this version does not have it, or needs values for it. */
function textIn({ code, text }: FieldProblem): Check['text'] {
  const { key = code, values = [] } = text ?? {};
  if (!isKnown(key) || /\{\{\d\}\}/.test(fillText(checkTexts[key], values))) return undefined;
  return { key, values };
}

function isKnown(key: string): key is CheckCode {
  return Object.hasOwn(checkTexts, key);
}

/** Returns the text for a value that its field does not take. */
function textOfValue(path: string, code: string, t: TFunction<'navigator'>): string {
  const place = parsePath(path);
  const { key, values } =
    place?.is === 'field' ? problemMessageOf(code, place.field.kind) : { key: 'MISFIT', values: {} };
  return t(`says.${key}`, values);
}

/** Returns a list of a field's options with the name of each in the reader's language. */
function optionsIn(path: string, list: string, t: TFunction<'navigator'>): string {
  const place = parsePath(path);
  if (place?.is !== 'field' || place.field.kind.is !== 'choice') return list;
  const { key, kind } = place.field;
  // The longest first: an option may contain another one, and a comma.
  const longest = kind.options.toSorted((a, b) => b.length - a.length).map(patternOfText);
  return list.replace(new RegExp(longest.join('|'), 'g'), (option) =>
    t(`option.${key}.${option}`, { defaultValue: option }),
  );
}
