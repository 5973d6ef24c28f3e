import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { MB } from '#domain/ground/units.ts';
import { leastBytes, bodyPaceBytes, formBytes } from '../../../server/http/slow-requests.ts';
import { head } from '../../support/servers/raw-http.ts';
import { figure, provideServer, type SignedIn } from '../../support/servers/server.ts';
import { newDevice } from '../../support/users.ts';
import { until } from '../../support/until.ts';
import { bodyPaceMs, requestMs } from '../../../server/ground/config.ts';
import { shareOfSmallBodies } from '../../../server/app.ts';
import { bodyReserveBytes } from '../../../server/http/bodies-in-memory.ts';

/** Bodies that are held in memory: how many bytes one user, one network and all together may hold. */

const [ofCaller, ofAll] = [4 * MB, 6.5 * MB];
/** What large bodies of one caller may hold. */
const ofLarge = ofCaller * (1 - shareOfSmallBodies);

const server = await provideServer({ allowed: { bodyBytesOfCaller: ofCaller, bodyBytesOfAll: ofAll } });

interface Call {
  answer: () => string;
  isRefused: () => boolean;
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
  const isRefused = () => text.startsWith('HTTP/1.1 503');
  return { answer: () => text, isRefused, end: () => void socket.destroy() };
}

/** Begins a form of this size, sends this much of it, and does not end it. */
const beginForm = (who: SignedIn, sent: number, path = '/experts/chats', bytes: number = formBytes) =>
  begin(
    path,
    {
      authorization: `Bearer ${who.token}`,
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': String(bytes),
    },
    '--b\r\ncontent-disposition: form-data; name="files"; filename="a.png"\r\n\r\n'.padEnd(sent, 'x'),
  );

const bytesHeld = async () => (await figure(server, 'vfp_body_bytes')) ?? 0;
const refusedOf = (calls: Call[]) => calls.filter(({ isRefused }) => isRefused()).length;
const signIn = () => server.request(null, 'POST', '/auth/login', { email: 'nobody@test.vfp', password: 'wrong' });

async function endAll(calls: Call[]): Promise<void> {
  for (const call of calls) call.end();
  await until('the bytes are given back', async () => (await bytesHeld()) === 0);
}

test.each(['/experts/chats', '/experts/chat-reply', '/po-chats/rooms/00000000-0000-4000-8000-000000000000/messages'])(
  'of many forms to %s that one user never ends only a few are read, and the others are told when to try again',
  async (path) => {
    const who = await server.signIn(path.endsWith('reply') ? 'expert' : 'engineer');
    const fitting = Math.floor(ofLarge / MB);
    const forms = Array.from({ length: fitting + 3 }, () => beginForm(who, MB, path));
    await until('the others are refused', () => refusedOf(forms) === 3);
    expect(forms.find(({ isRefused }) => isRefused())?.answer()).toMatch(/retry-after: [1-5]\r\n/);
    await until('the rest is read', async () => (await bytesHeld()) >= fitting * MB);
    expect(await bytesHeld()).toBeLessThanOrEqual(ofLarge);
    await endAll(forms);
    const form = beginForm(who, 500, path, 1_000);
    await until('the next form is read', async () => (await bytesHeld()) === 1_000);
    await endAll([form]);
  },
);

test('when several users hold all that may be held, one of their forms gives way to a user with fewer bytes', async () => {
  const users = [await server.signIn('engineer'), await server.signIn('engineer')];
  const forms = users.flatMap((who) => Array.from({ length: 3 }, () => beginForm(who, MB)));
  await until('nearly all that may be held is held', async () => (await bytesHeld()) >= 6 * MB);
  const me = await server.signIn('engineer');
  const form = beginForm(me, MB);
  await until('one form has given way', () => refusedOf(forms) === 1);
  await until('the new form is read', async () => (await bytesHeld()) >= 6 * MB);
  expect(form.answer()).toBe('');
  await endAll([...forms, form]);
});

test('bodies without a session count for their network, also those whose length is not declared; users and sign-ins are still heard', async () => {
  const body = `${(400_000).toString(16)}\r\n${' '.repeat(400_000)}\r\n`;
  const calls = Array.from({ length: 20 }, () =>
    begin('/subscriptions/contact_us', { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }, body),
  );
  await until('some are refused', () => refusedOf(calls) >= 10);
  expect(await bytesHeld()).toBeLessThanOrEqual(ofLarge);
  const me = await server.signIn('engineer');
  const { status } = await server.request(me, 'POST', '/po_system/calculate', {});
  expect(status).not.toBe(503);
  expect((await signIn()).status).toBe(401);
  await endAll(calls);
});

test('large bodies that are declared and not sent keep nobody of the same network from signing in', async () => {
  const large = { 'content-type': 'application/json', 'content-length': '524288' };
  const many = 2 * Math.ceil(ofCaller / 524_288);
  const calls = Array.from({ length: many }, () => begin('/auth/login', large, '{'));
  await until('all are being read', async () => (await bytesHeld()) >= many * bodyReserveBytes);
  expect((await signIn()).status).toBe(401);
  expect(refusedOf(calls)).toBe(0);
  await endAll(calls);
});

test('a large form must arrive faster than a small one, and none so fast that a slow network could not send it', () => {
  const part = bodyPaceMs / requestMs;
  expect(leastBytes(100, part)).toBe(bodyPaceBytes);
  const ofForm = leastBytes(formBytes, part);
  expect(ofForm).toBeGreaterThan(100 * bodyPaceBytes);
  expect(ofForm / part).toBeLessThan(formBytes / 2);
});
