import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { quotas } from '#domain/account/quotas.ts';
import { eraseFreedFiles } from '../../../../server/files/freed-files.ts';
import { newId } from '../../../support/users.ts';
import { png } from '../../../support/files/sample-files.ts';
import { at, provideServer, type SignedIn } from '../../../support/servers/server.ts';

const server = await provideServer();

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const encoded = (text: string) => Buffer.from(text).toString('base64');

/** Uploads the bytes. @returns the id of the upload */
async function upload(user: SignedIn, name: string, bytes: Buffer): Promise<string> {
  const headers = { 'tus-resumable': '1.0.0', authorization: `Bearer ${user.token}` };
  const metadata = `filename ${encoded(name)},sha256 ${encoded(sha256(bytes))}`;
  const begun = await server.app.inject({
    method: 'POST',
    url: '/api/v1/uploads',
    headers: { ...headers, 'upload-length': String(bytes.length), 'upload-metadata': metadata },
  });
  const url = String(begun.headers['location']);
  const done = await server.app.inject({
    method: 'PATCH',
    url,
    headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    payload: bytes,
  });
  expect(done.statusCode).toBe(204);
  return url.slice(url.lastIndexOf('/') + 1);
}

const keep = (user: SignedIn | null, id: string) => server.request(user, 'POST', '/users/files', { upload_id: id });
const list = async (user: SignedIn) => (await server.request(user, 'GET', '/users/files')).body;
const remove = (user: SignedIn | null, id: string) => server.request(user, 'DELETE', `/users/files/${id}`);
const downloadOf = (user: SignedIn, id: string) =>
  server.app.inject({ url: `/api/v1/users/files/${id}`, headers: { authorization: `Bearer ${user.token}` } });

test('a file that a user uploads and keeps is listed, can be downloaded, and is erased when the user deletes it', async () => {
  const me = await server.signIn('trial');
  const bytes = png(20);
  const id = await upload(me, '../Cell "A".png', bytes);
  const kept = await keep(me, id);
  expect([kept.status, kept.body]).toEqual([
    201,
    {
      id,
      name: 'Cell _A_.png',
      size: bytes.length,
      mime: 'image/png',
      url: `/api/v1/users/files/${id}`,
      created_at: expect.stringMatching(/Z$/),
    },
  ]);
  expect(await list(me)).toMatchObject({ total: 1, items: [{ id }] });
  const download = await downloadOf(me, id);
  expect(download.rawPayload.equals(bytes)).toBe(true);
  expect(download.headers['content-disposition']).toMatch(/^attachment; filename="/);
  expect(download.headers['x-content-type-options']).toBe('nosniff');
  expect((await remove(me, id)).status).toBe(204);
  expect((await downloadOf(me, id)).statusCode).toBe(404);
  expect((await remove(me, id)).status).toBe(404);
  expect(await list(me)).toMatchObject({ total: 0, items: [] });
  await eraseFreedFiles(server.db, server.filesDir);
  expect(await readdir(server.filesDir)).not.toContain(id);
});

test('keeping an upload several times at once keeps it once; the same bytes under two names are two files', async () => {
  const me = await server.signIn('engineer');
  const id = await upload(me, 'a.png', png(21));
  const responses = await Promise.all(Array.from({ length: 5 }, () => keep(me, id)));
  expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  await keep(me, await upload(me, 'b.png', png(21)));
  const names = (at(await list(me), 'items') as { name: string }[]).map(({ name }) => name);
  expect(names).toEqual(['b.png', 'a.png']);
});

test('a kept file survives its removal from a message, and is erased once it is deleted here too', async () => {
  const me = await server.signIn('engineer');
  const bytes = png(24);
  const id = await upload(me, 'a.png', bytes);
  await keep(me, id);
  const room = at((await server.request(me, 'POST', '/po-chats/rooms', { result_name: 'Shared' })).body, 'room.id');
  const file = { id: newId(), name: 'a.png', size: bytes.length, mime: 'image/png', sha256: sha256(bytes) };
  const [sent] = await server.bus.executeCommands(me.user.id, [
    { cmdId: newId(), type: 'chat.send', v: 1, args: { roomId: room, content: '', files: [file] } },
  ]);
  expect(sent?.s).toBe('ok');
  const { rows } = await sql<{
    id: string;
  }>`delete from attachments where id = ${file.id} returning file_id as id`.execute(server.db);
  await sql`insert into freed_files (file_id) values (${rows[0]?.id ?? ''})`.execute(server.db);
  await eraseFreedFiles(server.db, server.filesDir);
  expect((await downloadOf(me, id)).rawPayload.equals(bytes)).toBe(true);
  await remove(me, id);
  await eraseFreedFiles(server.db, server.filesDir);
  expect(await readdir(server.filesDir)).not.toContain(id);
});

test('a user can keep at most two hundred files', async () => {
  const me = await server.signIn('engineer');
  const id = await upload(me, 'a.png', png(25));
  await keep(me, id);
  await sql`insert into own_files (id, owner, file_id, name)
    select gen_random_uuid(), owner, file_id, name from own_files, generate_series(2, ${quotas.ownFiles.member}::integer)
     where id = ${id}`.execute(server.db);
  const next = await upload(me, 'b.png', png(26));
  const full = await keep(me, next);
  expect([full.status, at(full.body, 'code')]).toEqual([409, 'QUOTA_EXCEEDED']);
  await remove(me, id);
  expect((await keep(me, next)).status).toBe(201);
});
