import { flagsOf } from '#domain/permissions.ts';
import type { Person } from '#domain/users.ts';

/** Who may see a URL; each guard is a row of `guards`. */
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

/** undefined: come in. Otherwise where to instead, and the notice (a key of common.json) that says why. */
export type Turn = { to: string; notice?: string } | undefined;

/** What the rules look at; `Me` of a session is one. */
export type Visitor = Person | null;

/** The first page after sign-in when no other was asked for: staff begin with what waits for them. */
export function homeOf(person: Person): string {
  if (flagsOf(person).isAdmin) return '/admin/expert-chat-messages';
  return flagsOf(person).disableAiChat ? '/chat/chat-with-expert' : '/chat/general';
}

/** Whoever was deactivated is a guest to every page: the server ends their sessions and lets them open no other. */
export function visitorOf<P extends Person>(person: P | null): P | null {
  return person?.status === 'DEACTIVATED' ? null : person;
}

/** Only addresses of our own: router state is ours, but what is stored in history may be older than this build. */
export function cameFrom(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null) return undefined;
  const { from }: { from?: unknown } = state;
  return typeof from === 'string' && isOurs(from) ? from : undefined;
}

/** Anything that a browser could take for another origin: it drops tabs and line ends, and reads `\\` as `/`. */
const suspect = /^[^/]|^\/\/|[\\\p{Cc}]/u;
const inOrOut = /^\/(log(in|out)|admin\/login)\b/i;

function isOurs(from: string): boolean {
  return !suspect.test(from) && !inOrOut.test(from);
}

const toLogin = { to: '/login' };

const guards: Record<GuardName, (person: Visitor) => Turn> = {
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
  // Without the assistant in the plan the screen itself says so: these pages are asked for by name.
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

/** Whether this person may see a page behind this guard, and where to instead. */
export function turnOf(guard: GuardName, person: Visitor): Turn {
  return guards[guard](visitorOf(person));
}
