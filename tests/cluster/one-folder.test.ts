import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openRoom } from '../../src/chat/calls/room-open.ts';
import { sendMessage } from '../../src/chat/calls/chat-send.ts';
import { demoPassword } from '../../server/demo/users.ts';
import { silentLog } from '../../server/ground/log.ts';
import { startPostgres } from '../../server/postgres/postgres.ts';
import { liveDevice, type LiveDevice } from '../support/devices/live-device.ts';
import { expectShown } from '../support/servers/processes.ts';
import { serverProcess, type ServerProcess } from '../support/servers/server-process.ts';
import { at } from '../support/servers/server.ts';
import { until } from '../support/until.ts';

test('two processes that share a data folder tell each other what is new', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vfp-folder-'));
  chmodSync(dataDir, 0o755);
  const settings = { DATA_DIR: dataDir, DEMO: '1', DATABASE_URL: '', LOG_LEVEL: 'error' };
  const servers = [await serverProcess(settings), await serverProcess(settings)] as const;
  onTestFinished(async () => {
    for (const each of servers) await each.stop();
    await (await startPostgres({ dataDir, log: silentLog })).stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  for (const each of servers) await each.start();
  const customer = await signedIn(servers[0], 'engineer@demo.vfp');
  const expert = await signedIn(servers[1], 'expert@demo.vfp');
  const roomId = await openRoom(customer.ctx, { type: 1 });
  const elsewhere = await signedIn(servers[1], 'engineer@demo.vfp');
  await until('all hear', () => [customer, expert, elsewhere].every((each) => each.hears()));
  await sendMessage(customer.ctx, { roomId, content: 'Here.', files: [] });
  await expectShown(elsewhere, roomId, 'Here.: sent');
  expect(servers.map((each) => each.output()).join('')).not.toContain('"level":50');
});

async function signedIn({ port }: ServerProcess, email: string): Promise<LiveDevice> {
  const url = `http://127.0.0.1:${port}`;
  const response = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'x-device-id': 'b'.repeat(64), 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: demoPassword }),
  });
  const device = await liveDevice(url, String(at(await response.json(), 'accessToken')));
  onTestFinished(() => device.close());
  return device;
}
