import { fallbackLanguage, languages } from '#domain/ground/languages.ts';
import { orderLimits } from '#domain/order/data/limits.ts';
import { cutText, cleanName } from '#domain/ground/text.ts';
import type { EmailContent } from './layout.ts';
import en from './texts/en.json' with { type: 'json' };
import ko from './texts/ko.json' with { type: 'json' };

/** Values for the texts of e-mails. Links are built from our settings, never from a request. */
export interface EmailFacts {
  product: string;
  publicUrl: string;
  name?: string;
  code?: string;
  minutes?: number;
  days?: number;
  /** Fragment of the link of an invitation. */
  invitation?: string;
  inviter?: string;
  company?: string;
  /** Number and due date of an invoice; number of an order and the end of its price; for a deletion, its date. */
  number?: string;
  due?: string;
  orderId?: string;
  /** A step of an order, what its customer may do next, and the reason that was given. */
  step?: string;
  next?: string;
  reason?: string;
  /** Amount that is billed of an order that has ended. */
  bill?: string;
  /** Number of waiting rooms. */
  count?: number;
  /** Token of the link that stops such e-mails, or that undoes a changed address. */
  token?: string;
}

/**
 * All e-mails, with the page their button opens. To add one: a row here, its texts in `texts/en.json` and
 * `texts/ko.json`, and a task that sends it in the jobs of its noun, such as `server/account/jobs/account-mails.ts`.
 */
const emails = {
  verify: { path: '/v2-verify-account' },
  reset: { path: '/change-password' },
  signInCode: { path: '/login?by=code' },
  alreadyRegistered: { path: '/login' },
  newAddress: { path: '/settings/upload?tab=account' },
  addressTaken: { path: '/login' },
  // In the fragment, which browsers send to no server.
  addressChanged: { path: '/undo-email-change#token={{token}}' },
  passwordChanged: { path: '/forgot-password' },
  invited: { path: '/login#{{invitation}}' },
  invitedAlready: { path: '/login' },
  leftCompany: { path: '/login' },
  invoice: { path: '/pay' },
  invoicePaid: { path: '/pay' },
  orderInvoice: { path: '/one-stop-order/history/{{orderId}}' },
  orderInvoicePaid: { path: '/one-stop-order/history/{{orderId}}' },
  creditNote: { path: '/one-stop-order/history/{{orderId}}' },
  creditNotePaid: { path: '/one-stop-order/history/{{orderId}}' },
  sellerMissing: { path: '/admin/po_orders' },
  copyReady: { path: '/settings/upload?tab=account' },
  deletionAsked: { path: '/settings/upload?tab=account' },
  deletionTakenBack: { path: '/settings/upload?tab=account' },
  priceEnds: { path: '/one-stop-order/history/{{orderId}}' },
  orderStep: { path: '/one-stop-order/history/{{orderId}}' },
  waiting: { path: '/admin/expert-chat-messages' },
} as const satisfies Record<keyof typeof en, { path: string }>;

export type EmailName = keyof typeof emails;

/** Texts by language. */
const texts: Record<(typeof languages)[number]['code'], typeof en> = { en, ko };

/**
 * Returns the content of an e-mail.
 * @param language the reader's; English if there is no translation
 */
export function emailOf(name: EmailName, language: string, facts: EmailFacts): EmailContent {
  const lang = languages.find(({ code }) => code === language)?.code ?? fallbackLanguage;
  const text = texts[lang][name];
  const { subject, paragraphs, button } = text;
  return {
    lang,
    subject: filled(subject, facts),
    paragraphs: paragraphs.map((each) => filled(each, facts).trim()).filter((each) => each !== ''),
    ...(facts.code === undefined ? {} : { code: facts.code }),
    button: { label: filled(button, facts), url: facts.publicUrl + filled(emails[name].path, facts) },
    ...('stop' in text ? { stop: { label: text.stop, url: stopUrl(facts) } } : {}),
  };
}

function stopUrl({ publicUrl, token = '' }: EmailFacts): string {
  return `${publicUrl}/deactivate-expert-notification?token=${token}`;
}

function filled(text: string, facts: EmailFacts): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const fact = String(facts[name as keyof EmailFacts] ?? '');
    const rules = fromUsers.get(name);
    return rules === undefined ? fact : harmless(fact, rules);
  });
}

/** Values typed by users, with the most characters shown. They cannot become links in our e-mails, nor numbers to call. */
const fromUsers: ReadonlyMap<string, { most: number; number: RegExp }> = (() => {
  const between = '[\\s().·/\\p{Pd}\\p{Default_Ignorable_Code_Point}]*';
  /** Seven digits and more. */
  const longNumber = new RegExp(`(?:[+＋]${between})?\\p{Nd}(?:${between}\\p{Nd}){6,}`, 'gu');
  /** Digits in groups after a plus sign or a zero: dates, numbers of orders and figures of cells do not begin so. */
  const phoneNumber = new RegExp(
    `(?<![\\p{L}\\p{Nd}.,-])(?:[+＋]${between}\\p{Nd}|[0０]\\p{Nd})(?:${between}\\p{Nd}){5,}`,
    'gu',
  );
  const name = { most: 100, number: longNumber };
  return new Map([
    ['name', name],
    ['inviter', name],
    ['company', name],
    ['reason', { most: orderLimits.reasonChars, number: phoneNumber }],
  ]);
})();

function harmless(text: string, { most, number }: { most: number; number: RegExp }): string {
  return cutText(cleanName(text), most)
    .replace(ipAddress, (address) => address.replaceAll('.', '. '))
    .replace(partOfLink, '$& ')
    .replace(number, '…');
}

/**
 * Characters that make a mail program show an address as a link: `example.com`, `https:`, `a@b`, also with invisible
 * characters between. Figures and times have none of it.
 */
const partOfLink =
  /[.。．｡․﹒](?=\p{Default_Ignorable_Code_Point}*(?:\p{L}\p{Default_Ignorable_Code_Point}*\p{L}|xn--))|[:：](?=[^\s\p{Nd}])|[@＠](?=\S)/gu;

/** An IPv4 address. */
const ipAddress = /(?<![\p{Nd}.])\p{Nd}{1,3}(?:\.\p{Nd}{1,3}){3}(?![\p{Nd}.])/gu;
