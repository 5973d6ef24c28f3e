import { expect, test } from 'vitest';
import { Refusal } from '#domain/errors.ts';
import { comeBackWithin, Turns } from '../../../server/limits/turns.ts';

test('a few calls run at once, some queue in order, and the rest are told when to retry', async () => {
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

/** What becomes of work in two queues, one at a time; `began` says in which order. */
function queueOf(most: number) {
  const turns = new Turns(1, most, () => new Refusal('RATE_LIMITED'));
  const gate = Promise.withResolvers<void>();
  const began: string[] = [];
  const ask = (whose: string | string[], name: string) =>
    turns.run(async () => {
      began.push(name);
      await gate.promise;
      return name;
    }, whose);
  return { ask, began, open: () => gate.resolve() };
}

test('a user with one call waits for one turn of every other user, not for all their calls', async () => {
  const { ask, began, open } = queueOf(10);
  const flood = Array.from({ length: 8 }, (_, i) => ask('flood', `flood ${i}`));
  const mine = ask('me', 'me');
  open();
  await Promise.all([...flood, mine]);
  expect(began.slice(0, 3)).toEqual(['flood 0', 'flood 1', 'me']);
});

test('when the room is full, who asks for much gives way to who asks for little', async () => {
  const { ask, began, open } = queueOf(4);
  const flood = Array.from({ length: 6 }, (_, i) => ask('flood', `flood ${i}`));
  const ends = Promise.allSettled(flood);
  const [mine, yours] = [ask('me', 'me'), ask('you', 'you')];
  open();
  expect(await Promise.all([mine, yours])).toEqual(['me', 'you']);
  expect((await ends).map(({ status }) => status === 'fulfilled')).toEqual([true, true, true, false, false, false]);
  expect(began).toEqual(['flood 0', 'flood 1', 'me', 'you', 'flood 2']);
});

test('one wide network with many parts gives way to who asks for little, and a stranger to who is known', async () => {
  const { ask, began, open } = queueOf(4);
  const flood = Array.from({ length: 5 }, (_, i) => ask(['strangers', 'wide', `part ${i}`], `flood ${i}`));
  const ends = Promise.allSettled(flood);
  const mine = ask(['strangers', 'other', 'mine'], 'me');
  const known = ask(['known', 'account'], 'known');
  await expect(ask(['strangers', 'wide', 'part 9'], 'late')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  open();
  expect(await Promise.all([mine, known])).toEqual(['me', 'known']);
  expect((await ends).map(({ status }) => status === 'fulfilled')).toEqual([true, true, true, false, false]);
  expect(began).toEqual(['flood 0', 'flood 1', 'known', 'me', 'flood 2']);
});

test('within one network the part that asks for much gives way to the one that asks for little', async () => {
  const { ask, open } = queueOf(3);
  const flood = Array.from({ length: 4 }, () => ask(['wide', 'much'], 'flood'));
  const ends = Promise.allSettled(flood);
  const mine = ask(['wide', 'little'], 'me');
  open();
  expect(await mine).toBe('me');
  expect((await ends).map(({ status }) => status === 'fulfilled')).toEqual([true, true, true, false]);
});
