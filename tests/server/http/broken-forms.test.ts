import { describe, expect, test } from 'vitest';
import { head, sendRaw } from '../../support/servers/raw-http.ts';
import { pictures, png } from '../../support/files/sample-files.ts';
import { at, provideServer } from '../../support/servers/server.ts';
import { drainedBytes } from '../../../server/http/unread-bodies.ts';
import { formBytes } from '../../../server/http/slow-requests.ts';
import { attachmentBytes } from '#domain/ground/attachments.ts';

/** Malformed and endless multipart forms are refused with the reason, and read only up to their limits. */

const server = await provideServer();
const engineer = await server.signIn('engineer');
const room = String(
  at((await server.request(engineer, 'POST', '/po-chats/rooms', { result_name: 'A' })).body, 'room.id'),
);

const part = (disposition: string, more = '') => `--b\r\ncontent-disposition: form-data; ${disposition}\r\n${more}\r\n`;
const content = `${part('name="content"')}hello\r\n`;
const picture = (disposition: string) =>
  Buffer.concat([Buffer.from(part(disposition, 'content-type: image/png\r\n')), png(), Buffer.from('\r\n')]);
const multipart = (...parts: (string | Buffer)[]) =>
  Buffer.concat([...parts, '--b--\r\n'].map((each) => Buffer.from(each)));

async function messages(): Promise<unknown> {
  return at((await server.request(engineer, 'GET', `/po-chats/rooms/${room}`)).body, 'messages.length');
}

function post(payload: Buffer, contentType = type('b')) {
  return server.app.inject({
    method: 'POST',
    url: `/api/v1/po-chats/rooms/${room}/messages`,
    headers: { authorization: `Bearer ${engineer.token}`, 'content-type': contentType },
    payload,
  });
}

const type = (boundary: string) => `multipart/form-data; boundary=${boundary}`;

test.each([
  ['no boundary', 'multipart/form-data'],
  ['an empty boundary', type('')],
  ['an empty boundary in quotes', type('""')],
  ['a boundary of 300 characters', type('b'.repeat(300))],
])('a form with %s is refused with the reason', async (_what, contentType) => {
  expect(await answerTo(multipart(content), contentType)).toEqual(refusedFor('content-type', 'boundary'));
});

test.each([
  ['no final boundary', Buffer.from(content), 'body', 'multipart'],
  ['a truncated file', picture('name="files"; filename="a.png"'), 'body', 'multipart'],
  [
    'a boundary other than the declared one',
    Buffer.from(multipart(content).toString().replaceAll('--b', '--c')),
    'body',
    'multipart',
  ],
  ['only part of a header', Buffer.from('--b\r\ncontent-disposition: form'), 'body', 'multipart'],
  ['a body that is not multipart', Buffer.from('hello'), 'body', 'multipart'],
  ['a field twice', multipart(content, content), 'content', 'duplicate'],
  ['an unknown field', multipart(content, `${part('name="price"')}1\r\n`), 'price', 'additionalProperties'],
  [
    'a field that is too long',
    multipart(`${part('name="content"')}${'a'.repeat(200_000)}\r\n`),
    'content',
    'maxLength',
  ],
  [
    'a file in another field',
    multipart(content, picture('name="price"; filename="a.png"')),
    'price',
    'additionalProperties',
  ],
  ['a file without a name', multipart(content, picture('name="files"')), 'files', 'filename'],
  ['a file with an empty name', multipart(content, picture('name="files"; filename=""')), 'files', 'filename'],
])('a form with %s is refused with the reason', async (_what, payload, path, code) => {
  expect(await answerTo(payload, type('b'))).toEqual(refusedFor(path, code));
});

/** Posts a form that adds no message. @returns the answer */
async function answerTo(payload: Buffer, contentType: string): Promise<unknown[]> {
  const before = await messages();
  const response = await post(payload, contentType);
  expect(await messages()).toBe(before);
  return [response.statusCode, response.json()];
}

