import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword } from '../../server/demo/users.ts';
import { signIn } from '../../scripts/order/caller.ts';
import { startServer, type TestServer } from '../support/servers/server.ts';

/** `npm run order`, as a customer's or a lab's programmer uses it. */

let server: TestServer;
let folder: string;
/** Where the drive puts its server. */
let own: string;

beforeAll(async () => {
  server = await startServer({ demo: true });
  folder = mkdtempSync(join(tmpdir(), 'vfp-order-test-'));
  own = join(folder, 'own');
  mkdirSync(own);
  // PostgreSQL may run as another user.
  for (const each of [folder, own]) chmodSync(each, 0o777);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await server.close();
});

/** Not synchronous, because the server is in this process. */
async function order(...args: string[]): Promise<{ status: number | null; lines: string[] }> {
  const child = spawn(process.execPath, ['scripts/order.ts', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (output += bytes.toString()));
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, lines: output.trimEnd().split('\n') };
}

test('an order is driven from its draft to its receipt over the API alone, and its record is whole', async () => {
  const { status, lines } = await order('--demo', '--at', server.url);
  expect(lines.map((line) => line.replace(/.*: /, ''))).toEqual([
    expect.stringMatching(/^PO-\d{4}-\d{6} draft$/),
    expect.stringMatching(/^\d+\.\d\d EUR$/),
    'submitted',
    'reviewing',
    'reviewed',
    'awaiting_payment',
    expect.stringMatching(/ open$/),
    'paid',
    'awaiting_delivery_of_material',
    'arrived',
    'counted',
    'prototyping',
    'testing',
    'begun',
    expect.stringMatching(/^\d+ bytes$/),
    'added',
    'published',
    'done',
    'shipped',
    'delivered',
    expect.stringMatching(/^\d+ lines, whole$/),
  ]);
  expect(status).toBe(0);
  const documented = readFileSync('docs/orders.md', 'utf8').match(/^\| \d+ /gm);
  expect(lines).toHaveLength(documented?.length ?? 0);
});

test('the drive ends with 1 at the first reply that is not as expected, and says which', async () => {
  const customer = `customer@demo.vfp:${demoPassword}`;
  const { status, lines } = await order('--demo', '--at', server.url, '--customer', customer);
  expect([status, lines.length]).toEqual([1, 1]);
  expect(lines[0]).toMatch(/^403 POST \/po_system\/orders\/save .*expected 201: .*FORBIDDEN/);
});

test('a record in a file is verified alone, against the server and against its database, and a changed line is named', async () => {
  await order('--demo', '--at', server.url);
  const engineer = await signIn(server.url, `engineer@demo.vfp:${demoPassword}`);
  const { rows } = await sql<{ id: string }>`select id from orders order by number desc limit 1`.execute(server.db);
  const id = rows[0]?.id;
  const { text } = await engineer.call({ method: 'GET', path: `/po_system/orders/${id}/record` });
  const file = join(folder, 'record.jsonl');
  writeFileSync(file, text);
  expect(await order('--verify', file)).toMatchObject({ status: 0, lines: [expect.stringContaining(', whole, ')] });
  for (const against of [server.url, server.databaseUrl])
    expect(await order('--verify', file, '--against', against)).toMatchObject({
      status: 0,
      lines: [expect.anything(), 'The server has the same lines.'],
    });
  writeFileSync(file, text.replace('"submitted"', '"reviewed"'));
  const changed = text.slice(0, text.indexOf('"submitted"')).split('\n').length;
  const { status, lines } = await order('--verify', file);
  expect([status, lines]).toEqual([1, [expect.stringContaining(`line ${changed}: this line is not the one`)]]);
});

test.each<[string, (child: ChildProcessByStdio<null, Readable, Readable>) => void]>([
  ['nobody reads on after the first line', ({ stdout }) => void stdout.destroy()],
  ['the drive is interrupted', (child) => void child.kill('SIGTERM')],
])('nothing is left behind when %s', { tags: ['all-only'] }, async (_, end) => {
  const child = spawn(process.execPath, ['scripts/order.ts', '--demo'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TMPDIR: own },
  });
  let errors = '';
  child.stderr.on('data', (bytes: Buffer) => (errors += bytes.toString()));
  child.stdout.once('data', () => end(child));
  const [status] = (await once(child, 'close')) as [number | null];
  expect([status, errors]).toEqual([1, '']);
  expect(readdirSync(own).filter((name) => name.startsWith('vfp-order-'))).toEqual([]);
});
