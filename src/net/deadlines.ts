import { SECOND } from '#domain/ground/units.ts';

/** Of a call that is not named below; from the specification. Only its user waits for it, and sees that. */
export const httpTimeoutMs = 300_000;
export const syncTimeoutMs = 20 * SECOND;

/**
 * Longest time in ms for each request that something on the page waits for.
 */
export const deadlines = {
  /** The user of the stored session, at the start and when the rights have changed. */
  user: syncTimeoutMs,
  push: syncTimeoutMs,
  pull: syncTimeoutMs,
  /** One step of an upload: its creation, the question how much has arrived, or a piece of it. */
  uploadStep: syncTimeoutMs,
  /** Other tabs wait for the lock. */
  renewal: syncTimeoutMs,
  /** Text that an answer has so far; its message waits for the end. */
  answer: syncTimeoutMs,
  olderMessages: syncTimeoutMs,
  rateCard: syncTimeoutMs,
  /** The user waits for the sign-in page. */
  signOut: 5 * SECOND,
  /** The next check waits for this one. */
  version: 10 * SECOND,
  /** Every screen waits for its texts; after that they are in English. */
  texts: syncTimeoutMs,
} as const;

/**
 * Longest silence in ms for replies of unknown length: snapshots, the knowledge base, and files. They may take as
 * long as they need while bytes arrive.
 */
export const silenceMs = 20 * SECOND;
