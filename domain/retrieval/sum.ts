import { tokensOf, valueOf } from '../calculation/expression.ts';

/**
 * Returns a sum with its result, such as "2 + 2 = 4"; undefined when the text is anything else. Numbers with units are
 * questions about batteries and not for this.
 */
export function sumIn(text: string): string | undefined {
  if (text.length > 100) return undefined;
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/^(what is|what's|how much is|calculate|compute|solve)\b/, '')
    .replace(/[=?\s]+$/, '')
    .replaceAll('×', '*')
    .replaceAll(/(?<=\d\s*)x(?=\s*\d)/g, '*')
    .replaceAll('÷', '/')
    .replaceAll(':', '/')
    .replaceAll('−', '-')
    .trim();
  if (!/^[\d\s.+\-*/^()]+$/.test(plain) || !/[\d)]\s*[-+*/^]\s*[\d(-]/.test(plain)) return undefined;
  const tokens = tokensOf(plain);
  const value = valueOf(plain);
  if (tokens === undefined || value === undefined) return undefined;
  return `${tokens.join(' ').replaceAll('( ', '(').replaceAll(' )', ')')} = ${Number(value.toPrecision(12))}`;
}
