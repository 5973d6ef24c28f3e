import { chmodSync, mkdirSync, statSync } from 'node:fs';
import type { Log } from '../log.ts';

/**
 * Makes a folder that only its owner may use, or takes the rights of others from one that is there already. Rights are
 * never added.
 * @param mode the most that is left: 0711 where PostgreSQL passes through as another user
 */
export function privateFolder(path: string, log: Pick<Log, 'warn'>, mode = 0o700): void {
  mkdirSync(path, { recursive: true, mode });
  makePrivate(path, log, mode);
}

/** Takes the rights of others from a file or folder. What belongs to somebody else stays as it is, with a warning. */
export function makePrivate(path: string, log: Pick<Log, 'warn'>, mode = 0o600): void {
  const now = statSync(path).mode & 0o777;
  if ((now & ~mode) === 0) return;
  try {
    chmodSync(path, now & mode);
  } catch (error) {
    log.warn({ err: error }, `${path} is open to other users of this machine; its owner should close it to them`);
  }
}
