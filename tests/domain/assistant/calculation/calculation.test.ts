import { expect, test } from 'vitest';
import { calculationText } from '#domain/assistant/calculation/answer-text.ts';
import { calculationIn } from '#domain/assistant/calculation/calculation.ts';
import { formulas } from '#domain/assistant/calculation/formulas.ts';
import { evaluate, namesIn, tokensOf } from '#domain/quantities/expression.ts';
import { quantitiesIn, readable } from '#domain/quantities/quantities.ts';
import { isKorean } from '#domain/quantities/korean.ts';
import { entries } from '../retrieval/evaluation.ts';
import { unitsOf } from '#domain/quantities/units.ts';
import { calculations, missing, ordinary, refused } from './questions.ts';
import { sums } from './sums.ts';

test.each(calculations)('%s', (question, formula, results) => {
  const calculation = calculationIn(question);
  expect(calculation?.formula.id).toBe(formula);
  expect(calculation?.isSure).toBe(true);
  const values = Object.fromEntries(calculation?.outputs.map(({ output, value }) => [output.key, value]) ?? []);
  for (const [key, expected] of Object.entries(results)) {
    expect(values[key]?.toPrecision(3)).toBe(expected.toPrecision(3));
  }
});

test.each(sums)('the sum "%s" is right', (question, key, expected, unit, tolerance) => {
  const calculation = calculationIn(question);
  expect(calculation?.isSure).toBe(true);
  const found = calculation?.outputs.find(({ output }) => output.key === key);
  const factor = found && unitsOf(found.output.dimension).find(({ name }) => name === unit)?.factor;
  const result = found === undefined ? Number.NaN : found.value / (factor ?? Number.NaN);
  expect(Math.abs(result - expected)).toBeLessThanOrEqual(Math.abs(expected) * tolerance);
});

test('the formula that an answer shows gives the figure of the Navigator', () => {
  const computed = sums.map(([question]) => calculationIn(question)).filter((each) => each !== undefined);
  const shown = computed.flatMap(({ inputs, outputs }) => {
    const values = Object.fromEntries([
      ...inputs.map(({ input, value }) => [input.key, value]),
      ...outputs.map(({ output, value }) => [output.key, value]),
    ]);
    return outputs.filter(({ output }) => output.computedBy !== undefined).map((each) => ({ ...each, values }));
  });
  expect(new Set(shown.map(({ output }) => output.key)).size).toBeGreaterThan(6);
  for (const { output, value, values } of shown) expect(evaluate(output.expression, values)).toBeCloseTo(value, 9);
});

test.each(missing)('"%s" is answered with what is missing: %s', (question, says) => {
  const calculation = calculationIn(question);
  expect(calculation?.outputs).toEqual([]);
  expect(calculation?.isSure).toBe(true);
  expect(calculation === undefined ? '' : calculationText(calculation, isKorean(question))).toContain(says);
});

test.each(ordinary)('"%s" asks for no calculation', (question) => {
  expect(calculationIn(question)?.isSure ?? false).toBe(false);
});

test.each(refused)('"%s" is refused with a sentence: %s', (question, kind, says) => {
  const calculation = calculationIn(question);
  expect(calculation?.problem?.kind).toBe(kind);
  expect(calculation?.outputs).toEqual([]);
  expect(calculation === undefined ? '' : calculationText(calculation, isKorean(question))).toContain(says);
});

test('the answer has the result, then the formula with its numbers, then what was assumed', () => {
  const calculation = calculationIn('280Ah LFP how many Wh?');
  expect(calculation === undefined ? '' : calculationText(calculation, false)).toBe(
    '280 Ah at 3.2 V is 896 Wh.\n\nEnergy = capacity × mean voltage = 280 Ah × 3.2 V = 896 Wh\n\nAssumed: mean voltage 3.2 V (typical of LFP).',
  );
});

test.each([
  ['how long to charge 3 Ah to 80% at 1C', 'At 1C it takes 48 min from 0 % to 80 %, at constant current.'],
  ['how long to charge from empty at C/3?', 'At C/3 it takes 3 h at constant current, about 3.14 h with the CV phase.'],
])('"%s" is answered with the CV phase only where there is one', (question, sentence) => {
  const calculation = calculationIn(question);
  expect(calculation === undefined ? '' : calculationText(calculation, false).split('\n')[0]).toBe(sentence);
});

test('a Korean question gets a Korean answer', () => {
  const calculation = calculationIn('2.5Ah 셀에 5A면 몇 C인가요?');
  expect(calculation === undefined ? '' : calculationText(calculation, true)).toBe(
    '2.5 Ah에 5 A는 2C입니다.\n\nC-rate = 전류 / 용량 = 5 A / 2.5 Ah = 2C',
  );
});

test.each([
  ['5A 5 amps 2,5 Ah 2500mAh', ['5 current', '5 current', '2.5 capacity', '2.5 capacity']],
  ['0.2C C/5 1/5 C', ['0.2 rate', '0.2 rate', '0.2 rate']],
  ['4s2p 3.7v', ['4 series', '2 parallel', '3.7 voltage']],
  ['15 mg/cm2 150 g/m²', ['15 loading', '15 loading']],
  ['100 x 50 mm', ['100 length', '50 length']],
  ['1 h 30 min', ['1.5 time']],
  ['-10 deg, 25 °C, 25C', ['-10 temperature', '25 temperature', '25 temperature']],
  [
    'test at -20 °C, 0-5 V, 20-25 °C, R-5 A',
    ['-20 temperature', '0 voltage', '5 voltage', '20 number', '25 temperature', '5 current'],
  ],
  ['영하 20도, minus 20 °C, minus 5 C', ['-20 temperature', '-20 temperature', '-5 temperature']],
  ['18650 cells, 4680 cells, UN 38.3, NMC 811, NCM-622', []],
  ['1,000 mAh 1.000.000 mAh 2 500 mAh', ['1 capacity', '1000 capacity', '2.5 capacity']],
  ['18650 21700 NMC811 INR21700-50E', []],
  ['5암페어 500밀리암페어 30분', ['5 current', '0.5 current', '0.5 time']],
  ['10 to 80 %', ['10 share', '80 share']],
  ['５Ａ', ['5 current']],
])('the quantities of "%s" are read', (text, expected) => {
  const found = quantitiesIn(readable(text)).map(
    ({ value, dimension }) => `${Number(value.toPrecision(6))} ${dimension}`,
  );
  expect(found).toEqual(expected);
});

test('each formula is explained by entries that exist, and its expressions know their names', () => {
  for (const formula of formulas) {
    const known = entries.filter(({ id }) => formula.entries.includes(id));
    expect(known.map(({ id }) => id).sort(), formula.id).toEqual([...formula.entries].sort());
    const names = new Set(formula.inputs.map(({ key }) => key));
    for (const { key, expression } of formula.outputs) {
      expect(tokensOf(expression), formula.id).toBeDefined();
      expect(
        namesIn(expression).filter((name) => !names.has(name)),
        formula.id,
      ).toEqual([]);
      names.add(key);
    }
  }
  expect(new Set(formulas.map(({ id }) => id)).size).toBe(formulas.length);
});
