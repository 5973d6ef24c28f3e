import { createContext, useContext } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { Me } from '#domain/users.ts';
import type { CommandContext } from '../db/context.ts';
import type { EarlyMessages } from '../db/early.ts';
import type { UserDb } from '../db/schema.ts';
import type { Api } from '../net/http.ts';
import type { UploadDoor } from '../net/uploads.ts';
import type { socketMachine } from '../machines/socket.ts';
import type { syncMachine } from '../machines/sync.ts';

/** What a screen of a signed-in person works with. */
export interface ScreenSession {
  me: Me;
  db: UserDb;
  /** Whether this browser keeps the database; if not, it lives as long as the page. */
  isKept: boolean;
  early: EarlyMessages;
  ctx: CommandContext;
  sync: ActorRefFrom<typeof syncMachine>;
  socket: ActorRefFrom<typeof socketMachine>;
  api: Api;
  /** Where files go that are no part of a message. */
  uploads: UploadDoor;
  /** Brings the page of messages before the oldest on this device. */
  loadOlder: (roomId: string) => Promise<void>;
  /** The floating chat box has opened or closed. */
  boxOpened: (open: boolean) => void;
}

export const SessionContext = createContext<ScreenSession | null>(null);

/** The session of the signed-in user; throws where there is none. */
export function useSession(): ScreenSession {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('No session: this screen needs somebody signed in.');
  return session;
}

/** The session, or null while there is none or it is still opening. */
export function useOptionalSession(): ScreenSession | null {
  return useContext(SessionContext);
}

/** The person signed in, as they were when the session opened; `useFreshMe` has the present counts. */
export function useMe(): Me {
  return useSession().me;
}
