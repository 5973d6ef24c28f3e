import { fallbackLanguage, languages } from '#domain/languages.ts';
import { cutText, cleanName } from '#domain/text.ts';
import type { Letter } from './layout.ts';
import en from './texts/en.json' with { type: 'json' };
import ko from './texts/ko.json' with { type: 'json' };

/** What a letter may need to say; links come from our own settings, never from a request. */
export interface Facts {
  product: string;
  publicUrl: string;
  name?: string;
  code?: string;
  minutes?: number;
  days?: number;
  inviter?: string;
  company?: string;
  /** Of an invoice, and until when it is to be paid; or when the account is deleted. */
  number?: string;
  due?: string;
  /** Conversations that wait. */
  count?: number;
  /** Of the reader, for the link that ends such letters. */
  token?: string;
}

/** Every letter there is, with the screen its button leads to. */
const letters = {
  verify: { path: '/v2-verify-account' },
  reset: { path: '/change-password' },
  signInCode: { path: '/login?by=code' },
  alreadyRegistered: { path: '/login' },
  passwordChanged: { path: '/forgot-password' },
  invited: { path: '/login' },
  invitedAlready: { path: '/login' },
  leftCompany: { path: '/login' },
  invoice: { path: '/pay' },
  invoicePaid: { path: '/pay' },
  copyReady: { path: '/settings/upload?tab=account' },
  deletionAsked: { path: '/settings/upload?tab=account' },
  deletionTakenBack: { path: '/settings/upload?tab=account' },
  waiting: { path: '/admin/expert-chat-messages' },
} as const satisfies Record<keyof typeof en, { path: string }>;

export type LetterName = keyof typeof letters;

/** In every language of the interface. */
const texts: Record<(typeof languages)[number]['code'], typeof en> = { en, ko };

/**
 * One letter, written out.
 * @param language the reader's; English where there is no such translation
 */
export function letterOf(name: LetterName, language: string, facts: Facts): Letter {
  const lang = languages.find(({ code }) => code === language)?.code ?? fallbackLanguage;
  const text = texts[lang][name];
  const { subject, paragraphs, button } = text;
  return {
    lang,
    subject: filled(subject, facts),
    paragraphs: paragraphs.map((each) => filled(each, facts)),
    ...(facts.code === undefined ? {} : { code: facts.code }),
    button: { label: filled(button, facts), url: facts.publicUrl + letters[name].path },
    ...('stop' in text ? { stop: { label: text.stop, url: stopUrl(facts) } } : {}),
  };
}

function stopUrl({ publicUrl, token = '' }: Facts): string {
  return `${publicUrl}/deactivate-expert-notification?token=${token}`;
}

function filled(text: string, facts: Facts): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const fact = String(facts[name as keyof Facts] ?? '');
    return fromPeople.has(name) ? harmless(fact) : fact;
  });
}

/** Facts that somebody typed: in a letter of ours they may not become a link of theirs, or a page of text. */
const fromPeople = new Set(['name', 'inviter', 'company']);

function harmless(text: string): string {
  return cutText(cleanName(text), 100).replace(/[.:@](?=\S)/g, '$& ');
}
