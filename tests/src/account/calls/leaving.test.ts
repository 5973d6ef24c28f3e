import { expect, test } from 'vitest';
import { sendMessage } from '../../../../src/chat/calls/chat-send.ts';
import { discardEverything } from '../../../../src/account/calls/leaving.ts';
import { saveDraft } from '../../../../src/db/drafts.ts';
import { readPending } from '../../../../src/db/pending.ts';
import { deviceOf } from '../../../support/src/user.ts';

test('discarding at sign-out takes what waits, its photo, and what was typed and never sent', async () => {
  const { db, ctx } = deviceOf();
  const photo = new File(['bytes'], 'a.png', { type: 'image/png' });
  await sendMessage(ctx, { roomId: 'r', content: 'waits', files: [photo] });
  await saveDraft(db, 'room:r', { text: 'half a sentence', files: [] });
  await saveDraft(db, 'order:o/capacity', '4');
  expect(await discardEverything(ctx)).toBe(0);
  expect((await readPending(db)).entries).toEqual([]);
  expect([await db.blobs.count(), await db.drafts.count()]).toEqual([0, 0]);
});
