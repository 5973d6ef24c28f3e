/** The languages of the interface: each has a folder under `public/locales`, with every namespace. English is the fallback. */
export const languages = [
  { code: 'en', name: 'English' },
  { code: 'ko', name: '한국어' },
] as const;

export const fallbackLanguage = 'en';

/** The files of each language: `/locales/{lng}/{ns}.json`. */
export const namespaces = ['common', 'account', 'chat', 'navigator', 'company', 'public', 'consent', 'paying'] as const;
