import { createHash } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { orderLimits } from '#domain/order/data/limits.ts';
import { transactionInTurn, transactionsOfCaller, transactionsWaiting } from '../../../../server/database/in-turn.ts';
import { newId } from '../../../support/users.ts';
import { docxOf } from '../../../support/files/office-files.ts';
import { docx, html, pictures, png } from '../../../support/files/sample-files.ts';
import { at, provideServer, type SignedIn } from '../../../support/servers/server.ts';
import { attachmentBytes } from '#domain/ground/attachments.ts';

const server = await provideServer();
const engineer = await server.signIn('engineer');

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const encoded = (text: string) => Buffer.from(text).toString('base64');

function send(
  user: SignedIn | null,
  method: 'POST' | 'PATCH' | 'HEAD' | 'DELETE',
  path: string,
  headers: Record<string, string>,
  payload?: Buffer,
) {
  return server.app.inject({
    method,
    url: path,
    headers: {
      'tus-resumable': '1.0.0',
      ...(user === null ? {} : { authorization: `Bearer ${user.token}` }),
      ...headers,
    },
    ...(payload === undefined ? {} : { payload }),
  });
}

function begin(user: SignedIn | null, name: string, size: number, hash: string, more = '') {
  const metadata = `filename ${encoded(name)},sha256 ${encoded(hash)}${more}`;
  return send(user, 'POST', '/api/v1/uploads', { 'upload-length': String(size), 'upload-metadata': metadata });
}

function patch(user: SignedIn | null, url: string, offset: number, bytes: Buffer) {
  const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) };
  return send(user, 'PATCH', url, headers, bytes);
}

const head = (user: SignedIn | null, url: string) => send(user, 'HEAD', url, {});

async function upload(user: SignedIn, name: string, bytes: Buffer, hash = sha256(bytes)) {
  const begun = await begin(user, name, bytes.length, hash);
  const url = String(begun.headers['location']);
  return { url, begun, done: await patch(user, url, 0, bytes) };
}

async function filesOf(user: SignedIn): Promise<{ sha256: string; size: number; mime: string; path: string }[]> {
  const { rows } = await sql<{ sha256: string; size: number; mime: string; path: string }>`
    select sha256, size, mime, path from files where uploader = ${user.user.id}`.execute(server.db);
  return rows;
}

async function roomOf(user: SignedIn, name: string): Promise<string> {
  return String(at((await server.request(user, 'POST', '/po-chats/rooms', { result_name: name })).body, 'room.id'));
}

/** An upload whose bytes are on the disk, while the process ended before it recorded them. */
async function leftUnrecorded(user: SignedIn, name: string, bytes: Buffer, hash: string): Promise<string> {
  const url = String((await begin(user, name, bytes.length, hash)).headers['location']);
  await writeFile(join(server.filesDir, url.slice(url.lastIndexOf('/') + 1)), bytes);
  return url;
}

test('where the server was killed between the last byte and the record, the device hears that all is there, and it is', async () => {
  const user = await server.signIn('engineer');
  const bytes = png(77);
  const url = await leftUnrecorded(user, 'killed.png', bytes, sha256(bytes));
  expect(await filesOf(user)).toEqual([]);
  for (let i = 0; i < 2; i++) {
    const asked = await head(user, url);
    expect([asked.statusCode, asked.headers['upload-offset']]).toEqual([200, String(bytes.length)]);
    expect(await filesOf(user)).toMatchObject([{ sha256: sha256(bytes), path: url.slice(url.lastIndexOf('/') + 1) }]);
    expect(await readdir(server.filesDir)).toContain(url.slice(url.lastIndexOf('/') + 1));
  }
});

test('a finished upload is not read again, however often the device asks where to continue or sends its end', async () => {
  const user = await server.signIn('engineer');
  const bytes = png(80);
  const { url, done } = await upload(user, 'once.png', bytes);
  expect(done.statusCode).toBe(204);
  // Bytes that no check accepts: whoever reads them refuses the upload.
  await writeFile(join(server.filesDir, url.slice(url.lastIndexOf('/') + 1)), Buffer.alloc(bytes.length));
  expect((await head(user, url)).statusCode).toBe(200);
  expect((await patch(user, url, bytes.length, Buffer.alloc(0))).statusCode).toBe(204);
  // Once it has a purpose, its record as an upload is gone.
  await sql`delete from finished_uploads where uploader = ${user.user.id}`.execute(server.db);
  expect((await head(user, url)).statusCode).toBe(200);
  expect(await filesOf(user)).toMatchObject([{ sha256: sha256(bytes) }]);
});

