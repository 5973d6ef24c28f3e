import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { copySources } from './source-copy.ts';

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

/** A copy of the product in which bugs can be planted. Disposing of it deletes its folder. */
export interface PlantedCopy extends Disposable {
  tryCase(each: PatchedCase): Promise<{ isCaught: boolean; report: string }>;
}

const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'scripts/planted.config.ts', '--reporter', 'json'];

export function plantedCopy(root: string): PlantedCopy {
  const folder = copySources(root);

  /** Builds the app. @returns the output of a failed build, undefined on success */
  async function build(): Promise<string | undefined> {
    const { code, said } = await run(folder, 'npm', ['run', '--silent', 'build']);
    return code === 0 ? undefined : said;
  }

  async function runTests(each: Case): Promise<{ isCaught: boolean; report: string }> {
    if (needsBrowser(each)) {
      const problem = await build();
      if (problem !== undefined) return { isCaught: false, report: `it does not build:\n${problem}` };
    }
    const report = join(folder, 'report.json');
    rmSync(report, { force: true });
    const started = performance.now();
    const options = ['-t', `^${numberOf(each)}`, '--outputFile', report];
    const { said } = await run(folder, process.execPath, [...vitest, each.file, ...options]);
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

  return {
    async tryCase(each) {
      const patch = join(root, each.patch);
      const planted = await run(folder, 'git', ['apply', patch]);
      if (planted.code !== 0) return { isCaught: false, report: `the patch does not fit: ${planted.said}` };
      try {
        return await runTests(each);
      } finally {
        await run(folder, 'git', ['apply', '--reverse', patch]);
      }
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
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
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (said += bytes.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code: code ?? 1, said };
}
