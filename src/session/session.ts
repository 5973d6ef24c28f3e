import { liveQuery } from 'dexie';
import { createActor, fromCallback } from 'xstate';
import type { Me } from '#domain/users.ts';
import type { CommandContext } from '../db/context.ts';
import { isBlobHash } from '../db/blobs.ts';
import { keepDelivered } from '../db/delivered.ts';
import { clearWhenStartedOver, EarlyMessages } from '../db/early.ts';
import { newestMessages } from '../db/message-pages.ts';
import { aliasesOf, readMeta, storeMeta } from '../db/meta.ts';
import { readPending } from '../db/pending.ts';
import { openUserDb } from '../db/open.ts';
import { storeParkedCount, parkedCountOf } from '../db/parked-count.ts';
import type { UserDb } from '../db/schema.ts';
import { note, noteFault } from '../db/synclog.ts';
import { applyHistory } from '../db/snapshot.ts';
import { protectStorage } from '../db/storage.ts';
import { waitingCount } from '../db/views.ts';
import { availableFiles } from '../db/waiting-view.ts';
import { deviceId } from '../net/device-id.ts';
import { SignedOut } from '../net/errors.ts';
import { createApi, type Api } from '../net/http.ts';
import { historyBefore } from '../net/rooms.ts';
import { connectSocket, type SocketConnection } from '../net/socket.ts';
import { renewWhenDue } from '../net/renewal.ts';
import { keptTokenOf, setCookie, storedDeviceId } from '../net/stored-session.ts';
import { createUploadApi } from '../net/uploads.ts';
import { apiThatReportsSignOut, uploadsThatReportSignOut } from '../net/report-sign-out.ts';
import { socketMachine } from '../machines/socket.ts';
import { syncMachine } from '../machines/sync.ts';
import type { ScreenSession } from './session-context.tsx';
import { registerUserOnDevice } from './known-device.ts';
import { answersFromSaved } from './saved-knowledge.ts';
import { browserWorld } from '../sync/browser-world.ts';
import { newId, startEngine, type Engine } from '../sync/engine.ts';
import type { Locks } from '../sync/leader.ts';
import { listenTo } from '../sync/listen.ts';
import { lockName } from '../sync/leader.ts';
import type { Report } from '../sync/world.ts';
import { holdReload } from '../workers/holds.ts';
import { update, wakeWhenOnline } from '../workers/register.ts';
import { appVersion } from '../workers/version.ts';
import { watchPath } from './watch-path.ts';

/** Everything that exists only while a user is signed in. Loaded after sign-in, so the sign-in page stays small. */
export interface Session extends ScreenSession {
  close(): Promise<void>;
}

export interface SessionEvents {
  /** An error on a chat socket, with the server's message. */
  chatFailed(message: string): void;
  /** The user's rights as one string, sent with each pull; see `domain/rights-key.ts`. */
  standing(now: string): void;
  /** This browser no longer has a session of this user: another tab has signed out, or signed in as another user. */
  sessionLeft(): void;
  /**
   * Another window with an older version of the app blocks the upgrade of the database.
   * @returns a function to call when the upgrade is no longer blocked
   */
  blocked(): () => void;
  /** This many unsent commands are lost, because the database is damaged or was deleted. */
  commandsLost(count: number): void;
}

