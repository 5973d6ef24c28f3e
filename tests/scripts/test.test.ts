import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { allOnly } from '../selection.ts';

/** The command that runs the tests, on tests of its own: what it says of them is what happened. */

const root = resolve(import.meta.dirname, '../..');
const good = `import { expect, test } from 'vitest'; test('good', () => expect(1).toBe(1));`;
const bad = `import { expect, test } from 'vitest'; test('bad', () => expect('so').toBe('not so'));`;
/** Fails the first time only. */
const shaky = `import { existsSync, writeFileSync } from 'node:fs'; import { expect, test } from 'vitest';
const mark = import.meta.dirname + '/mark'; const was = existsSync(mark); writeFileSync(mark, '');
test('shaky', () => expect(was).toBe(true));`;
const tagged = `import { test } from 'vitest'; test('told by test:all', { tags: ['${allOnly}'] }, () => {});`;
const broken = `throw new Error('cannot be loaded');`;

/** Runs the command on these files, each a source of tests, with a global setup. @returns its exit code and its output */
function command(files: Record<string, string>, args: string[], env: Record<string, string> = {}, setup = '') {
  // Inside the tree, so that the sources find vitest.
  mkdirSync(join(root, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(root, '.cache', 'test-command-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, source] of Object.entries(files)) writeFileSync(join(folder, `${name}.test.ts`), source);
  writeFileSync(join(folder, 'setup.ts'), `${setup}\nexport const setup = () => undefined;`);
  const projects = ['unit', 'browser'].map((name) => ({ test: { name, include: [`${name}-*.test.ts`] } }));
  const tests = { globalSetup: join(folder, 'setup.ts'), tags: [{ name: allOnly }], projects };
  const config = { root: folder, cacheDir: join(folder, 'cache'), test: tests };
  writeFileSync(join(folder, 'vitest.config.ts'), `export default ${JSON.stringify(config)};`);
  const {
    VITEST: _,
    VITEST_POOL_ID: __,
    VFP_TESTS: ___,
    VFP_UNSTABLE: ____,
    DATABASE_URL: _____,
    ...rest
  } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/test.ts', ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...rest, VFP_TEST_CONFIG: join(folder, 'vitest.config.ts'), NO_COLOR: '1', ...env },
  });
  return { status, said: stdout + stderr, last: stdout.trimEnd().split('\n').at(-1) };
}

const units = ['--project', 'unit'];

test('a passing run says so, with the count in the last line', () => {
  const { status, said, last } = command({ 'unit-a': good, 'unit-b': good }, units);
  expect(last).toBe('2 passed, 0 failed');
  expect(status).toBe(0);
  expect(said).toMatch(/^\[2\/2\] .*test\.ts/m);
});

test('a failed file is not run again by npm test, and makes it fail', () => {
  const { status, last } = command({ 'unit-a': good, 'unit-b': shaky }, units);
  expect(last).toBe('1 passed, 1 failed');
  expect(status).toBe(1);
});

test('by test:all a failed file is run again, alone, and is unstable when it passes then', () => {
  const { status, said, last } = command({ 'unit-a': good, 'unit-b': shaky }, ['--all', ...units]);
  expect(last).toBe('2 passed, 0 failed, 1 unstable');
  expect(said).toMatch(/UNSTABLE, to be mended next.*\n.*unit-b\.test\.ts\n.*shaky: .*expected false to be true/);
  expect(status).toBe(0);
});

test('a run that fails after its tests says why in its last lines', () => {
  const setup = `export const teardown = () => { throw new Error('cannot be stopped'); };`;
  const { status, said, last } = command({ 'unit-a': good }, units, {}, setup);
  expect(last).toBe('1 passed, 1 failed');
  expect(said).toMatch(
    /FAILED outside the tests: vitest ended with 1, and said at last:[^]*cannot be stopped[^]*It took/,
  );
  expect(status).toBe(1);
});

test('what fails twice fails', () => {
  const worse = command({ 'unit-a': good, 'unit-b': shaky, 'unit-c': bad }, ['--all', ...units]);
  expect(worse.last).toBe('2 passed, 1 failed, 1 unstable');
  expect(worse.said).toMatch(/FAILED, twice:\n.*unit-c\.test\.ts\n.*bad: expected 'so' to be 'not so'/);
  expect(worse.status).toBe(1);
});

test('tagged tests run with test:all, and with npm test only when their file is named', () => {
  const files = { 'unit-a': good, 'unit-b': tagged };
  const short = command(files, [], { CHROMIUM: 'none' });
  expect(short.last).toMatch(/^1 passed, 0 failed, \d+ browser/);
  expect(short.said).toContain('and 1 tests of the others');
  expect(command(files, units).last).toBe('2 passed, 0 failed');
  expect(command(files, ['--all', ...units]).last).toBe('2 passed, 0 failed');
});

test('a file that cannot be loaded counts as a failure, and so does a run of nothing', () => {
  const { status, said, last } = command({ 'unit-a': good, 'unit-b': broken }, units);
  expect(last).toBe('1 passed, 1 failed');
  expect(said).toContain('cannot be loaded');
  expect(status).toBe(1);
  expect(command({ 'unit-a': good }, [...units, 'no-such-file']).status).toBe(1);
});

test('without a Chromium everything else is run, what is not run is counted, and it is no success', () => {
  const { status, said, last } = command({ 'unit-a': good, 'browser-a': good }, [], { CHROMIUM: 'none' });
  expect(last).toMatch(/^1 passed, 0 failed, \d+ browser files NOT RUN \(no Chromium\)$/);
  expect(said).toContain('apt-get install chromium');
  expect(status).toBe(1);
});