test('an upload whose last bytes arrive while too many calls of its user wait is kept, and recorded when the device asks again', async () => {
  const user = await server.signIn('engineer');
  const bytes = png(81);
  const url = String((await begin(user, 'patient.png', bytes.length, sha256(bytes))).headers['location']);
  const gate = Promise.withResolvers<void>();
  const most = transactionsOfCaller + transactionsWaiting;
  const others = Array.from({ length: most }, () =>
    transactionInTurn(server.db, { user: user.user.id, kind: 'files' }, () => gate.promise),
  );
  const refused = await patch(user, url, 0, bytes);
  expect([refused.statusCode, at(refused.json(), 'code')]).toEqual([503, 'UNAVAILABLE']);
  gate.resolve();
  await Promise.all(others);
  const asked = await head(user, url);
  expect([asked.statusCode, asked.headers['upload-offset']]).toEqual([200, String(bytes.length)]);
  expect(await filesOf(user)).toMatchObject([{ sha256: sha256(bytes) }]);
});

test('where such bytes are not the announced ones, the device is told to begin anew', async () => {
  const user = await server.signIn('engineer');
  const url = await leftUnrecorded(user, 'damaged.png', png(78), sha256(png(79)));
  expect((await head(user, url)).statusCode).toBe(404);
  expect((await head(user, url)).statusCode).toBe(404);
  expect(await filesOf(user)).toEqual([]);
});

test('a photo is uploaded in chunks, resumes after an interruption, and is sent in a message', async () => {
  const bytes = png(10);
  const begun = await begin(engineer, 'tab.png', bytes.length, sha256(bytes));
  expect([begun.statusCode, begun.headers['x-vfp-api']]).toEqual([201, '1']);
  const url = String(begun.headers['location']);
  expect(url).toMatch(/^\/api\/v1\/uploads\/[0-9a-f-]{36}$/);
  expect((await patch(engineer, url, 0, bytes.subarray(0, 20))).statusCode).toBe(204);
  const progress = await head(engineer, url);
  expect([progress.statusCode, progress.headers['upload-offset']]).toEqual([200, '20']);
  expect((await patch(engineer, url, 0, bytes)).statusCode).toBe(409);
  expect(await filesOf(engineer)).toEqual([]);
  expect((await patch(engineer, url, 20, bytes.subarray(20))).statusCode).toBe(204);
  expect(await filesOf(engineer)).toMatchObject([{ sha256: sha256(bytes), size: bytes.length, mime: 'image/png' }]);
  // The last response may be lost: the device then asks for the offset and learns that the upload is complete.
  expect((await head(engineer, url)).headers['upload-offset']).toBe(String(bytes.length));

  const room = await roomOf(engineer, 'With photo');
  const file = { id: newId(), name: 'tab.png', size: bytes.length, mime: 'image/png', sha256: sha256(bytes) };
  const [result] = await server.bus.executeCommands(engineer.user.id, [
    { cmdId: newId(), type: 'chat.send', v: 1, args: { roomId: room, content: '', files: [file] } },
  ]);
  expect(result?.s).toBe('ok');
  const got = await server.app.inject({
    url: `/api/v1/files/${file.id}`,
    headers: { authorization: `Bearer ${engineer.token}` },
  });
  expect(got.rawPayload.equals(bytes)).toBe(true);
});

test('the same bytes uploaded twice are stored once', async () => {
  const user = await server.signIn('engineer');
  expect((await upload(user, 'a.png', png(11))).done.statusCode).toBe(204);
  expect((await upload(user, 'b.png', png(11))).done.statusCode).toBe(204);
  expect(await filesOf(user)).toHaveLength(1);
});

test('damaged bytes are refused and removed', async () => {
  const user = await server.signIn('engineer');
  const { url, done } = await upload(user, 'a.png', png(12), sha256(png(13)));
  expect([done.statusCode, done.json()]).toEqual([
    422,
    expect.objectContaining({ statusCode: 422, code: 'HASH_MISMATCH', requestId: expect.any(String) }),
  ]);
  expect(done.headers['content-type']).toContain('application/json');
  expect((await head(user, url)).statusCode).toBe(404);
  expect(await filesOf(user)).toEqual([]);
});

test.each([
  ['an HTML page named a.png', 'a.png', html],
  ['a Word file with macros', 'a.docx', docx({ macros: true, honest: false })],
])('an upload of %s is refused when it is complete, and removed', async (_what, name, bytes) => {
  const user = await server.signIn('engineer');
  const { url, done } = await upload(user, name, bytes);
  expect([done.statusCode, done.json<{ code: string }>().code]).toEqual([415, 'FILE_TYPE']);
  expect((await head(user, url)).statusCode).toBe(404);
});

