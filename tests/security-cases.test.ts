import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { routePolicies } from '../server/policies.ts';

/** The map from the abuses the server and the client must refuse to the tests that show it. */

const root = resolve(import.meta.dirname, '..');

/** Each case with its tests by file, or with the route whose coming makes it one. */
interface SecurityCase {
  case: number;
  tests?: Record<string, string[]>;
  until?: string;
}

const cases = JSON.parse(readFileSync(join(root, 'tests/security-cases.json'), 'utf8')) as SecurityCase[];

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);

test('every case of accounts, access, sockets and files is in the map, once and in order', () => {
  const wanted = [range(1, 3), range(7, 18), range(22, 30), range(34, 36), range(40, 52), [54], range(57, 66)].flat();
  expect(cases.map((each) => each.case)).toEqual(wanted);
});

test.each(
  cases.flatMap((each) => Object.entries(each.tests ?? {}).map(([file, names]) => ({ case: each.case, file, names }))),
)('case $case is shown by the tests it names in $file', ({ file, names }) => {
  expect(existsSync(join(root, file)), file).toBe(true);
  const text = readFileSync(join(root, file), 'utf8').replaceAll("\\'", "'");
  expect(names.filter((name) => !text.includes(name))).toEqual([]);
  expect(names.length).toBeGreaterThan(0);
});

test.each(cases.filter(({ tests }) => tests === undefined))(
  'case $case waits for the route it is about: $until',
  ({ until = '' }) => {
    expect(until).toMatch(/^[A-Z]+ \//);
    expect(Object.keys(routePolicies)).not.toContain(until);
  },
);
