import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { io } from 'socket.io-client';
import { expect, onTestFinished, test } from 'vitest';
import { hashPassword } from '../../server/account/passwords.ts';
import { openSession } from '../../server/session/sessions.ts';
import { makeCode } from '../../server/account/store/codes.ts';
import { keepSignUp } from '../../server/account/store/sign-ups.ts';
import { freshDatabase } from '../support/database/cluster.ts';
import { newId } from '../support/users.ts';
import { freePort, serverProcess } from '../support/servers/server-process.ts';
import { until } from '../support/until.ts';

/** What the server logs while sign-ins, e-mails and database writes fail. */

const secret = {
  password: 'Canary-2026!',
  name: 'Canary Canarina',
  text: 'canary-in-a-message',
  query: 'canary-in-a-query',
};

test('no password, token, code or text of a user is in the log, whatever fails', async () => {
  const database = await freshDatabase();
  onTestFinished(() => database.close());
  const { db } = database;
  const unusedPort = await freePort();
  const server = await serverProcess({
    DATABASE_URL: database.url,
    DEMO: '0',
    LOG_LEVEL: 'info',
    SMTP_URL: `smtp://mailer:${secret.password}@127.0.0.1:${unusedPort}`,
  });
  await server.start();
  onTestFinished(() => server.stop());
  const base = `http://127.0.0.1:${server.port}`;
  const post = (path: string, body: object, token?: string) =>
    fetch(`${base}/api/v1${path}`, {
      method: 'POST',
      headers: {
        'x-device-id': 'b'.repeat(64),
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });

  const [id, email] = [randomUUID(), 'canary@test.vfp'];
  await sql`insert into users (id, email, password_hash, display_name)
    values (${id}, ${email}, ${await hashPassword(secret.password)}, 'Somebody')`.execute(db);
  const token = await openSession(db, id, { deviceId: null, userAgent: null, remember: true });
  const code = await makeCode(db, 'RESET', email, id);
  const signInCode = await makeCode(db, 'SIGN_IN', email, id);

  // Valid requests, invalid requests, and an e-mail that cannot be sent.
  await post('/auth/login', { email, password: secret.password });
  await post('/auth/login', { email, password: `${secret.password}x` });
  const byCode = await post('/auth/sign-in-by-code', { email, verificationCode: signInCode });
  const { accessToken } = (await byCode.json()) as { accessToken: string };
  expect(accessToken).toHaveLength(token.length);
  await post('/auth/confirm-password', { email, confirmationCode: code, newPassword: `${secret.password}y` });
  await post('/auth/forgot-password', { email });
  await fetch(`${base}/chat/general?token=${secret.query}`);
  await fetch(`${base}/api/v1/nothing?token=${secret.query}`, { headers: { cookie: `at=${token}` } });
  const socket = io(`${base}/sync`, { transports: ['websocket'], auth: { token }, reconnection: false });
  socket.emit('sync:push', { commands: secret.text });
  socket.disconnect();
  await until('the e-mail has failed', () => server.output().includes('send_reset_code'));

  // Rows that the database refuses. Its error contains the whole row.
  const otherToken = await openSession(db, id, { deviceId: null, userAgent: null, remember: true });
  await sql`alter table users add constraint canary check (display_name <> 'Canary Canarina')`.execute(db);
  await sql`alter table messages add constraint canary check (data ->> 'content' not like 'canary%')`.execute(db);
  const signUp = { id: randomUUID(), email: 'new@test.vfp', kind: 'REGISTER' as const, display_name: secret.name };
  const rest = { username: null, phone: null, plan_name: null, language: 'en', deviceId: null, address: '10.0.0.1' };
  await keepSignUp(db, { ...signUp, ...rest, password_hash: await hashPassword(secret.password) });
  const verificationCode = await makeCode(db, 'VERIFY', 'new@test.vfp', signUp.id);
  expect((await post('/auth/verify', { email: 'new@test.vfp', verificationCode })).status).toBe(500);
  const roomId = newId();
  const commands = [
    { cmdId: newId(), n: 1, type: 'room.open', v: 1, args: { roomId, type: 1 } },
    { cmdId: newId(), n: 2, type: 'chat.send', v: 1, args: { roomId, content: secret.text, files: [] } },
  ];
  await post('/sync/push', { protocol: 1, clientId: newId(), actor: id, commands }, otherToken);
  await until(
    'both errors are in the log',
    () => server.output().includes('could not be written') && server.output().includes('request failed'),
  );

  const codes = [code, signInCode, verificationCode];
  for (const hidden of [...Object.values(secret), token, otherToken, accessToken, ...codes, '$argon2id$']) {
    expect(server.output()).not.toContain(hidden);
  }
});
