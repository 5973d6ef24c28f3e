import { createInstance, type i18n } from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import HttpBackend from 'i18next-http-backend';
import { initReactI18next } from 'react-i18next';

/** Languages that have a folder under public/locales. */
const languages = ['en'] as const;

/** Starts the translations: looked up as the specification orders, cached in local storage, English where nothing fits. */
export async function startTranslations(): Promise<i18n> {
  const translations = createInstance();
  await translations
    .use(HttpBackend)
    .use(LanguageDetector)
    .use(initReactI18next)
    .init({
      fallbackLng: 'en',
      supportedLngs: [...languages],
      nonExplicitSupportedLngs: true,
      load: 'languageOnly',
      ns: ['common', 'account'],
      defaultNS: 'common',
      backend: { loadPath: '/locales/{{lng}}/{{ns}}.json' },
      detection: {
        order: ['querystring', 'cookie', 'localStorage', 'sessionStorage', 'navigator', 'htmlTag'],
        lookupQuerystring: 'lng',
        caches: ['localStorage'],
      },
      interpolation: { escapeValue: false },
    });
  const speak = (language: string) => {
    document.documentElement.lang = language;
    document.documentElement.dir = translations.dir(language);
  };
  speak(translations.resolvedLanguage ?? 'en');
  translations.on('languageChanged', speak);
  return translations;
}
