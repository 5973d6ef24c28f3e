import { flagsOf } from '#domain/account/permissions.ts';
import type { User } from '#domain/account/users.ts';

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
export type Visitor = User | null;

/** Returns the first page after sign-in when no other was requested; staff start with the messages waiting for them. */
export function homeOf(user: User): string {
  if (flagsOf(user).isAdmin) return '/admin/expert-chat-messages';
  return flagsOf(user).disableAiChat ? '/chat/chat-with-expert' : '/chat/general';
}

/** Returns the user, or null for a deactivated one: the server ends their sessions and refuses new ones. */
export function visitorOf<P extends User>(user: P | null): P | null {
  return user?.status === 'DEACTIVATED' ? null : user;
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

const guards: Record<GuardName, (user: Visitor) => GuardRedirect> = {
  anyone: () => undefined,
  guest: (user) => (user === null ? undefined : { to: homeOf(user) }),
  adminLogin: (user) => {
    if (user === null) return undefined;
    return { to: flagsOf(user).isAdmin ? '/admin/knowledges' : homeOf(user) };
  },
  signedIn: (user) => (user === null ? toLogin : undefined),
  payer: (user) => (user === null ? { to: '/user-on-boarding?type=new' } : undefined),
  general: (user) => {
    if (user === null) return toLogin;
    return flagsOf(user).disableAiChat ? { to: homeOf(user), notice: 'guard.assistant' } : undefined;
  },
  // The page itself says when the plan has no assistant, because users request these pages by name.
  ai: (user) => (user === null ? toLogin : undefined),
  expert: (user) => {
    if (user === null) return toLogin;
    return flagsOf(user).canChatWithExperts ? undefined : { to: '/pricing', notice: 'guard.expert' };
  },
  navigator: (user) => {
    if (user === null) return toLogin;
    return flagsOf(user).hasNavigatorPremiumPass ? undefined : { to: homeOf(user), notice: 'guard.navigator' };
  },
  staff: (user) => {
    if (user === null) return toLogin;
    return flagsOf(user).isAdmin ? undefined : { to: homeOf(user), notice: 'guard.staff' };
  },
};

/** Returns where this guard redirects the user; undefined when they may see the page. */
export function guardRedirectOf(guard: GuardName, user: Visitor): GuardRedirect {
  return guards[guard](visitorOf(user));
}
