import { afterAll, expect, test } from 'vitest';
import { sendMessage } from '../../../src/chat/calls/chat-send.ts';
import { storeMeta } from '../../../src/db/meta.ts';
import { readPending } from '../../../src/db/pending.ts';
import { outboxRules } from '../../../src/nouns.ts';
import { openSessionDatabase } from '../../../src/session/session-database.ts';
import type { SessionNotices } from '../../../src/session/session-notices.ts';
import { newId } from '../../../src/sync/engine.ts';
import { deleteStorageUnder } from '../../support/src/delete-storage.ts';
import { testUser } from '../../support/src/user.ts';

const life = new AbortController();
afterAll(() => life.abort());

test('a page opens although the browser deletes its database meanwhile, and has what was not sent', async () => {
  const me = testUser();
  const notices = { blocked: () => undefined, storageDeleted: () => undefined } as unknown as SessionNotices;
  const { db, resume, untilRestored } = await openSessionDatabase(me, notices, life.signal, () => undefined);
  const ctx = { db, rules: outboxRules, me, newId, appVersion: 'test', appended: () => undefined };
  await sendMessage(ctx, { roomId: 'r', content: 'not sent', files: [] });
  await db.transaction('rw!', db.meta, async () => storeMeta(db, 'parked', true));
  const resumed = resume();
  deleteStorageUnder([db]);
  await resumed;
  await untilRestored();
  expect((await readPending(db)).entries.map(({ args }) => args)).toEqual([
    expect.objectContaining({ content: 'not sent' }),
  ]);
});
