/** Languages of the interface. Each has a folder in `public/locales` with all namespaces. English is the fallback. */
export const languages = [
  { code: 'en', name: 'English' },
  { code: 'ko', name: '한국어' },
] as const;

export const fallbackLanguage = 'en';

/** Translation files of each language: `/locales/{lng}/{ns}.json`. */
export const namespaces = ['common', 'account', 'chat', 'navigator', 'company', 'public', 'consent', 'paying'] as const;
