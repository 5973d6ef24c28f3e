import { EventEmitter } from 'node:events';
import type { KyselyPlugin } from 'kysely';
import type { Namespace, Socket } from 'socket.io';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHints } from '../../../server/feed/hints.ts';
import { createRightsWatch } from '../../../server/accounts/rights-watch.ts';
import { openSession } from '../../../server/accounts/sessions.ts';
import { createSessionWatch } from '../../../server/sockets/session-watch.ts';
import { silentLog } from '../../../server/log.ts';
import { freshDatabase, type TestDatabase } from '../../support/cluster.ts';
import { somebody } from '../../support/people.ts';
import { until } from '../../support/until.ts';

/** Who looks after the sessions of sockets while they come and go. */

let database: TestDatabase;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

/** Holds back the answers to looks at many sessions until it is opened. */
function gate() {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const looks = new Set<object>();
  const answered: object[] = [];
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (JSON.stringify(node).includes('s.id = any(')) looks.add(queryId);
      return node;
    },
    async transformResult({ result, queryId }) {
      if (!looks.has(queryId)) return result;
      answered.push(queryId);
      await opened;
      return result;
    },
  };
  return { plugin, open, asked: () => answered.length };
}

test('who comes in while the sessions of all are looked at stays', async () => {
  const held = gate();
  const db = database.db.withPlugin(held.plugin);
  const rights = createRightsWatch({ db, log: silentLog, hints: await createHints(undefined) });
  const watch = createSessionWatch({ db, log: silentLog, rights });
  let knock: ((socket: Socket, next: (refusal?: Error) => void) => void) | undefined;
  watch.admit({ use: (fn: typeof knock) => (knock = fn) } as unknown as Namespace, () => true);
  const ended: string[] = [];

  async function comeIn(name: string): Promise<void> {
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
      knock?.(socket as unknown as Socket, (refusal) => (refusal === undefined ? resolve() : reject(refusal))),
    );
  }

  try {
    await comeIn('first');
    await until('the sessions are looked at', () => held.asked() === 1);
    await comeIn('second');
    held.open();
    await until('they are looked at again', () => held.asked() === 2);
    expect(ended).toEqual([]);
  } finally {
    rights.stop();
  }
});
