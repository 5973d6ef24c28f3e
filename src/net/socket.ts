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
  /** Opens and closes the chat namespaces as the address asks; `/sync` is always joined. */
  visit: (path: string) => void;
  isOpen: () => boolean;
  /** Pushes with an acknowledgement. */
  push: (body: PushBody) => Promise<PushReply>;
  close: () => void;
}

/** Which chat namespaces an address opens. */
const chatPaths = [
  { name: namespaces.poChat, opens: /^\/(one-stop-order|admin\/po-chat)(\/|$)/ },
  { name: namespaces.socketV1, opens: /chat-with-expert|^\/admin(\/|$)/ },
];

/** Connects at once. */
export function connectSocket(token: string, handlers: SocketHandlers, origin?: string): SocketLine {
  const manager = new Manager(origin ?? location.origin, {
    transports: ['websocket'],
    reconnection: false,
    timeout: limits.socketConnectTimeoutMs,
    autoConnect: false,
  });
  const auth = { token };
  let leaveMs: number | undefined;
  const sync: SyncSocket = manager.socket(namespaces.sync, { auth });
  const chats = new Map<string, ChatSocket>();
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

  function visit(path: string): void {
    for (const { name, opens } of chatPaths) {
      const known = chats.get(name);
      if (opens.test(path) && known === undefined) chats.set(name, openChat(name));
      else if (!opens.test(path) && known !== undefined) {
        known.disconnect();
        chats.delete(name);
      }
    }
  }

  function openChat(name: string): ChatSocket {
    const chat: ChatSocket = manager.socket(name, { auth });
    for (const [event, handler] of Object.entries(handlers.chat)) chat.on(event as never, handler as never);
    chat.connect();
    return chat;
  }

  return {
    visit,
    isOpen: () => sync.connected,
    async push(body) {
      const answer = await sync.timeout(limits.syncTimeoutMs).emitWithAck('sync:push', body);
      if (!answer.ok) throw new Unreachable(answer.message);
      return answer.reply;
    },
    close() {
      sync.off('disconnect');
      for (const chat of chats.values()) chat.disconnect();
      sync.disconnect();
    },
  };
}

/** Codes that say: do not come back by yourself. */
const finalCodes = new Set(['UNAUTHORIZED', 'FORBIDDEN', 'OUTDATED']);

function codeOf(error: Error): string | undefined {
  const { data } = error as Error & { data?: { code?: unknown } };
  const code = data?.code ?? error.message;
  return typeof code === 'string' && finalCodes.has(code) ? code : undefined;
}
