import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Which process looks after the PostgreSQL of a data folder. The file names a process by its number and by when it
 * started, because numbers are used again, in containers even at once.
 * @returns the lock, or undefined when another living process has it
 */
export function takeSupervisorLock(dataDir: string): { held(): boolean; release(): void } | undefined {
  const path = join(dataDir, 'supervisor.lock');
  const mine = `${process.pid} ${startOf(process.pid) ?? ''}`.trim();
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      const file = openSync(path, 'wx');
      writeSync(file, mine);
      closeSync(file);
      const held = () => textOf(path) === mine;
      return {
        held,
        release: () => {
          if (held()) rmSync(path, { force: true });
        },
      };
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error;
    }
    const holder = textOf(path);
    if (holder !== undefined && holder !== mine && isAlive(holder)) return undefined;
    rmSync(path, { force: true });
  }
  return undefined;
}

/** Whether a process with this number runs, whatever it is. */
export function pidRuns(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isCode(error, 'EPERM');
  }
}

function isAlive(holder: string): boolean {
  const [pid, started] = holder.split(' ');
  const number = Number(pid);
  if (!Number.isInteger(number) || number <= 0 || !pidRuns(number)) return false;
  return started === undefined || startOf(number) === started;
}

/** When a process started, in ticks since boot; undefined where the system does not tell. */
function startOf(pid: number): string | undefined {
  const stat = textOf(`/proc/${pid}/stat`);
  // The second field is the program's name in parentheses and may hold spaces.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
