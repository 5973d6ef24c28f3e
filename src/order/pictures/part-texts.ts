import type { TFunction } from 'i18next';
import { derivedOf } from '#domain/order/checks/derived.ts';
import { parsePath } from '#domain/order/fields/paths.ts';
import { figureOf } from '#domain/ground/number-texts.ts';
import { unitText, valueWithUnit } from '#domain/order/cell/unit-text.ts';
import type { DrawnDoc } from '#domain/order/pictures/drawn-doc.ts';

/** Text of a part of a picture: its name, its value with its unit, how it is computed, and the field it belongs to. */
export interface PartText {
  path: string;
  name: string;
  value: string;
  formula?: string;
  /** Source of the value, if it is neither from the order nor a typical value. */
  basis?: string;
  /** Whether the order does not give it, so that a typical value is drawn. */
  isTypical: boolean;
}

/** Texts of the parts of one order's pictures, in the reader's language. */
export interface PartTexts {
  /** A field; undefined where the order has no value for it and no typical one. */
  field: (path: string) => PartText | undefined;
  /** Name of the field with this path; an electrode's with the electrode before it. */
  name: (path: string) => string;
  /** A derived figure by its code; undefined where it cannot be computed. */
  figure: (code: string) => PartText | undefined;
  /** A length in mm, with at most four digits. */
  mm: (value: number) => string;
  /** Any other text, said at the field with this path. */
  other: (path: string, name: string, value: string, formula?: string) => PartText;
}

/** Creates the texts of the parts of an order. */
export function partTextsOf(t: TFunction<'navigator'>, language: string, { doc, assumed }: DrawnDoc): PartTexts {
  const derived = new Map(derivedOf(doc).map((each) => [each.code, each]));
  const isTypical = (path: string) => assumed.has(path);
  const nameOf = (path: string) => {
    const place = parsePath(path);
    if (place?.is !== 'field') return path;
    const label = t(`field.${place.field.key}`, { defaultValue: place.field.key });
    return place.list === 'electrodes'
      ? t('pictures.ofElectrode', { of: t(`group.${place.item}`), name: label })
      : label;
  };
  return {
    name: nameOf,
    field: (path) => {
      const place = parsePath(path);
      const value = doc[path] ?? null;
      if (place?.is !== 'field' || value === null) return undefined;
      return { path, name: nameOf(path), value: valueWithUnit(t, place.field, value), isTypical: isTypical(path) };
    },
    figure: (code) => {
      const found = derived.get(code);
      if (found === undefined) return undefined;
      const { path, value, unit } = found;
      return {
        path,
        name: t(`derived.${code}`),
        value: `${figureOf(language, value)}\u2009${unitText(t, unit, value)}`.trim(),
        formula: t(`formula.${code}`),
        isTypical: false,
      };
    },
    mm: (value) => `${figureOf(language, value)}\u2009mm`,
    other: (path, name, value, formula) => ({
      path,
      name,
      value,
      ...(formula === undefined ? {} : { formula }),
      isTypical: false,
    }),
  };
}

/** Returns everything a part says in one sentence, for its label. */
export function sentenceOfPart(
  t: TFunction<'navigator'>,
  { name, value, formula, basis, isTypical }: PartText,
): string {
  if (basis !== undefined) return `${name}: ${value} (${basis})`;
  const said = formula === undefined ? `${name}: ${value}` : `${name}: ${value} = ${formula}`;
  return isTypical ? t('pictures.typicalPart', { said }) : said;
}
