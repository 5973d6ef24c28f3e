import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { sendMessage } from '../../src/chat/calls/chat-send.ts';
import { openRoom } from '../../src/chat/calls/room-open.ts';
import { readPending } from '../../src/db/pending.ts';
import { demoPassword } from '../../server/demo/users.ts';
import { silentLog } from '../../server/ground/log.ts';
import { startPostgres } from '../../server/postgres/postgres.ts';
import { freshDatabase } from '../support/database/cluster.ts';
import { liveDevice, type LiveDevice } from '../support/devices/live-device.ts';
import { faultyNetwork } from '../support/servers/proxy.ts';
import { serverProcess, type ServerProcess } from '../support/servers/server-process.ts';
import { at } from '../support/servers/server.ts';
import { until } from '../support/until.ts';

/** A backup is made while users write, and restored later; what devices had not sent is not lost. */

const root = resolve(import.meta.dirname, '../..');
let folder: string;
let dataDir: string;
let server: ServerProcess;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vfp-restore-'));
  chmodSync(folder, 0o755);
  dataDir = join(folder, 'data');
  server = await serverProcess({ DATA_DIR: dataDir, DEMO: '1', DATABASE_URL: '', LOG_LEVEL: 'error' });
});
afterEach(async () => {
  await server.stop();
  if (existsSync(dataDir)) await (await startPostgres({ dataDir, log: silentLog })).stop();
  rmSync(folder, { recursive: true, force: true });
});

function run(script: 'backup' | 'restore', args: string[], env: Record<string, string>) {
  const settings = { ...process.env, DATABASE_URL: '', ...env };
  return spawnSync(process.execPath, [`scripts/${script}.ts`, ...args], { cwd: root, env: settings, encoding: 'utf8' });
}

async function customer(url: string): Promise<LiveDevice> {
  const response = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'x-device-id': 'b'.repeat(64), 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'engineer@demo.vfp', password: demoPassword }),
  });
  const device = await liveDevice(url, String(at(await response.json(), 'accessToken')));
  onTestFinished(() => device.close());
  return device;
}

test('a restored backup has what it had; devices start over and send what they had not seen stored', async () => {
  const network = await faultyNetwork(() => server.port);
  onTestFinished(() => network.close());
  await server.start();
  const device = await customer(network.url);
  const roomId = await openRoom(device.ctx, { type: 1 });
  const send = (content: string) => sendMessage(device.ctx, { roomId, content, files: [] });
  const shown = async (): Promise<string[]> => (await device.shown(roomId)).toSorted();
  await send('before');
  await until('it is stored', async () => (await shown()).includes('before: sent'));

  const backup = join(folder, 'backup');
  expect(run('backup', [backup], { DATA_DIR: dataDir })).toMatchObject({ status: 0, stderr: '' });
  await send('after');
  await until('it is stored', async () => (await shown()).includes('after: sent'));
  // Until a command has appeared in the log, the device would rightly send it again.
  await until('nothing waits', async () => (await readPending(device.ctx.db)).entries.length === 0);
  expect(run('restore', [backup], { DATA_DIR: dataDir })).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Stop it first'),
  });
  network.cut();
  await send('never sent');
  await server.stop();

  const restored = run('restore', [backup], { DATA_DIR: dataDir });
  expect(restored).toMatchObject({ status: 0, stderr: '' });
  expect(restored.stdout).toContain('What was there is in');
  expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres.before-'))).toHaveLength(1);
  await server.start();
  network.restore();
  await expect.poll(shown).toEqual(['before: sent', 'never sent: sent']);
  const another = await customer(network.url);
  await expect.poll(async () => (await another.shown(roomId)).toSorted()).toEqual(['before: sent', 'never sent: sent']);
});

test('an external database gets a new epoch when it is declared restored, and no old event stays hidden', async () => {
  const { db, url, close } = await freshDatabase();
  onTestFinished(close);
  const epoch = async () =>
    (await sql<{ name: string; generation: number }>`select name, generation from epoch`.execute(db)).rows[0];
  const before = await epoch();
  // Like events from a cluster whose transaction ids were further ahead.
  await sql`insert into events (xid, stream, sseq, type, data) values ('9000000000', 'catalog', 1, 'x', '{}')`.execute(
    db,
  );
  expect(run('restore', [], { DATABASE_URL: url })).toMatchObject({ status: 0, stderr: '' });
  const after = await epoch();
  expect(after?.name).not.toBe(before?.name);
  expect(after?.generation).toBe((before?.generation ?? 0) + 1);
  const { rows } = await sql`select xid::text as xid from events`.execute(db);
  expect(rows).toEqual([{ xid: '0' }]);
  expect(run('backup', [join(folder, 'x')], { DATABASE_URL: url })).toMatchObject({ status: 1 });
});
