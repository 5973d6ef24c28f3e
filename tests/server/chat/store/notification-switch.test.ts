import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { notificationToken } from '../../../../server/chat/store/notification-switch.ts';
import { at, provideServer } from '../../../support/servers/server.ts';

const server = await provideServer();

const use = (token: string) => server.request(null, 'POST', '/experts/deactivate-expert-notification', { token });

async function isNotified(userId: string): Promise<unknown> {
  const { rows } = await sql<{ notify_expert: boolean }>`select notify_expert from users where id = ${userId}`.execute(
    server.db,
  );
  return rows[0]?.notify_expert;
}

test('the link in an e-mail unsubscribes the expert, and is idempotent', async () => {
  const { user } = await server.signIn('expert');
  const other = await server.signIn('expert');
  expect(await isNotified(user.id)).toBe(true);
  const token = await notificationToken(server.db, user.id);
  const answers = [await use(token), await use(token)];
  for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { deactivated: true } });
  expect(await isNotified(user.id)).toBe(false);
  expect(await isNotified(other.user.id)).toBe(true);
});

test('an expert who switches e-mails on again is not unsubscribed by a link from before', async () => {
  const { user } = await server.signIn('expert');
  const before = await notificationToken(server.db, user.id);
  await use(before);
  await sql`update users set notify_expert = true where id = ${user.id}`.execute(server.db);
  expect((await use(before)).status).toBe(400);
  expect(await isNotified(user.id)).toBe(true);
  expect((await use(await notificationToken(server.db, user.id))).status).toBe(200);
  expect(await isNotified(user.id)).toBe(false);
});

test('a forged token, or one for another user, is refused and changes nothing', async () => {
  const { user } = await server.signIn('expert');
  const other = await server.signIn('expert');
  const [, signature = ''] = (await notificationToken(server.db, other.user.id)).split('.');
  const forged = [`${user.id}.${signature}`, `${user.id}.`, user.id, 'x', `${randomUUID()}.${signature}`];
  for (const token of forged) {
    const { status, body } = await use(token);
    expect([status, at(body, 'code')]).toEqual([400, 'TOKEN_INVALID']);
  }
  expect(await isNotified(user.id)).toBe(true);
});

test('a token of a deleted user is refused', async () => {
  expect((await use(await notificationToken(server.db, randomUUID()))).status).toBe(400);
});

test('the token is not a session and gives no other access', async () => {
  const { user } = await server.signIn('expert');
  const token = await notificationToken(server.db, user.id);
  expect((await server.request({ user, token }, 'GET', '/users/me')).status).toBe(401);
});
