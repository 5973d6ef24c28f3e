import { liveQuery } from 'dexie';
import { createActor, fromCallback } from 'xstate';
import type { Me } from '#domain/users.ts';
import type { CommandContext } from '../db/context.ts';
import { isBlobHash } from '../db/blobs.ts';
import { keepDelivered } from '../db/delivered.ts';
import { clearWhenStartedOver, EarlyMessages } from '../db/early.ts';
import { newestMessages } from '../db/message-pages.ts';
import { aliasesOf, factOf, keepFact } from '../db/meta.ts';
import { readPending } from '../db/pending.ts';
import { openUserDb } from '../db/open.ts';
import { keepParkedCount, parkedCountOf } from '../db/parked-count.ts';
import type { UserDb } from '../db/schema.ts';
import { note, noteFault } from '../db/synclog.ts';
import { applyHistory } from '../db/snapshot.ts';
import { protectStorage } from '../db/storage.ts';
import { waitingCount } from '../db/views.ts';
import { bytesAmong } from '../db/waiting-view.ts';
import { deviceId } from '../net/device-id.ts';
import { SignedOut } from '../net/errors.ts';
import { createApi, type Api } from '../net/http.ts';
import { historyBefore } from '../net/rooms.ts';
import { connectSocket, type SocketLine } from '../net/socket.ts';
import { renewWhenDue } from '../net/renewal.ts';
import { keptTokenOf, setCookie, storedDeviceId } from '../net/stored-session.ts';
import { createUploadDoor } from '../net/uploads.ts';
import { watchedApi, watchedUploads } from '../net/watched.ts';
import { socketMachine } from '../machines/socket.ts';
import { syncMachine } from '../machines/sync.ts';
import type { ScreenSession } from './session-context.tsx';
import { arrive } from './known-device.ts';
import { answersFromSaved } from './saved-knowledge.ts';
import { browserWorld } from '../sync/browser-world.ts';
import { newId, startEngine, type Engine } from '../sync/engine.ts';
import type { Locks } from '../sync/leader.ts';
import { listenTo } from '../sync/listen.ts';
import { lockName } from '../sync/leader.ts';
import type { Report } from '../sync/world.ts';
import { holdBack } from '../workers/holds.ts';
import { update, wakeWhenOnline } from '../workers/register.ts';
import { appVersion } from '../workers/version.ts';
import { watchPath } from './watch-path.ts';

/** Everything that exists only while somebody is signed in; loaded after sign-in, so nothing of it weighs on the login page. */
export interface Session extends ScreenSession {
  close(): Promise<void>;
}

export interface SessionEvents {
  /** What the server says went wrong on a chat socket, in its words. */
  chatFailed(message: string): void;
  /** What this person may do, as each pull says it; see `standing.ts`. */
  standing(now: string): void;
  /** This browser keeps no session of this person any more: another tab has signed out, or in as somebody else. */
  left(): void;
  /** Another window with an older version does not let go of the database. @returns what is called when it has */
  blocked(): () => void;
  /** So many things that were not sent cannot be read any more: the database is damaged, or was deleted. */
  lost(count: number): void;
}

