import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** A failure case of the sync layer: the file with the test whose title begins with its number. */
export interface Case {
  case: number;
  file: string;
  /** A bug that the test must catch, where `npm run mutate` plants none of that kind. */
  patch?: string;
}

export type PatchedCase = Required<Case>;

/** Reads the failure cases from tests/cases.json. */
export function readCases(root: string): Case[] {
  const text = readFileSync(join(root, 'tests/cases.json'), 'utf8');
  return JSON.parse(text) as Case[];
}

export function isPatched(each: Case): each is PatchedCase {
  return each.patch !== undefined;
}

/** Returns the prefix of the titles of a case's tests. */
export function numberOf(each: Pick<Case, 'case'>): string {
  return `${String(each.case).padStart(2, '0')} `;
}

interface Verdict {
  isCaught: boolean;
  report: string;
}

/** Plants the bug of a case in a copy of the sources, runs its test there, and takes the bug out again. */
export async function tryCase(root: string, copy: string, each: PatchedCase): Promise<Verdict> {
  const patch = join(root, each.patch);
  const planted = await run(copy, 'git', ['apply', patch]);
  if (planted.code !== 0) return { isCaught: false, report: `the patch does not fit: ${planted.said}` };
  try {
    return await runTests(copy, each);
  } finally {
    await run(copy, 'git', ['apply', '--reverse', patch]);
  }
}

// Waits are shorter than usual, because many end in a time-out.
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--testTimeout', '120000', '--reporter', 'json'];
const mostWaitMs = '30000';

async function runTests(copy: string, each: Case): Promise<Verdict> {
  if (needsBrowser(each)) {
    const { code, said } = await run(copy, 'npm', ['run', '--silent', 'build']);
    if (code !== 0) return { isCaught: false, report: `it does not build:\n${said}` };
  }
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  const started = performance.now();
  const options = ['-t', `^${numberOf(each)}`, '--outputFile', report];
  const { said } = await run(copy, process.execPath, [...vitest, each.file, ...options]);
  const seconds = Math.round((performance.now() - started) / 1000);
  const results = resultsIn(report);
  const ran = results
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ title, status }) => title.startsWith(numberOf(each)) && status !== 'skipped');
  const red = ran.find(({ status }) => status === 'failed');
  if (red !== undefined) return { isCaught: true, report: `“${red.title}” is red, ${seconds} s` };
  if (ran.length > 0) return { isCaught: false, report: `${ran.length} tests stay green, ${seconds} s` };
  const reasons = results.map(({ message }) => message).join('\n') || said;
  return { isCaught: false, report: `no test of that number ran, ${seconds} s\n${reasons.slice(-2000)}` };
}

/** Whether the test runs the built app in a browser. */
export function needsBrowser({ file }: Case): boolean {
  return file.startsWith('tests/browser/');
}

interface Report {
  testResults: { message: string; assertionResults: { title: string; status: string }[] }[];
}

/** Reads vitest's results per file. @returns an empty list when vitest wrote no report */
function resultsIn(report: string): Report['testResults'] {
  try {
    return (JSON.parse(readFileSync(report, 'utf8')) as Report).testResults;
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return [];
    throw error;
  }
}

async function run(cwd: string, command: string, args: string[]): Promise<{ code: number; said: string }> {
  // Two runs cannot share a PostgreSQL from `DATABASE_URL`: each would drop the other's template database.
  const { DATABASE_URL: _, ...env } = process.env;
  const child = spawn(command, args, {
    cwd,
    env: { ...env, VFP_PATIENCE_MS: mostWaitMs },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (said += bytes.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code: code ?? 1, said };
}
