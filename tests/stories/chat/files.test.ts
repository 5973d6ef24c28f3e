import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { discardWaiting } from '../../../src/db/send-again.ts';
import { trimCaches } from '../../../src/db/free-space.ts';
import { outboxTables, pendingIn } from '../../../src/db/pending.ts';
import { markSent } from '../../../src/db/progress.ts';
import type { Device } from '../../support/devices/device.ts';
import { html, png } from '../../support/files/sample-files.ts';
import { provideServer } from '../../support/servers/server.ts';
import { talkOn } from '../../support/devices/conversation.ts';
import { attachmentBytes } from '#domain/ground/attachments.ts';
import { uploadChunkBytes } from '../../../src/net/uploads.ts';

const server = await provideServer();

const photo = (name: string, bytes: Uint8Array<ArrayBuffer>) => new File([bytes], name, { type: 'image/png' });
const copyOf = (buffer: Buffer) => Uint8Array.from(buffer);
const calls = (engineer: Device, method: string) =>
  engineer.network.reached.filter((call) => call.startsWith(`${method} /api/v1/uploads`));

/** Returns a photo of several chunks. */
function large(): Uint8Array<ArrayBuffer> {
  const start = png(1);
  const bytes = new Uint8Array(uploadChunkBytes * 3 + 100);
  bytes.set(start);
  return bytes;
}

/** Returns the files of a room as the expert downloads them. */
async function download(device: Device, roomId: string): Promise<Uint8Array[]> {
  const files = (await device.messages(roomId)).flatMap((message) => message.files);
  return Promise.all(
    files.map(
      async ({ id }) =>
        new Uint8Array(await (await device.network.fetch(`/api/v1/files/${id}`, device.asMe())).arrayBuffer()),
    ),
  );
}

test('a photo I send with no network arrives as it is, after a restart', async () => {
  const { engineer, expert, roomId, say } = await talkOn(server);
  engineer.network.isOn = false;
  await say(engineer, 'Look.', photo('cell.png', copyOf(png(7))));
  await engineer.restart();
  expect((await engineer.messages(roomId))[0]).toMatchObject({ delivery: 'queued', files: [{ name: 'cell.png' }] });
  engineer.network.isOn = true;
  await engineer.sync();
  await expert.sync();
  expect(await expert.shown(roomId)).toEqual(['Look.']);
  expect(await download(expert, roomId)).toEqual([copyOf(png(7))]);
});

test('61 the same photo in two messages is brought over once and shown in both', async () => {
  const { engineer, expert, roomId, say } = await talkOn(server);
  await say(engineer, 'once', photo('a.png', copyOf(png(8))));
  await say(engineer, 'twice', photo('b.png', copyOf(png(8))), photo('c.png', copyOf(png(9))));
  await engineer.sync();
  await expert.sync();
  expect(calls(engineer, 'POST')).toHaveLength(2);
  const files = (await expert.messages(roomId)).map((message) => message.files.map(({ name }) => name));
  expect(files).toEqual([['a.png'], ['b.png', 'c.png']]);
  expect(await download(expert, roomId)).toEqual([copyOf(png(8)), copyOf(png(8)), copyOf(png(9))]);
  await say(engineer, 'again tomorrow', photo('d.png', copyOf(png(8))));
  await engineer.restart();
  await engineer.sync();
  expect(calls(engineer, 'POST')).toHaveLength(2);
  const { rows } = await sql`select 1 from files where uploader = ${engineer.me.id}`.execute(server.db);
  expect(rows).toHaveLength(2);
});

