import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../../server/database/database.ts';
import { silentLog } from '../../server/ground/log.ts';
import { startPostgres, type RunningPostgres } from '../../server/postgres/postgres.ts';
import { type Balancer, balancerOver } from '../../tests/support/servers/balancer.ts';
import { freePort, type ServerProcess, serverProcess } from '../../tests/support/servers/server-process.ts';
import type { Db } from '../../server/database/db.ts';

/** Servers behind a plain balancer, on one PostgreSQL with fsync on, and on Redis if the machine has it. */
export interface Installation {
  servers: ServerProcess[];
  balancer: Balancer;
  db: Db;
  /** Restarts PostgreSQL; open transactions are rolled back. */
  restartPostgres(): Promise<void>;
  /** Undefined if the machine has no redis-server. */
  redis: { stop(): Promise<void>; start(): void } | undefined;
  close(): Promise<void>;
}

export async function install(count: number): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), 'vfp-soak-'));
  chmodSync(folder, 0o755);
  const postgresFolder = join(folder, 'database');
  mkdirSync(postgresFolder, { mode: 0o755 });
  const settings = { max_connections: '200' };
  const start = (): Promise<RunningPostgres> => startPostgres({ dataDir: postgresFolder, log: silentLog, settings });
  let postgres = await start();
  const redis = spawnSync('redis-server', ['--version']).status === 0 ? await redisOn(await freePort()) : undefined;
  redis?.start();
  const env = {
    DATABASE_URL: postgres.url,
    DATA_DIR: join(folder, 'data'),
    REDIS_URL: redis?.url ?? '',
    DEMO: 'off',
    LOG_LEVEL: 'warn',
    // All clients share one IP address.
    REQUESTS_PER_ADDRESS: '1000000',
    HANDSHAKES_PER_ADDRESS: '1000000',
  };
  const servers = await Promise.all(Array.from({ length: count }, () => serverProcess(env)));
  for (const each of servers) await each.start();
  const balancer = await balancerOver(servers.map(({ port }) => port));
  const db = connect(postgres.url, silentLog, 4);
  return {
    servers,
    balancer,
    db,
    redis,
    async restartPostgres() {
      await postgres.stop();
      postgres = await start();
    },
    async close() {
      await balancer.close();
      await Promise.all(servers.map((each) => each.stop()));
      await db.destroy();
      await redis?.stop();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function redisOn(port: number) {
  let child: ChildProcess | undefined;
  return {
    url: `redis://127.0.0.1:${port}`,
    start() {
      child = spawn('redis-server', ['--port', String(port), '--save', '', '--appendonly', 'no'], { stdio: 'ignore' });
    },
    async stop() {
      const stopping = child;
      child = undefined;
      if (stopping === undefined || stopping.exitCode !== null) return;
      const ended = once(stopping, 'exit');
      stopping.kill('SIGKILL');
      await ended;
    },
  };
}
