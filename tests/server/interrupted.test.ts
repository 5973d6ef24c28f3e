import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { io } from 'socket.io-client';
import { expect, onTestFinished, test } from 'vitest';
import { openSession } from '../../server/session/sessions.ts';
import { freshDatabase } from '../support/database/cluster.ts';
import { newId, somebody } from '../support/users.ts';
import { pdf } from '../support/files/sample-files.ts';
import { serverProcess } from '../support/servers/server-process.ts';
import { until } from '../support/until.ts';

/** Clients often disconnect in the middle of requests, uploads and downloads. */

type Headers = Record<string, string>;

const chunk = (length: number): Headers => ({
  'tus-resumable': '1.0.0',
  'upload-offset': '0',
  'content-type': 'application/offset+octet-stream',
  'content-length': String(length),
});

test('clients that disconnect in the middle of a request cause no warning and no error in the log', async () => {
  const database = await freshDatabase();
  onTestFinished(() => database.close());
  const user = await somebody(database.db, 'engineer');
  const token = await openSession(database.db, user.id, { deviceId: null, userAgent: null, remember: true });
  const dataDir = await mkdtemp(join(tmpdir(), 'vfp-interrupted-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const server = await serverProcess({ DATABASE_URL: database.url, DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'info' });
  await server.start();
  onTestFinished(() => server.stop());
  const base = `http://127.0.0.1:${server.port}`;
  const signedIn = { authorization: `Bearer ${token}` };

  async function begin(bytes: Buffer): Promise<string> {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const metadata = `filename ${btoa('a.pdf')},sha256 ${btoa(sha256)}`;
    const length = { 'tus-resumable': '1.0.0', 'upload-length': String(bytes.length), 'upload-metadata': metadata };
    const begun = await fetch(`${base}/api/v1/uploads`, { method: 'POST', headers: { ...signedIn, ...length } });
    return begun.headers.get('location') ?? '';
  }
  const large = Buffer.concat([pdf, Buffer.alloc(4_000_000, ' ')]);
  const uploaded = await begin(large);
  await fetch(base + uploaded, { method: 'PATCH', headers: { ...signedIn, ...chunk(large.length) }, body: large });
  const id = uploaded.slice(uploaded.lastIndexOf('/') + 1);
  const json = { 'content-type': 'application/json' };
  const saveFile = { method: 'POST', headers: { ...signedIn, ...json }, body: JSON.stringify({ upload_id: id }) };
  expect((await fetch(`${base}/api/v1/users/files`, saveFile)).status).toBe(201);

  const head = (line: string, more: Headers = {}) =>
    [`${line} HTTP/1.1`, ...Object.entries({ host: 'localhost', ...signedIn, ...more }).map((each) => each.join(': '))]
      .concat('', '')
      .join('\r\n');
  const long = { ...json, 'content-length': '4000' };
  const form = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': '900000' };
  const part = '--b\r\ncontent-disposition: form-data; name="files"; filename="a.pdf"\r\n\r\n';
  const upgrade = { connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
  const requests = [
    head('GET /api/v1/users/me'),
    head('GET /api/v1/sync/snapshot').repeat(20),
    head(`GET /api/v1/users/files/${id}`),
    head('GET /pricing'),
    head('GET /api/v1/users/me').slice(0, 40),
    `${head('POST /api/v1/sync/push', long)}{"protocol":1,`,
    `${head('POST /api/v1/auth/login', { ...long, 'x-device-id': 'a'.repeat(64) })}{"email":`,
    `${head(`POST /api/v1/po-chats/rooms/${newId()}/messages`, form)}${part}${'x'.repeat(70_000)}`,
    `${head(`PATCH ${await begin(pdf)}`, chunk(pdf.length))}%PDF`,
    head('GET /socket.io/?EIO=4&transport=websocket', { ...upgrade, 'sec-websocket-key': btoa('0123456789abcdef') }),
  ];
  for (const request of requests) {
    for (const { begun, reset } of [
      { begun: true, reset: true },
      { begun: true, reset: false },
      { begun: false, reset: true },
    ]) {
      const socket = connect(server.port, '127.0.0.1');
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      await new Promise((written) => socket.write(request, written));
      if (begun) await (await fetch(`${base}/healthz`)).text();
      if (reset) socket.resetAndDestroy();
      else socket.destroy();
    }
  }
  const live = io(`${base}/sync`, { transports: ['websocket'], auth: { token } });
  await until('the socket is open', () => live.connected);
  live.disconnect();
  await fetch(`${base}/api/v1/subscriptions/intents`, { ...saveFile, body: JSON.stringify({ plan: 'premium' }) });
  await server.stop();

  const entries = server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  expect(entries.filter((line) => !line.includes('"level":30'))).toEqual([]);
  expect(server.output()).toContain('the client disconnected before its answer');
});
