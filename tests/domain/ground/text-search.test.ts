import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { FoldedText, foldText } from '#domain/ground/folded-text.ts';
import { excerptAround, hasWords, markedParts, searchWords } from '#domain/ground/text-search.ts';

/** Words found in texts, as in the search of conversations. */

test('a text is found by all words of the query, in any order and case, and by parts of words', () => {
  const text = 'The anode overhangs the cathode by 1 mm (typ.).';
  for (const query of ['OVERHANG', 'cathode anode', '1 mm', '(typ.)']) {
    expect(hasWords(text, searchWords(query))).toBe(true);
  }
  for (const query of ['', '  ', 'anode separator', 't.p']) expect(hasWords(text, searchWords(query))).toBe(false);
});

test('Korean is found with any ending, and however its letters are composed', () => {
  const text = '음극이 양극보다 넓어야 리튬 도금을 막습니다.';
  expect(hasWords(text.normalize('NFD'), searchWords('도금'))).toBe(true);
  expect(hasWords(text, searchWords('리튬 도금'.normalize('NFD')))).toBe(true);
  expect(markedParts('리튬 도금을', searchWords('도금'))).toEqual([
    { text: '리튬 ', isFound: false },
    { text: '도금', isFound: true },
    { text: '을', isFound: false },
  ]);
});

test('an excerpt begins shortly before the first word found, and is one line', () => {
  const text = `${'Coat the slurry evenly. '.repeat(20)}\nThen calender it.`;
  const excerpt = excerptAround(text, ['calender']);
  expect(excerpt).toMatch(/^…\S.* Then calender it\.$/);
  expect(excerpt.length).toBeLessThan(80);
  expect(excerptAround('Calender it.', ['calender'])).toBe('Calender it.');
});

test('signs with a meaning in patterns are only signs in a query', () => {
  for (const query of ['C++', 'a|b', '[x]', '10^3', 'LiPF6/EC', 'a-b', '\\d', '$']) {
    expect(hasWords(`about ${query} here`, searchWords(query))).toBe(true);
    expect(hasWords('about nothing', searchWords(query))).toBe(false);
  }
});

test('all words are marked, the longest first', () => {
  const found = markedParts('Overhang and hang', searchWords('hang overhang')).filter(({ isFound }) => isFound);
  expect(found.map(({ text }) => text)).toEqual(['Overhang', 'hang']);
});

test('what is found in any case or accents is marked as it was written, with whole letters', () => {
  for (const [text, query, found] of [
    ['Die STRASSE hier', 'straße', 'STRASSE'],
    ['die Straße hier', 'STRASSE', 'Straße'],
    ['ein Cafe\u0301 dort', 'CAFÉ', 'Cafe\u0301'],
    ['\ufb02uorinated', 'luor', '\ufb02uor'],
    ['ｶﾞｽ', 'ガ', 'ｶﾞ'],
    ['저항을'.normalize('NFD'), '저항', '저항'.normalize('NFD')],
  ] as const) {
    const parts = markedParts(text, searchWords(query));
    expect(parts.filter(({ isFound }) => isFound).map((part) => part.text)).toEqual([found]);
    expect(parts.map((part) => part.text).join('')).toBe(text);
  }
});

test('a text is folded in pieces as it is folded whole, composed or decomposed', () => {
  const letters = ['a', 'Ä', 'ß', 'o\u0308', 'Σ', '저', '항', 'ガ', 'ｶﾞ', '½', '’', '–', 'x\u00ad', 'ﬁ', '가', ' '];
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...letters) }), fc.boolean(), (text, isApart) => {
      const written = isApart ? text.normalize('NFD') : text;
      expect(new FoldedText(written).text).toBe(foldText(written));
    }),
  );
});
