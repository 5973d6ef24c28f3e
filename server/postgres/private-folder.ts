import { chmodSync, mkdirSync, statSync } from 'node:fs';
import type { Log } from '../ground/log.ts';

/**
 * Creates a folder that only its owner may use, or removes the rights of others from an existing one. It never adds
 * rights.
 * @param mode most rights that are left: 0711 where PostgreSQL runs as another user
 */
export function privateFolder(path: string, log: Pick<Log, 'warn'>, mode = 0o700): void {
  mkdirSync(path, { recursive: true, mode });
  makePrivate(path, log, mode);
}

/** Removes the rights of others from a file or folder. If another user owns it, it is left unchanged with a warning. */
export function makePrivate(path: string, log: Pick<Log, 'warn'>, mode = 0o600): void {
  const now = statSync(path).mode & 0o777;
  if ((now & ~mode) === 0) return;
  try {
    chmodSync(path, now & mode);
  } catch (error) {
    log.warn({ err: error }, `${path} is open to other users of this machine; its owner should close it to them`);
  }
}
