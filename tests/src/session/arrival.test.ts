import { expect, test } from 'vitest';
import type { SyncContext } from '../../../src/machines/sync.ts';
import { arrivalOf, type Arrival } from '../../../src/session/arrival.tsx';

type Row = [phase: SyncContext['phase'], retryInMs: number | null, hasEverSynced: boolean, arrival: Arrival];

const rows: Row[] = [
  ['connecting', null, false, 'coming'],
  ['connecting', null, true, 'coming'],
  ['connecting', 800, false, 'awaited'],
  ['connecting', 800, true, 'here'],
  ['catchingUp', null, false, 'coming'],
  ['offline', null, false, 'awaited'],
  ['offline', null, true, 'here'],
  ['live', null, true, 'here'],
  ['signedOut', null, false, 'awaited'],
];

test.each(rows)('%s with a retry in %s ms, synced before: %s: the rows are %s', (phase, retryInMs, synced, arrival) => {
  const lastSyncedAt = synced ? 1 : null;
  const quiet = {
    pulled: 0,
    protectedStorage: null,
    isFull: false,
    refusal: null,
    isCaptive: false,
    isServerFailing: false,
  };
  const context = { phase, retryInMs, lastSyncedAt, ...quiet };
  expect(arrivalOf(context)).toBe(arrival);
});
