import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { demoPassword, demoUsers } from '../../server/demo/users.ts';
import { silentLog } from '../../server/ground/log.ts';
import { startPostgres } from '../../server/postgres/postgres.ts';
import { newId } from '../support/users.ts';
import { serverProcess, type ServerProcess } from '../support/servers/server-process.ts';
import { at } from '../support/servers/server.ts';
import { until } from '../support/until.ts';

/** The whole server with its embedded PostgreSQL, killed at any moment: starting it again is always enough. */

let dataDir: string;
let servers: ServerProcess[];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'vfp-restart-'));
  chmodSync(dataDir, 0o755);
  servers = [];
});

afterEach(async () => {
  await Promise.all(servers.map((each) => each.stop()));
  await (await startPostgres({ dataDir, log: silentLog })).stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function server(): Promise<ServerProcess> {
  const made = await serverProcess({ DATA_DIR: dataDir, DEMO: '1', DATABASE_URL: '', LOG_LEVEL: 'error' });
  servers.push(made);
  return made;
}

async function call(on: ServerProcess, path: string, token: string | null, body?: object): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${on.port}/api/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'x-device-id': 'b'.repeat(64),
      'content-type': 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(20_000),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return await response.json();
}

async function signIn(on: ServerProcess): Promise<{ token: string; id: string }> {
  const reply = await call(on, '/auth/login', null, { email: 'customer@demo.vfp', password: demoPassword });
  return { token: String(at(reply, 'accessToken')), id: String(at(reply, 'user.id')) };
}

/** A user who writes continuously and repeats a frame until it is accepted. */
class Writer {
  readonly sent: string[] = [];
  readonly acknowledged = new Set<string>();
  frames = 0;
  readonly roomId = newId();
  readonly #who: { token: string; id: string };
  readonly #on: ServerProcess;
  #stopped = false;
  readonly #done: Promise<void>;

  constructor(on: ServerProcess, who: { token: string; id: string }) {
    this.#on = on;
    this.#who = who;
    this.#done = this.#write();
  }

  async #write(): Promise<void> {
    // The customer's expert room already exists; this id becomes its alias.
    await this.#push([{ cmdId: newId(), type: 'room.open', args: { roomId: this.roomId, type: 5 } }]);
    while (!this.#stopped) {
      const commands = Array.from({ length: 20 }, () => {
        const cmdId = newId();
        return { cmdId, type: 'chat.send', args: { roomId: this.roomId, content: cmdId, files: [] } };
      });
      this.sent.push(...commands.map(({ cmdId }) => cmdId));
      await this.#push(commands);
      this.frames++;
    }
  }

  /** Resolves when every command of the frame is accepted. */
  async #push(commands: { cmdId: string; type: string; args: object }[]): Promise<void> {
    const body = {
      protocol: 1,
      clientId: this.#who.id,
      actor: this.#who.id,
      commands: commands.map((command, n) => ({ ...command, n, v: 1 })),
    };
    for (;;) {
      const reply = await call(this.#on, '/sync/push', this.#who.token, body).catch(() => undefined);
      const results = at(reply, 'results');
      if (!Array.isArray(results)) {
        await wait(20);
        continue;
      }
      for (const result of results) {
        const accepted = at(result, 's') === 'ok' || at(result, 's') === 'duplicate';
        if (accepted) this.acknowledged.add(String(at(result, 'cmdId')));
        else if (at(result, 's') !== 'retry') throw new Error(`refused: ${JSON.stringify(result)}`);
      }
      if (commands.every(({ cmdId }) => this.acknowledged.has(cmdId))) return;
    }
  }

  /** Resolves when everything sent is acknowledged. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#done;
  }
}

/** Returns the texts of the writer's room as the server reports them, oldest first. */
async function texts(on: ServerProcess, token: string, roomId: string): Promise<string[]> {
  const found: string[] = [];
  for (let before = ''; ;) {
    const page = await call(on, `/conversations/${roomId}?limit=100${before}`, token);
    const messages = at(page, 'messages');
    if (!Array.isArray(messages)) throw new Error('no messages');
    found.unshift(...messages.map((message) => String(at(message, 'content'))));
    const next = at(page, 'next_before');
    if (typeof next !== 'number') return found;
    before = `&before=${next}`;
  }
}

function postmaster(): number {
  return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

test('killed with SIGKILL five times while a user writes: every start succeeds by itself, and nothing acknowledged is lost', async () => {
  const node = await server();
  await node.start();
  const who = await signIn(node);
  const writer = new Writer(node, who);
  const moments = [0, 7, 25, 60];
  for (const [i, afterMs] of moments.entries()) {
    const before = writer.frames;
    await until('frames go through', () => writer.frames > before + 2);
    await wait(afterMs);
    await node.kill();
    // The fifth kill happens during a start.
    if (i === 1) {
      node.launch();
      await wait(600);
      await node.kill();
    }
    await node.start();
  }
  // Everything at once, as in a power failure.
  const before = writer.frames;
  await until('frames go through', () => writer.frames > before + 2);
  process.kill(postmaster(), 'SIGKILL');
  await node.kill();
  await node.start();
  await writer.stop();

  const stored = (await texts(node, who.token, writer.roomId)).filter((text) => writer.sent.includes(text));
  expect(stored).toEqual(writer.sent);
  expect(stored.filter((text) => !writer.acknowledged.has(text))).toEqual([]);
  expect(stored.length).toBeGreaterThan(200);
});

test('killed again and again in the middle of its very first start, it is whole in the end', async () => {
  const node = await server();
  for (const afterMs of [500, 800, 1100, 1500, 2000]) {
    node.launch();
    await wait(afterMs);
    await node.kill();
  }
  await node.start();
  for (const { email } of demoUsers) {
    expect(at(await call(node, '/auth/login', null, { email, password: demoPassword }), 'user.email')).toBe(email);
  }
});

test('a killed PostgreSQL is restarted under the running server, also when the server had not started it', async () => {
  const node = await server();
  await node.start();
  const who = await signIn(node);
  const writer = new Writer(node, who);
  for (const adopted of [false, true]) {
    if (adopted) {
      await node.kill();
      await node.start();
    }
    const before = writer.frames;
    await until('frames go through', () => writer.frames > before + 2);
    process.kill(postmaster(), 'SIGKILL');
    const killed = writer.frames;
    await until('frames go through again', () => writer.frames > killed + 5);
  }
  await writer.stop();
  const stored = (await texts(node, who.token, writer.roomId)).filter((text) => writer.sent.includes(text));
  expect(stored).toEqual(writer.sent);
});

test('a server that starts while the one before it stops waits for it, and serves all data', async () => {
  const first = await server();
  await first.start();
  const who = await signIn(first);
  const second = await server();
  const stopping = first.stop();
  await second.start();
  await stopping;
  expect(at(await call(second, '/users/me', who.token), 'id')).toBe(who.id);

  // A process that shares the PostgreSQL keeps it when the one that supervised it ends.
  const third = await server();
  await third.start();
  await second.stop();
  await until('the third serves on', async () => at(await call(third, '/users/me', who.token), 'id') === who.id);
  const writer = new Writer(third, who);
  await until('it can be written', () => writer.frames > 2);
  await writer.stop();
});
