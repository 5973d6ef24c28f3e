import { expect, test } from 'vitest';
import { createOnce } from '../../../src/ui/use-once.ts';

/** Buttons that add something, with a clock that the test moves. */

const settled = () => new Promise(setImmediate);

function buttons() {
  let time = 0;
  const added: string[] = [];
  const once = createOnce(() => time);
  return {
    added,
    tap: (key: string, work?: Promise<unknown>) =>
      once(key, () => {
        added.push(key);
        return work;
      }),
    wait: (ms: number) => (time += ms),
  };
}

test('a double tap adds once, and a tap after it adds another', async () => {
  const { added, tap, wait } = buttons();
  tap('cycle');
  await settled();
  wait(200);
  tap('cycle');
  expect(added).toEqual(['cycle']);
  wait(400);
  tap('cycle');
  expect(added).toEqual(['cycle', 'cycle']);
});

test('while adding takes long, further taps add nothing, and other buttons work', async () => {
  const { added, tap, wait } = buttons();
  const work = Promise.withResolvers<void>();
  tap('cycle', work.promise);
  wait(5000);
  tap('cycle');
  tap('pulse');
  expect(added).toEqual(['cycle', 'pulse']);
  work.resolve();
  await settled();
  tap('cycle');
  expect(added).toEqual(['cycle', 'pulse', 'cycle']);
});
