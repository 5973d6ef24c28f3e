import type { Manager, Socket } from 'socket.io-client';
import type { ChatClientEvents, ChatServerEvents } from '#domain/protocol/sockets.ts';
import { reconnectDelayMs } from '#domain/reconnect.ts';
import { finalCodeOf, logConnectionError, retryAfterOf } from './socket-refusals.ts';

type ChatSocket = Socket<ChatServerEvents, ChatClientEvents>;

/** As whom one is in a chat namespace: staff in the back office have other rights there than on their own pages. */
type Platform = 'own' | 'backend';

export interface ChatNamespace {
  /** Joins as this; without one, leaves. */
  join(platform: Platform | undefined): void;
  /** Leaves for good. */
  close(): void;
}

/**
 * A namespace to join and leave, one step after the other: a server that reads a leave and a join in one breath takes the
 * client for a broken one and ends the whole connection (after which the socket machine opens it anew). Where the server
 * lets nobody in for the moment, or ends it, it is joined again after a pause that grows; refused for good, it stays left.
 */
export function chatNamespace(
  manager: Pick<Manager, 'socket'>,
  name: string,
  token: () => string,
  handlers: Partial<ChatServerEvents>,
): ChatNamespace {
  let wanted: Platform | undefined;
  let joined: Platform | undefined;
  let underWay = false;
  let failures = 0;
  const auth = (tell: (said: object) => void): void =>
    tell({ token: token(), ...(joined === 'backend' ? { platform: 'backend' } : {}) });
  const chat: ChatSocket = manager.socket(name, { auth });
  for (const [event, handler] of Object.entries(handlers)) chat.on(event as never, handler as never);
  chat.on('connect', () => {
    failures = 0;
    done();
  });
  chat.on('connect_error', (error) => {
    logConnectionError(error);
    if (finalCodeOf(error) === undefined) comeBack(retryAfterOf(error));
    else done();
  });
  // Lost with the whole connection, it comes back with it.
  chat.on('disconnect', (reason) => reason === 'io server disconnect' && comeBack());

  function done(): void {
    underWay = false;
    settle();
  }

  function comeBack(afterMs?: number): void {
    failures++;
    joined = undefined;
    pause(afterMs ?? reconnectDelayMs(failures, Math.random()));
  }

  function pause(ms: number): void {
    underWay = true;
    setTimeout(done, ms);
  }

  function settle(): void {
    if (underWay || wanted === joined) return;
    if (joined === undefined) {
      underWay = true;
      joined = wanted;
      chat.connect();
    } else {
      joined = undefined;
      chat.disconnect();
      pause(breathMs);
    }
  }

  return {
    join(platform) {
      wanted = platform;
      settle();
    },
    close() {
      wanted = undefined;
      chat.disconnect();
    },
  };
}

const breathMs = 100;
