import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { routePolicies } from '../server/http/policies.ts';

/** Checks the map from abuses that the server and the client must refuse to the tests that show it. */

const root = resolve(import.meta.dirname, '..');

/** A case with its tests by file. `until` names a route that the rest of the case needs and that does not exist yet. */
interface SecurityCase {
  case: number;
  tests?: Record<string, string[]>;
  until?: string;
}

const cases = JSON.parse(readFileSync(join(root, 'tests/security-cases.json'), 'utf8')) as SecurityCase[];

test('every abuse that the server and the client must refuse is in the map, once and in order', () => {
  expect(cases.map((each) => each.case)).toEqual(Array.from({ length: 66 }, (_, i) => i + 1));
});

test.each(
  cases.flatMap((each) => Object.entries(each.tests ?? {}).map(([file, names]) => ({ case: each.case, file, names }))),
)('case $case is shown by the tests it names in $file', ({ file, names }) => {
  expect(existsSync(join(root, file)), file).toBe(true);
  const text = readFileSync(join(root, file), 'utf8').replaceAll("\\'", "'");
  expect(names.filter((name) => !text.includes(name))).toEqual([]);
  expect(names.length).toBeGreaterThan(0);
});

test.each(cases.filter(({ tests, until }) => tests === undefined || until !== undefined))(
  'case $case, or a part of it, waits for the route it is about: $until',
  ({ until = '' }) => {
    expect(until).toMatch(/^[A-Z]+ \//);
    expect(Object.keys(routePolicies)).not.toContain(until);
  },
);
