import type { i18n } from 'i18next';
import { hasNavigatorPass, isStaff } from '#domain/account/permissions.ts';
import { MINUTE } from '#domain/ground/units.ts';
import type { Me } from '#domain/account/users.ts';
import type { CommandContext } from './db/context.ts';
import { deliveryMarks } from './chat/views/delivered.ts';
import { clearWhenStartedOver, EarlyMessages } from './db/early.ts';
import { watchFullDisk } from './db/free-space.ts';
import { noteFault } from './db/synclog.ts';
import { protectStorage } from './db/storage.ts';
import { deviceId } from './net/device-id.ts';
import { SignedOut } from './net/errors.ts';
import { createApi } from './net/http.ts';
import { currentRateCard } from './order/rate-card/rate-cards.ts';
import { renewWhenDue } from './net/renewal.ts';
import { keptTokenOf } from './net/kept-session.ts';
import type { SocketConnection } from './net/socket.ts';
import { setCookie, storedDeviceId } from './net/stored-session.ts';
import { createUploadApi } from './net/uploads.ts';
import { apiThatReportsSignOut, uploadsThatReportSignOut } from './net/report-sign-out.ts';
import type { ScreenSession } from './session/session-context.tsx';
import { openSessionDatabase } from './session/session-database.ts';
import { sessionNotices, untilSavedAsFile } from './session/session-notices.ts';
import { registerUserOnDevice } from './session/known-device.ts';
import { followRateCard } from './order/rate-card/rate-card-here.ts';
import { keepKnowledge } from './assistant/knowledge/knowledge-here.ts';
import { answersFromSaved } from './assistant/knowledge/answers-from-saved.ts';
import { SharedView } from './db/shared-view.ts';
import { waitingCount } from './db/unsent-commands.ts';
import { ordersInNeed } from './order/views/order-views.ts';
import { roomsOf } from './chat/views/room-views.ts';
import { browserWorld } from './sync/browser-world.ts';
import { isWorkDue, newId, startEngine, type Engine } from './sync/engine.ts';
import { rateCardRefresh } from './order/rate-card/rate-card-refresh.ts';
import { listenTo } from './sync/listen.ts';
import type { EngineReport } from './sync/world.ts';
import { LiveAnswers } from './assistant/views/live-answers.ts';
import { lockName, type Locks } from './sync/leader.ts';
import { holdReload } from './workers/holds.ts';
import { keepFiles, update, wakeWhenOnline } from './workers/register.ts';
import { appVersion } from './workers/version.ts';
import { createSocketActor } from './session/socket-actor.ts';
import { SyncStatus } from './session/sync-status.ts';
import { wakeCalls } from './session/wake-calls.ts';
import { loadOlder } from './chat/calls/older-messages.ts';
import { noteShownOrder } from './order/views/last-shown-order.ts';
import { isUploading, onceSomethingWaits, storeUnsentCount } from './session/unsent.ts';
import { notePhases, onceCaughtUp, pullWhenSocketCloses, watchNetwork } from './session/watch-connection.ts';
import { watchPath } from './session/watch-path.ts';
import { outboxRules } from './nouns.ts';

/** Everything that exists only while a user is signed in. Loaded after sign-in, so the sign-in page stays small. */
export interface Session extends ScreenSession {
  /** Resolves when what the browser has deleted under the page is in the new database, or cannot be. */
  untilRestored(): Promise<void>;
  /** The same; then what could not be stored is saved as a file, too. */
  untilNothingIsHeld(): Promise<void>;
  close(): Promise<void>;
}

export interface SessionEvents {
  /** The user's rights as one string, sent with each pull; see `domain/account/rights-key.ts`. */
  rightsReported(now: string): void;
  /** This browser no longer has a session of this user: another tab has signed out, or signed in as another user. */
  sessionLeft(): void;
}

