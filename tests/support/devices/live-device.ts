import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { createActor, fromCallback } from 'xstate';
import type { CommandContext } from '../../../src/db/context.ts';
import { keepDelivered } from '../../../src/chat/views/delivered.ts';
import { EarlyMessages } from '../../../src/db/early.ts';
import { UserDb } from '../../../src/db/schema.ts';
import { messagesOf } from '../../../src/chat/views/message-views.ts';
import { socketMachine } from '../../../src/machines/socket.ts';
import { whoAmI } from '../../../src/net/auth.ts';
import { createApi } from '../../../src/net/http.ts';
import { connectSocket, type SocketConnection } from '../../../src/net/socket.ts';
import { createUploadApi } from '../../../src/net/uploads.ts';
import { browserWorld } from '../../../src/sync/browser-world.ts';
import { newId, startEngine, type Engine } from '../../../src/sync/engine.ts';
import { listenTo } from '../../../src/sync/listen.ts';
import { LiveAnswers } from '../../../src/assistant/views/live-answers.ts';
import type { EngineReport } from '../../../src/sync/world.ts';
import { outboxRules } from '../../../src/nouns.ts';
import { unhintedPullMs } from '../../../src/sync/reader/table.ts';

/**
 * A user's device that runs by itself, as in the app: the engine with its real clock, so that it pulls once a minute
 * without hints, and one socket that reconnects.
 */
export interface LiveDevice {
  ctx: CommandContext;
  /** Reports of the sync loops. */
  reports: EngineReport[];
  /** What it shows of answers that are being written. */
  live: LiveAnswers;
  /** How many pages the server has sent it because it stood at the end of the log. */
  pages(): number;
  /** Whether the socket is open. */
  hears(): boolean;
  /**
   * Returns the confirmed texts this user sees in a room; of the user's own messages with their delivery state, such as
   * `hello: delivered`.
   */
  shown(roomId: string): Promise<string[]>;
  close(): void;
}

/** @param looksAnyway whether it pulls now and then without a hint */
export async function liveDevice(url: string, token: string, looksAnyway = () => true): Promise<LiveDevice> {
  const api = createApi({
    token: () => token,
    deviceId: () => undefined,
    fetch: (input, init) => fetch(new URL(input instanceof Request ? input.url : input, url), init),
  });
  const me = await whoAmI(api);
  Object.assign(Dexie.dependencies, { indexedDB: new IDBFactory(), IDBKeyRange });
  const db = new UserDb(me.id);
  await db.open();
  const reports: EngineReport[] = [];
  let line: SocketConnection | undefined;
  const real = browserWorld(api, () => line);
  const sleep: typeof real.sleep = (ms, signal) =>
    ms < unhintedPullMs || looksAnyway() ? real.sleep(ms, signal) : new Promise(() => undefined);
  const world = { ...real, sleep, isOffline: () => false };
  // Early messages are ignored: a text returned here has arrived by a pull.
  const early = new EarlyMessages();
  const live = new LiveAnswers();
  let pages = 0;
  const engine: Engine = startEngine({
    db,
    rules: outboxRules,
    me: me.id,
    world,
    uploadApi: createUploadApi({ token: () => token, deviceId: () => undefined }, url),
    locks: { request: (_name, _options, held) => held({}) },
    report: (report) => reports.push(report),
    confirmed: () => undefined,
  });
  const listeners = listenTo({
    early,
    live,
    hinted: (place) => engine.hinted(place),
    repeated: () => engine.chatEventCame(),
    readyToSend: () => engine.standAgain(),
    sent: (page) => {
      pages++;
      engine.pageCame(page);
    },
    knowledgeHinted: () => undefined,
    delivered: (roomId, side, upTo) => void keepDelivered(db, [{ roomId, side, upTo }]),
    ended: (reason) => reports.push({ type: 'session.refused', reason }),
  });
  const socket = createActor(
    socketMachine.provide({
      guards: { isOnline: () => true },
      actors: {
        connection: fromCallback(({ sendBack }) => {
          const opening = connectSocket(
            () => token,
            {
              opened() {
                sendBack({ type: 'socket.opened' });
                engine.retryNow();
              },
              failed: (retryAfterMs) =>
                sendBack({ type: 'socket.failed', ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }),
              refused: (code) => sendBack({ type: 'socket.refused', code }),
              closed: () => sendBack({ type: 'socket.closed' }),
              ...listeners,
            },
            url,
          );
          line = opening;
          return () => opening.close();
        }),
      },
    }),
  );
  socket.start();
  socket.send({ type: 'socket.wanted' });

  return {
    ctx: {
      db,
      rules: outboxRules,
      me,
      newId,
      appVersion: 'live',
      appended: (isSent) => engine.appended(isSent),
      sendsAtOnce: () => engine.reserve(),
    },
    reports,
    live,
    pages: () => pages,
    hears: () => socket.getSnapshot().matches({ connected: 'open' }),
    async shown(roomId) {
      const { messages } = await messagesOf(db, me, roomId, 10_000);
      return messages.map(({ content, delivery }) => (delivery === null ? content : `${content}: ${delivery}`));
    },
    close() {
      socket.stop();
      engine.stop();
      db.close();
    },
  };
}
