import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emptyStorage } from '../../support/src/storage.ts';

/** What the page does before and at a reload, in order. Each test has its own page. */
let done: string[];

beforeEach(() => {
  done = [];
  // A real reload ends the page; here its intervals would run for ever.
  vi.useFakeTimers({ toFake: ['setInterval'] });
  vi.resetModules();
  vi.stubGlobal('location', { reload: () => done.push('reloaded') });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('sessionStorage', emptyStorage());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function pageThatSaves(save: () => Promise<void> = async () => void done.push('saved')) {
  const { update } = await import('../../../src/workers/register.ts');
  update.beforeReload(save);
  return update;
}

test('a page that gives way to a newer one saves what is typed once, while it still has its tables', async () => {
  const update = await pageThatSaves();
  await update.giveWay(() => done.push('let go'));
  expect(done).toEqual(['saved', 'let go', 'reloaded']);
});

test('it gives way also when what is typed cannot be saved', async () => {
  const update = await pageThatSaves(() => Promise.reject(new Error('the disk is full')));
  await update.giveWay(() => done.push('let go'));
  expect(done).toEqual(['let go', 'reloaded']);
});

test('a page whose build is gone saves, and reloads once only', async () => {
  const update = await pageThatSaves();
  await Promise.all([update.buildIsGone(), update.buildIsGone()]);
  await update.buildIsGone();
  expect(done).toEqual(['saved', 'reloaded']);
});

test('a reload that the browser has lost is started again', async () => {
  const update = await pageThatSaves();
  await update.buildIsGone();
  vi.advanceTimersByTime(14_999);
  expect(done).toEqual(['saved', 'reloaded']);
  vi.advanceTimersByTime(1);
  expect(done).toEqual(['saved', 'reloaded', 'reloaded']);
});
