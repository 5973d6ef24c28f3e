import type { Page } from 'playwright-core';
import type { ShownServer } from './screenshot-server.ts';

/** Users whose pages are shown. */
export const shownUsers = ['guest', 'engineer', 'manager', 'expert'] as const;

/** A screenshot: the user, and how to open the page in the state to be shown. */
export interface Shot {
  name: string;
  who: (typeof shownUsers)[number];
  open: (page: Page, server: ShownServer) => Promise<void>;
  /** Taken in its own browser context, because it changes state there. */
  alone?: true;
  /** Taken with a version from which the server accepts no pushes, after all others. */
  tooOld?: true;
  /** Taken with the cookie consent notice, which is answered beforehand in all others. */
  notAsked?: true;
}
