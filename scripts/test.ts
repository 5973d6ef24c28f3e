import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { allOnly } from '../tests/selection.ts';
import { buildWhereNeeded } from './build-where-needed.ts';
import { changeBase } from './change-base.ts';
import { ensureChromium } from './chromium.ts';
import { browserFiles, leftOutByNpmTest } from './test-files.ts';
import { type FileOutcome, type Outcome, read } from './test-report.ts';

/**
 * `npm test` runs unit tests, stories and some browser files. `npm run test:all` runs everything: a
 * file that fails is run again on its own, and is listed as unstable if it passes then (so it is with `VFP_UNSTABLE`,
 * the file in which `.ci/run` collects them). It also plants faults in the files of `domain/` that the change at hand
 * touches (`npm run mutate`). Further arguments are passed to
 * vitest to select tests, for example `npm test -- --project unit` or `npm test -- tests/domain/chat/chat.test.ts`.
 * The last line of the output has the numbers of passed and failed tests. Exits with 1 unless all tests ran and passed.
 */

const [major] = process.versions.node.split('.');
if (Number(major) < 24) {
  console.error(
    `VFP needs Node 24, this is ${process.version}. Run it through npm (npm test), which brings its own Node.`,
  );
  process.exit(1);
}

const root = join(import.meta.dirname, '..');
const isWhole = process.argv.includes('--all');
const named = process.argv.slice(2).filter((arg) => arg !== '--all');
if (isWhole) process.env['VFP_TESTS'] = 'all';

/** In CI and in `test:all`, a file that fails is run again, alone. */
const repeats = isWhole || process.env['VFP_UNSTABLE'] !== undefined;
const leftOut = isWhole || named.length > 0 ? [] : leftOutByNpmTest(root);
const args = [...named, ...leftOut.flatMap((glob) => ['--exclude', glob])];
if (leftOut.length > 0) args.push('--tags-filter', `!${allOnly}`);
/** Number of browser files that were selected but could not be run. */
let notRun = 0;

if (needsBrowser()) {
  const problem = whyNoChromium();
  if (problem === undefined) buildWhereNeeded();
  else {
    notRun = browserFiles(root).length - leftOut.filter((glob) => glob.startsWith('tests/browser/')).length;
    console.error(`${problem}\nEverything else is run now.\n`);
    args.push('--project', '!browser');
  }
}

// Ctrl-C reaches vitest too, which ends what it started: this process waits for that.
process.on('SIGINT', () => undefined);

const began = Date.now();
const first = await run(args);
const failed = first.files.filter((outcome) => outcome.failed > 0);
const again: { before: FileOutcome; now: FileOutcome }[] = [];
if (repeats) for (const outcome of failed) again.push({ before: outcome, now: await runAlone(outcome) });
const unstable = again.filter(({ now }) => now.failed === 0);
const last = first.files.map((outcome) => again.find(({ before }) => before === outcome)?.now ?? outcome);
if (isWhole && named.length === 0) plantFaults();
report();

/** Plants faults in the changed files of the domain. Too many unnoticed ones are an error of this run. */
function plantFaults(): void {
  const base = changeBase(root);
  if (base === undefined) return;
  const mutate = ['scripts/mutate.ts', '--since', base, '--draw', '40', '--seed', '1'];
  const { status } = spawnSync(process.execPath, mutate, { cwd: root, stdio: 'inherit' });
  if (status !== 0) first.errors.push('the unit tests notice too few of the faults planted in the changed files');
}

/** Whether the arguments may select a browser file. */
function needsBrowser(): boolean {
  const projects = named.flatMap((arg, i) => {
    if (arg.startsWith('--project=')) return [arg.slice('--project='.length)];
    return arg === '--project' ? [named[i + 1] ?? ''] : [];
  });
  if (projects.length > 0) return projects.some((project) => project === 'browser' || project.startsWith('!'));
  const paths = named.filter((arg) => arg.endsWith('.test.ts'));
  return paths.length === 0 || paths.some((path) => !/^(\.\/)?tests\/(?!browser\/)/.test(path));
}

