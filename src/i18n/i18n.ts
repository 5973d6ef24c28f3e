import { createInstance, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { fallbackLanguage, languages, namespaces } from '#domain/ground/languages.ts';
import { languageLookUp } from './language-look-up.ts';
import { localeFiles } from './locale-files.ts';
import { particles } from './particles.ts';
import { keepFiles } from '../workers/register.ts';

/** Starts i18next. The language is looked up in the specified order and stored; English is the fallback. */
export async function startTranslations(): Promise<i18n> {
  const translations = createInstance();
  await translations
    .use(localeFiles)
    .use(languageLookUp)
    .use(initReactI18next)
    .use(particles)
    .init({
      fallbackLng: fallbackLanguage,
      supportedLngs: languages.map(({ code }) => code),
      nonExplicitSupportedLngs: true,
      load: 'languageOnly',
      ns: ['common', 'account'],
      defaultNS: 'common',
      interpolation: { escapeValue: false },
      postProcess: [particles.name],
    });
  const speak = () => {
    const language = translations.resolvedLanguage ?? fallbackLanguage;
    document.documentElement.lang = language;
    document.documentElement.dir = translations.t('direction');
    // English is precached. Another language is cached here, so that pages not seen yet work offline too.
    if (language !== fallbackLanguage) keepFiles(namespaces.map((name) => `/locales/${language}/${name}.json`));
  };
  speak();
  translations.on('languageChanged', speak);
  return translations;
}
