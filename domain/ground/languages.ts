/**
 * Languages of the interface. Each has a folder in `public/locales` with all namespaces. English is the fallback. To
 * add one: its row here; `public/locales/<code>` with every file and key of `ko` (`tests/locales.test.ts` names what is
 * missing); `server/mail/texts/<code>.json` with its row in `server/mail/email-templates.ts`; `npm run screenshots -- /pricing
 * --language <code>` to look at it.
 */
export const languages = [
  { code: 'en', name: 'English' },
  { code: 'ko', name: '한국어' },
] as const;

export type LanguageCode = (typeof languages)[number]['code'];

export const fallbackLanguage = 'en';

/** Translation files of each language: `/locales/{lng}/{ns}.json`. */
export const namespaces = [
  'common',
  'account',
  'chat',
  'navigator',
  'company',
  'public',
  'consent',
  'payments',
  'admin',
  'guest',
  'center',
] as const;
export type Namespace = (typeof namespaces)[number];