test('an Office file of too many parts is refused with what to do instead', async () => {
  const user = await server.signIn('engineer');
  const parts = Array.from({ length: 10_001 }, (_, i): [string, string] => [`word/p${i}.xml`, '']);
  const { done } = await upload(user, 'a.docx', docxOf('', parts));
  expect(done.statusCode).toBe(415);
  expect(done.json()).toMatchObject({
    code: 'FILE_TYPE',
    message:
      'This file has too many parts to be checked. Save it as a PDF or split it into several files, then send those.',
    details: { what: 'too many parts' },
  });
});

test('a picture whose size may follow after very many parts is refused with what to do instead', async () => {
  const user = await server.signIn('engineer');
  const segments = Buffer.alloc(80_000, Buffer.from('ffe00002', 'hex'));
  const photo = pictures.jpg(12_000, 12_000);
  const { url, done } = await upload(user, 'a.jpg', Buffer.concat([photo.subarray(0, 2), segments, photo.subarray(2)]));
  expect(done.statusCode).toBe(422);
  expect(done.json()).toMatchObject({
    code: 'IMAGE_TOO_LARGE',
    message: expect.stringContaining('too many parts for its size to be read'),
  });
  expect((await head(user, url)).statusCode).toBe(404);
});

test('an upload with an embedded object is refused with the name of that part', async () => {
  const user = await server.signIn('engineer');
  const { done } = await upload(user, 'a.docx', docxOf('', [['word/embeddings/oleObject1.bin', 'o']]));
  expect(done.json()).toMatchObject({
    code: 'FILE_TYPE',
    message:
      'This file contains embedded objects (word/embeddings/oleObject1.bin), which are not accepted. ' +
      'Save a copy without them, then send that.',
  });
});

test.each([
  ['an extension that is not accepted', 'a.svg', 10, sha256(html), 415, 'FILE_TYPE'],
  ['a size of 5 MB', 'a.png', attachmentBytes, sha256(html), 422, 'FILE_TOO_LARGE'],
  ['no hash', 'a.png', 10, '', 400, 'VALIDATION'],
  ['a malformed hash', 'a.png', 10, '../../etc/passwd', 400, 'VALIDATION'],
])('a file with %s is refused before its upload starts', async (_what, name, size, hash, status, code) => {
  const begun = await begin(engineer, name, size, hash);
  expect([begun.statusCode, begun.json<{ code: string }>().code]).toEqual([status, code]);
});

const statusOf = async (user: SignedIn, name: string, size: number) =>
  (await begin(user, name, size, sha256(html))).statusCode;

test('staff upload reports beyond 5 MB; others do not', async () => {
  const expert = await server.signIn('expert');
  expect(await statusOf(expert, 'a.csv', orderLimits.reportBytes - 1)).toBe(201);
  expect(await statusOf(expert, 'a.csv', orderLimits.reportBytes)).toBe(422);
  expect(await statusOf(engineer, 'a.csv', 10)).toBe(201);
  expect(await statusOf(engineer, 'a.pdf', attachmentBytes)).toBe(422);
});

test.each<[string, 'POST' | 'PATCH', Record<string, string>, number, string, string | undefined]>([
  [
    'a part to be concatenated later',
    'POST',
    { 'upload-length': '10', 'upload-concat': 'partial' },
    400,
    'VALIDATION',
    'upload-concat',
  ],
  ['a concatenation of parts', 'POST', { 'upload-concat': 'final;/a /b' }, 400, 'VALIDATION', 'upload-concat'],
  [
    'an invalid concatenation header',
    'POST',
    { 'upload-length': '10', 'upload-concat': 'x' },
    400,
    'VALIDATION',
    'upload-concat',
  ],
  ['no length', 'POST', {}, 400, 'VALIDATION', 'upload-length'],
  ['a negative length', 'POST', { 'upload-length': '-1' }, 400, 'VALIDATION', 'upload-length'],
  ['a length that overflows', 'POST', { 'upload-length': '1e400' }, 400, 'VALIDATION', 'upload-length'],
  ['a length of 2^53', 'POST', { 'upload-length': '9007199254740992' }, 422, 'FILE_TOO_LARGE', undefined],
  [
    'malformed metadata',
    'POST',
    { 'upload-length': '10', 'upload-metadata': 'a b c' },
    400,
    'VALIDATION',
    'upload-metadata',
  ],
  [
    'a file name that is not valid UTF-8',
    'POST',
    {
      'upload-length': '10',
      // A truncated Korean character.
      'upload-metadata': `filename ${Buffer.from('ed952e706e67', 'hex').toString('base64')},sha256 ${encoded('a'.repeat(64))}`,
    },
    400,
    'VALIDATION',
    'upload-metadata',
  ],
  [
    'an unsupported protocol version',
    'POST',
    { 'upload-length': '10', 'tus-resumable': '0.2.2' },
    400,
    'VALIDATION',
    'headers',
  ],
  ['no protocol version', 'POST', { 'upload-length': '10', 'tus-resumable': '' }, 412, 'UPLOAD_VERSION', undefined],
  ['a wrong offset', 'PATCH', { 'upload-offset': '5' }, 409, 'UPLOAD_OFFSET', undefined],
  ['an offset of 2^53', 'PATCH', { 'upload-offset': '9007199254740992' }, 409, 'UPLOAD_OFFSET', undefined],
  ['no offset', 'PATCH', {}, 400, 'VALIDATION', 'upload-offset'],
  ['a malformed offset', 'PATCH', { 'upload-offset': 'x' }, 400, 'VALIDATION', 'upload-offset'],
  [
    'a wrong content type',
    'PATCH',
    { 'upload-offset': '0', 'content-type': 'application/json' },
    400,
    'VALIDATION',
    'body',
  ],
  ['an unknown content type', 'PATCH', { 'upload-offset': '0', 'content-type': 'x/y' }, 415, 'CONTENT_TYPE', undefined],
])('an upload request with %s is refused with the reason', async (_what, method, headers, status, code, path) => {
  const begun = await begin(engineer, 'odd.png', 100, sha256(html));
  const url = method === 'POST' ? '/api/v1/uploads' : String(begun.headers['location']);
  const type: Record<string, string> = method === 'PATCH' ? { 'content-type': 'application/offset+octet-stream' } : {};
  const response = await send(
    engineer,
    method,
    url,
    { ...type, ...headers },
    method === 'PATCH' ? Buffer.from('a') : undefined,
  );
  const body = response.json<{ statusCode: number; code: string; details?: { path: string }[] }>();
  expect([response.statusCode, body.statusCode, body.code, body.details?.[0]?.path]).toEqual([
    status,
    status,
    code,
    path,
  ]);
});