const refusedFor = (path: string, code: string) => [
  400,
  expect.objectContaining({ code: 'VALIDATION', details: [{ path, code }] }),
];

const line = (...codes: number[]) => Buffer.concat([Buffer.of(...codes), Buffer.from('\r\n')]);
const field = (more: string) => `${part('name="content"', more)}x\r\n`;
const invalidUtf8 = [0xed, 0xa0, 0x80];
/** A file that is named by this parameter. */
const named = (parameter: string) => [content, picture(`name="files"; ${parameter}`)];

const invalid = (path: string, problem: string) => [400, 'VALIDATION', path, problem] as const;
const unsupported = (header: string) => [415, 'CONTENT_TYPE', header, 'unsupported'] as const;
const tooLarge = [431, 'HEADERS_TOO_LARGE', undefined, undefined] as const;

test.each([
  ['a field that is not valid UTF-8', [part('name="content"'), line(...invalidUtf8)], invalid('body', 'utf-8')],
  [
    'half a character at the end of a field',
    [part('name="content"'), line(0x61, 0xed, 0x95)],
    invalid('body', 'utf-8'),
  ],
  [
    'a file name that is not valid UTF-8',
    [content, '--b\r\ncontent-disposition: form-data; name="files"; filename="', Buffer.of(0xff), '.png"\r\n\r\nx\r\n'],
    invalid('body', 'utf-8'),
  ],
  ['half a character in filename*', named(`filename*=UTF-8''%ED%95.png`), invalid('body', 'filename')],
  ['a filename* whose bytes are not UTF-8', named(`filename*=UTF-8''%ff.png`), invalid('body', 'filename')],
  [
    'a file name in which a program has replaced what is not UTF-8',
    named(`filename="\uFFFD.png"`),
    invalid('files', 'filename'),
  ],
  ['a filename* in another charset', named(`filename*=euc-kr''%C7%D1.png`), invalid('body', 'filename')],
  ['a field in UTF-16', [field('content-type: text/plain; charset=utf-16\r\n')], unsupported('content-type')],
  ['a field in latin1', [field('Content-Type: text/plain;charset="ISO-8859-1"\r\n')], unsupported('content-type')],
  ['a field in base64', [field('Content-Transfer-Encoding: base64\r\n')], unsupported('content-transfer-encoding')],
  ['a part with headers of 90 KB', [field(`x-a: ${'a'.repeat(90_000)}\r\n`)], tooLarge],
  ['a part with headers that do not end', [`--b\r\nx-a: ${'a'.repeat(200_000)}`], tooLarge],
])('a form with %s is refused, in one piece and byte by byte', async (_what, parts, answer) => {
  const before = await messages();
  const payload = multipart(...parts);
  const response = await post(payload);
  const detail = (name: string): unknown => at(response.json(), `details.0.${name}`);
  expect([response.statusCode, at(response.json(), 'code'), detail('path'), detail('code')]).toEqual(answer);
  // Sent in small pieces, the form gets one response, and the connection stays open.
  const first = head('POST', `/api/v1/po-chats/rooms/${room}/messages`, {
    authorization: `Bearer ${engineer.token}`,
    'content-type': type('b'),
    'content-length': String(payload.length),
  });
  const next = 'GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';
  const { text } = await sendRaw(server.url, [first, ...piecesOf(payload), next]);
  expect([...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, each]) => Number(each))).toEqual([answer[0], 200]);
  expect(await messages()).toBe(before);
});

/** Single bytes first, because the fault is near the beginning. */
function* piecesOf(payload: Buffer): Iterable<Buffer> {
  for (let from = 0; from < Math.min(payload.length, 300); from++) yield payload.subarray(from, from + 1);
  yield payload.subarray(300);
}

