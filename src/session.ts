import type { ActorRefFrom } from 'xstate';
import type { Me } from '#domain/users.ts';
import type { CommandContext } from './db/context.ts';
import type { EarlyMessages } from './db/early.ts';
import type { SavedAnswer } from './db/saved-answers.ts';
import type { UserDb } from './db/schema.ts';
import type { Api } from './net/http.ts';
import type { socketMachine } from './machines/socket.ts';
import type { syncMachine } from './machines/sync.ts';

/** Everything that exists only while somebody is signed in; loaded after sign-in, so nothing of it weighs on the login page. */
export interface Session {
  me: Me;
  db: UserDb;
  early: EarlyMessages;
  ctx: CommandContext;
  sync: ActorRefFrom<typeof syncMachine>;
  socket: ActorRefFrom<typeof socketMachine>;
  api: Api;
  /** Answers from the knowledge saved on this device; null when nothing fits. */
  askSaved(
    text: string,
    chatType: 1 | 2 | 3 | 4,
    previous?: { text: string; category: string },
  ): Promise<SavedAnswer | null>;
  /** Brings the page of messages before the oldest on this device. */
  loadOlder(roomId: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens this person's database and starts the exchange with the server; works without a network. */
export async function openSession(me: Me, token: string): Promise<Session> {
  throw new Error(`not there yet ${me.id} ${token.length}`);
}
