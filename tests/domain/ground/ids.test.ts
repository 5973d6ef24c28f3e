import { createHash, randomFillSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { isUuid, uuidv5, uuidv7 } from '#domain/ground/ids.ts';

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

test.each(['', 'answer/x', 'ä🔋', 'x'.repeat(200)])('the version 5 UUID of “%s” is the one of RFC 9562', (name) => {
  const seed = Buffer.from('6f1d2c5e8a4b5e399c072b7f4d1e0a63', 'hex');
  const digest = createHash('sha1').update(seed).update(name).digest('hex');
  const variant = ((parseInt(digest.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  const bits = `${digest.slice(0, 8)}-${digest.slice(8, 12)}-5${digest.slice(13, 16)}-${variant}${digest.slice(18, 20)}`;
  expect(uuidv5(name)).toBe(`${bits}-${digest.slice(20, 32)}`);
});

test.each([
  [0, /^.{14}7.{4}8000-0{12}$/],
  [255, /^.{14}7.{4}bfff-f{12}$/],
])('random bytes of %i leave the version and the variant alone', (byte, pattern) => {
  expect(uuidv7(4_100_000_000_000, (into) => void into.fill(byte))).toMatch(/^[0-9a-f-]{36}$/);
  expect(uuidv7(4_100_000_000_000, (into) => void into.fill(byte))).toMatch(pattern);
});
