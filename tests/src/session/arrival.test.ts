import { expect, test } from 'vitest';
import type { SyncState } from '../../../src/session/sync-status.ts';
import { absenceOf, arrivalOf, type Absence, type Arrival } from '../../../src/session/arrival.tsx';

type Row = [phase: SyncState['phase'], retryInMs: number | null, hasEverSynced: boolean, Arrival, Absence];

const rows: Row[] = [
  ['connecting', null, false, 'coming', 'coming'],
  ['connecting', null, true, 'coming', 'coming'],
  ['connecting', 800, false, 'awaited', 'notHere'],
  ['connecting', 800, true, 'here', 'notHere'],
  ['catchingUp', null, false, 'coming', 'coming'],
  ['offline', null, false, 'awaited', 'notHere'],
  ['offline', null, true, 'here', 'notHere'],
  ['live', null, true, 'here', 'unknown'],
  ['signedOut', null, false, 'awaited', 'notHere'],
];

test.each(rows)('%s with a retry in %s ms, synced before: %s: the rows are %s, and a missing one is %s', (...row) => {
  const [phase, retryInMs, synced, arrival, absence] = row;
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
  expect(absenceOf(context)).toBe(absence);
});
