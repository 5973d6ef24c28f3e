import { setTimeout as wait } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';
import { ms, quantile } from './stats.ts';

/** Measures the time from a key press to the paint that shows it, in Chromium's Event Timing, on a slowed-down CPU. */

/** A fast typist's pause between two keys. */
const keyEveryMs = 100;
/** Event Timing does not report what takes less than a frame: each counts as one frame. */
const frameMs = 16;

interface Watched {
  slow: Map<number, number>;
  longest: number;
}

export interface KeyFigures {
  keys: number;
  p50: string;
  p95: string;
  most: string;
  /** Keys that took longer than the goal. */
  over: number;
  /** The longest task of the page. */
  longest: string;
  seconds: string;
}

/** The key presses of one step: its character, or Backspace. */
export type Key = string;

/**
 * Presses keys at a fixed rate, whether or not the page keeps up, for as long as the work takes.
 * @param slower the factor by which the CPU is slowed down meanwhile
 * @param typed the keys in turn, repeated
 */
export async function measureKeys(
  page: Page,
  { slower, goalMs, typed }: { slower: number; goalMs: number; typed: readonly Key[] },
  work: () => Promise<void>,
): Promise<KeyFigures> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
  await page.evaluate(watchKeys);
  const since = performance.now();
  let keys = 0;
  let isOver = false;
  const working = work().finally(() => (isOver = true));
  const pressed: Promise<unknown>[] = [];
  while (!isOver) {
    pressed.push(...press(session, typed[keys % typed.length] ?? 'a'));
    keys++;
    await wait(keyEveryMs);
  }
  await working;
  await Promise.all(pressed);
  const seconds = (performance.now() - since) / 1000;
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const { slow, longest } = await page.evaluate(keysWatched);
  await session.detach();
  const all = [...slow, ...Array.from({ length: Math.max(0, keys - slow.length) }, () => frameMs)];
  return {
    keys,
    p50: ms(quantile(all, 0.5)),
    p95: ms(quantile(all, 0.95)),
    most: ms(Math.max(...all)),
    over: slow.filter((duration) => duration > goalMs).length,
    longest: ms(longest),
    seconds: seconds.toFixed(1),
  };
}

function press(session: CDPSession, key: Key): Promise<unknown>[] {
  const isText = key.length === 1;
  const code = key === 'Backspace' ? 8 : key.toUpperCase().charCodeAt(0);
  const event = { key, windowsVirtualKeyCode: code };
  return [
    session.send('Input.dispatchKeyEvent', { type: 'keyDown', ...event, ...(isText ? { text: key } : {}) }),
    session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event }),
  ];
}

/** Runs in the page: records the time from each key to the next paint, from Event Timing, and the longest task. */
function watchKeys(): void {
  const watched: Watched = { slow: new Map(), longest: 0 };
  Object.assign(globalThis, { watched });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      if (entry.name !== 'keydown' && entry.name !== 'keypress' && entry.name !== 'input') continue;
      // All events of one key press share its time stamp; the slowest is what the user waited for.
      const at = Math.round(entry.startTime / 10);
      watched.slow.set(at, Math.max(watched.slow.get(at) ?? 0, entry.duration));
    }
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watched.longest = Math.max(watched.longest, duration);
  }).observe({ type: 'longtask' });
}

function keysWatched(): { slow: number[]; longest: number } {
  const { watched } = globalThis as unknown as { watched: Watched };
  return { slow: [...watched.slow.values()], longest: watched.longest };
}
