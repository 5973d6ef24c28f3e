import { expect, test, vi } from 'vitest';
import { sendMessage } from '../../../src/chat/calls/chat-send.ts';
import { parkedCountOf } from '../../../src/db/parked-count.ts';
import { UserDb } from '../../../src/db/schema.ts';
import { countParked } from '../../../src/session/count-parked.ts';
import { newId } from '../../../src/sync/engine.ts';
import { emptyStorage } from '../../support/src/storage.ts';
import { testUser } from '../../support/src/user.ts';
import { outboxRules } from '../../../src/nouns.ts';

test('a browser that was killed before it wrote the numbers counts what waits from the databases', async () => {
  vi.stubGlobal('localStorage', emptyStorage());
  const [first, second] = [testUser(), testUser()];
  for (const [me, texts] of [
    [first, ['one', 'two']],
    [second, []],
  ] as const) {
    const db = new UserDb(me.id);
    await db.open();
    const ctx = { db, rules: outboxRules, me, newId, appVersion: 'test', appended: () => undefined };
    for (const content of texts) await sendMessage(ctx, { roomId: 'r', content, files: [] });
    db.close();
  }
  await countParked();
  expect([first, second].map(({ id }) => parkedCountOf(id))).toEqual([2, 0]);
});
