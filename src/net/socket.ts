import { Manager, type Socket } from 'socket.io-client';
import { limits } from '#domain/limits.ts';
import {
  namespaces,
  type ChatClientEvents,
  type ChatServerEvents,
  type SyncClientEvents,
  type SyncServerEvents,
} from '#domain/protocol/sockets.ts';
import type { PushBody, PushReply } from '#domain/protocol/sync.ts';
import { Unreachable } from './errors.ts';

/** One WebSocket for all namespaces. It never reconnects by itself: the socket machine decides when. */
type SyncSocket = Socket<SyncServerEvents, SyncClientEvents>;
type ChatSocket = Socket<ChatServerEvents, ChatClientEvents>;

export interface SocketHandlers {
  opened: () => void;
  /** Could not be opened, or was lost after it was. */
  failed: (retryAfterMs?: number) => void;
  refused: (code: string) => void;
  sync: Partial<SyncServerEvents>;
  chat: Partial<ChatServerEvents>;
}

export interface SocketLine {
  /** Opens and closes the chat namespaces as the address, and an open chat box over it, ask; `/sync` is always joined. */
  visit: (at: { path: string; boxOpen: boolean }) => void;
  isOpen: () => boolean;
  /** Pushes with an acknowledgement. */
  push: (body: PushBody) => Promise<PushReply>;
  close: () => void;
}

/** Which chat namespaces an address opens; the floating box speaks of orders wherever it is. */
const chatPaths = [
  { name: namespaces.poChat, opens: /^\/(one-stop-order|admin\/po-chat)(\/|$)/, withBox: true },
  { name: namespaces.socketV1, opens: /chat-with-expert|^\/admin(\/|$)/, withBox: false },
];

/** Connects at once. */
export function connectSocket(token: string, handlers: SocketHandlers, origin?: string): SocketLine {
  const manager = new Manager(origin ?? location.origin, {
    transports: ['websocket'],
    reconnection: false,
    timeout: limits.socketConnectTimeoutMs,
    autoConnect: false,
  });
  let leaveMs: number | undefined;
  const sync: SyncSocket = manager.socket(namespaces.sync, { auth: { token } });
  const chats = chatPaths.map(({ name, opens, withBox }) => ({
    opens,
    withBox,
    ...joinable(manager, name, token, handlers),
  }));
  sync.on('connect', handlers.opened);
  sync.on('connect_error', (error) => {
    const code = codeOf(error);
    if (code === undefined) handlers.failed();
    else handlers.refused(code);
  });
  sync.on('disconnect', () => handlers.failed(leaveMs));
  sync.on('server.leaving', ({ retryAfterMs }) => (leaveMs = retryAfterMs));
  for (const [event, handler] of Object.entries(handlers.sync)) sync.on(event as never, handler as never);
  sync.connect();

  function visit({ path, boxOpen }: { path: string; boxOpen: boolean }): void {
    const platform = /^\/admin(\/|$)/.test(path) ? 'backend' : 'own';
    for (const chat of chats) {
      chat.join(chat.opens.test(path) || (chat.withBox && boxOpen) ? platform : undefined);
    }
  }

  return {
    visit,
    isOpen: () => sync.connected,
    async push(body) {
      const answer = await sync
        .timeout(limits.socketAckTimeoutMs)
        .emitWithAck('sync:push', body)
        .catch((error: Error) => {
          // Half open: it would take everything and answer nothing until its ping runs out.
          if (sync.connected) manager.engine?.close();
          throw new Unreachable(error.message);
        });
      if (!answer.ok) throw new Unreachable(answer.message);
      return answer.reply;
    },
    close() {
      sync.off('disconnect');
      for (const chat of chats) chat.close();
      sync.disconnect();
    },
  };
}

/** As whom one is in a chat namespace: staff in the back office have other rights there than on their own pages. */
type Platform = 'own' | 'backend';

/**
 * A namespace to join and leave, one step after the other: a server that reads a leave and a join in one breath takes the
 * client for a broken one and ends the whole connection (after which the socket machine opens it anew).
 */
function joinable(manager: Manager, name: string, token: string, handlers: Pick<SocketHandlers, 'chat'>) {
  let wanted: Platform | undefined;
  let joined: Platform | undefined;
  let underWay = false;
  const auth = (tell: (said: object) => void): void =>
    tell(joined === 'backend' ? { token, platform: 'backend' } : { token });
  const chat: ChatSocket = manager.socket(name, { auth });
  for (const [event, handler] of Object.entries(handlers.chat)) chat.on(event as never, handler as never);
  chat.on('connect', done);
  chat.on('connect_error', done);

  function done(): void {
    underWay = false;
    settle();
  }

  function settle(): void {
    if (underWay || wanted === joined) return;
    underWay = true;
    if (joined === undefined) {
      joined = wanted;
      chat.connect();
    } else {
      joined = undefined;
      chat.disconnect();
      setTimeout(done, breathMs);
    }
  }

  return {
    join(platform: Platform | undefined): void {
      wanted = platform;
      settle();
    },
    close(): void {
      wanted = undefined;
      chat.disconnect();
    },
  };
}

const breathMs = 100;

/** Codes that say: do not come back by yourself. */
const finalCodes = new Set(['UNAUTHORIZED', 'FORBIDDEN', 'OUTDATED']);

function codeOf(error: Error): string | undefined {
  const { data } = error as Error & { data?: { code?: unknown } };
  const code = data?.code ?? error.message;
  return typeof code === 'string' && finalCodes.has(code) ? code : undefined;
}
