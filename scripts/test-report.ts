import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Reporter, TestModule, TestSpecification } from 'vitest/node';
import { allOnly } from '../tests/selection.ts';

/**
 * A reporter in addition to vitest's own. After each file it prints the progress of the run and an estimate of the
 * remaining time. It stores the duration of each file for the next run, and the outcome for `scripts/test.ts`.
 */

const root = join(import.meta.dirname, '..');
const durationsFile = join(root, 'node_modules', '.cache', 'vfp', 'test-durations.json');

/** Estimated seconds for a file of a project, until its duration is known. */
const rough: Record<string, number> = { unit: 3, stories: 10, cluster: 15, browser: 30 };

export interface FileOutcome {
  file: string;
  project: string;
  seconds: number;
  passed: number;
  failed: number;
  skipped: number;
  /** Tests that `npm test` skips because their tag leaves them to `test:all`. */
  left: number;
  /** The first failed test and its error. */
  failure?: string;
}

export interface Outcome {
  files: FileOutcome[];
  /** Errors outside of any file. */
  errors: string[];
  /** Whether every file ran to its end. */
  finished: boolean;
}

// oxlint-disable-next-line import/no-default-export -- vitest loads a reporter given by path from its default export
export default class TestReport implements Reporter {
  readonly #known = (read(durationsFile) ?? {}) as Record<string, number>;
  readonly #outcome: Outcome = { files: [], errors: [], finished: false };
  #waiting = new Map<string, number>();
  #done = 0;
  #began = 0;

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#began = Date.now();
    for (const { moduleId, project } of specifications) {
      this.#waiting.set(
        `${project.name} ${nameOf(moduleId)}`,
        this.#known[nameOf(moduleId)] ?? rough[project.name] ?? 5,
      );
    }
    console.log(`${this.#waiting.size} files${this.#left()}`);
  }

  onTestModuleEnd(module: TestModule): void {
    const outcome = outcomeOf(module);
    this.#outcome.files.push(outcome);
    const key = `${outcome.project} ${outcome.file}`;
    this.#done += this.#waiting.get(key) ?? 0;
    this.#waiting.delete(key);
    this.#known[outcome.file] = outcome.seconds;
    const all = this.#outcome.files.length + this.#waiting.size;
    const failed = outcome.failed > 0 ? `, ${outcome.failed} failed` : '';
    console.log(
      `[${this.#outcome.files.length}/${all}] ${outcome.file} ${outcome.seconds.toFixed(1)} s${failed}${this.#left()}`,
    );
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly { message: string }[], reason: string): void {
    this.#outcome.errors = errors.map(({ message }) => message);
    this.#outcome.finished = reason !== 'interrupted' && this.#waiting.size === 0;
    write(durationsFile, this.#known);
    const into = process.env['VFP_TEST_OUTCOME'];
    if (into !== undefined) write(into, this.#outcome);
  }

  /** Estimates the remaining time: the durations of the last run, scaled by the pace of this one. */
  #left(): string {
    const expected = [...this.#waiting.values()].reduce((sum, seconds) => sum + seconds, 0);
    if (expected === 0) return '';
    // Until a tenth is done, the pace is unreliable. The default allows for two files running at a time.
    const isKnown = this.#done * 9 > expected;
    const pace = isKnown ? (Date.now() - this.#began) / 1000 / this.#done : 0.6;
    const minutes = (expected * pace) / 60;
    return minutes < 1 ? ', less than a minute left' : `, about ${Math.ceil(minutes)} minutes left`;
  }
}

function outcomeOf(module: TestModule): FileOutcome {
  const count = { passed: 0, failed: 0, skipped: 0, left: 0, pending: 0 };
  let failure: string | undefined;
  for (const test of module.children.allTests()) {
    const { state, errors } = test.result();
    count[state === 'skipped' && test.tags.includes(allOnly) ? 'left' : state]++;
    if (state === 'failed') failure ??= `${test.fullName}: ${errors[0]?.message ?? 'failed'}`;
  }
  const around = [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())];
  // A file that could not be loaded, or whose setup failed, has no failed test of its own.
  if (module.state() === 'failed' && count.failed === 0) {
    count.failed = 1;
    failure = around[0]?.message ?? 'failed outside its tests';
  }
  const { passed, failed, skipped, left } = count;
  const seconds = module.diagnostic().duration / 1000;
  const file = nameOf(module.moduleId);
  const outcome = { file, project: module.project.name, seconds, passed, failed, skipped, left };
  return failure === undefined ? outcome : { ...outcome, failure };
}

function nameOf(moduleId: string): string {
  return relative(root, moduleId).replaceAll('\\', '/');
}

/** Parses a JSON file. @returns undefined if it cannot be read or parsed */
export function read(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function write(file: string, value: unknown): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(value, null, 1));
}
