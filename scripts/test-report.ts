import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Reporter, TestModule, TestSpecification } from 'vitest/node';
import { allOnly } from '../tests/selection.ts';

/**
 * A reporter beside vitest's own: says after each file how far the run is and how long the rest may take, keeps what each
 * file took for the next run, and writes the outcome of this one for `scripts/test.ts`.
 */

const root = join(import.meta.dirname, '..');
const durationsFile = join(root, 'node_modules', '.cache', 'vfp', 'test-durations.json');

/** Seconds that a file of a project may take, where none is known yet. */
const rough: Record<string, number> = { unit: 3, stories: 10, cluster: 15, browser: 30 };

export interface FileOutcome {
  file: string;
  project: string;
  seconds: number;
  passed: number;
  failed: number;
  skipped: number;
  /** Tests that `npm test` leaves to `test:all` by their tag. */
  left: number;
  /** What failed first: the test and the reason. */
  failure?: string;
}

export interface Outcome {
  files: FileOutcome[];
  /** Errors that belong to no file. */
  errors: string[];
  /** Whether every file was run to its end. */
  finished: boolean;
}

// oxlint-disable-next-line import/no-default-export -- vitest takes a reporter that is named by its path from there
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

  /** How long what waits may take: as long as it took last time, at the pace of this run so far. */
  #left(): string {
    const expected = [...this.#waiting.values()].reduce((sum, seconds) => sum + seconds, 0);
    if (expected === 0) return '';
    // Before a tenth is done, its pace says little: two files run beside each other.
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
  // A file that could not be loaded, or whose preparation failed, has no failed test of its own.
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

/** What a file holds, if there is one that can be read. */
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
