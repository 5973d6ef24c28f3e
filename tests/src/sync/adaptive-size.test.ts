import { expect, test } from 'vitest';
import { AdaptiveSize } from '../../../src/sync/adaptive-size.ts';

const quick = 50;
const slow = 10_000;
const timeout = 20_000;
const pace = () => new AdaptiveSize({ first: 100, least: 10, most: 400 });

test('quick answers to full calls double what the next may carry, up to what is allowed', () => {
  const size = pace();
  size.answered(100, quick);
  expect(size.size).toBe(200);
  size.answered(200, quick);
  size.answered(400, quick);
  expect(size.size).toBe(400);
});

test('a quick reply to a small call says nothing about large ones', () => {
  const size = pace();
  size.answered(3, quick);
  expect(size.size).toBe(100);
});

test('a slow answer halves it, and silence quarters it, down to what always goes', () => {
  const size = pace();
  size.answered(100, slow);
  expect(size.size).toBe(50);
  size.unanswered(50, timeout);
  expect(size.size).toBe(12);
  size.unanswered(12, timeout);
  expect(size.size).toBe(10);
});

test('four calls of one size that fail together count once, and so do four that are slow together', () => {
  const silent = new AdaptiveSize({ first: 400, least: 1, most: 400 });
  for (let i = 0; i < 4; i++) silent.unanswered(400, timeout);
  expect(silent.size).toBe(100);
  const late = new AdaptiveSize({ first: 400, least: 1, most: 400 });
  for (let i = 0; i < 4; i++) late.answered(400, slow);
  expect(late.size).toBe(200);
});

test('a slow small call says nothing about large ones', () => {
  const size = pace();
  size.answered(1, slow);
  expect(size.size).toBe(100);
});

test('without a network calls fail at once, which says nothing about their size', () => {
  const size = pace();
  for (let i = 0; i < 5; i++) size.unanswered(100, 3);
  expect(size.size).toBe(100);
});

test('a network that answers late but carries much gets back to full calls', () => {
  const size = pace();
  size.unanswered(100, timeout);
  for (let i = 0; i < 5; i++) size.answered(size.size, 1500);
  expect(size.size).toBe(400);
});

test('a network that fails large calls gets no calls larger than the initial size', () => {
  const size = pace();
  size.answered(100, quick);
  size.refused();
  size.answered(100, quick);
  expect(size.size).toBe(100);
});
