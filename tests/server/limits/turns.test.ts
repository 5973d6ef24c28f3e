import { expect, test } from 'vitest';
import { Refusal } from '#domain/ground/errors.ts';
import { refusalWithin, Turns } from '../../../server/limits/turns.ts';

test('a few calls run at once, some queue in order, and the rest are told when to retry', async () => {
  const turns = new Turns(2, 3, () => refusalWithin(1000));
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

/** A queue that runs one call at a time. `began` lists the calls in the order in which they started. */
function queueOf(maxWaiting: number) {
  const turns = new Turns(1, maxWaiting, () => new Refusal('RATE_LIMITED'));
  const gate = Promise.withResolvers<void>();
  const began: string[] = [];
  const call = (caller: string | string[], name: string) =>
    turns.run(async () => {
      began.push(name);
      await gate.promise;
      return name;
    }, caller);
  return { call, began, open: () => gate.resolve() };
}

test('a user with one call waits for one turn of every other user, not for all their calls', async () => {
  const { call, began, open } = queueOf(10);
  const flood = Array.from({ length: 8 }, (_, i) => call('flood', `flood ${i}`));
  const myCall = call('me', 'me');
  open();
  await Promise.all([...flood, myCall]);
  expect(began.slice(0, 3)).toEqual(['flood 0', 'flood 1', 'me']);
});

test('when the queue is full, calls of a user with many give way to those of a user with few', async () => {
  const { call, began, open } = queueOf(4);
  const flood = Array.from({ length: 6 }, (_, i) => call('flood', `flood ${i}`));
  const ends = Promise.allSettled(flood);
  const [myCall, yourCall] = [call('me', 'me'), call('you', 'you')];
  open();
  expect(await Promise.all([myCall, yourCall])).toEqual(['me', 'you']);
  expect((await ends).map(({ status }) => status === 'fulfilled')).toEqual([true, true, true, false, false, false]);
  expect(began).toEqual(['flood 0', 'flood 1', 'me', 'you', 'flood 2']);
});

test('when the queue is full, a network with calls from many subnets gives way to one with few, and unknown callers to known ones', async () => {
  const { call, began, open } = queueOf(4);
  const flood = Array.from({ length: 5 }, (_, i) => call(['strangers', 'wide', `part ${i}`], `flood ${i}`));
  const ends = Promise.allSettled(flood);
  const myCall = call(['strangers', 'other', 'mine'], 'me');
  const knownCall = call(['known', 'account'], 'known');
  await expect(call(['strangers', 'wide', 'part 9'], 'late')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  open();
  expect(await Promise.all([myCall, knownCall])).toEqual(['me', 'known']);
  expect((await ends).map(({ status }) => status === 'fulfilled')).toEqual([true, true, true, false, false]);
  expect(began).toEqual(['flood 0', 'flood 1', 'known', 'me', 'flood 2']);
});

test('within one network, calls of a subnet with many give way to those of a subnet with few', async () => {
  const { call, open } = queueOf(3);
  const flood = Array.from({ length: 4 }, () => call(['wide', 'much'], 'flood'));
  const ends = Promise.allSettled(flood);
  const myCall = call(['wide', 'little'], 'me');
  open();
  expect(await myCall).toBe('me');
  expect((await ends).map(({ status }) => status === 'fulfilled')).toEqual([true, true, true, false]);
});
