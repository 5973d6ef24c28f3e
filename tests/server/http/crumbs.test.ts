import { connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { FormParts } from '../../../server/http/form-parts.ts';
import { head } from '../../support/servers/raw-http.ts';
import { provideServer } from '../../support/servers/server.ts';
import { newDevice } from '../../support/users.ts';
import { until } from '../../support/until.ts';

/** Bodies in very many very small chunks: they are cut before they are kept or searched. */

const server = await provideServer();
const engineer = await server.signIn('engineer');

const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

/** Sends a body in chunks, and begins no other request. @returns the status of the reply */
async function statusFor(path: string, headers: Record<string, string>, body: string): Promise<string> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let text = '';
  socket.on('data', (bytes: Buffer) => (text += bytes.toString()));
  socket.on('error', () => undefined);
  const about = { 'x-device-id': newDevice(), 'transfer-encoding': 'chunked', ...headers };
  socket.write(head('POST', `/api/v1${path}`, about) + body);
  await until('a reply', async () => text.includes('\r\n'));
  return text.slice(9, 12);
}

const signIn = (body: string) => statusFor('/auth/login', { 'content-type': 'application/json' }, body);

test('a body without a session that comes byte by byte is cut, long before its end', async () => {
  expect(await signIn(chunk(' ').repeat(20_000))).toBe('413');
});

test('a form that comes byte by byte is cut, too', async () => {
  const about = { authorization: `Bearer ${engineer.token}`, 'content-type': 'multipart/form-data; boundary=b' };
  const begun = chunk('--b\r\ncontent-disposition: form-data; name="content"\r\n\r\n');
  expect(await statusFor('/experts/chats', about, begun + chunk('x').repeat(20_000))).toBe('413');
});

test('a body in as many chunks as a network makes is read', async () => {
  const name = 'x'.repeat(96);
  const body = `${chunk('{"username":"')}${chunk(name).repeat(3000)}${chunk('"}')}${chunk('')}`;
  expect(await signIn(body)).toBe('400');
});

test('a long field of a form is searched once, however many pieces it comes in', () => {
  const parts = new FormParts('b');
  const concat = vi.spyOn(Buffer, 'concat');
  onTestFinished(() => concat.mockRestore());
  parts.pass(Buffer.from('--b\r\ncontent-disposition: form-data; name="content"\r\n\r\n'));
  for (let i = 0; i < 2000; i++) parts.pass(Buffer.alloc(100, 'x'));
  parts.pass(Buffer.from('\r\n--b--'));
  const copied = concat.mock.results.reduce((sum, { value }) => sum + (value as Buffer).length, 0);
  expect(copied).toBeLessThan(3 * 200_000);
});

test('a field that is no UTF-8 is refused, also when the wrong byte came in another piece than its end', () => {
  const parts = new FormParts('b');
  parts.pass(Buffer.from('--b\r\ncontent-disposition: form-data; name="content"\r\n\r\nx'));
  parts.pass(Buffer.from([0xff]));
  for (let i = 0; i < 20; i++) parts.pass(Buffer.from('some text'));
  expect(() => parts.pass(Buffer.from('\r\n--b--'))).toThrow(expect.objectContaining({ code: 'VALIDATION' }));
});
