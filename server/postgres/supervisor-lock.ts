import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The lock of the process that supervises the PostgreSQL of a data folder. */
export interface SupervisorLock {
  held(): boolean;
  /** Announces that PostgreSQL is about to be stopped, so that no process starts to use it. */
  leave(): void;
  release(): void;
}

const pathOf = (dataDir: string) => join(dataDir, 'supervisor.lock');
const leaving = ' leaving';

/**
 * Takes the lock. The lock file contains process id and start time, because ids are reused, in containers even at once.
 * @returns the lock, or undefined when another running process has it
 */
export function takeSupervisorLock(dataDir: string): SupervisorLock | undefined {
  const path = pathOf(dataDir);
  const mine = `${process.pid} ${startOf(process.pid) ?? ''}`.trim();
  for (let attempt = 0; attempt < 3; attempt++) {
    if (linked(path, mine)) return lockOf(path, mine);
    const holder = readIfThere(path);
    if (holder !== undefined && holder.replace(leaving, '') !== mine && isAlive(holder)) return undefined;
    if (holder !== undefined) removeIfStill(path, holder);
  }
  return undefined;
}

function lockOf(path: string, mine: string): SupervisorLock {
  const held = () => readIfThere(path)?.replace(leaving, '') === mine;
  return {
    held,
    leave: () => {
      if (held()) writeFileSync(path, mine + leaving);
    },
    release: () => {
      if (held()) rmSync(path, { force: true });
    },
  };
}

/** Creates the file with its text atomically, so that it is never seen empty. @returns false when it exists */
function linked(path: string, text: string): boolean {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, text);
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Removes the file of a dead process. If another process has replaced it meanwhile, it is put back. */
function removeIfStill(path: string, dead: string): void {
  const aside = `${path}.${process.pid}.old`;
  try {
    renameSync(path, aside);
    if (readIfThere(aside) !== dead) linkSync(aside, path);
  } catch (error) {
    if (!isCode(error, 'ENOENT') && !isCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

/** Whether the supervisor is about to stop PostgreSQL. */
export function isBeingLeft(dataDir: string): boolean {
  return readIfThere(pathOf(dataDir))?.endsWith(leaving) === true;
}

/**
 * Whether any process with this id runs. A zombie keeps its id until its parent has read its status, which an orphan's
 * new parent may do late or never, so zombies do not count.
 */
export function pidRuns(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!isCode(error, 'EPERM')) return false;
  }
  const [state] = statOf(pid) ?? [];
  return state !== 'Z' && state !== 'X';
}

function isAlive(holder: string): boolean {
  const [pid, started] = holder.split(' ');
  const number = Number(pid);
  if (!Number.isInteger(number) || number <= 0 || !pidRuns(number)) return false;
  return started === undefined || startOf(number) === started;
}

/** Returns the start time of a process in ticks since boot; undefined where the system does not report it. */
function startOf(pid: number): string | undefined {
  return statOf(pid)?.[19];
}

/** Returns the fields of /proc/PID/stat from the state on; undefined without /proc. */
function statOf(pid: number): string[] | undefined {
  const stat = readIfThere(`/proc/${pid}/stat`);
  // The second field is the program's name in parentheses, which may contain spaces.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Whether the system gave this code for a failure, for example ENOENT. */
export function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
