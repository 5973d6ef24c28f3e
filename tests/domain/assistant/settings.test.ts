import { expect, test } from 'vitest';
import { settingFields } from '#domain/assistant/fields.ts';
import { problemsWithSettings } from '#domain/assistant/problems.ts';
import {
  type AssistantSettings,
  deviceSettingsOf,
  needsMeasuring,
  productSettings,
  retrievalSettingsOf,
  settingChanges,
  storedSettings,
  wholeSettings,
} from '#domain/assistant/settings.ts';
import { retrievalSettings } from '#domain/retrieval/settings.ts';

const changed = (own: Partial<AssistantSettings>): AssistantSettings => ({ ...productSettings, ...own });
const codes = (own: Partial<AssistantSettings>) =>
  problemsWithSettings(changed(own)).map(({ path, code }) => `${path} ${code}`);

test('the settings of the product are valid, and search as without settings', () => {
  expect(problemsWithSettings(productSettings)).toEqual([]);
  expect(retrievalSettingsOf(productSettings)).toEqual(retrievalSettings);
  expect(storedSettings(productSettings)).toEqual({});
  expect(deviceSettingsOf(0, productSettings)).toMatchObject({ version: 0, retrieval: {} });
});

test('each field has a name of its own', () => {
  const names = settingFields.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test('what is stored and completed again is the same, without fields that nobody knows', () => {
  const settings = changed({ answerAt: 0.9, 'spec.starters.ko': ['질문'], synonyms: [['a cell', 'zelle']] });
  expect(storedSettings(settings)).toEqual({
    answerAt: 0.9,
    'spec.starters.ko': ['질문'],
    synonyms: [['a cell', 'zelle']],
  });
  expect(wholeSettings({ ...storedSettings(settings), later: 1 })).toEqual(settings);
});

test.each([
  ['a threshold of exactly its least and most', { answerAt: 1, followUpAt: 0.5, suggestAt: 0, foreignBelow: 0 }, []],
  ['a threshold below its least', { answerAt: 0.49 }, ['answerAt RANGE']],
  ['a threshold above 1', { followUpAt: 1.01 }, ['followUpAt RANGE']],
  ['no number', { answerAt: Number.NaN }, ['answerAt RANGE']],
  ['a part of a suggestion', { suggestions: 2.5 }, ['suggestions WHOLE']],
  ['seven suggestions', { suggestions: 7 }, ['suggestions RANGE']],
  ['suggestions that need more than an answer', { suggestAt: 0.9 }, ['suggestAt ORDER']],
  ['suggestions of the same confidence as answers', { suggestAt: 0.85 }, []],
  ['foreign questions that get suggestions', { foreignBelow: 0.31 }, ['foreignBelow ORDER']],
  ['a title of 100 characters', { 'general.title.en': 'x'.repeat(100) }, []],
  ['a title of 101 characters', { 'general.title.en': 'x'.repeat(101) }, ['general.title.en LONG']],
  ['six starters', { 'general.starters.en': ['a', 'b', 'c', 'd', 'e', 'f'] }, []],
  ['seven starters', { 'general.starters.en': ['a', 'b', 'c', 'd', 'e', 'f', 'g'] }, ['general.starters.en MANY']],
  ['an empty starter', { 'general.starters.en': ['a', ' '] }, ['general.starters.en/1 EMPTY']],
  ['the same starter twice', { 'general.starters.en': ['a', 'b', 'a'] }, ['general.starters.en/2 TWICE']],
  ['a long starter', { 'general.starters.en': ['x'.repeat(201)] }, ['general.starters.en/0 LONG']],
  ['more tokens than anyone pays', { tokensPerDay: 1_000_000_001 }, ['tokensPerDay RANGE']],
  ['a half cent', { centsPerMillionIn: 0.5 }, ['centsPerMillionIn WHOLE']],
  ['a group of one word', { synonyms: [['jelly']] }, ['synonyms/0/0 FEW']],
  ['a word of 81 characters', { synonyms: [['roll', 'x'.repeat(81)]] }, ['synonyms/0/1 LONG']],
  ['21 words that mean the same', { synonyms: [Array.from({ length: 21 }, (_, i) => `w${i}`)] }, ['synonyms/0/0 MANY']],
  ['201 groups', { synonyms: Array.from({ length: 201 }, (_, i) => [`v${i}`, `w${i}`]) }, ['synonyms MANY']],
  ['200 groups', { synonyms: Array.from({ length: 200 }, (_, i) => [`v${i}`, `w${i}`]) }, []],
])('%s', (_, own: Partial<AssistantSettings>, problems) => {
  expect(codes(own)).toEqual(problems);
});

const needs = (own: Partial<AssistantSettings>) => needsMeasuring(productSettings, changed(own));

test('only what changes the search is measured before it is saved', () => {
  expect(needs({ answerAt: 0.8 })).toBe(true);
  expect(needs({ synonyms: [['swissroll', 'jelly roll']] })).toBe(true);
  expect(needs({ 'general.categories': ['Safety'] })).toBe(true);
  expect(needs({ 'general.title.en': 'Hello', 'spec.starters.en': ['a'], modelIsOn: false, tokensPerDay: 1 })).toBe(
    false,
  );
});

test('a change of a list names only the rows that differ, unless their order does', () => {
  const before = changed({ 'general.starters.en': ['a', 'b'], answerAt: 0.8 });
  const after = changed({ 'general.starters.en': ['b', 'c'] });
  expect(settingChanges(before, after)).toEqual([
    { name: 'answerAt', before: 0.8, after: 0.85 },
    { name: 'general.starters.en', before: ['a'], after: ['c'] },
  ]);
  expect(settingChanges(after, changed({ 'general.starters.en': ['c', 'b'] }))).toEqual([
    { name: 'general.starters.en', before: ['b', 'c'], after: ['c', 'b'] },
  ]);
});

test('a device gets what differs from the product: parameters of the search, and texts by tab and language', () => {
  const settings = changed({
    suggestAt: 0.2,
    'general.title.ko': '안녕하세요',
    'supplier.starters.en': ['Who sells foil?'],
    'spec.categories': ['Testing'],
    tokensPerDay: 1,
  });
  expect(deviceSettingsOf(7, settings)).toEqual({
    version: 7,
    retrieval: { suggestAt: 0.2, categories: { ...retrievalSettings.categories, 3: ['Testing'] } },
    welcome: {
      general: { en: {}, ko: { title: '안녕하세요' } },
      supplier: { en: { starters: ['Who sells foil?'] }, ko: {} },
      spec: { en: {}, ko: {} },
      benchmark: { en: {}, ko: {} },
    },
  });
});
