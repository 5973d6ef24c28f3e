import { randomFillSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { isUuid, uuidv5, uuidv7 } from '#domain/ids.ts';

const random = (into: Uint8Array) => void randomFillSync(into);

test('ids made one after the other sort in that order, also within one millisecond and when the clock steps back', () => {
  const clock = [1_800_000_000_000, 1_800_000_000_000, 1_799_999_000_000, 1_800_000_000_001];
  const ids = Array.from({ length: 4000 }, (_, i) => uuidv7(clock[i % 4] as number, random));
  expect(ids).toEqual([...ids].sort());
  expect(new Set(ids).size).toBe(4000);
});

test('an id made on the device is a version 7 UUID that carries its time', () => {
  const id = uuidv7(4_000_000_000_000, random);
  expect(isUuid(id)).toBe(true);
  expect(id[14]).toBe('7');
  expect(parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(4_000_000_000_000);
});

test('the same name always has the same version 5 UUID', () => {
  expect(uuidv5('answer/x')).toBe(uuidv5('answer/x'));
  expect(uuidv5('answer/x')).not.toBe(uuidv5('answer/y'));
  expect(uuidv5('answer/x')[14]).toBe('5');
  expect(isUuid(uuidv5(''))).toBe(true);
});