test('only the user who started an upload can see, continue or end it', async () => {
  const [owner, other, expert] = [
    await server.signIn('engineer'),
    await server.signIn('colleague'),
    await server.signIn('expert'),
  ];
  const bytes = png(14);
  const begun = await begin(owner, 'a.png', bytes.length, sha256(bytes), `,owner ${encoded(other.user.id)}`);
  const url = String(begun.headers['location']);
  for (const user of [other, expert]) {
    const responses = [await head(user, url), await patch(user, url, 0, bytes), await send(user, 'DELETE', url, {})];
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
  }
  expect((await patch(null, url, 0, bytes)).statusCode).toBe(401);
  expect((await begin(null, 'a.png', 10, sha256(bytes))).statusCode).toBe(401);
  expect((await patch(owner, url, 0, bytes)).statusCode).toBe(204);
});

test('uploads cannot be downloaded, and their ids cannot be used as paths', async () => {
  const { url } = await upload(engineer, 'a.png', png(15));
  const headers = { authorization: `Bearer ${engineer.token}` };
  expect((await server.app.inject({ url, headers })).statusCode).toBe(404);
  for (const id of ['..%2f..%2fpostgres', '%2e%2e', 'x'.repeat(500)]) {
    expect((await head(engineer, `/api/v1/uploads/${id}`)).statusCode).toBe(404);
  }
});

test('a file that another user uploaded cannot be sent by its hash', async () => {
  const [owner, other] = [await server.signIn('engineer'), await server.signIn('colleague')];
  await upload(owner, 'a.png', png(16));
  const room = await roomOf(other, 'Thief');
  const file = { id: newId(), name: 'a.png', size: png(16).length, mime: 'image/png', sha256: sha256(png(16)) };
  const [result] = await server.bus.executeCommands(other.user.id, [
    { cmdId: newId(), type: 'chat.send', v: 1, args: { roomId: room, content: '', files: [file] } },
  ]);
  expect(result).toMatchObject({ s: 'rejected', code: 'NOT_FOUND' });
});

test('stored files are named by id, not by the name a user gave them', async () => {
  const { rows } = await sql<{ path: string }>`select path from files`.execute(server.db);
  expect(rows.length).toBeGreaterThan(0);
  for (const { path } of rows) expect(path).toMatch(/^[0-9a-f-]{36}$/);
  expect(await readdir(server.filesDir)).not.toContain('tab.png');
});

test.each(Object.entries(pictures))(
  'a %s of 144 megapixels in a kilobyte is refused, and removed',
  async (kind, picture) => {
    const user = await server.signIn('engineer');
    const { url, done } = await upload(user, `a.${kind}`, picture(12_000, 12_000));
    expect([done.statusCode, done.json<{ code: string }>().code]).toEqual([422, 'IMAGE_TOO_LARGE']);
    expect((await head(user, url)).statusCode).toBe(404);
    expect((await upload(user, `a.${kind}`, picture(4_000, 3_000))).done.statusCode).toBe(204);
  },
);
