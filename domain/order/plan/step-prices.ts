import type { OrderDoc, Quote } from '../data/order.ts';
import { stagesOf } from './stages.ts';

/** Step whose price a line is part of, by the code of the line up to its first slash. */
const stepOfLine: Readonly<Record<string, string>> = {
  setup: 'review',
  recipe: 'coating',
  runs: 'coating',
  coating: 'coating',
  assembly: 'assembly',
  formation: 'formation',
  report: 'report',
  disposal: 'report',
  shipping: 'shipping',
};

/**
 * Distributes a price over the steps of its order, in integer cents by step id: the amounts add up to its total. What
 * is charged once for a type of test belongs to the first of that type.
 */
export function stepPrices(doc: OrderDoc, quote: Quote): Map<string, number> {
  const { tests } = stagesOf(doc);
  const prices = new Map<string, number>();
  for (const { code, amount } of quote.lines) {
    const [kind = '', name = ''] = code.split('/');
    const first = tests.find(({ item }) => item.type === name)?.id;
    const step = kind === 'test' ? (first ?? name) : (stepOfLine[kind] ?? 'review');
    prices.set(step, (prices.get(step) ?? 0) + amount);
  }
  return prices;
}