test.each([
  ['declares UTF-8', field('content-type: text/plain; charset=UTF-8\r\n'), 'x'],
  ['declares an 8bit transfer encoding', field('content-transfer-encoding: 8bit\r\n'), 'x'],
  ['contains Korean, an accent and an emoji', `${part('name="content"')}한글 \u{1f600} é\r\n`, '한글 \u{1f600} é'],
  ['contains text like a boundary', `${part('name="content"')}a\r\n--c\r\n--\r\n`, 'a\r\n--c\r\n--'],
  ['follows a preamble', `preamble\r\n${content}`, 'hello'],
])('a field that %s is accepted', async (_what, text, expected) => {
  const response = await post(multipart(text));
  expect([response.statusCode, at(response.json(), 'message.content')]).toEqual([201, expected]);
});

test('a quoted boundary of 70 characters is accepted', async () => {
  const boundary = 'b'.repeat(70);
  const payload = Buffer.from(multipart(content).toString().replaceAll('--b', `--${boundary}`));
  expect((await post(payload, `multipart/form-data; boundary="${boundary}"`)).statusCode).toBe(201);
});

test('a file with only a filename* parameter is accepted', async () => {
  const response = await post(multipart(content, picture(`name="files"; filename*=UTF-8''%ED%95%9C.png`)));
  expect([response.statusCode, at(response.json(), 'message.files.0.name')]).toEqual([201, '한.png']);
});

test('a form with a picture of 144 megapixels in a kilobyte is refused', async () => {
  const before = await messages();
  const bytes = Buffer.concat([Buffer.from(part('name="files"; filename="a.png"')), pictures.png(12_000, 12_000)]);
  const response = await post(multipart(content, bytes, '\r\n'));
  expect([response.statusCode, at(response.json(), 'code')]).toEqual([422, 'IMAGE_TOO_LARGE']);
  expect(await messages()).toBe(before);
});

const megabyte = Buffer.alloc(1024 * 1024, 'a');

/** The beginning of each form. What follows is endless or 60 MB long. */
const endless: Record<string, string> = {
  'a file': part('name="files"; filename="a.png"'),
  'a field': part('name="content"'),
  'the preamble': '',
  'the epilogue': `${content}--b--\r\n`,
};

describe.concurrent.each(Object.entries(endless))('a form in which %s does not end', (endlessPart, beginning) => {
  const message = endlessPart === 'a file' ? 'Max file size greater than 5M' : 'This is too large. Send less at once.';

  test.each(['a length of 60 MB', 'no length'])('is cut at its limit, with %s', async (how) => {
    const chunked = how === 'no length';
    const chunk = (bytes: Buffer) =>
      chunked ? Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]) : bytes;
    // Of one user, only two forms of this size are read at once.
    const who = await server.signIn('engineer');
    const opened = await server.request(who, 'POST', '/po-chats/rooms', { result_name: 'A' });
    const headers = {
      authorization: `Bearer ${who.token}`,
      'content-type': 'multipart/form-data; boundary=b',
      ...(chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(60 * megabyte.length) }),
    };
    function* pieces() {
      yield head('POST', `/api/v1/po-chats/rooms/${String(at(opened.body, 'room.id'))}/messages`, headers);
      if (beginning !== '') yield chunk(Buffer.from(beginning));
      for (let i = 0; i < 200; i++) yield chunk(megabyte);
    }
    const response = await sendRaw(server.url, pieces());
    const code = endlessPart === 'a file' ? 'FILE_TOO_LARGE' : 'TOO_LARGE';
    expect([response.status, response.body]).toEqual([
      endlessPart === 'a file' ? 422 : 413,
      expect.objectContaining({ code, message }),
    ]);
    const limit = endlessPart === 'a file' ? attachmentBytes : formBytes;
    // Bytes in the socket buffers at both ends of the connection count as sent too.
    expect(response.sent).toBeLessThan(limit + drainedBytes + 16 * megabyte.length);
  });
});
