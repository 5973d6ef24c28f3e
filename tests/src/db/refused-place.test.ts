import { expect, test } from 'vitest';
import { inPlace } from '../../../src/db/refused-place.ts';

const confirmed = ['a', 'b', 'c'].map((id, i) => ({ id, sseq: i + 1 }));
const at = (place: Parameters<typeof inPlace>[2]) =>
  inPlace(confirmed, [{ id: 'refused', sseq: 3.1 }], place).map(({ id }) => id);

test('a refused message stays above what arrives after its refusal', () => {
  expect(at(() => ({ after: 1 }))).toEqual(['a', 'refused', 'b', 'c']);
});

test('it stays below what its author had written before, which arrived later', () => {
  expect(at(() => ({ after: 0, behind: 'b' }))).toEqual(['a', 'b', 'refused', 'c']);
});

test('it stays above what its author wrote later, which was confirmed first', () => {
  expect(at(() => ({ after: 3, before: 'b' }))).toEqual(['a', 'refused', 'b', 'c']);
});

test('a message without a place, and one whose place is above all that is shown, are not lost', () => {
  expect(at(() => undefined)).toEqual(['a', 'b', 'c', 'refused']);
  expect(at(() => ({ after: 0 }))).toEqual(['refused', 'a', 'b', 'c']);
});
