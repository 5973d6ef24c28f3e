import { expect, onTestFinished, test } from 'vitest';
import type { Message } from '#domain/chat/chat.ts';
import { clearWhenStartedOver, EarlyMessages } from '../../../src/db/early.ts';
import { startOver } from '../../../src/db/snapshot.ts';
import { UserDb } from '../../../src/db/schema.ts';
import { until } from '../../support/until.ts';

const message = { id: 'm1', roomId: 'r1', sseq: 1 } as Message;

test('early messages are dropped in every tab when a snapshot replaces everything', async () => {
  const db = new UserDb('early');
  const life = new AbortController();
  onTestFinished(() => {
    life.abort();
    db.close();
  });
  const tabs = [new EarlyMessages(), new EarlyMessages()];
  for (const early of tabs) {
    clearWhenStartedOver(db, early, life.signal);
    early.add(message);
    early.markDelivered('r1', 'support', 1);
    early.drop([message]);
  }
  const pos = { epoch: 'e1', xid: '1', seq: 1 };
  await startOver(db, { pos, streams: [], gone: [] }, undefined);
  await until('both are empty', () => tabs.every((early) => early.of('r1').length === 0));
  expect(tabs.map((early) => early.deliveredTo('r1', 'support'))).toEqual([0, 0]);
});
