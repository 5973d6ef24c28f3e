import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Words that docs/glossary.md replaces by a term of the field, and that therefore occur in no name of the code. */
const rejected = new Set(
  'person people paying seat tell tells told patience stuck wish nobody somebody whoever refold bell breath beat owed'.split(
    ' ',
  ),
);

/** The user of Unix. */
const allowed = new Set(['nobodyUid']);

const declared = /(?:^|\s)(?:function|const|let|interface|type|class)\s+([A-Za-z]\w*)/g;

function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[ _]/);
}

test('no name in the code uses a word that the glossary replaces', () => {
  const files = globSync('{domain,src,server,scripts}/**/*.{ts,tsx}');
  const names = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(declared)].map(([, name = '']) => ({ file, name })),
  );
  expect(names.length).toBeGreaterThan(5000);
  expect(names.filter(({ name }) => !allowed.has(name) && wordsOf(name).some((word) => rejected.has(word)))).toEqual(
    [],
  );
});

/** A comment that begins like a question makes its reader guess what it is about. */
const question = /^\s*(?:\/\*\*|\*|\/\/) (?:What|How|Who|Where|Whose|Why|Which) /;
/** Words that have a plainer one: again, still, user or caller. */
const foreign = /(?<!`)\b(?:anew|all the same|nobody|whoever)\b/;

test('no comment begins with a question word or uses a word that has a plainer one', () => {
  const files = globSync('{domain,src,server,scripts,bench}/**/*.{ts,tsx}');
  const comments = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => /^\s*(?:\/\*\*|\*|\/\/) /.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(comments.length).toBeGreaterThan(5000);
  expect(comments.filter((line) => question.test(line.slice(line.indexOf(': ') + 2)) || foreign.test(line))).toEqual(
    [],
  );
});

test('the glossary has at most 30 terms, each with its meaning', () => {
  const rows = readFileSync('docs/glossary.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)
    .map((line) => line.split('|').map((cell) => cell.trim()));
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.length).toBeLessThanOrEqual(30);
  expect(rows.filter(([, term = '', meaning = '']) => term === '' || meaning === '')).toEqual([]);
});
