import { expect, test } from 'vitest';
import { Refusal } from '#domain/errors.ts';
import { comeBackWithin, Turns } from '../../server/turns.ts';

test('a few work at once, some wait in order, and the rest is told when to come back', async () => {
  const turns = new Turns(2, 3, () => comeBackWithin(1000));
  const gates = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const began: number[] = [];
  const work = gates.map((gate, i) =>
    turns.run(async () => {
      began.push(i);
      await gate.promise;
      if (i === 1) throw new Error('failed');
      return i;
    }),
  );
  const refused = await turns.run(async () => 5).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refusal);
  expect(refused).toMatchObject({ code: 'UNAVAILABLE', details: { retryAfterMs: expect.any(Number) } });
  expect(began).toEqual([0, 1]);
  expect(turns.waiting).toBe(3);
  for (const gate of gates) gate.resolve();
  const ends = await Promise.allSettled(work);
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
  expect(began).toEqual([0, 1, 2, 3, 4]);
  expect(await turns.run(async () => 'free again')).toBe('free again');
});
