import { readdirSync, readFileSync } from 'node:fs';

/** Reads from /proc what processes have used. */

/** Linux counts processor time in hundredths of a second. */
const tickMs = 10;

/** Processor time in ms that these processes and all they have started have used, also those that have ended. */
export function cpuMsOf(roots: readonly number[]): number {
  const all = running();
  const counted = new Set<number>();
  const left = [...roots];
  for (let pid = left.pop(); pid !== undefined; pid = left.pop()) {
    if (counted.has(pid)) continue;
    counted.add(pid);
    for (const [child, { parent }] of all) if (parent === pid) left.push(child);
  }
  return [...counted].reduce((sum, pid) => sum + (all.get(pid)?.cpuMs ?? 0), 0);
}

/** The processes whose command line contains this text, such as the path of a folder. */
export function pidsNaming(text: string): number[] {
  return pids().filter((pid) => pid !== process.pid && (read(`/proc/${pid}/cmdline`) ?? '').includes(text));
}

function running(): Map<number, { parent: number; cpuMs: number }> {
  const found = new Map<number, { parent: number; cpuMs: number }>();
  for (const pid of pids()) {
    const stat = read(`/proc/${pid}/stat`);
    if (stat === undefined) continue;
    // The name before the bracket may contain spaces. Then: state, parent, …, own time twice, time of ended children
    // twice.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const ticks = fields.slice(11, 15).reduce((sum, each) => sum + each, 0);
    found.set(pid, { parent: fields[1] ?? 0, cpuMs: ticks * tickMs });
  }
  return found;
}

function pids(): number[] {
  return readdirSync('/proc').map(Number).filter(Number.isInteger);
}

/** Undefined for a process that has ended since. */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
