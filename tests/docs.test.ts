import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { routesDoc } from '../scripts/routes-doc.ts';

test('docs/routes.md is what the table of routes says; else: node scripts/routes-doc.ts', () => {
  expect(readFileSync('docs/routes.md', 'utf8')).toBe(routesDoc());
});
