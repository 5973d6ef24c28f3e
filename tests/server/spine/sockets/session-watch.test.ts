import { EventEmitter } from 'node:events';
import type { KyselyPlugin } from 'kysely';
import type { Namespace, Socket } from 'socket.io';
import { afterAll, expect, test } from 'vitest';
import { createHints } from '../../../../server/spine/feed/hints.ts';
import { RightsWatch } from '../../../../server/spine/feed/rights-watch.ts';
import { openSession } from '../../../../server/session/sessions.ts';
import type { Connections } from '../../../../server/spine/sockets/connections.ts';
import { SessionWatch } from '../../../../server/spine/sockets/session-watch.ts';
import { silentLog } from '../../../../server/ground/log.ts';
import { freshDatabase } from '../../../support/database/cluster.ts';
import { somebody } from '../../../support/users.ts';
import { until } from '../../../support/until.ts';

/** Repeated checks of the sessions of sockets, while sockets connect and disconnect. */

const connections: Connections = {
  networksOf: () => [],
  waitOf: () => undefined,
  refused: () => undefined,
  joined: () => undefined,
};

const database = await freshDatabase();
afterAll(() => database.close());

/** Holds back the results of queries for many sessions until it is opened. */
function gate() {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const queries = new Set<object>();
  const answered: object[] = [];
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (JSON.stringify(node).includes('s.id = any(')) queries.add(queryId);
      return node;
    },
    async transformResult({ result, queryId }) {
      if (!queries.has(queryId)) return result;
      answered.push(queryId);
      await opened;
      return result;
    },
  };
  return { plugin, open, asked: () => answered.length };
}

test('a socket that connects while all sessions are being checked stays connected', async () => {
  const gated = gate();
  const db = database.db.withPlugin(gated.plugin);
  const rights = new RightsWatch({ db, log: silentLog, hints: await createHints(undefined) });
  const watch = new SessionWatch({ db, log: silentLog, rights, connections });
  let admit: ((socket: Socket, next: (refusal?: Error) => void) => void) | undefined;
  watch.admit({ use: (fn: typeof admit) => (admit = fn) } as unknown as Namespace, () => true);
  const ended: string[] = [];

  async function connectAs(name: string): Promise<void> {
    const { id } = await somebody(database.db, 'engineer');
    const token = await openSession(database.db, id, { deviceId: null, userAgent: null, remember: true });
    const socket = Object.assign(new EventEmitter(), {
      handshake: { auth: { token } },
      nsp: { name: '/sync', adapter: { rooms: new Map() } },
      conn: Object.assign(new EventEmitter(), { readyState: 'open' }),
      join: () => undefined,
      disconnect: () => ended.push(name),
    });
    await new Promise<void>((resolve, reject) =>
      admit?.(socket as unknown as Socket, (refusal) => (refusal === undefined ? resolve() : reject(refusal))),
    );
  }

  try {
    await connectAs('first');
    await until('the sessions are being checked', () => gated.asked() === 1);
    await connectAs('second');
    gated.open();
    await until('the sessions are checked again', () => gated.asked() === 2);
    expect(ended).toEqual([]);
  } finally {
    rights.stop();
  }
});
