import type { PushBody, PushReply } from '#domain/protocol/sync.ts';
import type { Api } from '../net/http.ts';
import { pull, push, snapshot } from '../net/sync.ts';
import type { World } from './world.ts';

/** The world as it is: the browser's clocks and the real server. */
export function browserWorld(
  api: Api,
  pushBySocket?: { isOpen: () => boolean; push: (body: PushBody) => Promise<PushReply> },
): World & { wall(): number } {
  return {
    now: () => performance.now(),
    date: () => Date.now(),
    wall: () => Date.now(),
    random: () => Math.random(),
    isOffline: () => !navigator.onLine,
    sleep,
    push: (body) => (pushBySocket?.isOpen() === true ? pushBySocket.push(body) : push(api, body)),
    pull: (body) => pull(api, body),
    snapshot: (streams) => snapshot(api, streams),
  };
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
