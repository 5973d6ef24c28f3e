import type { Manager, Socket } from 'socket.io-client';
import type { ChatClientEvents, ChatServerEvents } from '#domain/spine/wire/sockets.ts';
import { reconnectDelayMs } from '#domain/ground/reconnect.ts';
import { finalCodeOf, logConnectionError, retryAfterOf } from './socket-refusals.ts';

type ChatSocket = Socket<ChatServerEvents, ChatClientEvents>;

/** Role in a chat namespace: staff have other rights in the back office than on their own pages. */
type Platform = 'own' | 'backend';

export interface ChatNamespace {
  /** Joins with this role; undefined leaves. */
  join(platform: Platform | undefined): void;
  /** Leaves, and does not join again. */
  close(): void;
}

/**
 * Joins and leaves a namespace, one step at a time: a server that reads a leave and a join together treats the client
 * as broken and closes the whole connection, which the socket machine then reopens. After a temporary refusal, or when
 * the server ends the namespace, it joins again with a growing pause. After a final refusal it stays left.
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
  const auth = (send: (data: object) => void): void =>
    send({ token: token(), ...(joined === 'backend' ? { platform: 'backend' } : {}) });
  const chat: ChatSocket = manager.socket(name, { auth });
  for (const [event, handler] of Object.entries(handlers)) chat.on(event as never, handler as never);
  chat.on('connect', () => {
    failures = 0;
    done();
  });
  chat.on('connect_error', (error) => {
    logConnectionError(error);
    if (finalCodeOf(error) === undefined) reconnect(retryAfterOf(error));
    else done();
  });
  // If the whole connection is lost, the namespace rejoins with it; only an end by the server needs a new join.
  chat.on('disconnect', (reason) => reason === 'io server disconnect' && reconnect());

  function done(): void {
    underWay = false;
    settle();
  }

  function reconnect(afterMs?: number): void {
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
      pause(pauseBetweenStepsMs);
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

/** Pause after leaving the namespace before it is joined again. */
const pauseBetweenStepsMs = 100;