/** Opens the user's database and starts the sync; works without a network. */
export async function openSession(me: Me, events: SessionEvents): Promise<Session> {
  // Read for each call: another tab may have renewed the token or ended the session; then this tab sends nothing more.
  const kept = keptTokenOf(me.id);
  const present = (): string => {
    const token = kept.token();
    if (token !== undefined) return token;
    events.sessionLeft();
    throw new SignedOut();
  };
  const waitedBefore = parkedCountOf(me.id);
  const { db, isKept } = await openUserDb(me.id, () => events.blocked());
  // A newer version of the app in another tab wants to upgrade the tables. Unsent commands are safe on the disk.
  db.on('versionchange', () => {
    // Typed texts are saved before the database is closed; the newer page waits for that.
    void update.giveWay(() => db.close());
    // Otherwise Dexie closes the database at once.
    return false;
  });
  await db.transaction('rw!', db.meta, async () => {
    // Written only if needed: on a full disk no write succeeds, and the app must open anyway.
    if ((await readMeta(db, 'parked')) === true) await storeMeta(db, 'parked', false);
  });
  if (waitedBefore > 0 && (await isNew(db))) events.commandsLost(waitedBefore);
  const early = new EarlyMessages();
  const life = new AbortController();
  const wires: { engine?: Engine; line?: SocketConnection } = {};
  let at = { path: location.pathname, boxOpen: false };
  const visit = (change: Partial<typeof at>): void => {
    at = { ...at, ...change };
    wires.line?.visit(at);
  };

  const ended = (reason: string): void => sync.send({ type: 'session.refused', reason });
  const caller = { token: present, deviceId };
  const api = apiThatReportsSignOut(createApi(caller), ended);
  const uploads = uploadsThatReportSignOut(createUploadApi(caller), ended);
  const world = browserWorld(api, () => wires.line);
  const before = await lastServerContact(db);
  const sync = createActor(
    syncMachine.provide({
      actors: {
        engine: fromCallback(({ sendBack, receive }) => {
          const engine = startEngine({
            db,
            me: me.id,
            world,
            uploadApi: uploads,
            // In memory, every tab has its own outbox.
            locks: isKept ? navigator.locks : uncontested,
            report: (told) => isLate(told) || sendBack(told),
            confirmed: (messages) => early.drop(messages),
            rightsReported: (now) => events.standing(now),
          });
          wires.engine = engine;
          receive(() => engine.retryNow());
          return () => engine.stop();
        }),
      },
    }),
    { input: { online: navigator.onLine, lastSyncedAt: before.lastSyncedAt ?? null } },
  );
  const listeners = listenTo({
    early,
    hinted: (position) => wires.engine?.hinted(position),
    // Fails on a full disk; the next delivery hint updates the ticks.
    delivered: (roomId, side, upTo) => void keepDelivered(db, roomId, side, upTo).catch(() => undefined),
    ended,
  });
  const socket = createActor(
    socketMachine.provide({
      actors: {
        connection: fromCallback(({ sendBack, receive }) => {
          // Without a token the server refuses the connection, and the next call finds out why.
          const line = connectSocket(() => kept.token() ?? '', {
            opened: () => {
              sendBack({ type: 'socket.opened' });
              wires.engine?.retryNow();
            },
            failed: (retryAfterMs, isOneTooMany) => sendBack({ type: 'socket.failed', retryAfterMs, isOneTooMany }),
            refused: (code) => {
              sendBack({ type: 'socket.refused', code });
              // The pull that follows finds out whether the session has ended.
              wires.engine?.hinted();
            },
            closed: () => sendBack({ type: 'socket.closed' }),
            sync: listeners.sync,
            chat: {
              ...listeners.chat,
              // `session.ended` reports the end of the session once; a page that closes reports a lost right.
              error: ({ code, message }) => isReportedElsewhere(code) || events.chatFailed(message),
            },
          });
          wires.line = line;
          line.visit(at);
          receive(() => line.close());
          return () => line.close();
        }),
      },
    }),
  );

  const ctx: CommandContext = {
    db,
    me,
    newId,
    appVersion,
    serverDate: () => world.serverDate() ?? before.heardAt,
    appended() {
      wires.engine?.appended();
      askToBeWoken();
    },
  };
  const { answerMeanwhile } = answersFromSaved(db, () => sync.getSnapshot().context.phase === 'live');
  ctx.answerFromSaved = answerMeanwhile;
  const askToBeWoken = atMostEvery(wakeAskMs, () => void wakeWhenOnline());

  watchNetwork({ sync, socket, wires, signal: life.signal });
  const ends = [
    update.beforeTakeover(async () => {
      wires.engine?.stop();
      await untilNoLeader(me.id, navigator.locks);
    }),
    holdReload(() => isUploading(db)),
  ];
  clearWhenStartedOver(db, early, life.signal);
  watchPath((path) => visit({ path }), life.signal);
  notePhases(db, sync);
  onceCaughtUp(sync, () => {
    renewWhenDue(kept, { deviceId }, Date.now, navigator.locks).catch((error: unknown) =>
      noteFault(db, 'renewal', error),
    );
  });
  pullWhenSocketCloses(socket, wires);
  sync.start();
  socket.start();
  socket.send({ type: 'socket.wanted' });
  // Not awaited; a device that cannot store it works anyway.
  registerUserOnDevice(me, fingerprintCookie, appVersion, navigator.locks).catch((error: unknown) =>
    noteFault(db, 'device', error),
  );
  if (isKept) storeUnsentCount(db, me.id, life.signal);
  onceSomethingWaits(db, life.signal, async () => {
    sync.send({ type: 'storage.checked', protected: (await protectStorage()) === true });
  });

  return {
    me,
    db,
    isKept,
    early,
    ctx,
    sync,
    socket,
    api,
    uploads,
    loadOlder: (roomId) => loadOlder(db, api, roomId),
    setChatBoxOpen: (boxOpen) => visit({ boxOpen }),
    async close() {
      life.abort();
      for (const end of ends) end();
      socket.subscribe((now) => now.matches({ closed: 'idle' }) && socket.stop());
      socket.send({ type: 'socket.unwanted' });
      sync.stop();
      db.close();
    },
  };
}

