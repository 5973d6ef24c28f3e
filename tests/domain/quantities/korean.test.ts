import { expect, test } from 'vitest';
import { wordsOf } from '#domain/assistant/retrieval/tokens.ts';

test.each([
  ['전압은', '전압'],
  ['전압을', '전압이란'],
  ['전압에서는', '전압입니까'],
  ['셀에', '셀은'],
  ['LFP셀의 전압', 'LFP 셀 전압이'],
  ['파우치를 가압해야 하나요', '파우치 가압하면'],
])('%s and %s are the same words', (one, other) => {
  expect(wordsOf(one, 4000)).toEqual(wordsOf(other, 4000));
  expect(wordsOf(one, 4000)).not.toEqual([]);
});

test('a Korean word keeps at least two syllables, unless it is a noun of one', () => {
  expect(['은은', '캔이', '수는', '양극'].map((word) => wordsOf(word, 4000))).toEqual([
    ['은은'],
    ['캔'],
    ['수는'],
    ['양극'],
  ]);
});