/** Opens this person's database and starts the exchange with the server; works without a network. */
export async function openSession(me: Me, events: SessionEvents): Promise<Session> {
  // Any tab may have renewed it since, or ended it: then nothing more goes out from here.
  const kept = keptTokenOf(me.id);
  const present = (): string => {
    const token = kept.token();
    if (token !== undefined) return token;
    events.left();
    throw new SignedOut();
  };
  const waitedBefore = parkedCountOf(me.id);
  const { db, isKept } = await openUserDb(me.id, () => events.blocked());
  // A newer version of the app in another tab may change the tables; what waits is safe on disk.
  db.on('versionchange', () => {
    // What is typed is saved before the tables are given up: the newer page waits for that.
    void update.giveWay(() => db.close());
    // Dexie would close at once.
    return false;
  });
  await db.transaction('rw!', db.meta, async () => {
    // On a full disk nothing can be written, and the app opens all the same.
    if ((await factOf(db, 'parked')) === true) await keepFact(db, 'parked', false);
  });
  if (waitedBefore > 0 && (await isNew(db))) events.lost(waitedBefore);
  const early = new EarlyMessages();
  const life = new AbortController();
  const wires: { engine?: Engine; line?: SocketLine } = {};
  let at = { path: location.pathname, boxOpen: false };
  const visit = (change: Partial<typeof at>): void => {
    at = { ...at, ...change };
    wires.line?.visit(at);
  };

  const ended = (reason: string): void => sync.send({ type: 'session.refused', reason });
  const caller = { token: present, deviceId };
  const api = watchedApi(createApi(caller), ended);
  const uploads = watchedUploads(createUploadDoor(caller), ended);
  const world = browserWorld(api, () => wires.line);
  const before = await lastHeard(db);
  const sync = createActor(
    syncMachine.provide({
      actors: {
        engine: fromCallback(({ sendBack, receive }) => {
          const engine = startEngine({
            db,
            me: me.id,
            world,
            door: uploads,
            // In memory every tab has a queue of its own.
            locks: isKept ? navigator.locks : uncontested,
            report: (told) => isLate(told) || sendBack(told),
            confirmed: (messages) => early.drop(messages),
            standing: (now) => events.standing(now),
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
    hinted: (place) => wires.engine?.hinted(place),
    // Lost on a full disk: the ticks come again with the next mark.
    delivered: (roomId, side, upTo) => void keepDelivered(db, roomId, side, upTo).catch(() => undefined),
    ended,
  });
  const socket = createActor(
    socketMachine.provide({
      actors: {
        connection: fromCallback(({ sendBack, receive }) => {
          // Without a token the server refuses, and the next call finds out why.
          const line = connectSocket(() => kept.token() ?? '', {
            opened: () => {
              sendBack({ type: 'socket.opened' });
              wires.engine?.retryNow();
            },
            failed: (retryAfterMs, isOneTooMany) => sendBack({ type: 'socket.failed', retryAfterMs, isOneTooMany }),
            refused: (code) => {
              sendBack({ type: 'socket.refused', code });
              // The next call finds out whether the session is over.
              wires.engine?.hinted();
            },
            closed: () => sendBack({ type: 'socket.closed' }),
            sync: listeners.sync,
            chat: {
              ...listeners.chat,
              // That the session is over is told once, by `session.ended`; a right that went, by the page that closes.
              error: ({ code, message }) => isToldElsewhere(code) || events.chatFailed(message),
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
      await untilNobodySends(me.id, navigator.locks);
    }),
    holdBack(() => isUploading(db)),
  ];
  clearWhenStartedOver(db, early, life.signal);
  watchPath((path) => visit({ path }), life.signal);
  notePhases(db, sync);
  onceCaughtUp(sync, () => {
    renewWhenDue(kept, { deviceId }, Date.now, navigator.locks).catch((error: unknown) =>
      noteFault(db, 'renewal', error),
    );
  });
  lookWhenUnhinted(socket, wires);
  sync.start();
  socket.start();
  socket.send({ type: 'socket.wanted' });
  // Nothing waits for this, and a device that cannot keep it works all the same.
  arrive(me, fingerprintCookie, appVersion, navigator.locks).catch((error: unknown) => noteFault(db, 'device', error));
  if (isKept) countForSignIn(db, me.id, life.signal);
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
    boxOpened: (boxOpen) => visit({ boxOpen }),
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

/** A pull's answer that was on its way when the network went: it says nothing about the network. */
function isLate({ type }: Report): boolean {
  return type.startsWith('pull.') && !navigator.onLine;
}

const isToldElsewhere = (code: string | undefined): boolean => code === 'UNAUTHORIZED' || code === 'FORBIDDEN';

const uncontested: Locks = { request: (_name, _options, held) => held({}) };

const fingerprintCookie = {
  get: storedDeviceId,
  set: (value: string) => setCookie('deviceId', value),
};

/** Nothing was ever written here, and nothing has come. */
async function isNew(db: UserDb): Promise<boolean> {
  const { waiting, needYou } = await waitingCount(db);
  const cursor = await db.transaction('r!', db.meta, () => factOf(db, 'cursor'));
  return waiting + needYou === 0 && cursor === undefined;
}

/** When this device has last heard of the server, by its own clock and by the server's. */
async function lastHeard(db: UserDb): Promise<{ lastSyncedAt: number | undefined; heardAt: number | undefined }> {
  const [lastSyncedAt, heardAt] = await db.transaction('r!', db.meta, async () =>
    Promise.all([factOf(db, 'lastSyncedAt'), factOf(db, 'heardAt')]),
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

/** After each pull that reached the end: the server can be reached now. */
function onceCaughtUp(sync: Session['sync'], work: () => void): void {
  let last: number | null = null;
  sync.subscribe(({ context: { phase, lastSyncedAt } }) => {
    if (phase !== 'live' || lastSyncedAt === last) return;
    last = lastSyncedAt;
    work();
  });
}

/** A connection that is gone may have lost a hint, and from now on the server is asked more often. */
function lookWhenUnhinted(socket: Session['socket'], wires: { engine?: Engine }): void {
  let wasOpen = false;
  socket.subscribe((now) => {
    const isOpen = now.matches({ connected: 'open' });
    if (wasOpen && !isOpen) wires.engine?.hinted();
    wasOpen = isOpen;
  });
}

/** What the exchange has been through, in the log that a person can export. */
function notePhases(db: UserDb, sync: Session['sync']): void {
  let last: string | undefined;
  sync.subscribe(({ context: { phase, retryInMs, protectedStorage } }) => {
    const now = { phase, ...(retryInMs === null ? {} : { retryInMs: Math.round(retryInMs) }), protectedStorage };
    const what = `${phase} ${protectedStorage}`;
    if (what === last) return;
    last = what;
    // A log line that cannot be written is no reason to disturb anybody.
    db.transaction('rw!', db.synclog, async () => note(db, phase, now)).catch(() => undefined);
  });
}

/** Resolves when no page leads, and keeps it so for as long as this page lives: the pages share the leader's lock. */
function untilNobodySends(userId: string, locks: LockManager): Promise<void> {
  return new Promise((resolve, reject) => {
    locks
      .request(lockName(userId), { mode: 'shared' }, () => {
        resolve();
        return new Promise<never>(() => undefined);
      })
      .catch(reject);
  });
}

/** Whether bytes of something that waits are on their way. */
async function isUploading(db: UserDb): Promise<boolean> {
  if (!navigator.onLine) return false;
  const hashes = (await readPending(db)).waiting().flatMap(({ deps }) => deps.filter(isBlobHash));
  if (hashes.length === 0) return false;
  const { there } = await bytesAmong(db, hashes);
  return hashes.some((hash) => !there.has(hash));
}

/** Runs the work, but not again within this time. */
function atMostEvery(ms: number, work: () => void): () => void {
  let last = -Infinity;
  return () => {
    if (performance.now() - last < ms) return;
    last = performance.now();
    work();
  };
}

/** The browser remembers being asked to wake the service worker; asking at every append would only cost time. */
const wakeAskMs = 5000;

/** The sign-in page says how much waits also where the session was lost without a sign-out, as by a browser that died. */
function countForSignIn(db: UserDb, userId: string, signal: AbortSignal): void {
  const counting = liveQuery(() => waitingCount(db)).subscribe(({ waiting, needYou }) =>
    keepParkedCount(userId, waiting + needYou),
  );
  signal.addEventListener('abort', () => counting.unsubscribe());
}

/** From now or from an earlier visit; read marks, which come by themselves, are nothing to ask the browser for. */
function onceSomethingWaits(db: UserDb, signal: AbortSignal, work: () => Promise<void>): void {
  const watching = liveQuery(() => waitingCount(db)).subscribe(({ waiting, needYou }) => {
    if (waiting + needYou === 0) return;
    watching.unsubscribe();
    void work();
  });
  signal.addEventListener('abort', () => watching.unsubscribe());
}
