import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { demoPassword } from '../../server/demo/users.ts';
import { silentLog } from '../../server/ground/log.ts';
import { startPostgres } from '../../server/postgres/postgres.ts';
import { newId } from '../../tests/support/users.ts';
import { type ServerProcess, serverProcess } from '../../tests/support/servers/server-process.ts';
import { at } from '../../tests/support/servers/server.ts';
import { until } from '../../tests/support/until.ts';
import { type Dice, diceOf } from './dice.ts';

/**
 * Kills Node.js and its own PostgreSQL at random moments while a user writes. Each start must succeed unaided, and
 * every message acknowledged before must still be there.
 */
export async function kills(count: number, seed: number): Promise<boolean> {
  const dice = diceOf(seed);
  const dataDir = mkdtempSync(join(tmpdir(), 'vfp-kills-'));
  chmodSync(dataDir, 0o755);
  const server = await serverProcess({ DATA_DIR: dataDir, DEMO: '1', DATABASE_URL: '', LOG_LEVEL: 'error' });
  await server.start();
  const writer = await Writer.begin(server);
  const killed = { node: 0, postgres: 0, both: 0, duringStart: 0 };
  const starts: { victim: Victim; ms: number }[] = [];
  let missing = 0;
  for (let i = 0; i < count; i++) {
    await wait(dice.between(0, 900));
    const victim = dice.pick(['node', 'postgres', 'both', 'duringStart'] as const);
    const before = new Set(writer.acknowledged);
    await kill(victim, server, dataDir, dice);
    killed[victim]++;
    const from = performance.now();
    if (victim !== 'postgres') await server.start();
    await until('it answers', () => writer.newest(), 60_000);
    starts.push({ victim, ms: performance.now() - from });
    const stored = new Set(await until('all is read', () => writer.stored(), 60_000));
    missing += [...before].filter((text) => !stored.has(text)).length;
  }
  await writer.stop();
  const stored = await writer.stored();
  const doubled = stored.length - new Set(stored).size;
  const inOrder = stored.join() === writer.sent.join();
  await server.stop();
  await (await startPostgres({ dataDir, log: silentLog })).stop();
  rmSync(dataDir, { recursive: true, force: true });
  console.log('killed', killed);
  const slowest = starts.toSorted((a, b) => b.ms - a.ms);
  const [worst, typical] = [slowest[0], slowest[Math.floor(count / 2)]];
  console.log(
    `back after ${Math.round(typical?.ms ?? 0)} ms at the middle, ${Math.round(worst?.ms ?? 0)} ms at most (${worst?.victim})`,
  );
  console.log(
    `${writer.sent.length} written: ${missing} acknowledged and missing, ${doubled} doubled, ${inOrder ? 'in order' : 'OUT OF ORDER'}`,
  );
  return missing === 0 && doubled === 0 && inOrder && writer.sent.length > count;
}

type Victim = 'node' | 'postgres' | 'both' | 'duringStart';

async function kill(victim: Victim, server: ServerProcess, dataDir: string, dice: Dice): Promise<void> {
  if (victim === 'postgres' || victim === 'both') await killPostgres(dataDir);
  if (victim !== 'postgres') await server.kill();
  if (victim !== 'duringStart') return;
  server.launch();
  await wait(dice.between(0, 2000));
  await server.kill();
}

/** Retries until there is a process to kill: PostgreSQL may have just been killed and be starting again. */
async function killPostgres(dataDir: string): Promise<void> {
  const path = join(dataDir, 'postgres', 'postmaster.pid');
  await until('PostgreSQL is killed', () => process.kill(Number(readFileSync(path, 'utf8').split('\n')[0]), 'SIGKILL'));
}

/** A customer who writes without a pause, and resends a frame until it is accepted. */
class Writer {
  readonly sent: string[] = [];
  readonly acknowledged = new Set<string>();
  readonly #server: ServerProcess;
  readonly #token: string;
  readonly #me: string;
  readonly #roomId = newId();
  readonly #enough = new AbortController();
  #done: Promise<void> = Promise.resolve();

  private constructor(server: ServerProcess, token: string, me: string) {
    this.#server = server;
    this.#token = token;
    this.#me = me;
  }

  static async begin(server: ServerProcess): Promise<Writer> {
    const reply = await post(server, '/auth/login', '', { email: 'engineer@demo.vfp', password: demoPassword });
    const writer = new Writer(server, String(at(reply, 'accessToken')), String(at(reply, 'user.id')));
    await writer.#push([{ cmdId: newId(), type: 'room.open', args: { roomId: writer.#roomId, type: 1 } }]);
    writer.#done = writer.#write();
    return writer;
  }

  async #write(): Promise<void> {
    while (!this.#enough.signal.aborted) {
      const commands = Array.from({ length: 5 }, () => {
        const cmdId = newId();
        return { cmdId, type: 'chat.send', args: { roomId: this.#roomId, content: cmdId, files: [] } };
      });
      this.sent.push(...commands.map(({ cmdId }) => cmdId));
      await this.#push(commands);
      for (const { cmdId } of commands) this.acknowledged.add(cmdId);
    }
  }

  async #push(commands: { cmdId: string; type: string; args: object }[]): Promise<void> {
    const numbered = commands.map((command, n) => ({ ...command, n, v: 1 }));
    const body = { protocol: 1, clientId: this.#me, actor: this.#me, commands: numbered };
    for (;;) {
      const results = at(await post(this.#server, '/sync/push', this.#token, body).catch(() => undefined), 'results');
      if (Array.isArray(results) && results.every((each) => /^(ok|duplicate)$/.test(String(at(each, 's'))))) return;
      await wait(20);
    }
  }

  /** Resolves if the room can be read, which means that the server and its database are back. */
  async newest(): Promise<boolean> {
    await get(this.#server, `/conversations/${this.#roomId}?limit=1`, this.#token);
    return true;
  }

  /** The texts of the room, oldest first, as the server returns them to a new device. */
  async stored(): Promise<string[]> {
    const found: string[] = [];
    for (let before = ''; ;) {
      const page = await get(this.#server, `/conversations/${this.#roomId}?limit=100${before}`, this.#token);
      const messages = at(page, 'messages');
      if (!Array.isArray(messages)) throw new Error('no messages');
      found.unshift(...messages.map((message) => String(at(message, 'content'))));
      const next = at(page, 'next_before');
      if (typeof next !== 'number') return found;
      before = `&before=${next}`;
    }
  }

  /** Stops writing; resolves when everything written is acknowledged. */
  async stop(): Promise<void> {
    this.#enough.abort();
    await this.#done;
  }
}

const get = (on: ServerProcess, path: string, token: string) => call(on, path, token, {});
const post = (on: ServerProcess, path: string, token: string, body: object) =>
  call(on, path, token, { method: 'POST', body: JSON.stringify(body) });

async function call(on: ServerProcess, path: string, token: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${on.port}/api/v1${path}`, {
    ...init,
    headers: {
      'x-device-id': 'b'.repeat(64),
      'content-type': 'application/json',
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    },
    signal: AbortSignal.timeout(20_000),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return await response.json();
}
