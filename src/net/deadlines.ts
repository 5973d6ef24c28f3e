import { limits } from '#domain/ground/limits.ts';
import { SECOND } from '#domain/ground/units.ts';

/**
 * How long requests may take that something on the page waits for, in ms. A call that is not named here has the
 * specification's `limits.httpTimeoutMs`: only its user waits for it, and sees that.
 */
export const deadlines = {
  /** The user of the stored session, at the start and when the rights have changed. */
  user: limits.syncTimeoutMs,
  push: limits.syncTimeoutMs,
  pull: limits.syncTimeoutMs,
  /** One step of an upload: its creation, the question how much has arrived, or a piece of it. */
  uploadStep: limits.syncTimeoutMs,
  /** Other tabs wait for the lock. */
  renewal: limits.syncTimeoutMs,
  /** What an answer has so far; its message waits for the end. */
  answer: limits.syncTimeoutMs,
  olderMessages: limits.syncTimeoutMs,
  rateCard: limits.syncTimeoutMs,
  /** The user waits for the sign-in page. */
  signOut: 5 * SECOND,
  /** The next check waits for this one. */
  version: limits.versionCheckMs,
  /** Every screen waits for its texts; after that they are in English. */
  texts: limits.syncTimeoutMs,
} as const;

/**
 * How long replies of unknown length may be silent, in ms: snapshots, the knowledge base, and files. They may take as
 * long as they need while bytes arrive.
 */
export const silenceMs = limits.syncTimeoutMs;
