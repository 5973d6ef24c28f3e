import type { LanguageDetectorModule } from 'i18next';
import { remember, remembered } from '../net/remembered.ts';
import { cookie } from '../net/stored-session.ts';

/** Where the language is looked for: the first to last place of the specification, each with what it says, if anything. */
const languagePlaces: { name: string; languages: () => readonly (string | null | undefined)[] }[] = [
  { name: 'query string', languages: () => [new URLSearchParams(location.search).get('lng')] },
  { name: 'cookie', languages: () => [cookie(storedName)] },
  // Ours to write only where the person agrees; else the choice holds for as long as the page is open.
  { name: 'local storage', languages: () => [remembered(storedName)] },
  { name: 'session storage', languages: () => [sessionStorage.getItem(storedName)] },
  { name: 'navigator', languages: () => navigator.languages },
  { name: 'html tag', languages: () => [document.documentElement.lang] },
];

const storedName = 'i18nextLng';

/** Tells i18next which languages to try, best first; the one it settles on is cached in local storage. */
export const languageLookUp: LanguageDetectorModule = {
  type: 'languageDetector',
  detect: () =>
    languagePlaces
      .flatMap(({ languages }) => languages())
      .filter((each) => typeof each === 'string' && isTag(each)) as string[],
  cacheUserLanguage: (language) => remember(storedName, language),
};

/** A language tag, and nothing else that an address could smuggle in. */
function isTag(text: string): boolean {
  return /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(text);
}
