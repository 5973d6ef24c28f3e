import { expect, onTestFinished, test } from 'vitest';
import { sendMessage } from '../../../src/chat/calls/chat-send.ts';
import { storeMeta } from '../../../src/db/meta.ts';
import { outboxTables, pendingIn, readPending } from '../../../src/db/pending.ts';
import { markSent, replaceEntries } from '../../../src/db/progress.ts';
import { Refused, Unreachable } from '../../../src/net/errors.ts';
import { Uploads } from '../../../src/sync/uploads.ts';
import { FakeWorld } from '../../support/src/fake-world.ts';
import { deviceOf } from '../../support/src/user.ts';
import { uploadChunkBytes } from '../../../src/net/uploads.ts';

/** Uploads of a device with one message that has a file, to a server that refuses the first `busy` calls as busy. */
async function uploading(busy: number, retryAfterMs?: number) {
  const { db, ctx } = deviceOf();
  await db.transaction('rw', db.meta, () => storeMeta(db, 'leader', { epoch: 1, holder: 'me', beatAt: 0 }));
  await sendMessage(ctx, { roomId: 'r', content: '', files: [new File(['abc'], 'cell.png', { type: 'image/png' })] });
  const world = new FakeWorld();
  const calls: number[] = [];
  let uploaded = false;
  const uploads = new Uploads({
    db,
    world,
    uploadApi: {
      create: async () => {
        calls.push(world.now());
        if (calls.length <= busy) throw new Unreachable('busy', { status: 503, ...(retryAfterMs && { retryAfterMs }) });
        return '/api/v1/uploads/one';
      },
      offsetOf: async () => 0,
      send: async (_url, offset, bytes) => offset + bytes.size,
    },
    fence: 1,
    uploaded: () => (uploaded = true),
    signedOut: () => undefined,
  });
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  void uploads.run(stop.signal);
  await expect.poll(() => calls.length).toBe(1);
  return { db, uploads, world, calls, isUploaded: () => uploaded };
}

test('an upload waits for the two minutes a busy server asks for, whatever else is attached', async () => {
  const { db, uploads, world, calls, isUploaded } = await uploading(1, 120_000);
  for (let second = 0; second < 119; second++) {
    world.pass(1000);
    uploads.wake();
    await db.blobs.count();
    await db.blobs.count();
  }
  expect(calls).toEqual([0]);
  world.pass(1000);
  await expect.poll(isUploaded).toBe(true);
  expect(calls).toEqual([0, 120_000]);
});

test('when the network is back, a failed upload resumes at once', async () => {
  const { uploads, calls, isUploaded } = await uploading(1, 120_000);
  uploads.retryNow();
  await expect.poll(isUploaded).toBe(true);
  expect(calls).toEqual([0, 0]);
});

test('a piece without a reply is sent again in smaller pieces, and the file arrives', async () => {
  const { db, ctx } = deviceOf();
  await db.transaction('rw', db.meta, () => storeMeta(db, 'leader', { epoch: 1, holder: 'me', beatAt: 0 }));
  const file = new File([new Uint8Array(uploadChunkBytes)], 'cell.png', { type: 'image/png' });
  await sendMessage(ctx, { roomId: 'r', content: '', files: [file] });
  const world = new FakeWorld();
  const sizes: number[] = [];
  let uploaded = false;
  const uploads = new Uploads({
    db,
    world,
    uploadApi: {
      create: async () => '/api/v1/uploads/one',
      offsetOf: async () => 0,
      async send(_url, offset, bytes) {
        sizes.push(bytes.size);
        if (sizes.length > 1) return offset + bytes.size;
        world.pass(20_000);
        throw new Unreachable('timeout error');
      },
    },
    fence: 1,
    uploaded: () => (uploaded = true),
    signedOut: () => undefined,
  });
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  void uploads.run(stop.signal);
  await expect.poll(() => sizes.length).toBe(1);
  uploads.retryNow();
  await expect.poll(() => uploaded).toBe(true);
  expect(sizes[1]).toBe(uploadChunkBytes / 4);
});

const refuse = () => Promise.reject(new Refused(403, 'QUOTA_EXCEEDED', 'The quota is used up.'));

/** A device whose message with a file stands in a record that was sent. @param moved whether it was restored into it */
async function sentWithFile(moved: boolean) {
  const { db, ctx } = deviceOf();
  await db.transaction('rw', db.meta, () => storeMeta(db, 'leader', { epoch: 1, holder: 'me', beatAt: 0 }));
  await sendMessage(ctx, { roomId: 'r', content: '', files: [new File(['abc'], 'cell.png', { type: 'image/png' })] });
  await db.transaction('rw', outboxTables(db), async () => {
    const { entries } = await pendingIn(db);
    if (moved) await replaceEntries(db, await pendingIn(db), entries);
    const ns = entries.map(({ n }) => n);
    await markSent(db, await pendingIn(db), ns);
  });
  const uploads = new Uploads({
    db,
    world: new FakeWorld(),
    uploadApi: { create: refuse, offsetOf: refuse, send: refuse },
    fence: 1,
    uploaded: () => undefined,
    signedOut: () => undefined,
  });
  await uploads.run(new AbortController().signal, true);
  return db;
}

test('a restored message that may have been sent is not refused for its file, which was uploaded before', async () => {
  const db = await sentWithFile(true);
  expect((await readPending(db)).entries.map(({ deps }) => deps)).toEqual([[]]);
  expect(await db.attention.count()).toBe(0);
});

test('a message whose file the server refuses is refused with the reason, also when a command of its record was sent', async () => {
  const db = await sentWithFile(false);
  expect((await db.attention.toArray()).map(({ code }) => code)).toEqual(['QUOTA_EXCEEDED']);
  expect((await readPending(db)).entries).toEqual([]);
});