test('59 an interrupted upload resumes where it stopped, also after a restart', async () => {
  const { engineer, expert, roomId, say } = await talkOn(server);
  const bytes = large();
  await say(engineer, 'large', photo('large.png', bytes));
  engineer.network.next(/PATCH .*uploads/, (go) => go());
  engineer.network.loseReplies(/PATCH .*uploads/);
  await engineer.upload();
  expect(calls(engineer, 'PATCH')).toHaveLength(2);
  await engineer.restart();
  await engineer.sync();
  expect(calls(engineer, 'POST')).toHaveLength(1);
  expect(calls(engineer, 'HEAD')).toHaveLength(1);
  // Two chunks were already uploaded: only the other two follow.
  expect(calls(engineer, 'PATCH')).toHaveLength(4);
  await expert.sync();
  expect(await expert.shown(roomId)).toEqual(['large']);
  expect(await download(expert, roomId)).toEqual([bytes]);
});

test('62 an upload the server has lost starts again', async () => {
  const { engineer, expert, roomId, say } = await talkOn(server);
  const bytes = large();
  await say(engineer, 'large', photo('large.png', bytes));
  engineer.network.loseReplies(/PATCH .*uploads/);
  await engineer.upload();
  const url = (await engineer.db.blobs.toArray())[0]?.uploadUrl ?? '';
  await engineer.network.fetch(url, { ...engineer.asMe({ 'tus-resumable': '1.0.0' }), method: 'DELETE' });
  await engineer.restart();
  await engineer.sync();
  expect(calls(engineer, 'POST')).toHaveLength(2);
  await expert.sync();
  expect(await download(expert, roomId)).toEqual([bytes]);
});

test('the last reply of an upload lost, the photo still arrives once', async () => {
  const { engineer, expert, roomId, say } = await talkOn(server);
  await say(engineer, 'small', photo('small.png', copyOf(png(3))));
  engineer.network.loseReplies(/PATCH .*uploads/);
  await engineer.upload();
  await engineer.restart();
  await engineer.sync();
  await expert.sync();
  expect(await expert.shown(roomId)).toEqual(['small']);
  const { rows } = await sql`select 1 from files where uploader = ${engineer.me.id}`.execute(server.db);
  expect(rows).toHaveLength(1);
});

test('60 a photo damaged on its way is brought over again, not shown damaged', async () => {
  const { engineer, expert, roomId, say } = await talkOn(server);
  const bytes = copyOf(png(4));
  await say(engineer, 'true', photo('true.png', bytes));
  // The network changes a byte.
  engineer.network.next(/PATCH .*uploads/, async (go, body) => {
    const blob = body instanceof Blob ? body : new Blob();
    const damaged = new Uint8Array(await blob.arrayBuffer());
    damaged[50] = (damaged[50] ?? 0) ^ 255;
    return go(damaged);
  });
  await engineer.upload();
  expect(await engineer.waiting()).toEqual(['chat.send queued']);
  await engineer.sync();
  await expert.sync();
  expect(await download(expert, roomId)).toEqual([bytes]);
});

test('a file with a wrong extension stays with its message, with the reason, and can be discarded', async () => {
  const { engineer, expert, roomId, say } = await talkOn(server);
  await say(engineer, 'before');
  const cmdId = await say(engineer, 'not a photo', photo('page.png', copyOf(html)));
  await say(engineer, 'after');
  await engineer.sync();
  expect(await engineer.waiting()).toEqual(['chat.send refused FILE_TYPE']);
  expect(await engineer.shown(roomId)).toEqual(['before: sent', 'not a photo: refused', 'after: sent']);
  const refused = (await engineer.messages(roomId)).find(({ id }) => id === cmdId);
  expect(refused).toMatchObject({ files: [{ name: 'page.png' }], reason: { code: 'FILE_TYPE' } });
  await discardWaiting(engineer.ctx, cmdId);
  await engineer.sync();
  await expert.sync();
  expect(await expert.shown(roomId)).toEqual(['before', 'after']);
  expect(await engineer.waiting()).toEqual([]);
});

