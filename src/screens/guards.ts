import { flagsOf } from '#domain/permissions.ts';
import type { Person } from '#domain/users.ts';

/** Who may see a URL; each guard is a row of `guards`. */
export type GuardName = 'anyone' | 'guest' | 'signedIn' | 'ai' | 'expert' | 'navigator' | 'staff';

/** undefined: come in. Otherwise where to instead, and the notice (a key of account.json) that says why. */
export type Turn = { to: string; notice?: string } | undefined;

/** Where somebody lands who asked for nothing in particular. */
export function homeOf(person: Person): string {
  return flagsOf(person).disableAiChat ? '/chat/chat-with-expert' : '/chat/general';
}

/** Only addresses of our own: router state is ours, but what is stored in history may be older than this build. */
export function cameFrom(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null) return undefined;
  const { from }: { from?: unknown } = state;
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) && !from.startsWith('/logout') ? from : undefined;
}

const guards: Record<GuardName, (person: Person | null) => Turn> = {
  anyone: () => undefined,
  guest: (person) => (person === null ? undefined : { to: homeOf(person) }),
  signedIn: (person) => (person === null ? { to: '/login' } : undefined),
  // Without the assistant in the plan the screen itself says so; a redirect from the start page would be a dead end.
  ai: (person) => (person === null ? { to: '/login' } : undefined),
  expert: (person) => {
    if (person === null) return { to: '/login' };
    return flagsOf(person).canChatWithExperts ? undefined : { to: '/pricing', notice: 'guard.expert' };
  },
  navigator: (person) => {
    if (person === null) return { to: '/login' };
    return flagsOf(person).hasNavigatorPremiumPass ? undefined : { to: homeOf(person), notice: 'guard.navigator' };
  },
  staff: (person) => {
    if (person === null) return { to: '/login' };
    return flagsOf(person).isAdmin ? undefined : { to: homeOf(person) };
  },
};

/** Whether this person may see a page behind this guard, and where to instead. */
export function turnOf(guard: GuardName, person: Person | null): Turn {
  return guards[guard](person);
}
