import { plainText } from '../../ground/figure/plain-text.ts';
import { readingsOf } from '../../ground/figure/separators.ts';
import { tokensOf, evaluate } from '../../quantities/expression.ts';

/** A date or a telephone number: 2026-11-28, 010-1234-5678. */
const isNoSum = /^\d{4}([-/])\d{1,2}\1\d{1,2}$|(?<![\d.])0\d/;

/**
 * Returns a sum with its result, such as "2 + 2 = 4"; undefined when the text is anything else. Numbers with units are
 * questions about batteries and not for this.
 */
export function sumIn(text: string): string | undefined {
  if (text.length > 100) return undefined;
  const plain = plainText(text)
    .trim()
    .toLowerCase()
    .replace(/^(what is|what's|how much is|calculate|compute|solve)\b/, '')
    .replace(/[=?\s]+$/, '')
    .replaceAll('×', '*')
    .replaceAll(/(?<=\d\s*)x(?=\s*\d)/g, '*')
    .replaceAll('÷', '/')
    .replaceAll(':', '/')
    .replaceAll(/\d[\d.,']*(?: \d{3}(?!\d))*/g, plainNumber)
    .trim();
  if (!/^[\d\s.+\-*/^()]+$/.test(plain) || !/[\d)]\s*[-+*/^]\s*[\d(-]/.test(plain)) return undefined;
  if (isNoSum.test(plain)) return undefined;
  const tokens = tokensOf(plain);
  const value = evaluate(plain);
  if (tokens === undefined || value === undefined) return undefined;
  return `${tokens.join(' ').replaceAll('( ', '(').replaceAll(' )', ')')} = ${Number(value.toPrecision(12))}`;
}

/** Returns a number without groups of thousands and with a decimal point; other text stays as it is. */
function plainNumber(digits: string): string {
  const values = /[,'\s]|\..*\./.test(digits) ? readingsOf(digits) : [];
  // As in a sentence, a comma before three digits groups them.
  return String((digits.includes(',') ? values.at(-1) : values[0]) ?? digits);
}
