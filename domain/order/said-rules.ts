import { capacity_Ah } from './capacity.ts';
import { rule, type CellRule } from './cell-rule.ts';
import { figure } from './check.ts';
import type { CheckCode, Values } from './check-texts.ts';
import { asNumber } from './field.ts';
import { formats } from './formats.ts';
import type { OrderDoc } from './order.ts';
import { testsOf } from './tests.ts';

/** Rules that compare what title and notes say with the values of the order. */

/** How far a capacity in words may be from the order's, as a fraction. */
const tolerance = 0.2;

type Text = 'title' | 'notes';

const chemistryWords = ['NMC', 'NCA', 'LFP', 'LCO', 'LMO', 'LTO'];
/** A sentence of the notes counts where it is about a test; drying and formation have temperatures of their own. */
const aboutTest = /\btest|\bcycl|\brpt\b|\baging|\bageing|시험|사이클|수명/i;

/** Returns the numbers before a unit, with a decimal point or comma. */
function numbersBefore(text: string, unit: string): number[] {
  const found = text.matchAll(new RegExp(String.raw`(?<![\w.,])([-−]?\d+(?:[.,]\d+)?)\s*(?:${unit})(?![a-z])`, 'gi'));
  return [...found].map(([, digits = '']) => Number(digits.replace('−', '-').replace(',', '.')));
}

type Compare = (doc: OrderDoc, said: string) => Values | undefined;

const temperature: Compare = (doc, said) => {
  const set = testsOf(doc).flatMap(({ id }) => asNumber(doc[`tests/${id}/temp`]) ?? []);
  const other = numbersBefore(said, '°\\s*C|degC|℃').find((each) => !set.includes(each));
  return set.length === 0 || other === undefined ? undefined : [figure(other), set.map(figure).join(', ')];
};

const capacity: Compare = (doc, said) => {
  const is = capacity_Ah(doc);
  const amounts = [...numbersBefore(said, 'Ah'), ...numbersBefore(said, 'mAh').map((each) => each / 1000)];
  const other = amounts.find((each) => is !== undefined && Math.abs(each / is - 1) > tolerance);
  return is === undefined || other === undefined ? undefined : [figure(other), figure(is)];
};

const format: Compare = (doc, said) => {
  const is = doc['format'];
  const named = formats.filter(({ code }) => /^\d+$/.test(code) && new RegExp(`(?<!\\d)${code}(?!\\d)`).test(said));
  const [other] = named;
  const differs = typeof is === 'string' && other !== undefined && !named.some(({ code }) => code === is);
  return differs ? [other.code, is] : undefined;
};

const chemistry: Compare = (doc, said) => {
  const is = doc['chemistry'];
  const named = chemistryWords.filter((word) => new RegExp(`\\b${word}(?![a-z])`, 'i').test(said));
  const [other] = named;
  const isKnown = typeof is === 'string' && !is.startsWith('half cell');
  return isKnown && other !== undefined && !named.some((word) => is.includes(word)) ? [other, is] : undefined;
};

/** Cells of other days, which a sentence of the notes compares with. */
const aboutOthers = /\blast (?:year|month|time)|\bprevious|\bearlier|\bold (?:cells|batch)|지난|이전|작년/i;

/** Returns the whole of a title, but of notes only the sentences about tests of these cells. */
function aboutTests(doc: OrderDoc, text: Text): string {
  const value = doc[text];
  const said = typeof value === 'string' ? value.normalize('NFKC') : '';
  if (text === 'title') return said;
  return said
    .split(/[.\n](?!\d)/)
    .filter((sentence) => aboutTest.test(sentence) && !aboutOthers.test(sentence) && !chemistry(doc, sentence))
    .join('\n');
}

/** Notes are compared for temperatures of tests only; they may mention other cells. */
const comparisons: readonly { code: CheckCode; in: Text; compare: Compare }[] = [
  { code: 'SAID_TEMPERATURE', in: 'title', compare: temperature },
  { code: 'NOTES_TEMPERATURE', in: 'notes', compare: temperature },
  { code: 'SAID_CAPACITY', in: 'title', compare: capacity },
  { code: 'SAID_FORMAT', in: 'title', compare: format },
  { code: 'SAID_CHEMISTRY', in: 'title', compare: chemistry },
];

export const saidRules: readonly CellRule[] = comparisons.map(({ code, in: text, compare }) =>
  rule(code, 'warn', text, ({ doc }) => compare(doc, aboutTests(doc, text))),
);