/** Finds or installs Chromium for the browser tests. @returns instructions if there is none, undefined on success */
function whyNoChromium(): string | undefined {
  try {
    ensureChromium();
    return undefined;
  } catch (error) {
    return `The browser tests cannot be run. ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Runs vitest with these arguments and prints its output. An exit with nothing failed gets its last errors as reason. */
async function run(parameters: string[]): Promise<Outcome> {
  const into = join(root, 'node_modules', '.cache', 'vfp', `test-outcome-${process.pid}.json`);
  rmSync(into, { force: true });
  const reporters = [`--reporter=${join(root, 'scripts', 'test-report.ts')}`];
  if (!parameters.some((arg) => arg.startsWith('--reporter'))) reporters.unshift('--reporter=default');
  const config = process.env['VFP_TEST_CONFIG'];
  const tests = config === undefined ? [] : ['--config', config];
  const vitest = spawn('npx', ['vitest', 'run', ...tests, ...parameters, ...reporters], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'pipe'],
    shell: process.platform === 'win32',
    env: { ...process.env, VFP_TEST_OUTCOME: into },
  });
  let said = '';
  vitest.stderr.on('data', (part: Buffer) => {
    process.stderr.write(part);
    said = `${said}${part.toString()}`.slice(-2000);
  });
  const [status] = (await once(vitest, 'close')) as [number | null];
  const outcome = read(into) as Outcome | undefined;
  rmSync(into, { force: true });
  if (outcome === undefined)
    return { files: [], errors: [`vitest ended with ${status} and no result`], finished: false };
  const hasReason = outcome.errors.length > 0 || outcome.files.some(({ failed: count }) => count > 0);
  if (status !== 0 && !hasReason) outcome.errors.push(`vitest ended with ${status}, and said at last:\n${said}`);
  return outcome;
}

/** Runs a file again, with no other file at the same time. */
async function runAlone({ file, project }: FileOutcome): Promise<FileOutcome> {
  console.log(`\n${file} failed. Once more, alone:`);
  const { files, errors } = await run([file, '--project', project]);
  const [outcome] = files;
  if (outcome !== undefined && errors.length === 0) return outcome;
  return {
    file,
    project,
    seconds: 0,
    passed: 0,
    failed: 1,
    skipped: 0,
    left: 0,
    failure: errors[0] ?? 'it did not run',
  };
}

function report(): void {
  const sum = (key: 'passed' | 'failed' | 'skipped' | 'left') => last.reduce((all, outcome) => all + outcome[key], 0);
  const broken = last.filter((outcome) => outcome.failed > 0);
  console.log('');
  if (isWhole) {
    console.log('The slowest twenty files, in seconds:');
    for (const { file, seconds } of first.files.toSorted((a, b) => b.seconds - a.seconds).slice(0, 20))
      console.log(`  ${seconds.toFixed(1).padStart(6)} ${file}`);
  }
  if (unstable.length > 0) {
    const lines = unstable.map(({ before }) => `  ${before.file}\n    ${before.failure}`);
    const text = `UNSTABLE, to be mended next: failed at first and passed when run again alone.\n${lines.join('\n')}`;
    console.log(text);
    const list = process.env['VFP_UNSTABLE'];
    if (list !== undefined) appendFileSync(list, `${text}\n`);
  }
  if (broken.length > 0) console.log(repeats ? 'FAILED, twice:' : 'FAILED:');
  for (const { file, failure } of broken) console.log(`  ${file}\n    ${failure}`);
  for (const error of first.errors) console.log(`FAILED outside the tests: ${error}`);
  if (!first.finished) console.log('FAILED: not every file was run to its end.');
  if (leftOut.length > 0)
    console.log(
      `Not part of npm test: processes that are killed, long runs, most browser files, and ${sum('left')} tests of the others. npm run test:all has them.`,
    );
  const seconds = Math.round((Date.now() - began) / 1000);
  console.log(`It took ${Math.floor(seconds / 60)} min ${seconds % 60} s.`);
  const more = [
    sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '',
    unstable.length > 0 ? `, ${unstable.length} unstable` : '',
    notRun > 0 ? `, ${notRun} browser files NOT RUN (no Chromium)` : '',
  ];
  console.log(`${sum('passed')} passed, ${sum('failed') + first.errors.length} failed${more.join('')}`);
  const isGood = broken.length === 0 && first.errors.length === 0 && first.finished && notRun === 0;
  process.exit(isGood ? 0 : 1);
}
