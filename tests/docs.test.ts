import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { routesDoc } from '../scripts/routes-doc.ts';

test('docs/routes.md matches the table of routes; if not: node scripts/routes-doc.ts', () => {
  expect(readFileSync('docs/routes.md', 'utf8')).toBe(routesDoc());
});

test.each(['docs/finding.md', 'docs/operations.md'])('every path that %s names exists', (page) => {
  const text = readFileSync(page, 'utf8');
  const paths = [...text.matchAll(/`((?:domain|src|server|public|docs|scripts|tests|bench)\/[\w./*-]+)`/g)].map(
    ([, path = '']) => path.replace(/\/?\*.*$/, ''),
  );
  expect(paths.length).toBeGreaterThan(0);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});

test('no page still shows both sides of a merge', () => {
  const pages = globSync('{*.md,{docs,tests,bench,domain,server,src}/**/*.md}');
  expect(pages.length).toBeGreaterThan(100);
  const torn = pages.filter((page) => /^(<{7} |={7}$|>{7} |> > > > )|^\| ={7} /m.test(readFileSync(page, 'utf8')));
  expect(torn).toEqual([]);
});
