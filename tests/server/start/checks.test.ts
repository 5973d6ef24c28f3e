import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../server/ground/config.ts';
import { demoUsers } from '../../../server/demo/users.ts';
import { hashPassword } from '../../../server/account/passwords.ts';
import { serve } from '../../../server/serve.ts';
import { silentLog } from '../../../server/ground/log.ts';
import { freshDatabase } from '../../support/database/cluster.ts';
import { form, png } from '../../support/files/sample-files.ts';
import { serverProcess } from '../../support/servers/server-process.ts';
import { at, startServer } from '../../support/servers/server.ts';

/** What the server checks before it starts. */

const root = resolve(import.meta.dirname, '../../..');
const production = { NODE_ENV: 'production', LOG_LEVEL: 'silent', PORT: '0' };
const mail = { SMTP_URL: 'smtp://127.0.0.1:1' };

/** Starts the program with these settings. @returns its exit code and its stderr */
async function runServer(env: Record<string, string>): Promise<{ code: unknown; stderr: string }> {
  const child = spawn(process.execPath, ['server/main.ts'], { cwd: root, env: { PATH: process.env['PATH'], ...env } });
  let stderr = '';
  child.stderr.on('data', (bytes: Buffer) => (stderr += bytes.toString()));
  const [code]: unknown[] = await once(child, 'exit');
  return { code, stderr };
}

test.each([
  ['demo accounts', { DEMO: 'on', HOST: '0.0.0.0', ...mail }, /DEMO=off.*ALLOW_DEMO_IN_PRODUCTION=yes/],
  ['no mail server', { HOST: '0.0.0.0' }, /SMTP_URL.*ALLOW_NO_MAIL=yes/],
  ['a setting that is not a number', { ...mail, TRUST_PROXY: 'one' }, /TRUST_PROXY must be a number, not "one"/],
])('production does not start with %s, and says in one sentence what to set', async (_what, env, wanted) => {
  const { code, stderr } = await runServer({ ...production, DATABASE_URL: 'postgresql://nowhere.invalid/x', ...env });
  expect(code).toBe(1);
  expect(stderr).toMatch(wanted);
  expect(stderr.trim().split('\n')).toHaveLength(1);
});

const start = (env: Record<string, string>) => serve(readConfig({ ...production, ...env }), { log: silentLog });

async function withDemoAdmin(password: string) {
  const database = await freshDatabase();
  onTestFinished(() => database.close());
  const admin = demoUsers.find(({ role }) => role === 'CHATBOT');
  await sql`insert into users (id, email, password_hash, display_name, role)
    values (${admin?.id}, ${admin?.email}, ${await hashPassword(password)}, 'Sam', 'CHATBOT')`.execute(database.db);
  const dataDir = await mkdtemp(join(tmpdir(), 'vfp-start-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  return { ...mail, DATABASE_URL: database.url, DATA_DIR: dataDir };
}

test('production does not start on a database that holds demo accounts with the published password', async () => {
  await expect(start(await withDemoAdmin('Demo-2026!'))).rejects.toThrow(/published demo password: admin@demo\.vfp/);
});

test('production starts with demo accounts whose passwords were changed, and with the published password if that is allowed', async () => {
  const changed = await start(await withDemoAdmin('Changed-2026!'));
  await changed.close();
  const allowed = await start({ ...(await withDemoAdmin('Demo-2026!')), ALLOW_DEMO_IN_PRODUCTION: 'yes' });
  await allowed.close();
  expect([changed.url, allowed.url]).toEqual([expect.any(String), expect.any(String)]);
});

test('production starts without a mail server if that is allowed, and shows no e-mails and no description of the API', async () => {
  const server = await startServer({ env: { NODE_ENV: 'production', ALLOW_NO_MAIL: 'yes' } });
  onTestFinished(() => server.close());
  for (const url of ['/dev/mail', '/docs', '/docs/', '/docs/json', '/docs/static/index.html']) {
    expect([url, (await server.app.inject({ url })).statusCode]).toEqual([url, 404]);
  }
  const open = await startServer({ env: { NODE_ENV: 'production', ALLOW_NO_MAIL: 'yes', DOCS: 'on' } });
  onTestFinished(() => open.close());
  expect((await open.app.inject({ url: '/docs/' })).statusCode).toBe(200);
});

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

test('other users of the machine cannot read the stored data, even in folders that were readable before', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'vfp-private-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  await chmod(dataDir, 0o755);
  await mkdir(join(dataDir, 'files'), { mode: 0o755 });
  await writeFile(join(dataDir, 'postgres.log'), '', { mode: 0o644 });
  const server = await serverProcess({ DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'info' });
  await server.start();
  try {
    expect(await modeOf(join(dataDir, 'postgres.log'))).toBe('600');
    expect(await modeOf(join(dataDir, 'files'))).toBe('700');
    // As root, PostgreSQL runs as another user, who must be able to enter the folder.
    expect(await modeOf(dataDir)).toBe(process.getuid?.() === 0 ? '711' : '700');
  } finally {
    await server.stop();
  }
});

test('uploaded files and their folder are readable by the server only', async () => {
  const server = await startServer();
  onTestFinished(() => server.close());
  const who = await server.signIn('engineer');
  const opened = await server.request(who, 'POST', '/po-chats/rooms', { result_name: 'Batch 7' });
  const { payload, headers } = form({ content: 'x' }, [{ name: 'a.png', bytes: png(1) }]);
  const sent = await server.app.inject({
    method: 'POST',
    url: `/api/v1/po-chats/rooms/${String(at(opened.body, 'room.id'))}/messages`,
    headers: { ...headers, authorization: `Bearer ${who.token}` },
    payload,
  });
  expect(sent.statusCode).toBe(201);
  expect(await modeOf(server.filesDir)).toBe('700');
  for (const name of await readdir(server.filesDir)) expect(await modeOf(join(server.filesDir, name))).toBe('600');
});

// A page of another site can make its own domain name resolve to this machine.
test('/metrics and /dev/mail are served only if the host header names this machine', async () => {
  const server = await startServer();
  onTestFinished(() => server.close());
  const ask = async (url: string, host: string) => (await server.app.inject({ url, headers: { host } })).statusCode;
  for (const url of ['/metrics', '/dev/mail', '/dev/mail?format=json']) {
    for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'localhost']) {
      expect([url, host, await ask(url, host)]).toEqual([url, host, 200]);
    }
    for (const host of [
      'evil.example',
      'evil.example:3000',
      '127.0.0.1.evil.example',
      'localhost.evil.example',
      'a b',
    ]) {
      expect([url, host, await ask(url, host)]).toEqual([url, host, 404]);
    }
  }
});
