import { randomBytes } from 'node:crypto';
import { uuidv7 } from '#domain/ground/ids.ts';

/** Returns a new id, which sorts by time. */
export function newId(): string {
  return uuidv7(Date.now(), (into) => into.set(randomBytes(into.length)));
}
