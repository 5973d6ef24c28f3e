import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { drawn } from './draw.ts';
import { type Mutant, mutantsOf, planted } from './mutants.ts';
import { tryEach } from './source-copy.ts';
import { type Room, testsThatReach } from './test-imports.ts';

/**
 * `npm run mutate`: plants small faults in a copy of the sources, one at a time, and reports how many of them the unit
 * tests notice. Exits with 1 when they notice fewer than 85 %; a draw has to miss that by two standard deviations,
 * because its share varies.
 *
 *   --draw 70             only this many, drawn at random
 *   --seed 3              of the draw, which is printed
 *   --file src/sync/reader  only files whose path contains the text
 *   --since REF           only files that differ from this commit
 */
const least = 0.85;

/** Folders where faults are planted, and the tests that should notice them. */
const rooms: readonly Room[] = [
  { folder: 'domain/', tests: ['tests/domain', 'tests/src'] },
  { folder: 'src/sync/', tests: ['tests/src'] },
  { folder: 'src/db/', tests: ['tests/src'] },
  {
    folder: 'server/spine/bus/',
    tests: ['tests/server/spine', 'tests/server/order/commands', 'tests/server/chat/commands'],
    needsDatabase: true,
  },
];
/** The first failure proves that a fault is noticed. */
const vitest = 'node_modules/vitest/vitest.mjs run --project unit --bail 1 --maxWorkers 1 --testTimeout 30000'.split(
  ' ',
);

const root = join(import.meta.dirname, '..');
const { values: options } = parseArgs({
  options: { draw: { type: 'string' }, seed: { type: 'string' }, file: { type: 'string' }, since: { type: 'string' } },
});
const seed = Number(options.seed ?? Date.now() % 100_000);
const changed = options.since === undefined ? undefined : filesSince(options.since);
const all = rooms.flatMap(filesOf).flatMap((file) => mutantsOf(file, readFileSync(join(root, file), 'utf8')));
const nameOf = ({ file, start, after }: Mutant): string => `${file} ${start} ${after}`;
const faults = drawn(all, nameOf, String(seed)).slice(0, Number(options.draw ?? all.length));
console.log(`${faults.length} of ${all.length} faults, seed ${seed}`);

const testsOf = new Map(rooms.flatMap((room) => [...testsThatReach(root, room)]));
// A test that fails without a fault would seem to notice each.
if (await fails(root, [...new Set(faults.flatMap(({ file }) => testFilesOf(file)))])) {
  console.error('A test fails without any fault, so nothing can be said: run npm test first.');
  process.exit(1);
}
const missed: Mutant[] = [];
await tryEach(root, faults, async (copy, fault) => {
  if (await isNoticed(copy, fault)) return;
  missed.push(fault);
  console.log(`missed  ${fault.file}:${fault.line}  ${oneLine(fault.before)}  ->  ${oneLine(fault.after)}`);
});
const share = faults.length === 0 ? 1 : 1 - missed.length / faults.length;
console.log(
  `${faults.length - missed.length} of ${faults.length} noticed: ${(100 * share).toFixed(1)} %, at least ${100 * least} %`,
);
const deviation = faults.length < all.length ? Math.sqrt((least * (1 - least)) / faults.length) : 0;
process.exitCode = share < least - 2 * deviation ? 1 : 0;

async function isNoticed(copy: string, mutant: Mutant): Promise<boolean> {
  const path = join(copy, mutant.file);
  const source = readFileSync(path, 'utf8');
  const { near, far } = testsOf.get(mutant.file) ?? { near: [], far: [] };
  writeFileSync(path, planted(source, mutant));
  try {
    // The nearest tests first, because they notice most faults.
    return (await fails(copy, near)) || (await fails(copy, far));
  } finally {
    writeFileSync(path, source);
  }
}

function testFilesOf(file: string): string[] {
  const { near, far } = testsOf.get(file) ?? { near: [], far: [] };
  return [...near, ...far];
}

/**
 * Runs test files in the copy.
 * @returns whether one fails, or they have not ended in time: a fault can be an endless loop
 */
async function fails(copy: string, files: readonly string[]): Promise<boolean> {
  if (files.length === 0) return false;
  const timeout = copy === root ? undefined : 300_000;
  // Waits are shorter than usual, because many end in a time-out.
  const env = { ...process.env, VFP_PATIENCE_MS: '15000' };
  const child = spawn(process.execPath, [...vitest, ...files], { cwd: copy, stdio: 'ignore', timeout, env });
  const [code] = (await once(child, 'close')) as [number | null];
  return code !== 0;
}

function filesOf({ folder }: Room): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}${name}`)
    .filter((file) => file.endsWith('.ts') && file.includes(options.file ?? ''))
    .filter((file) => changed?.includes(file) !== false);
}

function filesSince(commit: string): string[] {
  return execFileSync('git', ['diff', '--name-only', commit], { cwd: root, encoding: 'utf8' }).split('\n');
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, 60);
}
