import { expect, test, vi } from 'vitest';
import { holdReload, mustReloadWait } from '../../../src/workers/holds.ts';
import { onQuietMoment, noteNavigation } from '../../../src/workers/quiet-moments.ts';
import { patience } from '../../support/patience.ts';

/** Whether a navigation counts as a quiet moment while `isBusy` holds back reloads. */
async function isQuietWith(isBusy: () => Promise<boolean>): Promise<boolean> {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  const came = vi.fn<() => void>();
  onQuietMoment(came, mustReloadWait);
  const release = holdReload(isBusy);
  noteNavigation();
  await vi.waitFor(async () => await isBusy().catch(() => true), patience.condition);
  await Promise.resolve();
  release();
  return came.mock.calls.length > 0;
}

test('an idle page may switch to the new version when its user leaves it', async () => {
  expect(await isQuietWith(async () => false)).toBe(true);
});

test('an upload under way holds it back', async () => {
  expect(await isQuietWith(async () => true)).toBe(false);
});

test('a session that has just ended and cannot say holds it back, without a fault', async () => {
  expect(await isQuietWith(() => Promise.reject(new Error('the database is closed')))).toBe(false);
});
