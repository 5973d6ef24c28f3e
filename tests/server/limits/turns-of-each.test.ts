import { expect, test } from 'vitest';
import { TurnsOfEach } from '../../../server/limits/turns-of-each.ts';
import { refusalWithin } from '../../../server/limits/turns.ts';

test('of each key a few calls run at once, too many that wait are refused, and other keys do not notice', async () => {
  const turns = new TurnsOfEach(1, 1, () => refusalWithin(1000));
  const gate = Promise.withResolvers<void>();
  const first = turns.run('loud', () => gate.promise);
  const second = turns.run('loud', async () => 'second');
  await expect(turns.run('loud', async () => 'third')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(await turns.run('quiet', async () => 'at once')).toBe('at once');
  gate.resolve();
  await first;
  expect(await second).toBe('second');
});

test('a key is forgotten when its last call has ended, also one that failed or was refused', async () => {
  const turns = new TurnsOfEach(1, 0, () => refusalWithin(1000));
  const gate = Promise.withResolvers<void>();
  const failing = turns.run('me', async () => {
    await gate.promise;
    throw new Error('failed');
  });
  const refused = turns.run('me', async () => undefined);
  expect(turns.keys).toBe(1);
  gate.resolve();
  expect((await Promise.allSettled([failing, refused])).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(turns.keys).toBe(0);
});
