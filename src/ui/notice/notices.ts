import { notificationMs, showNotice, type Notice } from './notice.tsx';

/**
 * Row of the catalog of notices about sign-in and session (specification section 8): text keys of common.json (if
 * missing, the caller passes the text), duration, and what happens next.
 */
export interface NoticeRow {
  title?: string;
  detail?: string;
  tone: NonNullable<Notice['tone']>;
  /** Milliseconds; 0: until it is dismissed or the page is left. */
  lasts: number;
  /** `reload`: the page reloads after `signedOutReloadMs`. `login`: the session has ended. */
  follows?: 'reload' | 'login' | 'verification' | 'newPassword';
}

const short = notificationMs;
const untilDismissed = 0;

export const notices = {
  /** A call got a 401. The detail says that text is kept, with the server's message; its default one is translated. */
  sessionOver: { title: 'notice.loginError', tone: 'danger', lasts: untilDismissed, follows: 'reload' },
  /** The server does not know the token that was stored at the start or contained in a link. */
  startRefused: {
    title: 'notice.authenticationError',
    detail: 'notice.invalidToken',
    tone: 'danger',
    lasts: short,
    follows: 'login',
  },
  /** The token of a link could not be sent to the server. */
  linkUnchecked: {
    title: 'notice.linkUnchecked',
    detail: 'notice.linkUncheckedText',
    tone: 'info',
    lasts: untilDismissed,
  },
  /** The detail says why, in the user's language. */
  loginFailed: { title: 'notice.loginFailure', tone: 'danger', lasts: short },
  /** The user can only wait, so it stays until it is dismissed or until the next try. */
  loginTooOften: { title: 'notice.loginFailure', tone: 'danger', lasts: untilDismissed },
  /** An error event of a chat socket: the text of its code in the user's language, or the server's message. */
  chatFailed: { title: 'notice.chatFailed', tone: 'danger', lasts: short },
  /** A window with an older version blocks the upgrade of the database. Dismissed when it no longer does. */
  databaseBlocked: {
    title: 'notice.databaseBlocked',
    detail: 'notice.databaseBlockedText',
    tone: 'info',
    lasts: untilDismissed,
  },
  /** The database in this browser was damaged or deleted. The detail says how many commands had not been sent. */
  unsentLost: { title: 'notice.unsentLost', tone: 'danger', lasts: untilDismissed },
  /** The browser has deleted the database under the open page. The detail says what was restored and what was not. */
  storageDeleted: { title: 'notice.storageDeleted', tone: 'info', lasts: untilDismissed },
  /** The same, but the new database takes nothing. The action saves the texts as a file. */
  notRestored: {
    title: 'notice.storageDeleted',
    detail: 'notice.notRestoredText',
    tone: 'danger',
    lasts: untilDismissed,
  },
  /** The user was removed from a company; the title names it. */
  companyLeft: { detail: 'notice.companyLeftText', tone: 'info', lasts: untilDismissed },
  /** There is a checked answer to an earlier question, which the detail names. Dismissed when its message is read. */
  checkedAnswer: { title: 'notice.checkedAnswer', tone: 'ok', lasts: untilDismissed },
  /** The user was redirected; the title says why. */
  turnedAway: { tone: 'info', lasts: short },
  verified: { title: 'notice.verified', tone: 'ok', lasts: short },
  passwordChanged: { title: 'notice.passwordChanged', tone: 'ok', lasts: short, follows: 'login' },
} as const satisfies Record<string, NoticeRow>;

export type NoticeName = keyof typeof notices;

/**
 * Shows a notice of the catalog.
 * @param given values that replace those of the catalog, such as a detail that is known only now
 * @returns a function that dismisses it
 */
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
