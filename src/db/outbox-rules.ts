import type { OutboxEntry, UserDb } from './schema.ts';

/** Rules of nouns inside the transactions of the outbox; `src/nouns.ts` lists them. */
export interface OutboxRules {
  /**
   * Stores the details of a refusal with this code. Called inside a transaction over `meta`.
   * @param details those of the refusal
   */
  refused: Readonly<Record<string, (db: UserDb, details: unknown) => Promise<void>>>;
  /**
   * Corrects what other commands have counted on, when a command was discarded or put back. Called inside a transaction
   * over `outboxTables` and orders, without the command in the outbox.
   * @param refusedAt time of the refusal: commands made after that have not counted on it
   */
  recount(db: UserDb, command: OutboxEntry, is: 'discarded' | 'back', refusedAt?: number): Promise<void>;
}
