import { sql } from 'kysely';
import { hasRow, type Tx } from '../../database/db.ts';
import { lockVersions } from './index-versions.ts';

/**
 * Taking Q&As out of what the assistant answers from, without a sync. Reload the knowledge base after the commit. Lock
 * the Q&As before: a sync that is taken over at the same time comes wholly before or after.
 */

/** Takes a Q&A out of the answers. Its entry stays, so that no neighbor is answered from instead. */
export async function stopAnswers(tx: Tx, id: string): Promise<void> {
  await lockVersions(tx);
  await sql`update knowledge set status = 'needs_check' where id = ${id} and status = 'published'`.execute(tx);
}

/**
 * Puts a stopped Q&A back.
 * @param stopVersion the version that stopped it: a text that a sync has taken over since was never answered from
 */
export async function resumeAnswers(tx: Tx, id: string, stopVersion: number): Promise<void> {
  await lockVersions(tx);
  await sql`update knowledge set status = 'published' where id = ${id} and version < ${stopVersion}`.execute(tx);
}

/** Removes the entries of deleted Q&As. @returns whether there were any */
export async function removeAnswers(tx: Tx, ids: readonly string[]): Promise<boolean> {
  await lockVersions(tx);
  return await hasRow(tx)`delete from knowledge where id = any(${ids}) returning id`;
}
