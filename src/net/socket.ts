import { Manager, type Socket } from 'socket.io-client';
import {
  namespaces,
  type ChatServerEvents,
  type SyncClientEvents,
  type SyncServerEvents,
} from '#domain/spine/wire/sockets.ts';
import { resultsOf, type Cursor, type PushBody, type PushReply } from '#domain/spine/wire/sync.ts';
import { chatNamespace } from './chat-namespace.ts';
import { Unreachable } from './errors.ts';
import { finalCodeOf, isOneTooMany, logConnectionError, retryAfterOf } from './socket-refusals.ts';
import { socketConnectTimeoutMs } from '#domain/ground/reconnect.ts';
import { SECOND } from '#domain/ground/units.ts';

/** A socket that does not acknowledge a push within this time is considered lost. */
const socketAckTimeoutMs = 5 * SECOND;

/** One WebSocket for all namespaces. It never reconnects by itself: the socket machine does. */

type SyncNamespace = Socket<SyncServerEvents, SyncClientEvents>;

export interface SocketHandlers {
  opened: () => void;
  /** The connection could not be opened, or was lost. `isOneTooMany`: the user has too many open connections. */
  failed: (retryAfterMs?: number, isOneTooMany?: boolean) => void;
  /** The server has refused the connection for good, with one of the final codes of socket-refusals.ts. */
  refused: (code: string) => void;
  /** The connection has closed as requested. */
  closed: () => void;
  sync: Partial<SyncServerEvents>;
  chat: Partial<ChatServerEvents>;
}

export interface SocketConnection {
  /** Joins and leaves the chat namespaces according to the path and the floating chat box; `/sync` is always joined. */
  visit: (at: { path: string; boxOpen: boolean }) => void;
  isOpen: () => boolean;
  /** Pushes commands; resolves with the reply. @throws Unreachable without a reply in time, or when the push failed */
  push: (body: PushBody) => Promise<PushReply>;
  /** Says where this tab stands in the log; false while the server cannot send it what comes after. */
  stand: (at: Cursor) => boolean;
  /** Closes the connection for good; `closed` is called when that is done. */
  close: () => void;
}

/** Paths on which each chat namespace is joined. With the floating box open, that of orders is joined on every path. */
const chatPaths = [
  { name: namespaces.poChat, opens: /^\/(one-stop-order|admin\/po-chat)(\/|$)/, withBox: true },
  { name: namespaces.socketV1, opens: /chat-with-expert|^\/admin(\/|$)/, withBox: false },
];

/** Connects at once. @param token called for each connection, because the token may have been renewed */
export function connectSocket(token: () => string, handlers: SocketHandlers, origin?: string): SocketConnection {
  const manager = new Manager(origin ?? location.origin, {
    transports: ['websocket'],
    reconnection: false,
    timeout: socketConnectTimeoutMs,
    autoConnect: false,
  });
  let leaveMs: number | undefined;
  let isClosed = false;
  let can: { stands?: true; briefs?: true } = {};
  const sync: SyncNamespace = manager.socket(namespaces.sync, {
    auth: (send: (data: object) => void) => send({ token: token() }),
  });
  const chats = chatPaths.map(({ name, opens, withBox }) => ({
    opens,
    withBox,
    ...chatNamespace(manager, name, token, handlers.chat),
  }));
  sync.on('connect', handlers.opened);
  sync.on('connect_error', (error) => {
    const code = finalCodeOf(error);
    logConnectionError(error);
    if (code === undefined) handlers.failed(retryAfterOf(error), isOneTooMany(error));
    else handlers.refused(code);
  });
  sync.on('disconnect', () => {
    can = {};
    handlers.failed(leaveMs);
  });
  sync.on('sync:ready', (said) => (can = said));
  sync.on('server.leaving', ({ retryAfterMs }) => (leaveMs = retryAfterMs));
  for (const [event, handler] of Object.entries(handlers.sync)) sync.on(event as never, handler as never);
  sync.connect();

  function visit({ path, boxOpen }: { path: string; boxOpen: boolean }): void {
    if (isClosed) return;
    const platform = /^\/admin(\/|$)/.test(path) ? 'backend' : 'own';
    for (const chat of chats) {
      chat.join(chat.opens.test(path) || (chat.withBox && boxOpen) ? platform : undefined);
    }
  }

  return {
    visit,
    isOpen: () => sync.connected,
    stand(at) {
      const stands = can.stands === true && sync.connected;
      if (stands) sync.emit('sync:stand', { cursor: at });
      return stands;
    },
    async push(body) {
      const answer = await sync
        .timeout(socketAckTimeoutMs)
        .emitWithAck('sync:push', can.briefs === true ? { ...body, brief: true } : body)
        .catch((error: Error) => {
          // A half-open connection would accept packets and acknowledge none until its ping times out.
          if (sync.connected) manager.engine?.close();
          throw new Unreachable(error.message);
        });
      if (!answer.ok) throw new Unreachable(answer.message);
      return resultsOf(body, answer.reply);
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      sync.off('disconnect');
      const { engine } = manager;
      for (const chat of chats) chat.close();
      sync.disconnect();
      // Buffered packets are written before the close.
      if (engine.readyState === 'closed') handlers.closed();
      else engine.once('close', handlers.closed);
    },
  };
}
