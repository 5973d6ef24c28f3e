import type { UserDb } from '../db/schema.ts';
import { note } from '../db/synclog.ts';
import type { ScreenSession } from './session-context.tsx';
import type { Engine } from '../sync/engine.ts';
import type { SyncStatus } from './sync-status.ts';

/** Reacts to changes of a session's connection to the server. */

type Sync = Pick<SyncStatus, 'state' | 'report' | 'subscribe'>;
type Socket = ScreenSession['socket'];

/** Tells the sync and the socket that the network was lost or found, and tries again when the user looks. */
export function watchNetwork(parts: {
  sync: Sync;
  socket: Socket;
  engine: Pick<Engine, 'retryNow'>;
  signal: AbortSignal;
}): void {
  const { sync, socket, engine, signal } = parts;
  function found(): void {
    sync.report({ type: 'network.found' });
    socket.send({ type: 'network.found' });
    engine.retryNow();
  }
  function lost(): void {
    sync.report({ type: 'network.lost' });
    socket.send({ type: 'network.lost' });
  }
  function looked(): void {
    if (document.visibilityState === 'visible') engine.retryNow();
  }
  addEventListener('online', found, { signal });
  addEventListener('offline', lost, { signal });
  addEventListener('focus', looked, { signal });
  document.addEventListener('visibilitychange', looked, { signal });
}

/** Runs the work after each pull that has caught up, because the server is reachable then. */
export function onceCaughtUp(sync: Sync, work: () => void): void {
  let last: number | null = null;
  sync.subscribe(() => {
    const { phase, lastSyncedAt } = sync.state;
    if (phase !== 'live' || lastSyncedAt === last) return;
    last = lastSyncedAt;
    work();
  });
}

/** Pulls when the socket has closed: a hint may be lost, and from then on the engine polls more often. */
export function pullWhenSocketCloses(socket: Socket, engine: Pick<Engine, 'hinted'>): void {
  let wasOpen = false;
  socket.subscribe((now) => {
    const isOpen = now.matches({ connected: 'open' });
    if (wasOpen && !isOpen) engine.hinted();
    wasOpen = isOpen;
  });
}

/** Records the changes of the sync phase in the log that the user can export. */
export function notePhases(db: UserDb, sync: Sync): void {
  let last: string | undefined;
  sync.subscribe(() => {
    const { phase, retryInMs, protectedStorage } = sync.state;
    const now = { phase, ...(retryInMs === null ? {} : { retryInMs: Math.round(retryInMs) }), protectedStorage };
    const what = `${phase} ${protectedStorage}`;
    if (what === last) return;
    last = what;
    // The user is not notified of a log entry that cannot be written.
    db.transaction('rw!', db.synclog, async () => note(db, phase, now)).catch(() => undefined);
  });
}
