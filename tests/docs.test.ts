import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { routesDoc } from '../scripts/routes-doc.ts';

const read = (page: string) => readFileSync(page, 'utf8');

const pages = globSync('{*.md,{docs,tests,bench,domain,server,src}/**/*.md}');
const decisions = globSync('docs/decisions/*/*.md');

test('docs/routes.md matches the table of routes; if not: node scripts/routes-doc.ts', () => {
  expect(read('docs/routes.md')).toBe(routesDoc());
});

const described = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/finding.md', 'docs/operations.md', 'docs/speed.md'];

test.each([...described, ...globSync('docs/features/*.md'), ...decisions])(
  'every path that %s names exists',
  (page) => {
    const paths = [...read(page).matchAll(/`((?:domain|src|server|public|docs|scripts|tests|bench)\/[\w./*-]+)`/g)].map(
      ([, path = '']) => path.replace(/\/?\*.*$/, ''),
    );
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  },
);

test('every link from one page to another leads somewhere', () => {
  const links = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\(([^)#\s:]+)(?:#[^)]*)?\)/g)].map(([, to = '']) => join(dirname(page), to)),
  );
  expect(links.length).toBeGreaterThan(100);
  expect(links.filter((to) => !existsSync(to))).toEqual([]);
});

test('every decision is in the index, with its title and status', () => {
  const rows = [...read('docs/decisions/README.md').matchAll(/^\| \[(\d{4})\]\(.*$/gm)].map(([row]) =>
    row.replaceAll(/ +\|/g, ' |'),
  );
  const expected = decisions.map((page) => {
    const [, number, title, status] = /^# (\d{4}) (.+)\n\nStatus: (.+)\n/.exec(read(page)) ?? [];
    const path = relative('docs/decisions', page);
    return `| [${number}](${path}) | ${title} | ${status} | ${dirname(path)} |`;
  });
  expect(rows.toSorted()).toEqual(expected.toSorted());
});

test('every decision that is cited exists', () => {
  const numbers = new Set(decisions.map((page) => basename(page).slice(0, 4)));
  const sources = globSync('{*.md,{docs,domain,server,src,tests,scripts,bench}/**/*.{md,ts,tsx,sql}}');
  const cited = sources.flatMap((file) =>
    [...read(file).matchAll(/decision (\d{4})\b/g)].map(([, number = '']) => ({ file, number })),
  );
  expect(cited.length).toBeGreaterThan(0);
  expect(cited.filter(({ number }) => !numbers.has(number))).toEqual([]);
});

test('no page still shows both sides of a merge', () => {
  const torn = pages.filter((page) => /^(<{7} |={7}$|>{7} |> > > > )|^\| ={7} /m.test(read(page)));
  expect(torn).toEqual([]);
});
