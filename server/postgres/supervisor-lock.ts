import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The right of one process to look after the PostgreSQL of a data folder. */
export interface SupervisorLock {
  held(): boolean;
  /** Says that it is about to be stopped, so that nobody begins to use it. */
  leave(): void;
  release(): void;
}

const pathOf = (dataDir: string) => join(dataDir, 'supervisor.lock');
const leaving = ' leaving';

/**
 * Which process looks after the PostgreSQL of a data folder. The file names a process by its number and by when it
 * started, because numbers are used again, in containers even at once.
 * @returns the lock, or undefined when another living process has it
 */
export function takeSupervisorLock(dataDir: string): SupervisorLock | undefined {
  const path = pathOf(dataDir);
  const mine = `${process.pid} ${startOf(process.pid) ?? ''}`.trim();
  for (let attempt = 0; attempt < 3; attempt++) {
    if (linked(path, mine)) return lockOf(path, mine);
    const holder = textOf(path);
    if (holder !== undefined && holder.replace(leaving, '') !== mine && isAlive(holder)) return undefined;
    if (holder !== undefined) removeIfStill(path, holder);
  }
  return undefined;
}

function lockOf(path: string, mine: string): SupervisorLock {
  const held = () => textOf(path)?.replace(leaving, '') === mine;
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

/** Makes the file with its text in one step, so that nobody ever sees it empty; false when there is one. */
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

/** Removes a dead process's file; one that somebody has made meanwhile is put back. */
function removeIfStill(path: string, dead: string): void {
  const aside = `${path}.${process.pid}.old`;
  try {
    renameSync(path, aside);
    if (textOf(aside) !== dead) linkSync(aside, path);
  } catch (error) {
    if (!isCode(error, 'ENOENT') && !isCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

/** Whether the process that looks after it is about to stop it. */
export function isBeingLeft(dataDir: string): boolean {
  return textOf(pathOf(dataDir))?.endsWith(leaving) === true;
}

/**
 * Whether a process with this number runs, whatever it is. One that has ended keeps its number until its parent has asked
 * how; an orphan's new parent may do so late or never.
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

/** When a process started, in ticks since boot; undefined where the system does not tell. */
function startOf(pid: number): string | undefined {
  return statOf(pid)?.[19];
}

/** What the system tells of a process, from its state on; undefined where it does not tell. */
function statOf(pid: number): string[] | undefined {
  const stat = textOf(`/proc/${pid}/stat`);
  // The second field is the program's name in parentheses and may hold spaces.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
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
