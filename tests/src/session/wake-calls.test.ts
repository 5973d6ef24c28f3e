import { beforeEach, expect, test, vi } from 'vitest';
import { wakeCalls } from '../../../src/session/wake-calls.ts';

/** When the browser is asked to wake the service worker. */

let isWaiting: boolean;
let page: EventTarget & { visibilityState: string };
let network: { onLine: boolean };

beforeEach(() => {
  isWaiting = false;
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  network = { onLine: true };
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', network);
  vi.useFakeTimers();
});

function device() {
  const ask = vi.fn<() => void>();
  const calls = wakeCalls({ ask, isWorkDue: async () => isWaiting }, new AbortController().signal);
  return { ...calls, ask };
}

async function hide(): Promise<void> {
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  await Promise.resolve();
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
}

test('a message that I send with a network wakes nothing while I look at the page', () => {
  const { appended, ask } = device();
  appended();
  appended();
  expect(ask).not.toHaveBeenCalled();
});

test('without a network the browser is asked at once, and again for what I write later', () => {
  const { appended, ask } = device();
  network.onLine = false;
  appended();
  appended();
  expect(ask).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(5000);
  appended();
  expect(ask).toHaveBeenCalledTimes(2);
});

test('behind a network that carries nothing, the first failed call asks, and later ones do not', () => {
  const { appended, unreachable, ask } = device();
  unreachable();
  expect(ask).not.toHaveBeenCalled();
  appended();
  unreachable();
  unreachable();
  expect(ask).toHaveBeenCalledTimes(1);
});

test('what has waited for a while asks, whichever tab has written it', () => {
  const { workWaits, ask } = device();
  workWaits();
  expect(ask).toHaveBeenCalledTimes(1);
});

test('who writes and closes the page at once has asked', async () => {
  const { appended, ask } = device();
  appended();
  await hide();
  expect(ask).toHaveBeenCalledTimes(1);
  await hide();
  expect(ask).toHaveBeenCalledTimes(1);
});

test('who closes the page while something waits has asked, although an earlier request was answered in vain', async () => {
  const { workWaits, ask } = device();
  workWaits();
  isWaiting = true;
  await hide();
  expect(ask).toHaveBeenCalledTimes(2);
});
