import { expect, test } from 'vitest';
import { fallbackLanguage, languages, namespaces } from '#domain/ground/languages.ts';
import { commandTable } from '#domain/spine/commands.ts';
import { domainTexts } from './support/browser/domain-texts.ts';
import {
  isPlural,
  languageFolders,
  namespacesOf,
  placeholdersOf,
  textsOf,
  withoutPlural,
} from './support/browser/locales.ts';

/** Every language has every English text, and no others. */

const others = languages.map(({ code }) => code).filter((code) => code !== fallbackLanguage);

/** Texts that are the same in every language: names, and symbols around values. */
const names =
  /^(Virtual Factory Platform|VFP Admin|VFP_Bot|Standard|Professional|Premium|Navigator( Premium)?|Professional Flex|ltr|PDF|\d|[^A-Za-z]*)$/;

test('the list of languages is that of the folders', () => {
  expect(languageFolders()).toEqual(languages.map(({ code }) => code).sort());
});

test.each(languages.map(({ code }) => code))(
  '%s has every namespace of domain/ground/languages.ts and no other',
  (code) => {
    expect(namespacesOf(code).sort()).toEqual([...namespaces].sort());
  },
);

/** The English texts: those in the file and those in the domain's tables. */
function englishOf(namespace: string): Map<string, string> {
  return new Map([...textsOf(fallbackLanguage, namespace), ...domainTexts(namespace)]);
}

test.each(namespaces)('no English sentence of %s is both in a table of the domain and in a file', (namespace) => {
  const file = textsOf(fallbackLanguage, namespace);
  expect([...domainTexts(namespace).keys()].filter((path) => file.has(path))).toEqual([]);
});

test.each(others)('%s has every text of English and no other', (code) => {
  for (const namespace of namespaces) {
    const english = englishOf(namespace);
    const theirs = [...textsOf(code, namespace).keys()];
    const wanted = new Set([...english.keys()].flatMap((path) => formsOf(path, code)));
    expect({
      namespace,
      missing: [...wanted].filter((path) => !theirs.includes(path)),
      extra: theirs.filter((path) => !wanted.has(path)),
    }).toEqual({ namespace, missing: [], extra: [] });
  }
});

test('each command has a title in the list of what waits', () => {
  const texts = textsOf(fallbackLanguage, 'chat');
  expect(Object.keys(commandTable).filter((type) => !texts.has(`waitingPage.title.${type}`))).toEqual([]);
});

test.each(languages.map(({ code }) => code))('%s names no number of trial questions, which is a setting', (code) => {
  const named = namespaces.flatMap((namespace) =>
    [...textsOf(code, namespace).values()].filter((text) => /\b(ten|10) questions|(열|10) ?(번|가지|개)/.test(text)),
  );
  expect(named).toEqual([]);
});

test.each(others)('%s puts in the same values and links as English', (code) => {
  const wrong = namespaces.flatMap((namespace) => {
    const english = englishOf(namespace);
    return [...textsOf(code, namespace)].flatMap(([path, text]) => {
      const original = english.get(path) ?? english.get(`${withoutPlural(path)}_other`) ?? '';
      const same = placeholdersOf(text).join() === placeholdersOf(original).join();
      return same ? [] : [`${namespace}: ${path}: "${text}" for "${original}"`];
    });
  });
  expect(wrong).toEqual([]);
});

test('no Korean text was left in English', () => {
  const left = namespaces.flatMap((namespace) =>
    [...textsOf('ko', namespace)]
      .filter(([, text]) => !/[가-힣]/.test(text) && !names.test(text.replaceAll(/\{\{[^}]+\}\}/g, '').trim()))
      .map(([path, text]) => `${namespace}: ${path}: ${text}`),
  );
  expect(left).toEqual([]);
});

test('no text is empty', () => {
  const empty = languages.flatMap(({ code }) =>
    namespaces.flatMap((namespace) =>
      [...textsOf(code, namespace)]
        .filter(([, text]) => text.trim() === '')
        .map(([path]) => `${code}/${namespace}: ${path}`),
    ),
  );
  expect(empty).toEqual([]);
});

/** A plural text has one form per plural category of the language. */
function formsOf(path: string, code: string): string[] {
  if (!isPlural(path)) return [path];
  const kinds = new Intl.PluralRules(code).resolvedOptions().pluralCategories;
  return kinds.map((kind) => `${withoutPlural(path)}_${kind}`);
}
