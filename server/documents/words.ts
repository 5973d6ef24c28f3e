import { createInstance } from 'i18next';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { figureOf, type Translate } from '#domain/ground/number-texts.ts';
import { fallbackLanguage, languages } from '#domain/ground/languages.ts';
import en from './texts/en.json' with { type: 'json' };
import ko from './texts/ko.json' with { type: 'json' };

/** Words and figures of a document in one language. */
export interface Words {
  language: string;
  /** Texts of the documents, such as `invoice.title`. */
  say: Translate;
  /** Texts of the Navigator, which the screens show too: fields, options, lines of a price, pictures. */
  t: Translate;
  /** An amount with its currency code, because a symbol may mean several currencies. */
  money: (cents: number, currency: string) => string;
  figure: (value: number) => string;
  mm: (value: number) => string;
}

const own: Record<string, object> = { en, ko };
const folder = join(import.meta.dirname, '../../public/locales');
const known = new Map<string, Words>();

/** Returns the words of a language; English for one that we do not have. */
export function wordsOf(asked: string): Words {
  const language = languages.some(({ code }) => code === asked) ? asked : fallbackLanguage;
  const words = known.get(language) ?? load(language);
  known.set(language, words);
  return words;
}

function load(language: string): Words {
  const navigator: unknown = JSON.parse(readFileSync(join(folder, language, 'navigator.json'), 'utf8'));
  const i18n = createInstance();
  void i18n.init({
    lng: language,
    initAsync: false,
    interpolation: { escapeValue: false },
    resources: { [language]: { navigator: Object(navigator), documents: own[language] ?? en } },
    ns: ['navigator', 'documents'],
    defaultNS: 'navigator',
  });
  const amounts = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const figure = (value: number) => figureOf(language, value);
  return {
    language,
    say: (key, values) => i18n.t(`documents:${key}`, values),
    t: (key, values) => i18n.t(key, values),
    money: (cents, currency) => `${currency} ${amounts.format(cents / 100)}`,
    figure,
    mm: (value) => `${figure(value)}\u2009mm`,
  };
}
