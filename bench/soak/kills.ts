import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { protocolVersion } from '#domain/spine/wire/sync.ts';
import { type Caller, type Reply, signIn, valueAt } from '../../scripts/order/caller.ts';
import { demoAccounts } from '../../scripts/order/demo.ts';
import { silentLog } from '../../server/ground/log.ts';
import { startPostgres } from '../../server/postgres/postgres.ts';
import { newId, wish } from '../../tests/support/users.ts';
import { type ServerProcess, serverProcess } from '../../tests/support/servers/server-process.ts';
import { until } from '../../tests/support/until.ts';
import { Random } from '../../tests/simulation/random.ts';

/**
 * Kills Node.js and its own PostgreSQL at random moments while a user writes. Each start must succeed unaided, and
 * every message acknowledged before must still be there.
 */
export async function kills(count: number, seed: number): Promise<boolean> {
  const dice = new Random(seed);
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
    await until('it answers', () => writer.isAnswered(), 60_000);
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

async function kill(victim: Victim, server: ServerProcess, dataDir: string, dice: Random): Promise<void> {
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
  readonly #me: Caller;
  readonly #roomId = newId();
  readonly #enough = new AbortController();
  #done: Promise<void> = Promise.resolve();

  private constructor(me: Caller) {
    this.#me = me;
  }

  static async begin({ port }: ServerProcess): Promise<Writer> {
    const writer = new Writer(await signIn(`http://127.0.0.1:${port}`, demoAccounts.customer));
    await writer.#push([wish('room.open', { roomId: writer.#roomId, type: 1 })]);
    writer.#done = writer.#write();
    return writer;
  }

  async #write(): Promise<void> {
    while (!this.#enough.signal.aborted) {
      const contents = Array.from({ length: 5 }, newId);
      this.sent.push(...contents);
      await this.#push(contents.map((content) => wish('chat.send', { roomId: this.#roomId, content, files: [] })));
      for (const content of contents) this.acknowledged.add(content);
    }
  }

  async #push(commands: object[]): Promise<void> {
    const { userId, call } = this.#me;
    const numbered = commands.map((command, n) => ({ ...command, n }));
    const body = { protocol: protocolVersion, clientId: userId, actor: userId, commands: numbered };
    for (;;) {
      const reply = await call({ method: 'POST', path: '/sync/push', body }).catch(() => undefined);
      const results = valueAt(reply?.body, 'results');
      if (Array.isArray(results) && results.every((each) => /^(ok|duplicate)$/.test(String(valueAt(each, 's')))))
        return;
      await wait(20);
    }
  }

  /** Whether the room can be read, which means that the server and its database are back. */
  async isAnswered(): Promise<boolean> {
    return (await this.#read('limit=1')).status === 200;
  }

  /** The texts of the room, oldest first, as the server returns them to a new device. */
  async stored(): Promise<string[]> {
    const found: string[] = [];
    for (let before = ''; ;) {
      const { body } = await this.#read(`limit=100${before}`);
      const messages = valueAt(body, 'messages');
      if (!Array.isArray(messages)) throw new Error('no messages');
      found.unshift(...messages.map((message) => String(valueAt(message, 'content'))));
      const next = valueAt(body, 'next_before');
      if (typeof next !== 'number') return found;
      before = `&before=${next}`;
    }
  }

  #read(query: string): Promise<Reply> {
    return this.#me.call({ method: 'GET', path: `/conversations/${this.#roomId}?${query}` });
  }

  /** Stops writing; resolves when everything written is acknowledged. */
  async stop(): Promise<void> {
    this.#enough.abort();
    await this.#done;
  }
}
