import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { User } from '#domain/account/users.ts';
import { busWorld, say } from '../../../support/database/bus-world.ts';
import { newId } from '../../../support/users.ts';

const { close, db, engineer, expert, messages, one, openRoom } = await busWorld();
afterAll(close);

const sha256 = 'ab'.repeat(32);
const photo = () => ({ id: newId(), name: '../../photo\u202e.png', size: 1, mime: 'text/html', sha256 });

async function store(user: User): Promise<void> {
  await sql`insert into files (id, uploader, sha256, size, mime, path)
    values (${randomUUID()}, ${user.id}, ${sha256}, 1234, 'image/png', 'x')`.execute(db);
}

test('a file can be attached once, by its uploader only, and gets its stored size and type', async () => {
  const roomId = await openRoom(engineer, 7, { resultName: 'files' });
  const file = photo();
  const missing = await one(engineer, say(roomId, '', [file]));
  expect(missing).toMatchObject({
    s: 'rejected',
    code: 'NOT_FOUND',
    details: [{ path: 'files/0', code: 'NOT_STORED' }],
  });
  await store(expert);
  expect(await one(engineer, say(roomId, '', [photo()]))).toMatchObject({ code: 'NOT_FOUND' });
  await store(engineer);
  expect(await one(engineer, say(roomId, '', [file]))).toMatchObject({ s: 'ok' });
  const [message] = await messages(roomId);
  expect(message?.files).toEqual([{ id: file.id, name: 'photo.png', size: 1234, mime: 'image/png', sha256 }]);
  expect(await one(engineer, say(roomId, 'again', [file]))).toMatchObject({ code: 'NOT_FOUND' });
  expect(await one(engineer, say(roomId, 'another use', [photo()]))).toMatchObject({ s: 'ok' });
});

test('a message with six files, a file that is too large or one of another type is refused', async () => {
  const roomId = await openRoom(engineer, 7, { resultName: 'bad files' });
  const large = { ...photo(), size: 5 * 1024 * 1024 };
  const page = { ...photo(), name: 'page.html' };
  expect(await one(engineer, say(roomId, '', Array.from({ length: 6 }, photo)))).toMatchObject({ s: 'rejected' });
  expect(await one(engineer, say(roomId, '', [large]))).toMatchObject({ code: 'FILE_TOO_LARGE' });
  expect(await one(engineer, say(roomId, '', [page]))).toMatchObject({ code: 'FILE_TYPE' });
});
