import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import type { Cursor } from '#domain/spine/wire/sync.ts';
import { socketMachine } from '../../src/machines/socket.ts';
import { Unreachable } from '../../src/net/errors.ts';
import { type Api, createApi } from '../../src/net/http.ts';
import { connectSocket } from '../../src/net/socket.ts';
import { pull, snapshot } from '../../src/net/sync.ts';
import { openSession } from '../../server/session/sessions.ts';
import { freshDatabase } from '../support/database/cluster.ts';
import { newId, somebody, wish } from '../support/users.ts';
import { push } from '../support/servers/processes.ts';
import { serverProcess } from '../support/servers/server-process.ts';
import { patience } from '../support/patience.ts';
import { until } from '../support/until.ts';
import type { Db } from '../../server/database/db.ts';
import { pullEvents } from '#domain/spine/wire/sync.ts';

/**
 * A thousand connected experts when the server restarts: the client's own socket and calls, with a list instead of a
 * disk.
 */

const crowd = 1000;

class Member {
  /** Times of connection attempts, newest last. */
  knockedAt: number[] = [];
  isBack = false;
  statuses: number[] = [];
  readonly seen: string[] = [];
  readonly #api: Api;
  readonly #stop: () => void;
  #cursor: Cursor | undefined;
  #pulling = Promise.resolve();

  constructor(token: string, url: string) {
    this.#api = createApi({
      token: () => token,
      deviceId: () => undefined,
      fetch: async (input, init) => {
        const response = await fetch(new URL(input instanceof Request ? input.url : input, url), init);
        this.statuses.push(response.status);
        return response;
      },
    });
    const socket = createActor(
      socketMachine.provide({
        guards: { isOnline: () => true },
        actors: {
          connection: fromCallback(({ sendBack }) => {
            const handlers = {
              opened: () => {
                sendBack({ type: 'socket.opened' });
                this.isBack = true;
                this.#look();
              },
              failed: (retryAfterMs?: number) =>
                sendBack({ type: 'socket.failed', ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }),
              refused: (code: string) => sendBack({ type: 'socket.refused', code }),
              closed: () => sendBack({ type: 'socket.closed' }),
              sync: { 'sync:hint': () => this.#look() },
              chat: {},
            };
            this.knockedAt.push(performance.now());
            const line = connectSocket(() => token, handlers, url);
            return () => line.close();
          }),
        },
      }),
    );
    socket.start();
    socket.send({ type: 'socket.wanted' });
    this.#stop = () => socket.stop();
  }

  get isReady(): boolean {
    return this.#cursor !== undefined;
  }

  /** Resets everything from before the restart. */
  beginAnew(): void {
    Object.assign(this, { isBack: false, statuses: [], knockedAt: [] });
  }

  close(): void {
    this.#stop();
  }

  /** Pulls everything, one call after the other, and again after the requested pause. */
  #look(): void {
    this.#pulling = this.#afterwards(this.#pulling);
  }

  async #afterwards(earlier: Promise<void>): Promise<void> {
    await earlier;
    for (;;) {
      try {
        return await this.#pullAll();
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error;
        await wait(error.retryAfterMs ?? 500 + Math.random() * 500);
      }
    }
  }

  async #pullAll(): Promise<void> {
    if (this.#cursor === undefined) {
      const [head] = await snapshot(this.#api, ['catalog']);
      this.#cursor = head !== undefined && 'pos' in head ? head.pos : undefined;
    }
    for (let more = true; more && this.#cursor !== undefined;) {
      const page = await pull(this.#api, { cursor: this.#cursor, limit: pullEvents });
      if (!('events' in page)) throw new Error(JSON.stringify(page));
      this.seen.push(...page.events.flatMap(({ type, cmdId }) => (type === 'message.sent' ? [cmdId ?? ''] : [])));
      ({ next: this.#cursor, more } = page);
    }
  }
}

/** Returns the tokens of a thousand signed-in experts. */
async function manyExperts(db: Db): Promise<string[]> {
  const users = Array.from({ length: crowd }, () => ({
    id: randomUUID(),
    token: randomBytes(32).toString('base64url'),
  }));
  const rows = users.map(({ id, token }) => {
    return { id, session: randomUUID(), hash: createHash('sha256').update(token).digest('hex') };
  });
  await sql`insert into users (id, email, display_name, role, status)
    select id, id || '@test.vfp', 'expert', 'EXPERT', 'ACTIVE'
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (id uuid)`.execute(db);
  await sql`insert into sessions (id, user_id, token_hash, expires_at)
    select session, id, decode(hash, 'hex'), now() + interval '7 days'
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (id uuid, session uuid, hash text)`.execute(db);
  return users.map(({ token }) => token);
}

test('68 a thousand users reconnect after a restart: spread out, without errors, and with all new messages', async () => {
  const { db, url: database, close } = await freshDatabase();
  onTestFinished(close);
  const dataDir = mkdtempSync(join(tmpdir(), 'vfp-crowd-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const unlimited = { HANDSHAKES_PER_ADDRESS: '1000000', REQUESTS_PER_ADDRESS: '1000000' };
  const server = await serverProcess({
    DATABASE_URL: database,
    DATA_DIR: dataDir,
    DEMO: 'off',
    OWN_KNOWLEDGE: 'off',
    LOG_LEVEL: 'warn',
    ...unlimited,
  });
  onTestFinished(() => server.stop());
  await server.start();
  const where = `http://127.0.0.1:${server.port}`;
  const customer = await somebody(db, 'customer');
  const token = await openSession(db, customer.id, { deviceId: null, userAgent: null, remember: true });
  const roomId = newId();
  await push(where, { user: customer, token }, wish('room.open', { roomId, type: 5 }));

  const members = (await manyExperts(db)).map((each) => new Member(each, where));
  onTestFinished(() => members.forEach((member) => member.close()));
  await until('all are there', () => members.every((member) => member.isReady), patience.crowd);

  for (const member of members) member.beginAnew();
  await server.stop();
  await server.start();
  const said = Array.from({ length: 3 }, (_, i) => wish('chat.send', { roomId, content: `said ${i}`, files: [] }));
  await push(where, { user: customer, token }, ...said);
  const all = said.map(({ cmdId }) => cmdId);
  await until('all are back', () => members.every(({ isBack }) => isBack), patience.crowd);
  await until('all have it', () => members.every(({ seen }) => seen.length >= all.length), patience.crowd);

  for (const { seen } of members) expect(seen).toEqual(all);
  const faults = members.flatMap(({ statuses }) => statuses).filter((status) => status >= 500 && status !== 503);
  expect(faults).toEqual([]);
  const firstKnocks = members.map(({ knockedAt }) => knockedAt[0] ?? 0);
  const within = (from: number) => firstKnocks.filter((at) => at >= from && at < from + 500).length;
  expect(Math.max(...firstKnocks.map(within))).toBeLessThan(crowd / 3);
  expect(server.output()).not.toMatch(/"level":[56]0/);
});
