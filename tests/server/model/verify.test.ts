import { expect, test } from 'vitest';
import { verified } from '../../../server/model/verify.ts';

const foil = {
  n: 1,
  text: 'Copper foil for anodes is 6 to 10 µm thick. Aluminium foil for cathodes is 10 to 20 µm thick and weighs 4 mg/cm² at 15 µm.',
};
const window = {
  n: 2,
  text: 'NMC811 cells are charged to 4.2 V and discharged to 2.5 V. Charging above 4.3 V costs life. A C/3 rate at 25 °C is usual.',
};
const sources = [foil, window];

const doubtsOf = (content: string) => verified(content, sources).doubts;

test.each([
  'Copper foil for anodes is 6 to 10 µm thick [1].',
  'Copper foil for anodes is 6 to 10 µm thick. [1]',
  'Copper foil for anodes is 0.006 to 0.010 mm thick [1].',
  'NMC811 cells are charged to 4200 mV and discharged to 2.5 V [2]. Copper foil is 6-10 µm thick [1].',
  'NMC811 cells are charged to 4.2 V [2], and copper foil is 10 µm thick [1].',
  '# Foils\n\nThickness of the foils:\n\n- Copper foil: 6 to 10 µm [1]\n- Aluminium foil: 10 to 20 µm [1]',
  '1. Copper foil is 6 µm thick [1].\n2. Aluminium foil is 10 µm thick [1].',
  '| Foil | Thickness |[1]\n|---|---|\n| Copper foil | 6 µm [1] |',
  'A C/3 rate at 25 °C is usual for NMC811 cells [2].',
])('an answer that says what its sources say has no marks: %s', (content) => {
  expect(doubtsOf(content)).toEqual([]);
});

test.each([
  ['a figure that no source has', 'Copper foil is 12 µm thick [1].', 'figure'],
  ['a figure of another source', 'Copper foil is charged to 4.2 V [1].', 'figure'],
  ['another unit', 'Copper foil is 6 mm thick [1].', 'figure'],
  ['another sign', 'A C/3 rate at -25 °C is usual [2].', 'figure'],
  ['a range with one wrong end', 'NMC811 cells are charged to 4.2 V and discharged to 2.0 V [2].', 'figure'],
  ['a rate that is near', 'A C/2 rate at 25 °C is usual [2].', 'figure'],
  ['no citation', 'Copper foil is 6 µm thick.', 'uncited'],
  ['a citation of a source that does not exist', 'Copper foil is 6 µm thick [7].', 'uncited'],
  ['words of its own', 'Dendrites of lithium pierce polymer separators quickly [1].', 'words'],
  ['a source about something else', 'Sodium dissolves in propylene carbonate [2].', 'words'],
  ['a lead-in with a figure', 'Copper foil is 12 µm thick:', 'uncited'],
])('a sentence with %s is marked', (_, content, why) => {
  expect(doubtsOf(content).map((doubt) => doubt.why)).toEqual([why]);
});

test('only the sentence that is wrong is marked', () => {
  const content = 'Copper foil is 6 to 10 µm thick [1]. It weighs 9 mg/cm² [1]. NMC811 cells are charged to 4.2 V [2].';
  expect(doubtsOf(content)).toEqual([{ sentence: 'It weighs 9 mg/cm².', why: 'figure' }]);
});

test('citations that do not exist are dropped, the others are listed in order', () => {
  const { content, cited } = verified(
    'NMC811 cells are charged to 4.2 V [2, 9]. Copper foil is 6 µm thick [1][8].',
    sources,
  );
  expect(content).toBe('NMC811 cells are charged to 4.2 V [2]. Copper foil is 6 µm thick [1].');
  expect(cited).toEqual([2, 1]);
});

test('a Korean answer is compared with its Korean source', () => {
  const korean = [{ n: 1, text: '음극용 구리 포일의 두께는 6~10 µm입니다.' }];
  expect(verified('음극용 구리 포일의 두께는 6~10 µm입니다 [1].', korean).doubts).toEqual([]);
  expect(verified('음극용 구리 포일의 두께는 6~15 µm입니다 [1].', korean).doubts).toMatchObject([{ why: 'figure' }]);
});