/** Opens the user's database and starts the sync; works without a network. */
export async function openSession(me: Me, texts: i18n, events: SessionEvents): Promise<Session> {
  // Read for each call: another tab may have renewed the token or ended the session; then this tab sends nothing more.
  const kept = keptTokenOf(me.id);
  const present = (): string => {
    const token = kept.token();
    if (token !== undefined) return token;
    events.sessionLeft();
    throw new SignedOut();
  };
  const notices = sessionNotices(texts);
  const life = new AbortController();
  /** Of this page; undefined while its database opens. */
  let startedEngine: Engine | undefined;
  let connection: SocketConnection | undefined;
  const opened = await openSessionDatabase(me, notices, life.signal, () => {
    // The session may have been deleted too: this stores it again.
    kept.token();
    // The confirmed rows are gone with the cursor, and so is the leader.
    startedEngine?.retryNow();
  });
  const { db, isKept, untilRestored } = opened;
  const [before, rateCard] = await Promise.all([opened.resume(), followRateCard(db, life.signal)]);
  const early = new EarlyMessages();
  const live = new LiveAnswers();
  let at = { path: location.pathname, boxOpen: false };
  const visit = (change: Partial<typeof at>): void => {
    at = { ...at, ...change };
    connection?.visit(at);
  };

  const sync = new SyncStatus({ isOnline: navigator.onLine, lastSyncedAt: before.lastSyncedAt });
  const ended = (reason: string): void => {
    if (!life.signal.aborted) sync.report({ type: 'session.refused', reason });
  };
  const caller = { token: present, deviceId };
  const api = apiThatReportsSignOut(createApi(caller), ended);
  const uploads = uploadsThatReportSignOut(createUploadApi(caller), ended);
  const world = browserWorld(api, () => connection);
  const calls = wakeCalls({ ask: () => void wakeWhenOnline(), isWorkDue: () => isWorkDue(db) }, life.signal);
  watchFullDisk(db, (isFull) => sync.report({ type: 'storage.filled', isFull }));
  const savedKnowledge = keepKnowledge({ db, api, world, signal: life.signal });
  const listeners = listenTo({
    early,
    live,
    hinted: (position) => engine.hinted(position),
    repeated: () => engine.chatEventCame(),
    readyToSend: () => engine.standAgain(),
    sent: (page) => engine.pageCame(page),
    knowledgeHinted: savedKnowledge.hinted,
    delivered: deliveryMarks(db),
    ended,
  });
  const engine = startEngine({
    db,
    rules: outboxRules,
    me: me.id,
    world,
    uploadApi: uploads,
    // In memory, every tab has its own outbox.
    locks: isKept ? navigator.locks : uncontested,
    report(report) {
      if (report.type === 'transport.failed') calls.unreachable();
      if (!life.signal.aborted && !isLate(report)) sync.report(report);
    },
    workWaits: () => calls.workWaits(),
    confirmed: (messages) => early.drop(messages),
    rightsReported: (now) => events.rightsReported(now),
  });
  startedEngine = engine;
  const socket = createSocketActor({
    token: () => kept.token(),
    listeners,
    engine,
    connected: (made) => (connection = made),
    visited: () => at,
    chatFailed: notices.chatFailed,
  });

  const ctx: CommandContext = {
    db,
    rules: outboxRules,
    me,
    newId,
    appVersion,
    rateCard: rateCard.now,
    serverDate: () => world.serverDate() ?? before.heardAt,
    appended(isSent) {
      engine.appended(isSent);
      calls.appended();
    },
    sendsAtOnce: () => engine.reserve(),
  };
  const refreshRateCard = rateCardRefresh({ db, now: () => world.now(), ask: () => currentRateCard(api) });
  const { answerMeanwhile } = answersFromSaved(
    db,
    () => sync.state.phase === 'live',
    hasNavigatorPass(me),
    rateCard.now,
  );
  ctx.answerFromSaved = answerMeanwhile;

  watchNetwork({ sync, socket, engine, signal: life.signal });
  const ends = [
    update.beforeTakeover(async () => {
      engine.stop();
      await untilNoLeader(me.id, navigator.locks);
    }),
    holdReload(() => isUploading(db)),
  ];
  clearWhenStartedOver(db, early, life.signal);
  watchPath((path) => {
    noteShownOrder(path);
    visit({ path });
  }, life.signal);
  notePhases(db, sync);
  const lookAround = atMostEvery(lookAroundMs, () => {
    renewWhenDue(kept, { deviceId }, Date.now, navigator.locks).catch((error: unknown) =>
      noteFault(db, 'renewal', error),
    );
    savedKnowledge.whenOld();
    if (!hasNavigatorPass(me)) return;
    refreshRateCard().catch((error: unknown) => noteFault(db, 'rate card', error));
    keepFiles(comparison);
  });
  onceCaughtUp(sync, lookAround);
  pullWhenSocketCloses(socket, engine);
  socket.start();
  socket.send({ type: 'socket.wanted' });
  // Not awaited; a device that cannot store it works anyway.
  registerUserOnDevice(me, fingerprintCookie, appVersion, navigator.locks).catch((error: unknown) =>
    noteFault(db, 'device', error),
  );
  if (isKept) storeUnsentCount(db, me.id, life.signal);
  const waiting = new SharedView(() => waitingCount(db));
  onceSomethingWaits(waiting, life.signal, async () => {
    sync.report({ type: 'storage.checked', protected: (await protectStorage()) === true });
  });

  return {
    me,
    db,
    isKept,
    early,
    rooms: new SharedView(() => roomsOf(db, me)),
    // Staff have the orders of all companies on their devices, and no menu that counts their own.
    ordersInNeed: new SharedView(async () => (hasNavigatorPass(me) && !isStaff(me) ? ordersInNeed(db, me) : 0)),
    waiting,
    live,
    ctx,
    sync,
    syncNow: () => engine.retryNow(),
    socket,
    api,
    rateCard,
    uploads,
    loadOlder: (roomId) => loadOlder(db, api, roomId),
    setChatBoxOpen: (boxOpen) => visit({ boxOpen }),
    untilRestored,
    async untilNothingIsHeld() {
      await untilRestored();
      await untilSavedAsFile();
    },
    async close() {
      life.abort();
      for (const end of ends) end();
      socket.subscribe((now) => now.matches({ closed: 'idle' }) && socket.stop());
      socket.send({ type: 'socket.unwanted' });
      engine.stop();
      // This page may have the only copy of the data that the browser has just deleted.
      await untilRestored();
      db.close();
    },
  };
}

/** Files that compare orders and their revisions. They are not precached, because most users have no orders. */
const comparison = ['js', 'css'].map((ending) => `/assets/online/comparison.${ending}`);

const fingerprintCookie = {
  get: storedDeviceId,
  set: (value: string) => setCookie('deviceId', value),
};

const uncontested: Locks = { request: (_name, _options, held) => held({}) };

/** Whether a pull reports after the network was lost: its result does not describe the current network. */
function isLate({ type }: EngineReport): boolean {
  return type.startsWith('pull.') && !navigator.onLine;
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

/** Throttles the work: a call within `ms` of the last run does nothing. */
function atMostEvery(ms: number, work: () => void): () => void {
  let last = -Infinity;
  return () => {
    if (performance.now() - last < ms) return;
    last = performance.now();
    work();
  };
}

/** Minimum time in ms between two looks for things to renew or fetch on this device: a busy room often catches up. */
const lookAroundMs = 1 * MINUTE;
