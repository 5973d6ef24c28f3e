import { expect, test } from 'vitest';
import { verified } from '../../../../server/assistant/model/verify.ts';

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

test.each([
  ['brackets of East Asia', 'Copper foil is 6 to 10 µm thick【1】.'],
  ['brackets with the name of a part', 'Copper foil is 6 to 10 µm thick【1†source】.'],
  ['brackets of full width', 'Copper foil is 6 to 10 µm thick［１］.'],
  ['round brackets', 'Copper foil is 6 to 10 µm thick (1).'],
  ['round brackets of full width', 'Copper foil is 6 to 10 µm thick（1）.'],
  ['a footnote', 'Copper foil is 6 to 10 µm thick [^1].'],
  ['a word before the number', 'Copper foil is 6 to 10 µm thick [Source 1].'],
  ['a Korean word before the number', 'Copper foil is 6 to 10 µm thick [출처 1].'],
])('a citation in %s is one', (_what, content) => {
  const { cited, doubts } = verified(content, sources);
  expect({ cited, doubts }).toEqual({ cited: [1], doubts: [] });
});

test('a range of citations names each source', () => {
  expect(verified('Copper foil and NMC811 are described [1–2].', sources).cited).toEqual([1, 2]);
});

test('numbers in round brackets that are no sources, or number a list, stay', () => {
  expect(verified('Copper foil is 6 µm thick (7).', sources).content).toBe('Copper foil is 6 µm thick (7).');
  const listed = 'There are two: (1) copper foil, (2) NMC811 (2). Copper foil is 6 to 10 µm thick [1].';
  expect(verified(listed, sources).content).toBe(listed);
});

test('a Korean answer is compared with its Korean source', () => {
  const korean = [{ n: 1, text: '음극용 구리 포일의 두께는 6~10 µm입니다.' }];
  expect(verified('음극용 구리 포일의 두께는 6~10 µm입니다 [1].', korean).doubts).toEqual([]);
  expect(verified('음극용 구리 포일의 두께는 6~15 µm입니다 [1].', korean).doubts).toMatchObject([{ why: 'figure' }]);
});

const rules = [
  {
    n: 1,
    text: 'The cell has 5000 mAh and weighs 70 g. It must not be charged below 0 °C. Charge it at 10 to 45 °C, with 2.5 A at most. A rise of 5 K is usual. It keeps 80 % of its capacity after 1,000 cycles at 3.65 V. Store it dry, but not cold. The separator does not melt below 130 °C.',
  },
  { n: 2, text: 'Formation takes 24 h. Lithium plating is avoided above 15 °C. The tab is welded, never glued.' },
  {
    n: 3,
    text: '셀은 0 °C 아래에서 충전하면 안 됩니다. 용량은 5,000 mAh이고 정격 전압은 3.65 V입니다. 분리막은 130 °C까지 녹지 않습니다.',
  },
];
const whyOf = (content: string) => verified(content, rules).doubts.map(({ why }) => why);

test.each([
  'The cell has 5 Ah [1].',
  'The cell has 5,000 mAh and weighs 0.07 kg [1].',
  'The cell keeps 80 percent of its capacity after 1000 cycles at 3,65 V [1].',
  'Charge the cell between 10 and 45 °C [1].',
  'Charge the cell at 10–45 °C, with 2500 mA at most [1].',
  'A rise of 5 K is usual [1].',
  'The cell must not be charged below 0 °C [1].',
  'Do not charge the cell below 0 °C [1].',
  'The cell cannot be charged below 0 °C [1].',
  'Store the cell dry [1].',
  'The separator doesn’t melt below 130 °C [1].',
  'Formation takes 24 hours [2], and the cell has 5000 mAh [1].',
  'The tab is welded and never glued [2].',
  '셀의 용량은 5 Ah이고 정격 전압은 3.65 V입니다 [3].',
  '셀은 0 °C 아래에서 충전하면 안 됩니다 [3].',
  '분리막은 130 °C까지 녹지 않습니다 [3].',
])('what means the same is not marked: %s', (content) => {
  expect(whyOf(content)).toEqual([]);
});

test.each([
  ['Ah for mAh', 'The cell has 5000 Ah [1].', 'figure'],
  ['mAh/g for mAh', 'The cell has 5000 mAh/g [1].', 'figure'],
  ['kg for g', 'The cell weighs 70 kg [1].', 'figure'],
  ['K for °C', 'Charge the cell at 10 to 45 K [1].', 'figure'],
  ['°F for °C', 'The cell must not be charged below 0 °F [1].', 'figure'],
  ['°C for K', 'A rise of 5 °C is usual [1].', 'figure'],
  ['the lower end of a range changed', 'Charge the cell at 5 to 45 °C [1].', 'figure'],
  ['the upper end of a range changed', 'Charge the cell at 10 to 60 °C [1].', 'figure'],
  ['a decimal comma moved', 'The cell keeps 80 % of its capacity at 36,5 V [1].', 'figure'],
  ['a fraction for a percentage', 'The cell keeps 0.8 % of its capacity [1].', 'figure'],
  ['a percentage of the fraction', 'The cell keeps 8 % of its capacity [1].', 'figure'],
  ['thousands lost', 'The cell keeps 80 % of its capacity after 1 cycle [1].', 'figure'],
  ['a figure that another source has', 'The cell has 24 h [1].', 'figure'],
  ['a figure of the first source, cited from the second', 'Formation takes 24 h at 45 °C [2].', 'figure'],
  ['"must not" turned into "may"', 'The cell may be charged below 0 °C [1].', 'words'],
  ['"must not" turned into "must"', 'The cell must be charged below 0 °C [1].', 'words'],
  ['"does not" left out', 'The separator melts below 130 °C [1].', 'words'],
  ['a "not" put in', 'The cell does not weigh 70 g [1].', 'words'],
  ['"never" left out', 'The tab is glued [2].', 'words'],
  ['a Korean figure changed', '셀의 용량은 6,000 mAh이고 정격 전압은 3.65 V입니다 [3].', 'figure'],
  ['a Korean unit changed', '셀의 용량은 5,000 Ah이고 정격 전압은 3.65 V입니다 [3].', 'figure'],
  ['a Korean negation left out', '셀은 0 °C 아래에서 충전하면 됩니다 [3].', 'words'],
])('%s is marked: %s', (_, content, why) => {
  expect(whyOf(content)).toEqual([why]);
});
