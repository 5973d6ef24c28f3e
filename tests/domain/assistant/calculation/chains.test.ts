import { expect, test } from 'vitest';
import { withCalculations, withComputed } from '#domain/assistant/computed.ts';
import { formulaOf } from '#domain/assistant/calculation/formulas.ts';
import { contextAfter } from '#domain/assistant/retrieval/context.ts';
import type { QuestionContext } from '#domain/assistant/retrieval/question.ts';
import { buildIndex, retrieve } from '#domain/assistant/retrieval/retrieve.ts';
import { exampleRateCard } from '#domain/order/data/rate-card.ts';
import { unitsOf } from '#domain/quantities/units.ts';
import { entries } from '../retrieval/evaluation.ts';
import { chains } from './chains.ts';
import type { Sum } from './sum.ts';

type Calculation = QuestionContext['calculation'];

/** The result of a calculation that a sum asks for, in its unit; undefined when there is none. */
function resultOf(calculation: Calculation, [, key, , unit]: Sum): number | undefined {
  const value = calculation?.values[key];
  const output = formulaOf(calculation?.formula ?? '')?.outputs.find((each) => each.key === key);
  const factor = output && unitsOf(output.dimension).find(({ name }) => name === unit)?.factor;
  return value === undefined || factor === undefined ? undefined : value / factor;
}

/** The questions whose result is not that of the sum, with the result. */
function unlike(calculations: readonly Calculation[], chain: readonly Sum[]): [question: string, result: unknown][] {
  return chain.flatMap((sum, at) => {
    const [question, , expected, , tolerance] = sum;
    const result = resultOf(calculations[at], sum);
    const isRight = result !== undefined && Math.abs(result - expected) <= Math.abs(expected) * tolerance;
    return isRight ? [] : [[question, result]];
  });
}

/** The calculations of questions that wait on a device, one after the other. */
function onDevice(texts: readonly string[]): Calculation[] {
  return withCalculations(texts.map((text) => ({ text, category: '' }))).map(({ calculation }) => calculation);
}

const index = buildIndex(entries);

/** The calculations of the server's answers. */
function onServer(texts: readonly string[]): Calculation[] {
  let previous: QuestionContext | undefined;
  return texts.map((text) => {
    const question = { text, chatType: 1, ...(previous === undefined ? {} : { previous }) } as const;
    const retrieval = retrieve(index, withComputed(question, exampleRateCard));
    previous = contextAfter(question, retrieval);
    return retrieval.computed?.calculation;
  });
}

test.each(chains)('"%s", then the next two, have the results of the sums', (...chain) => {
  const texts = chain.map(([question]) => question);
  expect(unlike(onDevice(texts), chain)).toEqual([]);
  expect(unlike(onServer(texts), chain)).toEqual([]);
});

test.each(chains)('"%s" is continued after thanks', (first, second, third) => {
  const texts = [first[0], 'thanks!', second[0], '감사합니다', third[0]];
  for (const [one, , two, , three] of [onDevice(texts), onServer(texts)])
    expect(unlike([one, two, three], [first, second, third])).toEqual([]);
});

test.each([
  ['another subject in between', ['C/3 for 4.8 Ah, how many amps?', 'What is the N/P ratio?', 'and at 2C?']],
  ['a quantity that has no place', ['C/3 for 4.8 Ah, how many amps?', 'and at 25 °C?']],
  ['a judgment', ['C/3 for 4.8 Ah, how many amps?', 'is that too much?']],
  ['a value that may be one of two', ['500 cycles 0.5C/1C how long', 'and at 2C?']],
  ['a question without a calculation before', ['what is a C-rate', 'and 10 A?']],
  [
    'a thickness of a part that is not named',
    ['12 layers, cathode 150 µm, anode 160 µm: stack thickness?', 'and 20 µm?'],
  ],
])('%s continues no calculation', (_, texts) => {
  expect(onDevice(texts).at(-1)).toBeUndefined();
  expect(onServer(texts).at(-1)).toBeUndefined();
});

test('a follow-up without a place in the calculation leaves it to the next one', () => {
  const [, , last] = onServer(['C/3 for 4.8 Ah, how many amps?', 'and at 25 °C?', 'and at 2C?']);
  expect(last?.values['current']).toBeCloseTo(9.6);
});

test('a question with all its values takes none from before', () => {
  const [, own] = onServer(['how many Wh is 280 Ah LFP?', 'then how many Wh is 5 Ah at 3.6 V?']);
  expect(own?.values['energy']).toBeCloseTo(18);
});

test('an answer names what it took from the calculation before', () => {
  const [previous] = withCalculations([{ text: '280 Ah LFP how many Wh?', category: '' }]);
  const asked = (text: string) =>
    withComputed({ text, chatType: 1, ...(previous === undefined ? {} : { previous }) }, exampleRateCard).computed
      ?.text;
  expect(asked('and 100 Ah?')).toBe(
    '100 Ah at 3.2 V is 320 Wh.\n\nEnergy = capacity × mean voltage = 100 Ah × 3.2 V = 320 Wh\n\nAssumed: mean voltage 3.2 V (as before).',
  );
  expect(asked('what C-rate is 140 A then?')).toContain('From before: capacity 280 Ah.');
  expect(asked('그럼 140 A는 몇 C?')).toContain('앞의 계산에서: 용량 280 Ah.');
});

test('a quantity that was missing completes the calculation', () => {
  const [missing, , complete] = onServer(['how many double-sided layers for 3 Ah?', 'ok', '60 x 90 mm, 3.3 mAh/cm2']);
  expect(missing?.values['sheets']).toBeUndefined();
  expect(complete?.values['sheets']).toBe(9);
});
