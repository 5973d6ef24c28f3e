import { expect, test, vi } from 'vitest';
import { SyncStatus } from '../../../src/session/sync-status.ts';

test('what the user sees follows the reports of reader, writer and network', () => {
  const sync = new SyncStatus({ isOnline: false });
  const seen = vi.fn<() => void>();
  const end = sync.subscribe(seen);
  expect(sync.state.phase).toBe('offline');
  sync.report({ type: 'transport.failed', retryInMs: 750, isCaptive: false });
  expect(sync.state).toMatchObject({ phase: 'offline', retryInMs: null });
  sync.report({ type: 'network.found' });
  expect(sync.state.phase).toBe('connecting');
  sync.report({ type: 'transport.failed', retryInMs: 750, isCaptive: false });
  expect(sync.state.retryInMs).toBe(750);
  sync.report({ type: 'pull.advanced', pulled: 500 });
  sync.report({ type: 'pull.advanced', pulled: 900 });
  expect(sync.state).toMatchObject({ phase: 'catchingUp', pulled: 900, retryInMs: null });
  sync.report({ type: 'pull.caughtUp', at: 42 });
  expect(sync.state).toMatchObject({ phase: 'live', pulled: 0, lastSyncedAt: 42 });
  sync.report({ type: 'network.found' });
  expect(sync.state.phase).toBe('live');
  sync.report({ type: 'transport.failed', retryInMs: 1500, isCaptive: true });
  expect(sync.state).toMatchObject({ phase: 'connecting', retryInMs: 1500, isCaptive: true, lastSyncedAt: 42 });
  for (const failed of [true, false]) {
    sync.report({ type: 'push.ended', failed });
    expect(sync.state).toMatchObject({ phase: 'connecting', isServerFailing: failed });
  }
  expect(seen).toHaveBeenCalledTimes(10);
  end();
  sync.report({ type: 'storage.filled', isFull: true });
  expect(seen).toHaveBeenCalledTimes(10);
});

test('a session that has ended, and a version that is too old, stay so whatever late calls report', () => {
  const sync = new SyncStatus({ isOnline: true });
  sync.report({ type: 'client.refused' });
  sync.report({ type: 'pull.caughtUp', at: 42 });
  sync.report({ type: 'transport.failed', retryInMs: 1500, isCaptive: false });
  expect(sync.state).toMatchObject({ phase: 'outdated', lastSyncedAt: null, retryInMs: null });
  sync.report({ type: 'session.refused', reason: 'Signed out on another device.' });
  sync.report({ type: 'network.lost' });
  expect(sync.state).toMatchObject({ phase: 'signedOut', refusal: 'Signed out on another device.' });
});
