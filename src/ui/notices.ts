import { limits } from '#domain/limits.ts';
import { showNotice, type Notice } from './notice.tsx';

/**
 * What is said over a page about getting in and staying in (specification section 8), as data: the texts (keys of
 * common.json; without one, the words are given when it happens), how long it stays, and what follows.
 */
export interface NoticeRow {
  title?: string;
  detail?: string;
  tone: NonNullable<Notice['tone']>;
  /** Milliseconds; 0 stays until it is dismissed or the page is left. */
  lasts: number;
  /** `reload`: the page after `limits.signedOutReloadMs`. `login`: the session is over. */
  follows?: 'reload' | 'login' | 'verification' | 'newPassword';
}

const short = limits.notificationMs;
const untilDismissed = 0;

export const notices = {
  /** A call was answered with 401; the detail is the server's, in the language of the screen where it is the usual one. */
  sessionOver: { title: 'notice.loginError', tone: 'danger', lasts: untilDismissed, follows: 'reload' },
  /** Nobody knows the token that was there when the app started, or that a link brought. */
  startRefused: {
    title: 'notice.authenticationError',
    detail: 'notice.invalidToken',
    tone: 'danger',
    lasts: short,
    follows: 'login',
  },
  /** A link's token could not be shown to the server. */
  linkUnchecked: {
    title: 'notice.linkUnchecked',
    detail: 'notice.linkUncheckedText',
    tone: 'info',
    lasts: untilDismissed,
  },
  /** The detail is the server's. */
  loginFailed: { title: 'notice.loginFailure', tone: 'danger', lasts: short },
  /** There is nothing to do but wait: it stays until it has been read, or until the next try. */
  loginTooOften: { title: 'notice.loginFailure', tone: 'danger', lasts: untilDismissed },
  /** An error event of a chat socket, in the server's words. */
  chatFailed: { title: 'notice.chatFailed', tone: 'danger', lasts: short },
  /** A window with an older version keeps the database from changing its tables; gone when it has let go. */
  databaseBlocked: {
    title: 'notice.databaseBlocked',
    detail: 'notice.databaseBlockedText',
    tone: 'info',
    lasts: untilDismissed,
  },
  /** The database of this browser was damaged or deleted; the detail says how much had not been sent. */
  unsentLost: { title: 'notice.unsentLost', tone: 'danger', lasts: untilDismissed },
  /** The user was removed from a company; the title names it. */
  companyLeft: { detail: 'notice.companyLeftText', tone: 'info', lasts: untilDismissed },
  /** A guard has redirected, with a reason. */
  turnedAway: { tone: 'info', lasts: short },
  verified: { title: 'notice.verified', tone: 'ok', lasts: short },
  passwordChanged: { title: 'notice.passwordChanged', tone: 'ok', lasts: short, follows: 'login' },
} as const satisfies Record<string, NoticeRow>;

export type NoticeName = keyof typeof notices;

/** Shows a notice of the catalogue, with the words that are known only now. @returns what dismisses it */
export function announce(t: (key: string) => string, name: NoticeName, given: Partial<Notice> = {}): () => void {
  const { title, detail, tone, lasts }: NoticeRow = notices[name];
  return showNotice({
    title: title === undefined ? '' : t(`common:${title}`),
    ...(detail === undefined ? {} : { detail: t(`common:${detail}`) }),
    tone,
    duration: lasts,
    ...given,
  });
}
