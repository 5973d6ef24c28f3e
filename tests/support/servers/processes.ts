import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished } from 'vitest';
import type { User } from '#domain/account/users.ts';
import type { IncomingCommand } from '../../../server/spine/bus/parse.ts';
import { openSession } from '../../../server/session/sessions.ts';
import { type Balancer, balancerOver } from './balancer.ts';
import { freshDatabase } from '../database/cluster.ts';
import { type LiveDevice, liveDevice } from '../devices/live-device.ts';
import { newId, somebody } from '../users.ts';
import { type ServerProcess, serverProcess } from './server-process.ts';
import { at } from './server.ts';
import { until } from '../until.ts';
import type { Db } from '../../../server/database/db.ts';
import { safetyPullMs } from '../../../src/sync/reader/table.ts';

/**
 * Three server processes with one PostgreSQL and one files folder behind a load balancer, and no other connection
 * between them.
 */
export interface Processes {
  servers: [ServerProcess, ServerProcess, ServerProcess];
  /** The address of each process. */
  urls: [string, string, string];
  balancer: Balancer;
  db: Db;
  signIn(kind: Parameters<typeof somebody>[1]): Promise<SignedIn>;
  /** Signs the same user in on another device. */
  signInAgain(user: User): Promise<SignedIn>;
  /** Returns the stored texts of a room in order. */
  stored(roomId: string): Promise<string[]>;
  /** Stops all of them. @throws when one has logged an error */
  close(): Promise<void>;
}

export interface SignedIn {
  user: User;
  token: string;
}

/** @param more further settings, for example REDIS_URL */
export async function startProcesses(more: Record<string, string> = {}): Promise<Processes> {
  const { db, url, close } = await freshDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'vfp-processes-'));
  const settings = {
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    DEMO: 'off',
    OWN_KNOWLEDGE: 'off',
    LOG_LEVEL: 'warn',
    REDIS_URL: '',
    ...more,
  };
  const servers: Processes['servers'] = [
    await serverProcess(settings),
    await serverProcess(settings),
    await serverProcess(settings),
  ];
  await Promise.all(servers.map((each) => each.start()));
  const [first, second, third] = servers;
  const balancer = await balancerOver(servers.map(({ port }) => port));

  async function signInAgain(user: User): Promise<SignedIn> {
    const device = { deviceId: null, userAgent: null, remember: true };
    return { user, token: await openSession(db, user.id, device) };
  }

  return {
    servers,
    urls: [urlOf(first), urlOf(second), urlOf(third)],
    balancer,
    db,
    signInAgain,
    signIn: async (kind) => signInAgain(await somebody(db, kind)),
    async stored(roomId) {
      const { rows } = await sql<{ text: string }>`
        select data ->> 'content' as text from messages where room_id = ${roomId} order by sseq`.execute(db);
      return rows.map(({ text }) => text);
    },
    async close() {
      await balancer.close();
      await Promise.all(servers.map((each) => each.stop()));
      await close();
      rmSync(dataDir, { recursive: true, force: true });
      const faults = servers.flatMap((each) => each.output().match(/^.*"level":[56]0.*$/gm) ?? []);
      if (faults.length > 0) throw new Error(`The servers had errors:\n${faults.join('\n')}`);
    },
  };
}

const urlOf = ({ port }: ServerProcess) => `http://127.0.0.1:${port}`;

/** Connects a device to this address, a process or the balancer, until the test ends. It receives hints. */
export async function deviceOn(where: string, { token }: SignedIn): Promise<LiveDevice> {
  const device = await liveDevice(where, token);
  onTestFinished(() => device.close());
  await until('the socket is open', () => device.hears());
  await until('it has caught up', () => device.reports.some(({ type }) => type === 'pull.caughtUp'));
  return device;
}

/** Far less than the minute after which a device pulls without a hint. */
export const soonMs = safetyPullMs / 6;

/** Waits until the device shows these texts, well before it would pull without a hint. */
export async function expectShown(device: LiveDevice, roomId: string, ...texts: string[]): Promise<void> {
  const shown = () => device.shown(roomId);
  await expect.poll(shown, { timeout: soonMs, interval: 25 }).toEqual(expect.arrayContaining(texts));
}

/** Calls this process: with POST if there is a body, otherwise with GET. */
export async function call(where: string, { token }: SignedIn, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${where}/api/v1${path}`, {
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(20_000),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.status === 204 ? undefined : await response.json();
}

/** Pushes a frame of commands to this process and returns the results. */
export async function push(where: string, who: SignedIn, ...commands: IncomingCommand[]): Promise<unknown[]> {
  const numbered = commands.map((command, n) => ({ ...command, n }));
  const envelope = { protocol: 1, clientId: newId(), actor: who.user.id, commands: numbered };
  const results = at(await call(where, who, '/sync/push', envelope), 'results');
  if (!Array.isArray(results)) throw new Error('no results');
  return results;
}
