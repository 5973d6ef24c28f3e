import { sql } from 'kysely';
import { type AssistantSettings, productSettings, storedSettings, wholeSettings } from '#domain/assistant/settings.ts';
import type { SettingsReply } from '#domain/assistant/wire/assistant-settings.ts';
import { codeOf } from '../../database/outage.ts';
import { asWire } from '../../database/moments.ts';
import { type Db, firstRow, type Tx } from '../../database/db.ts';

/** Versions of the assistant's settings, see migration 0074. */

/** The settings in force, and their version; 0 is the product's. */
export interface SavedSettings {
  version: number;
  settings: AssistantSettings;
}

/** Returns the version in force. */
export async function currentSettings(db: Db | Tx): Promise<SettingsReply> {
  const row = await firstRow<Omit<SettingsReply, 'settings'> & { content: Record<string, unknown> }>(db)`
    select s.version, s.content, u.display_name as made_by, ${asWire('s.made_at')} as made_at
      from assistant_settings s left join users u on u.id = s.made_by order by s.version desc limit 1`;
  if (row === undefined) return { version: 0, settings: productSettings, made_by: null, made_at: null };
  const { content, ...about } = row;
  return { ...about, settings: wholeSettings(content) };
}

/**
 * Saves settings on top of the version `replaces`.
 * @returns the new version; undefined when that one is not in force any more
 */
export async function addSettings(
  tx: Tx,
  made: { replaces: number; settings: AssistantSettings; by: string },
): Promise<SettingsReply | undefined> {
  const { version: now } = await currentSettings(tx);
  if (now !== made.replaces) return undefined;
  try {
    await sql`insert into assistant_settings (version, content, why, made_by)
      values (${now + 1}, ${JSON.stringify(storedSettings(made.settings))}, '', ${made.by})`.execute(tx);
  } catch (error) {
    // Another editor has saved between the two statements. The caller must end the transaction.
    if (codeOf(error) === '23505') return undefined;
    throw error;
  }
  return await currentSettings(tx);
}
