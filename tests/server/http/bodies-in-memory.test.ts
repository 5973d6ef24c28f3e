import { connect } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { serverLimits } from '#domain/server-limits.ts';
import { leastBytes } from '../../../server/http/slow-requests.ts';
import { head } from '../../support/raw-http.ts';
import { figure, startServer, type SignedIn, type TestServer } from '../../support/server.ts';
import { newDevice } from '../../support/users.ts';
import { until } from '../../support/until.ts';

/** Bodies that are held in memory: how many bytes one user, one network and all together may hold. */

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

interface Call {
  answer: () => string;
  end(): void;
}

/** Begins a call and sends nothing of its body but this. */
function begin(path: string, headers: Record<string, string>, body = ''): Call {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let text = '';
  socket.on('data', (bytes: Buffer) => (text += bytes.toString()));
  socket.on('error', () => undefined);
  socket.write(head('POST', `/api/v1${path}`, { 'x-device-id': newDevice(), ...headers }) + body);
  return { answer: () => text, end: () => void socket.destroy() };
}

const beginForm = (who: SignedIn, path = '/experts/chats', bytes: number = serverLimits.formBytes) =>
  begin(
    path,
    {
      authorization: `Bearer ${who.token}`,
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': String(bytes),
    },
    '--b\r\ncontent-disposition: form-data; name="files"; filename="a.png"\r\n\r\n',
  );

const bytesHeld = () => figure(server, 'vfp_body_bytes');
const formsOfOne = Math.floor(serverLimits.bodyBytesOfCaller / serverLimits.formBytes);

test.each(['/experts/chats', '/experts/chat-reply', '/po-chats/rooms/00000000-0000-4000-8000-000000000000/messages'])(
  'of many forms to %s that one user never ends only a few are read, and the others are told when to try again',
  async (path) => {
    const who = await server.signIn(path.endsWith('reply') ? 'expert' : 'engineer');
    const forms = Array.from({ length: formsOfOne + 5 }, () => beginForm(who, path));
    const refused = () => forms.filter(({ answer }) => answer().startsWith('HTTP/1.1 503')).length;
    await until('the others are refused', () => refused() === 5);
    expect(forms.map(({ answer }) => answer()).find((text) => text !== '')).toMatch(/retry-after: [1-5]\r\n/);
    for (const form of forms) form.end();
    await until('the bytes are given back', async () => (await bytesHeld()) === 0);
    const form = beginForm(who, path, 1_000);
    await until('the next form is read', async () => (await bytesHeld()) === 1_000);
    form.end();
    await until('these bytes are given back too', async () => (await bytesHeld()) === 0);
  },
);

test('when several users hold all that may be held, one of their forms gives way to a user with a small body', async () => {
  const forms: Call[] = [];
  const users = Math.ceil(serverLimits.bodyBytesOfAll / serverLimits.formBytes / formsOfOne);
  for (let i = 0; i < users; i++) {
    const who = await server.signIn('engineer');
    for (let k = 0; k < formsOfOne; k++) forms.push(beginForm(who));
  }
  const full = Math.floor(serverLimits.bodyBytesOfAll / serverLimits.formBytes);
  await until('all that may be held is held', async () => {
    return (await bytesHeld()) === full * serverLimits.formBytes;
  });
  const me = await server.signIn('engineer');
  const form = beginForm(me, '/experts/chats', serverLimits.formBytes - 1);
  await until('one form has given way', () => {
    return forms.filter(({ answer }) => answer().startsWith('HTTP/1.1 503')).length === forms.length - full + 1;
  });
  expect(form.answer()).toBe('');
  for (const each of [...forms, form]) each.end();
  await until('the bytes are given back', async () => (await bytesHeld()) === 0);
});

test('bodies without a session count for their network, also those whose length is not declared, and users are still heard', async () => {
  const calls = Array.from({ length: 200 }, () =>
    begin('/subscriptions/contact_us', { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }),
  );
  await until('some are refused', () => calls.some(({ answer }) => answer().startsWith('HTTP/1.1 503')));
  expect(await bytesHeld()).toBeLessThanOrEqual(serverLimits.bodyBytesOfCaller);
  const me = await server.signIn('engineer');
  const { status } = await server.request(me, 'POST', '/po_system/calculate', {});
  expect(status).not.toBe(503);
  for (const call of calls) call.end();
  await until('the bytes are given back', async () => (await bytesHeld()) === 0);
});

test('a large form must arrive faster than a small one, and none so fast that a slow network could not send it', () => {
  const part = serverLimits.bodyPaceMs / serverLimits.requestMs;
  expect(leastBytes(100, part)).toBe(serverLimits.bodyPaceBytes);
  const ofForm = leastBytes(serverLimits.formBytes, part);
  expect(ofForm).toBeGreaterThan(100 * serverLimits.bodyPaceBytes);
  expect(ofForm / part).toBeLessThan(serverLimits.formBytes / 2);
});
