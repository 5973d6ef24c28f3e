import { createInstance, type i18n } from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import HttpBackend from 'i18next-http-backend';
import { initReactI18next } from 'react-i18next';
import { fallbackLanguage, languages, namespaces } from '#domain/languages.ts';
import { remember, remembered } from './net/remembered.ts';
import { keepFiles } from './workers/register.ts';

/** Local storage, where the person agrees to its use; else for as long as the page is open. */
const localStorageIfAllowed = {
  name: 'remembered',
  lookup: () => remembered('i18nextLng') ?? undefined,
  cacheUserLanguage: (language: string) => remember('i18nextLng', language),
};

/** Where the language is looked for, first to last, as the specification orders. */
const lookUpOrder = ['querystring', 'cookie', 'remembered', 'sessionStorage', 'navigator', 'htmlTag'];

/** Starts the translations: looked up as the specification orders, cached in local storage, English where nothing fits. */
export async function startTranslations(): Promise<i18n> {
  const translations = createInstance();
  const detector = new LanguageDetector();
  detector.addDetector(localStorageIfAllowed);
  await translations
    // A file that fails with 5xx, or for want of a network, is asked for again; a 4xx is an answer.
    .use(HttpBackend)
    .use(detector)
    .use(initReactI18next)
    .init({
      fallbackLng: fallbackLanguage,
      supportedLngs: languages.map(({ code }) => code),
      nonExplicitSupportedLngs: true,
      load: 'languageOnly',
      ns: ['common', 'account'],
      defaultNS: 'common',
      backend: { loadPath: '/locales/{{lng}}/{{ns}}.json' },
      detection: { order: lookUpOrder, lookupQuerystring: 'lng', caches: ['remembered'] },
      interpolation: { escapeValue: false },
    });
  const speak = () => {
    const language = translations.resolvedLanguage ?? fallbackLanguage;
    document.documentElement.lang = language;
    document.documentElement.dir = translations.t('direction');
    // The shell comes with English; another language must work without a network on pages not seen yet, too.
    if (language !== fallbackLanguage) keepFiles(namespaces.map((name) => `/locales/${language}/${name}.json`));
  };
  speak();
  translations.on('languageChanged', speak);
  return translations;
}
