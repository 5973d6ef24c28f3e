import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Reads the walk of ARCHITECTURE.md as a chain of `path/of/a/file.ts` and `names`, and checks that each of them exists. */

interface Step {
  file: string;
  name: string;
  /** The code span just before the file: an address, a table or an event that leads there. */
  before: string | undefined;
}

const [, walk = ''] = readFileSync('ARCHITECTURE.md', 'utf8').split('\n## One message');
const numbered = walk.slice(walk.indexOf('\n1. '));
const steps = stepsOf([...numbered.matchAll(/`([^`]+)`/g)].map(([, token]) => token ?? ''));

test('the walk is long enough to lead from a key press to a confirmed row', () => {
  expect(steps.length).toBeGreaterThan(15);
  expect(steps.at(-1)).toMatchObject({ file: 'src/db/confirmed.ts', name: 'applyPage' });
});

test.each(steps)('$file has $name', ({ file, name }) => {
  expect(existsSync(file), file).toBe(true);
  expect(textOf(file)).toMatch(declaration(name));
});

test.each(steps.slice(1).map((step, i) => ({ ...step, earlier: steps.slice(0, i + 1) })))(
  '$name is reached by what is named before it',
  ({ file, name, before, earlier }) => {
    const texts = earlier.filter((each) => each.file !== file).map((each) => textOf(each.file));
    const isUsed = texts.some((text) => word(name).test(text));
    const leads = before !== undefined && textOf(file).includes(before) && texts.some((text) => text.includes(before));
    expect(isUsed || leads, `${name} is not used in a file named before ${file}`).toBe(true);
  },
);

/** Pairs every name with the file before it. Any other token leads to the next file. */
function stepsOf(tokens: readonly string[]): Step[] {
  const found: Step[] = [];
  let file: string | undefined;
  let before: string | undefined;
  for (const [i, token] of tokens.entries()) {
    if (isFile(token)) {
      file = token;
      before = tokens[i - 1];
    } else if (file !== undefined && /^\w+$/.test(token)) found.push({ file, name: token, before });
  }
  return found;
}

function isFile(token: string): boolean {
  return /^[a-z].*\/.*\.tsx?$/.test(token);
}

function textOf(file: string): string {
  return readFileSync(file, 'utf8');
}

function word(name: string): RegExp {
  return new RegExp(`\\b${name}\\b`);
}

function declaration(name: string): RegExp {
  return new RegExp(`\\b(function|class|const|interface) ${name}\\b|^\\s*(async )?${name}\\(`, 'm');
}
