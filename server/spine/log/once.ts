import { createHash } from 'node:crypto';
import { Refusal } from '#domain/ground/errors.ts';
import { canonicalJson } from '#domain/ground/json.ts';
import { keepReply, takeKey } from './write-keys.ts';
import type { Tx } from '../../database/db.ts';

/** The actor of a write without a session, in the rows of idempotency keys. */
export const guestActor = '00000000-0000-0000-0000-000000000000';

/** One write and its idempotency key. */
export interface Write {
  key: string;
  actor: string;
  /** Description of the write. The same key with another write is refused. */
  what: string;
  body: unknown;
}

/**
 * Runs a write once per idempotency key; a repeated write gets the first reply.
 * @param work runs in the caller's transaction; its result is stored as the reply
 */
export async function once<T>(tx: Tx, write: Write, work: () => Promise<T>): Promise<T> {
  const hash = createHash('sha256')
    .update(canonicalJson({ what: write.what, body: write.body }))
    .digest();
  const taken = await takeKey(tx, write.key, write.actor, hash);
  if (taken === 'other') throw new Refusal('IDEMPOTENCY_CONFLICT');
  // Stored by this function for the same write, so the type is right.
  if (taken !== 'new' && taken.reply !== null) return taken.reply as T;
  const reply = await work();
  await keepReply(tx, write.key, reply);
  return reply;
}
