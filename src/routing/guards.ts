import { flagsOf } from '#domain/permissions.ts';
import type { Person } from '#domain/users.ts';

/** Rule for who may see a page; each is a row of `guards`. */
export type GuardName =
  | 'anyone'
  | 'guest'
  | 'adminLogin'
  | 'signedIn'
  | 'payer'
  | 'general'
  | 'ai'
  | 'expert'
  | 'navigator'
  | 'staff';

/** Redirect of a guard, with a notice (a key of common.json) that says why; undefined lets the user in. */
export type GuardRedirect = { to: string; notice?: string } | undefined;

/** The user whom the guards check, for example `Me` of a session; null for a guest. */
export type Visitor = Person | null;

/** Returns the first page after sign-in when no other was requested; staff start with the messages waiting for them. */
export function homeOf(person: Person): string {
  if (flagsOf(person).isAdmin) return '/admin/expert-chat-messages';
  return flagsOf(person).disableAiChat ? '/chat/chat-with-expert' : '/chat/general';
}

/** Returns the user, or null for a deactivated one: the server ends their sessions and refuses new ones. */
export function visitorOf<P extends Person>(person: P | null): P | null {
  return person?.status === 'DEACTIVATED' ? null : person;
}

/**
 * Returns the page the user came from, as stored in the router state. It is validated, because the state may have been
 * written by an older build.
 * @returns undefined when there is none, or when it is not a path of this app
 */
export function returnPathOf(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null) return undefined;
  const { from }: { from?: unknown } = state;
  return typeof from === 'string' && isOurs(from) ? from : undefined;
}

/** Matches what a browser could read as another origin: browsers drop tabs and line breaks, and read `\` as `/`. */
const suspect = /^[^/]|^\/\/|[\\\p{Cc}]/u;
const inOrOut = /^\/(log(in|out)|admin\/login)\b/i;

function isOurs(from: string): boolean {
  return !suspect.test(from) && !inOrOut.test(from);
}

const toLogin = { to: '/login' };

const guards: Record<GuardName, (person: Visitor) => GuardRedirect> = {
  anyone: () => undefined,
  guest: (person) => (person === null ? undefined : { to: homeOf(person) }),
  adminLogin: (person) => {
    if (person === null) return undefined;
    return { to: flagsOf(person).isAdmin ? '/admin/knowledges' : homeOf(person) };
  },
  signedIn: (person) => (person === null ? toLogin : undefined),
  payer: (person) => (person === null ? { to: '/user-on-boarding?type=new' } : undefined),
  general: (person) => {
    if (person === null) return toLogin;
    return flagsOf(person).disableAiChat ? { to: homeOf(person), notice: 'guard.assistant' } : undefined;
  },
  // The page itself says when the plan has no assistant, because users request these pages by name.
  ai: (person) => (person === null ? toLogin : undefined),
  expert: (person) => {
    if (person === null) return toLogin;
    return flagsOf(person).canChatWithExperts ? undefined : { to: '/pricing', notice: 'guard.expert' };
  },
  navigator: (person) => {
    if (person === null) return toLogin;
    return flagsOf(person).hasNavigatorPremiumPass ? undefined : { to: homeOf(person), notice: 'guard.navigator' };
  },
  staff: (person) => {
    if (person === null) return toLogin;
    return flagsOf(person).isAdmin ? undefined : { to: homeOf(person), notice: 'guard.staff' };
  },
};

/** Returns where this guard redirects the user; undefined when they may see the page. */
export function guardRedirectOf(guard: GuardName, person: Visitor): GuardRedirect {
  return guards[guard](visitorOf(person));
}
