import { sql } from 'kysely';
import type { Db, Tx } from '../store/system/database.ts';

/**
 * What the payment provider is told, asked for in the transaction it follows from: it hears of it also when it is away at
 * that moment.
 */

/** About four days of trying, further and further apart. */
const tries = 25;

/** Ends a subscription at the provider at once: another one has taken its place, or it was given up. */
export async function askToEndAtProvider(db: Db | Tx, ref: string): Promise<void> {
  await ask(db, 'end_at_provider', { ref });
}

/** Has a subscription end with the time that is paid at the provider, or go on. A newer wish takes the place of an older one. */
export async function askToRenewAtProvider(db: Db | Tx, ref: string, renews: boolean): Promise<void> {
  await ask(db, 'renew_at_provider', { ref, renews }, `renew ${ref}`);
}

/** @param name of a call that takes the place of an earlier one of this name */
async function ask(db: Db | Tx, task: string, payload: object, name: string | null = null): Promise<void> {
  // One after the other, so that an older wish never arrives behind a newer one.
  await sql`select graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, queue_name := 'provider',
    max_attempts := ${tries}, job_key := ${name})`.execute(db);
}
