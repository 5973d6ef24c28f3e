import { createHash } from 'node:crypto';
import { Refusal } from '#domain/errors.ts';
import { canonicalJson } from '#domain/json.ts';
import type { Tx } from '../system/database.ts';
import { keepReply, takeKey } from './write-keys.ts';

/** Who asks when nobody is signed in. */
export const nobody = '00000000-0000-0000-0000-000000000000';

/** One write with the key that names it. */
export interface Write {
  key: string;
  actor: string;
  /** What is asked: the same key with something else is refused. */
  what: string;
  body: unknown;
}

/**
 * The effect of a write, once: who repeats it gets the first answer.
 * @param work runs in the caller's transaction; its result is kept as the answer
 */
export async function once<T>(tx: Tx, write: Write, work: () => Promise<T>): Promise<T> {
  const hash = createHash('sha256')
    .update(canonicalJson({ what: write.what, body: write.body }))
    .digest();
  const taken = await takeKey(tx, write.key, write.actor, hash);
  if (taken === 'other') throw new Refusal('IDEMPOTENCY_CONFLICT');
  // Kept by this same code for this same write.
  if (taken !== 'new' && taken.reply !== null) return taken.reply as T;
  const reply = await work();
  await keepReply(tx, write.key, reply);
  return reply;
}