test('what cannot be sent at all is refused before it is queued', async () => {
  const { engineer, say } = await talkOn(server);
  const six = Array.from({ length: 6 }, (_, i) => photo(`${i}.png`, copyOf(png(i))));
  await expect(say(engineer, 'six', ...six)).rejects.toMatchObject({ code: 'TOO_MANY_FILES' });
  const huge = photo('huge.png', new Uint8Array(attachmentBytes));
  await expect(say(engineer, 'huge', huge)).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
  await expect(say(engineer, '  ')).rejects.toMatchObject({ code: 'EMPTY_MESSAGE' });
  await expect(say(engineer, 'app', new File(['x'], 'run.exe'))).rejects.toMatchObject({ code: 'FILE_TYPE' });
  expect(await engineer.waiting()).toEqual([]);
});

test('64 text does not wait for a photo whose upload is stalled', async () => {
  const { engineer, expert, roomId, say } = await talkOn(server);
  await say(engineer, 'with photo', photo('a.png', copyOf(png(5))));
  await say(engineer, 'just text');
  const release = engineer.network.delay(/uploads/);
  const uploading = engineer.upload();
  await engineer.send();
  await engineer.look();
  await expert.sync();
  expect(await expert.shown(roomId)).toEqual(['just text']);
  release();
  await uploading;
  await engineer.sync();
  await expert.sync();
  expect(await expert.shown(roomId)).toEqual(['just text', 'with photo']);
});

test('63 bytes that went missing from the device are asked for, not forgotten', async () => {
  const { engineer, say } = await talkOn(server);
  await say(engineer, 'lost', photo('a.png', copyOf(png(6))));
  await engineer.db.blobs.clear();
  await engineer.sync();
  expect(await engineer.waiting()).toEqual(['chat.send refused FILE_GONE']);
});

test('63 a message that may have been sent is sent again under its id, although its bytes went missing', async () => {
  const { engineer, expert, roomId, say } = await talkOn(server);
  await say(engineer, 'sent', photo('a.png', copyOf(png(64))));
  await engineer.upload();
  const { db } = engineer;
  await db.transaction('rw!', outboxTables(db), async () => {
    const pending = await pendingIn(db);
    const numbers = pending.entries.map(({ n }) => n);
    await markSent(db, pending, numbers);
  });
  await db.blobs.clear();
  await engineer.sync();
  expect(await engineer.waiting()).toEqual([]);
  await expert.sync();
  expect(await expert.shown(roomId)).toEqual(['sent']);
});

test('63 a device that is full gives up no bytes that a message still waits for', async () => {
  const { engineer, expert, roomId, say } = await talkOn(server);
  await say(engineer, 'earlier', photo('a.png', copyOf(png(61))));
  await engineer.sync();
  await say(engineer, 'waits', photo('b.png', copyOf(png(62))));
  await engineer.upload();
  await trimCaches(engineer.db);
  expect((await engineer.db.blobs.toArray()).map(({ name }) => name)).toEqual(['b.png']);
  await engineer.sync();
  await expert.sync();
  expect(await engineer.waiting()).toEqual([]);
  expect(await expert.shown(roomId)).toEqual(['earlier', 'waits']);
});

test('signing out takes the photos that are sent off the device, and keeps those that wait, uploaded or not', async () => {
  const { engineer, expert, roomId, say } = await talkOn(server);
  await say(engineer, 'earlier', photo('sent.png', copyOf(png(71))));
  await engineer.sync();
  await say(engineer, 'waits', photo('uploaded.png', copyOf(png(72))));
  await engineer.upload();
  await say(engineer, 'waits too', photo('not-uploaded.png', copyOf(png(73))));
  await engineer.forget();
  const names = (await engineer.db.blobs.toArray()).map(({ name }) => name);
  expect(names.toSorted()).toEqual(['not-uploaded.png', 'uploaded.png']);
  await engineer.sync();
  await expert.sync();
  expect(await engineer.waiting()).toEqual([]);
  expect(await expert.shown(roomId)).toEqual(['earlier', 'waits', 'waits too']);
});
