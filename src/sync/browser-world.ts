import type { Cursor, PushBody, PushReply } from '#domain/spine/wire/sync.ts';
import type { Api } from '../net/http.ts';
import { serverDate } from '../net/server-clock.ts';
import { pull, push, snapshot } from '../net/sync.ts';
import type { World } from './world.ts';

/** A socket that can push commands in one round trip, without the overhead of an HTTP request, and bring pages. */
export interface SyncSocket {
  isOpen: () => boolean;
  stand: (at: Cursor) => boolean;
  push: (body: PushBody) => Promise<PushReply>;
}

/**
 * Returns the real world: the browser's clocks and the server.
 * @param socket returns the current socket; undefined when there is none
 */
export function browserWorld(
  api: Api,
  socket: () => SyncSocket | undefined = () => undefined,
): World & { wall(): number } {
  return {
    now: () => performance.now(),
    date: () => Date.now(),
    serverDate,
    wall: () => Date.now(),
    random: () => Math.random(),
    isOffline: () => !navigator.onLine,
    isHinted: () => socket()?.isOpen() === true,
    sleep,
    push: (body) => pushBy(socket(), api, body),
    pull: (body) => pull(api, body),
    stand: (at) => socket()?.stand(at) === true,
    snapshot: (streams) => snapshot(api, streams),
  };
}

/**
 * Pushes over the socket if it is open, else over HTTP. After a failure on the socket it repeats the push over HTTP,
 * whose reply gives the reason; pushing twice is safe.
 */
async function pushBy(socket: SyncSocket | undefined, api: Api, body: PushBody): Promise<PushReply> {
  const reply = socket?.isOpen() === true ? await socket.push(body).catch(() => undefined) : undefined;
  return reply ?? (await push(api, body));
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done, { once: true });
  });
}
