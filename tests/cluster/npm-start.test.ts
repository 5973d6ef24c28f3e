import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { WebSocket } from 'ws';
import { expect, onTestFinished, test } from 'vitest';
import { signIn } from '../../scripts/order/caller.ts';
import { demoOrders } from '../../server/demo/orders.ts';
import { demoId, demoPassword } from '../../server/demo/users.ts';
import { freshDatabase } from '../support/database/cluster.ts';
import { patience } from '../support/patience.ts';
import { freePort } from '../support/servers/server-process.ts';
import { until } from '../support/until.ts';

/** `npm start`, which runs the built server, as its user starts and ends it. */

const root = resolve(import.meta.dirname, '../..');

/** @param more settings beside the usual ones */
async function started(more: Record<string, string> = {}) {
  const database = await freshDatabase();
  onTestFinished(() => database.close());
  const dataDir = mkdtempSync(join(tmpdir(), 'vfp-npm-start-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const port = await freePort();
  const npm = spawn('npm', ['start'], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      DEMO: 'off',
      ...more,
    },
  });
  let printed = '';
  npm.stdout.on('data', (bytes: Buffer) => (printed += bytes.toString()));
  const group = -(npm.pid ?? Number.NaN);
  onTestFinished(() => {
    try {
      process.kill(group, 'SIGKILL');
    } catch {
      // Everything has ended.
    }
  });
  const ready = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
  await until('it serves', async () => npm.exitCode !== null || (await ready()), patience.start);
  return { npm, group, port, url: `http://127.0.0.1:${port}`, printed: () => printed };
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1');
  const isTaken = await Promise.race([
    once(probe, 'listening').then(() => false),
    once(probe, 'error').then(() => true),
  ]);
  probe.close();
  return !isTaken;
}

test.each(['SIGTERM', 'SIGINT'] as const)('%s to npm start ends the server, and its port is free', async (signal) => {
  const { npm, port } = await started();
  npm.kill(signal);
  await until('npm has ended', () => npm.exitCode !== null || npm.signalCode !== null);
  expect(await until('the port is free', () => isFree(port))).toBe(true);
});

test('Ctrl+C, which npm and the server both get, ends it in order: sockets hear that it restarts', async () => {
  const { npm, group, port } = await started();
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`);
  await once(socket, 'message');
  const closed = once(socket, 'close');
  process.kill(group, 'SIGINT');
  const [code]: unknown[] = await closed;
  expect(code).toBe(1012);
  await until('npm has ended', () => npm.exitCode !== null || npm.signalCode !== null);
  await until('the port is free', () => isFree(port));
});

test('the built server finds what lies beside its sources: texts and fonts of a PDF, and the processes it starts', async () => {
  const { url, printed } = await started({ DEMO: 'on' });
  await until('the demo is complete', () => printed().includes('demo is complete'));
  const engineer = await signIn(url, `engineer@demo.vfp:${demoPassword}`);
  const placed = demoId(demoOrders.find((order) => order.placed)?.name ?? '');
  const pdf = await engineer.call({ method: 'GET', path: `/po_system/orders/${placed}/quote/pdf` });
  expect(pdf.text.slice(0, 5)).toBe('%PDF-');

  const expert = await signIn(url, `expert@demo.vfp:${demoPassword}`);
  const near = { question: 'How thick is the copper foil of an anode?' };
  const found = await expert.call({ method: 'POST', path: '/qnas/similar', body: near });
  expect(found.body).toEqual({ items: expect.arrayContaining([expect.objectContaining({ id: expect.any(String) })]) });

  expect(readdirSync(join(root, 'dist-server'))).toContain('main.js');
});
