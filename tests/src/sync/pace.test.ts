import { expect, test } from 'vitest';
import { Pace } from '../../../src/sync/pace.ts';

const quick = 50;
const slow = 10_000;
const pace = () => new Pace({ first: 100, least: 10, most: 400 });

test('quick answers to full calls double what the next may carry, up to what is allowed', () => {
  const size = pace();
  size.answered(100, quick);
  expect(size.size).toBe(200);
  size.answered(200, quick);
  size.answered(400, quick);
  expect(size.size).toBe(400);
});

test('a quick answer to a small call says nothing about a large one', () => {
  const size = pace();
  size.answered(3, quick);
  expect(size.size).toBe(100);
});

test('a slow answer halves it, and silence quarters it, down to what always goes', () => {
  const size = pace();
  size.answered(100, slow);
  expect(size.size).toBe(50);
  size.unanswered(50);
  expect(size.size).toBe(12);
  size.unanswered(12);
  expect(size.size).toBe(10);
});

test('four calls of one size that fail together count once', () => {
  const size = new Pace({ first: 400, least: 1, most: 400 });
  for (let i = 0; i < 4; i++) size.unanswered(400);
  expect(size.size).toBe(100);
});

test('a small call without an answer says that the network is gone, and nothing about its size', () => {
  const size = pace();
  size.unanswered(10);
  expect(size.size).toBe(100);
});
