import { expect, test } from 'vitest';
import { mutantsOf, planted } from '../../scripts/mutants.ts';

const faultsIn = (source: string) => mutantsOf('some.ts', source).map((mutant) => planted(source, mutant));

test('operators are turned, and comparisons lose or gain their equals sign', () => {
  expect(faultsIn('a < b')).toEqual(['a <= b']);
  expect(faultsIn('a + b')).toEqual(['a - b']);
  expect(faultsIn('a && b')).toEqual(['a || b']);
});

test('numbers are off by one and booleans are flipped', () => {
  expect(faultsIn('const rows = [{ diameter: 21, safe: true }]')).toEqual([
    'const rows = [{ diameter: 22, safe: true }]',
    'const rows = [{ diameter: 21, safe: false }]',
  ]);
});

test('conditions are negated, and a default replaces the value', () => {
  expect(faultsIn('if (isOpen(room)) leave()')).toEqual(['if (!(isOpen(room))) leave()']);
  expect(faultsIn('const limit = given ?? most')).toEqual(['const limit = (most)']);
});

test('types, imports and texts are left alone', () => {
  expect(faultsIn("import { a } from './a.ts'; type Kind = 1 | 2; const name: Kind | 'x' = 'x'")).toEqual([]);
});

test('each fault names its line', () => {
  expect(mutantsOf('some.ts', 'a();\nb(a + 1);').map(({ line, before }) => [line, before])).toEqual([
    [2, '+'],
    [2, '1'],
  ]);
});
