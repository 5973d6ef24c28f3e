import { expect, test } from 'vitest';
import { kindMatch, kindShares, kindsOf } from '#domain/assistant/retrieval/asked-kinds.ts';
import { plainWordsOf } from '#domain/assistant/retrieval/tokens.ts';

const asked = (text: string): number[] => kindsOf(plainWordsOf(text, 1000));
const shares = (texts: string[]): number[] => kindShares(texts.map((text) => plainWordsOf(text, 1000)));

test('a question asks for the same in English and in Korean', () => {
  const pairs = [
    ['how much electrolyte', '전해액 얼마'],
    ['why does it swell', '왜 부풀지'],
    ['How do I dry electrodes?', '전극 건조 방법'],
    ['whats formation', '화성이란'],
    ['which binder', '어떤 바인더'],
    ['may cells go by air', '항공 운송 가능'],
    ['LFP versus NMC', 'LFP NMC 차이'],
    ['overcharge failures', '과충전 문제'],
  ];
  for (const [english = '', korean = ''] of pairs) {
    expect(asked(english), english).toHaveLength(1);
    expect(asked(korean), korean).toEqual(asked(english));
  }
});

test('a question that is only a subject asks for nothing in particular', () => {
  expect(asked('separator 2325 porosity')).toEqual([]);
  expect(kindMatch([], [1, 1])).toBe(0);
});

test('an entry whose phrasings ask why matches a question why better than one that asks how much', () => {
  const why = shares(['why does my cell swell', 'cause of swelling', 'swollen cell']);
  const amount = shares(['how much does a cell swell', 'swelling how many percent']);
  const question = asked('reason for a thick pouch');
  expect(kindMatch(question, why)).toBeCloseTo(2 / 3);
  expect(kindMatch(question, amount)).toBe(0);
});

test('an entry without phrasings matches nothing', () => {
  expect(kindMatch(asked('why'), kindShares([]))).toBe(0);
});