/** Whether a pull reports after the network was lost: its result says nothing about the current network. */
function isLate({ type }: Report): boolean {
  return type.startsWith('pull.') && !navigator.onLine;
}

const isReportedElsewhere = (code: string | undefined): boolean => code === 'UNAUTHORIZED' || code === 'FORBIDDEN';

const uncontested: Locks = { request: (_name, _options, held) => held({}) };

const fingerprintCookie = {
  get: storedDeviceId,
  set: (value: string) => setCookie('deviceId', value),
};

/** Whether the database is new: it has no commands and no cursor. */
async function isNew(db: UserDb): Promise<boolean> {
  const { waiting, needYou } = await waitingCount(db);
  const cursor = await db.transaction('r!', db.meta, () => readMeta(db, 'cursor'));
  return waiting + needYou === 0 && cursor === undefined;
}

/** Returns when this device last heard from the server, in ms since 1970 by its own and by the server's clock. */
async function lastServerContact(
  db: UserDb,
): Promise<{ lastSyncedAt: number | undefined; heardAt: number | undefined }> {
  const [lastSyncedAt, heardAt] = await db.transaction('r!', db.meta, async () =>
    Promise.all([readMeta(db, 'lastSyncedAt'), readMeta(db, 'heardAt')]),
  );
  return { lastSyncedAt, heardAt };
}

async function loadOlder(db: UserDb, api: Api, roomId: string): Promise<void> {
  const { id, before, complete } = await db.transaction('r!', [db.meta, db.windows, db.messages], async () => {
    const known = (await aliasesOf(db)).get(roomId) ?? roomId;
    const window = await db.windows.get(known);
    const oldest = window?.from ?? (await newestMessages(db, known, 1)).at(-1)?.sseq;
    return { id: known, before: oldest, complete: window?.complete === true };
  });
  if (before === undefined || complete) return;
  await applyHistory(db, id, before, await historyBefore(api, id, before));
}

function watchNetwork(parts: {
  sync: Session['sync'];
  socket: Session['socket'];
  wires: { engine?: Engine };
  signal: AbortSignal;
}): void {
  const { sync, socket, wires, signal } = parts;
  function found(): void {
    sync.send({ type: 'network.found' });
    socket.send({ type: 'network.found' });
    wires.engine?.retryNow();
  }
  function lost(): void {
    sync.send({ type: 'network.lost' });
    socket.send({ type: 'network.lost' });
  }
  function looked(): void {
    if (document.visibilityState === 'visible') wires.engine?.retryNow();
  }
  addEventListener('online', found, { signal });
  addEventListener('offline', lost, { signal });
  addEventListener('focus', looked, { signal });
  document.addEventListener('visibilitychange', looked, { signal });
}

