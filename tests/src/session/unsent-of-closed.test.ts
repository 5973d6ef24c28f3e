import { expect, test, vi } from 'vitest';
import { Dexie } from 'dexie';
import { sendMessage } from '../../../src/chat/calls/chat-send.ts';
import { saveDraft } from '../../../src/db/drafts.ts';
import { UserDb } from '../../../src/db/schema.ts';
import { clearConfirmed } from '../../../src/db/storage.ts';
import { deleteUnsentTexts, unsentTextsOf } from '../../../src/session/unsent-of-closed.ts';
import { newId } from '../../../src/sync/engine.ts';
import { testUser } from '../../support/src/user.ts';
import { outboxRules } from '../../../src/nouns.ts';

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });

test('what a closed account has not sent is read with its files, after the cache was cleared, and then deleted', async () => {
  const me = testUser();
  const db = new UserDb(me.id);
  const ctx = { db, rules: outboxRules, me, newId, appVersion: 'test', appended: () => undefined };
  const files = [new File(['bytes'], 'a.pdf', { type: 'application/pdf' })];
  await sendMessage(ctx, { roomId: 'r', content: 'Not sent', files });
  await saveDraft(db, 'room:r', { text: 'Half a sentence', files: [] });
  await clearConfirmed(db);
  db.close();

  const things = await unsentTextsOf(me.id);
  expect(things.map(({ text }) => text.split('\n')[0])).toEqual(['Not sent', 'Half a sentence']);
  const [file] = things[0]?.files ?? [];
  expect([file?.name, await file?.bytes?.text()]).toEqual(['a.pdf', 'bytes']);

  await deleteUnsentTexts(me.id);
  expect(await unsentTextsOf(me.id)).toEqual([]);
});

test('of an account that was never on this device nothing is made', async () => {
  const { id } = testUser();
  expect(await unsentTextsOf(id)).toEqual([]);
  expect(await Dexie.exists(new UserDb(id).name)).toBe(false);
});
