import { expect, test } from 'vitest';
import {
  afterRefusal,
  afterReply,
  afterSilence,
  firstSize,
  type AdaptiveSize,
} from '../../../src/sync/adaptive-size.ts';

const quick = 50;
const slow = 10_000;
const timeout = 20_000;
const begin = firstSize({ first: 100, least: 10, most: 400 });

/** The size after these calls. */
const after = (size: AdaptiveSize, ...calls: ((size: AdaptiveSize) => AdaptiveSize)[]): number =>
  calls.reduce((now, call) => call(now), size).now;
const replied = (called: number, ms: number) => (size: AdaptiveSize) => afterReply(size, called, ms);
const four = <T>(call: T): T[] => [call, call, call, call];
const full = (size: AdaptiveSize) => afterReply(size, size.now, 1500);
const silent = (called: number, ms: number) => (size: AdaptiveSize) => afterSilence(size, called, ms);

test('quick answers to full calls double what the next may carry, up to what is allowed', () => {
  expect(after(begin, replied(100, quick))).toBe(200);
  expect(after(begin, replied(100, quick), replied(200, quick), replied(400, quick))).toBe(400);
});

test('a quick reply to a small call says nothing about large ones', () => {
  expect(after(begin, replied(3, quick))).toBe(100);
});

test('a slow answer halves it, and silence quarters it, down to what always goes', () => {
  expect(after(begin, replied(100, slow))).toBe(50);
  expect(after(begin, replied(100, slow), silent(50, timeout))).toBe(12);
  expect(after(begin, replied(100, slow), silent(50, timeout), silent(12, timeout))).toBe(10);
});

test('four calls of one size that fail together count once, and so do four that are slow together', () => {
  const large = firstSize({ first: 400, least: 1, most: 400 });
  expect(after(large, ...four(silent(400, timeout)))).toBe(100);
  expect(after(large, ...four(replied(400, slow)))).toBe(200);
});

test('a slow small call says nothing about large ones', () => {
  expect(after(begin, replied(1, slow))).toBe(100);
});

test('without a network calls fail at once, which says nothing about their size', () => {
  const call = silent(100, 3);
  expect(after(begin, call, call, call, call, call)).toBe(100);
});

test('a network that answers late but carries much gets back to full calls', () => {
  expect(after(begin, silent(100, timeout), full, full, full, full, full)).toBe(400);
});

test('a network that fails large calls gets no calls larger than the initial size', () => {
  expect(after(begin, replied(100, quick), afterRefusal, replied(100, quick))).toBe(100);
});