/** Runs the work after each pull that has caught up, because the server is reachable then. */
function onceCaughtUp(sync: Session['sync'], work: () => void): void {
  let last: number | null = null;
  sync.subscribe(({ context: { phase, lastSyncedAt } }) => {
    if (phase !== 'live' || lastSyncedAt === last) return;
    last = lastSyncedAt;
    work();
  });
}

/** Pulls when the socket has closed: a hint may be lost, and from then on the engine polls more often. */
function pullWhenSocketCloses(socket: Session['socket'], wires: { engine?: Engine }): void {
  let wasOpen = false;
  socket.subscribe((now) => {
    const isOpen = now.matches({ connected: 'open' });
    if (wasOpen && !isOpen) wires.engine?.hinted();
    wasOpen = isOpen;
  });
}

/** Records the changes of the sync phase in the log that the user can export. */
function notePhases(db: UserDb, sync: Session['sync']): void {
  let last: string | undefined;
  sync.subscribe(({ context: { phase, retryInMs, protectedStorage } }) => {
    const now = { phase, ...(retryInMs === null ? {} : { retryInMs: Math.round(retryInMs) }), protectedStorage };
    const what = `${phase} ${protectedStorage}`;
    if (what === last) return;
    last = what;
    // The user is not notified of a log entry that cannot be written.
    db.transaction('rw!', db.synclog, async () => note(db, phase, now)).catch(() => undefined);
  });
}

/** Resolves when no page drains the outbox. This page then shares the leader's lock for good, so that none can. */
function untilNoLeader(userId: string, locks: LockManager): Promise<void> {
  return new Promise((resolve, reject) => {
    locks
      .request(lockName(userId), { mode: 'shared' }, () => {
        resolve();
        return new Promise<never>(() => undefined);
      })
      .catch(reject);
  });
}

/** Whether files of unsent commands are being uploaded; false without a network. */
async function isUploading(db: UserDb): Promise<boolean> {
  if (!navigator.onLine) return false;
  const hashes = (await readPending(db)).unaccepted().flatMap(({ deps }) => deps.filter(isBlobHash));
  if (hashes.length === 0) return false;
  const { there } = await availableFiles(db, hashes);
  return hashes.some((hash) => !there.has(hash));
}

/** Throttles the work: a call within `ms` of the last run does nothing. */
function atMostEvery(ms: number, work: () => void): () => void {
  let last = -Infinity;
  return () => {
    if (performance.now() - last < ms) return;
    last = performance.now();
    work();
  };
}

/** Least time between two sync registrations. The browser remembers one, so one at every append only costs time. */
const wakeAskMs = 5000;

/** Stores the number of unsent commands for the sign-in page, also for a session lost to a browser crash. */
function storeUnsentCount(db: UserDb, userId: string, signal: AbortSignal): void {
  const counting = liveQuery(() => waitingCount(db)).subscribe(({ waiting, needYou }) =>
    storeParkedCount(userId, waiting + needYou),
  );
  signal.addEventListener('abort', () => counting.unsubscribe());
}

/**
 * Runs the work once, as soon as there is an unsent command, also from an earlier visit. Read receipts do not count:
 * they are sent automatically, and are no reason to ask the browser for protected storage.
 */
function onceSomethingWaits(db: UserDb, signal: AbortSignal, work: () => Promise<void>): void {
  const watching = liveQuery(() => waitingCount(db)).subscribe(({ waiting, needYou }) => {
    if (waiting + needYou === 0) return;
    watching.unsubscribe();
    void work();
  });
  signal.addEventListener('abort', () => watching.unsubscribe());
}
