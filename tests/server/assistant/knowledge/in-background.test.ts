import { setImmediate as otherWork } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Steps } from '#domain/ground/work-in-steps.ts';
import { InBackground } from '../../../../server/assistant/knowledge/in-background.ts';

/** Takes 20 ms a step, and notes them. */
function* slow(taken: number[], failsAt = Infinity): Steps<string> {
  for (let i = 0; i < 5; i++) {
    const end = performance.now() + 20;
    while (performance.now() < end);
    if (i === failsAt) throw new Error('broken');
    taken.push(i);
    yield;
  }
  return 'done';
}

test('work in the background gives way to other work after each slice', async () => {
  const taken: number[] = [];
  const work = new InBackground(slow(taken));
  const whole = work.run(new AbortController().signal);
  expect(taken).toEqual([0]);
  await otherWork();
  await otherWork();
  expect(taken.length).toBeGreaterThan(1);
  expect(taken.length).toBeLessThan(5);
  await whole;
  expect(taken).toEqual([0, 1, 2, 3, 4]);
  expect(work.now()).toBe('done');
});

test('whoever needs the result earlier finishes the work, which is done once', async () => {
  const taken: number[] = [];
  const work = new InBackground(slow(taken));
  const whole = work.run(new AbortController().signal);
  expect(work.now()).toBe('done');
  await whole;
  expect(taken).toEqual([0, 1, 2, 3, 4]);
});

test('work that fails says so each time, and work that is given up takes no further step', async () => {
  const broken = new InBackground(slow([], 1));
  await expect(broken.run(new AbortController().signal)).rejects.toThrow('broken');
  expect(() => broken.now()).toThrow('broken');
  const life = new AbortController();
  const taken: number[] = [];
  const whole = new InBackground(slow(taken)).run(life.signal);
  life.abort();
  await whole;
  expect(taken).toEqual([0]);
});
