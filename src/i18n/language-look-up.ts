import type { LanguageDetectorModule } from 'i18next';
import { setPreference, preference } from '../net/preferences.ts';
import { cookie } from '../net/stored-session.ts';

/** Sources of the language in the specified order, each with the languages it names. */
const languageSources: { name: string; languages: () => readonly (string | null | undefined)[] }[] = [
  { name: 'query string', languages: () => [new URLSearchParams(location.search).get('lng')] },
  { name: 'cookie', languages: () => [cookie(storedName)] },
  // Written only with consent; otherwise the choice lasts as long as the page.
  { name: 'local storage', languages: () => [preference(storedName)] },
  { name: 'session storage', languages: () => [sessionStorage.getItem(storedName)] },
  { name: 'navigator', languages: () => navigator.languages },
  { name: 'html tag', languages: () => [document.documentElement.lang] },
];

const storedName = 'i18nextLng';

/** Gives i18next the languages to try, best first, and stores the one it uses. */
export const languageLookUp: LanguageDetectorModule = {
  type: 'languageDetector',
  detect: () =>
    languageSources
      .flatMap(({ languages }) => languages())
      .filter((each) => typeof each === 'string' && isTag(each)) as string[],
  cacheUserLanguage: (language) => setPreference(storedName, language),
};

/** Whether a text is a language tag. Anything else from a URL is ignored. */
function isTag(text: string): boolean {
  return /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(text);
}
