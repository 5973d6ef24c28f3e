import { afterAll, expect, test } from 'vitest';
import { demoAccountsOf } from '../../../server/demo/accounts.ts';
import { demoPassword, demoUsers } from '../../../server/demo/users.ts';
import { demoDatabase } from '../../support/database/demo-world.ts';
import { startServer, type TestServer } from '../../support/servers/server.ts';

/** What the sign-in page of a demo lists, and that no other server sends it. */

const servers: TestServer[] = [];

const database = await demoDatabase();
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  await database.close();
});

async function serverWith(env: Record<string, string>): Promise<TestServer> {
  const server = await startServer({ database: database.url, env });
  servers.push(server);
  return server;
}

const versionOf = async (server: TestServer) => await server.app.inject({ method: 'GET', url: '/version.json' });

test('a server with demo data names its accounts, their purpose and the password, which sign in', async () => {
  const server = await serverWith({ DEMO: 'on' });
  const { demo } = (await versionOf(server)).json<{ demo: Awaited<ReturnType<typeof demoAccountsOf>> }>();
  expect(demo).toEqual({
    password: demoPassword,
    accounts: demoUsers.map(({ email, about }) => ({ email, about })),
  });
  const [first] = demo?.accounts ?? [];
  const reply = await server.request(null, 'POST', '/auth/login', { email: first?.email, password: demo?.password });
  expect(reply.status).toBe(200);
});

test('a server without demo data sends neither the accounts nor the password, even if the database has them', async () => {
  const { body } = await versionOf(await serverWith({ DEMO: 'off' }));
  expect(body).not.toContain('demo');
  expect(body).not.toContain(demoPassword);
});

test('a demo lists only accounts that exist, and a server in production lists none', async () => {
  const { db } = await serverWith({ DEMO: 'off' });
  expect(await demoAccountsOf({ config: { demo: true, production: true }, db })).toBeUndefined();
  const own = await startServer();
  servers.push(own);
  expect(await demoAccountsOf({ config: { demo: true, production: false }, db: own.db })).toBeUndefined();
});
