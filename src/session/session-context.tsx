import { createContext, useContext, useSyncExternalStore } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { Me } from '#domain/account/users.ts';
import type { CommandContext } from '../db/context.ts';
import type { EarlyMessages } from '../db/early.ts';
import type { UserDb } from '../db/schema.ts';
import type { SharedView } from '../db/shared-view.ts';
import type { WaitingCounts } from '../db/view-types.ts';
import type { Api } from '../net/http.ts';
import type { UploadApi } from '../net/uploads.ts';
import type { socketMachine } from '../machines/socket.ts';
import type { SyncState, SyncStatus } from './sync-status.ts';

/** Session as pages of a signed-in user see it. Nouns declare what they add to it, and `open-session.ts` fills it. */
export interface ScreenSession {
  me: Me;
  db: UserDb;
  /** Whether this browser stores the database; if not, it is in memory and lost with the page. */
  isKept: boolean;
  early: EarlyMessages;
  /** Number of orders that need this user, see `ordersInNeed`; 0 for staff, and without the Navigator pass. */
  ordersInNeed: SharedView<number>;
  /** Numbers of commands that are unsent, and that need a decision; to read them at this moment, see `waitingCount`. */
  waiting: SharedView<WaitingCounts>;
  ctx: CommandContext;
  sync: Pick<SyncStatus, 'state' | 'subscribe' | 'report'>;
  /** Pulls and pushes now, also in a pause after a failed call. */
  syncNow: () => void;
  socket: ActorRefFrom<typeof socketMachine>;
  api: Api;
  /** Uploads of files that are not part of a message. */
  uploads: UploadApi;
  /** Fetches the page of messages before the oldest one on this device. */
  loadOlder: (roomId: string) => Promise<void>;
  /** Reports that the floating chat box has opened or closed. */
  setChatBoxOpen: (open: boolean) => void;
}

export const SessionContext = createContext<ScreenSession | null>(null);

/**
 * Returns the session of the signed-in user.
 * @throws Error when there is none
 */
export function useSession(): ScreenSession {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('No session: this screen needs somebody signed in.');
  return session;
}

/** Returns a part of the sync state, which must be a plain value. Renders again when it changes. */
export function useSync<T extends string | number | boolean | null>(select: (state: SyncState) => T): T {
  const { sync } = useSession();
  return useSyncExternalStore(sync.subscribe, () => select(sync.state));
}

/** Returns the sync state. Renders again with each report. */
export function useSyncState(): SyncState {
  const { sync } = useSession();
  return useSyncExternalStore(sync.subscribe, () => sync.state);
}

/** Returns the session; null while there is none or it is still opening. */
export function useOptionalSession(): ScreenSession | null {
  return useContext(SessionContext);
}

/** Returns the signed-in user as of the opening of the session; `useFreshMe` has the current counts. */
export function useMe(): Me {
  return useSession().me;
}
