import { expect, test } from 'vitest';
import type { KnowledgeEntry } from '#domain/knowledge.ts';
import { ownSynonyms, problemsWithSynonyms } from '#domain/retrieval/own-synonyms.ts';
import { buildIndex, retrieve } from '#domain/retrieval/retrieve.ts';
import { retrievalSettings } from '#domain/retrieval/settings.ts';
import { wordsOf } from '#domain/retrieval/tokens.ts';

const words = (text: string, groups: string[][]) => wordsOf(text, 1000, ownSynonyms(groups));

test('a word of a group is read as what the product calls it', () => {
  expect(words('why do swirl cakes fray', [['swirl cake', 'jelly roll']])).toEqual(
    words('why do jelly rolls fray', []),
  );
});

test('a group of which the product knows no word is read as its first word', () => {
  expect(words('zelltopf', [['quux pot', 'zelltopf']])).toEqual(wordsOf('quux pot', 1000));
});

test('a longer form wins over a shorter one of the product, and other inflections are found too', () => {
  expect(words('negative electrode tabs here', [['flag tail', 'negative electrode tab']])).toEqual(
    wordsOf('flag tail here', 1000),
  );
});

test('texts without a word of a group are read as before', () => {
  const text = 'How thick is the copper foil of a 21700 cell?';
  expect(words(text, [['swirl cake', 'jelly roll']])).toEqual(wordsOf(text, 1000));
});

test.each([
  [
    'a word with another meaning in the product',
    [['anode', 'cathode']],
    [[0, 1, 'KNOWN', 'cathode, positive electrode, positive side']],
  ],
  ['two words with the same meaning in the product', [['jelly roll', 'swiss roll', 'swirl cake']], []],
  [
    'a form of a word in two groups',
    [
      ['foo', 'bar'],
      ['baz', 'Bars'],
    ],
    [[1, 1, 'TWICE', '0']],
  ],
  ['a word twice in its group', [['swirl cake', 'swirl cakes', 'jelly roll']], []],
  ['signs without letters', [['foo', '???']], [[0, 1, 'EMPTY', undefined]]],
  ['a word that says nothing', [['the', 'foo']], [[0, 0, 'EMPTY', undefined]]],
  ['a group without a second word', [['foo']], [[0, 0, 'FEW', undefined]]],
])('%s', (_, groups: string[][], problems) => {
  expect(problemsWithSynonyms(groups).map(({ group, word, code, with: other }) => [group, word, code, other])).toEqual(
    problems,
  );
});

const entry = (id: string, question: string): KnowledgeEntry => ({
  id,
  large: 'Cell design',
  medium: '',
  small: '',
  question,
  alternatives: [],
  answer: 'It is.',
  keywords: [],
  urls: [],
  status: 'published',
});

test('an entry is found by a word that only a group knows, and not without the group', () => {
  const entries = [entry('roll', 'How is a jelly roll wound?'), entry('foil', 'How thick is copper foil?')];
  const found = (synonyms: string[][]) =>
    retrieve(buildIndex(entries, { ...retrievalSettings, synonyms }), {
      text: 'swirlcake winding',
      chatType: 1,
    }).hits[0]?.score ?? 0;
  expect(found([['swirlcake', 'jelly roll']])).toBeGreaterThan(found([]));
});
