import { expect, test } from 'vitest';
import { mutantsOf, planted } from '../../scripts/mutants.ts';

/** Returns the body of a function with each of its faults. */
function faultsIn(body: string): string[] {
  const [head, end] = ['async function f() { ', ' }'];
  const source = `${head}${body}${end}`;
  return mutantsOf('some.ts', source).map((mutant) => planted(source, mutant).slice(head.length, -end.length));
}

test('operators are turned, and comparisons lose or gain their equals sign', () => {
  expect(faultsIn('return a < b')).toEqual(['return a <= b']);
  expect(faultsIn('return a + b')).toEqual(['return a - b']);
  expect(faultsIn('return a && b')).toEqual(['return a || b']);
});

test('numbers are off by one and booleans are flipped', () => {
  expect(faultsIn('return { diameter: 21, safe: true }')).toEqual([
    'return { diameter: 22, safe: true }',
    'return { diameter: 21, safe: false }',
  ]);
});

test('conditions are negated, and a default replaces the value', () => {
  expect(faultsIn('return isOpen ? room : hall')).toEqual(['return !(isOpen) ? room : hall']);
  expect(faultsIn('const limit = given ?? most')).toEqual(['const limit = (most)']);
});

test('a call is left out if nothing uses its result', () => {
  expect(faultsIn('leave();')).toEqual([';']);
  expect(faultsIn('if (isOpen) await room.leave();')).toEqual(['if (!(isOpen)) await room.leave();', 'if (isOpen) ;']);
  expect(faultsIn('return leave()')).toEqual([]);
});

test('what a member of a class begins with is part of its code', () => {
  const source = 'class Room { #open = true }';
  expect(mutantsOf('some.ts', source).map((mutant) => planted(source, mutant))).toEqual([
    'class Room { #open = false }',
  ]);
});

test('tables, types, imports and texts are left alone', () => {
  const table = 'const rows = [{ diameter: 21, safe: true }]; const day = 24 * 60;';
  expect(mutantsOf('some.ts', `import { a } from './a.ts'; type Kind = 1 | 2; ${table}`)).toEqual([]);
  expect(faultsIn("const name: 1 | 'x' = 'x'")).toEqual([]);
});

test('each fault names its line', () => {
  expect(
    mutantsOf('some.ts', 'function f() {\n  return b(a + 1);\n}').map(({ line, before }) => [line, before]),
  ).toEqual([
    [2, '+'],
    [2, '1'],
  ]);
});
