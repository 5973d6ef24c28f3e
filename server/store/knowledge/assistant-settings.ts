import { sql } from 'kysely';
import { type AssistantSettings, storedSettings, wholeSettings } from '#domain/assistant/settings.ts';
import { codeOf } from '../system/outage.ts';
import { asWire } from '../system/moments.ts';
import type { Db, Tx } from '../system/db.ts';

/** Versions of the assistant's settings, see migration 0074. */

/** The settings in force, and their version; 0 is the product's. */
export interface SavedSettings {
  version: number;
  settings: AssistantSettings;
}

export interface SettingsVersion extends SavedSettings {
  why: string;
  bringsBack: number | null;
  /** Name of who saved it; null for the product's and for accounts that are gone. */
  madeBy: string | null;
  /** ISO-8601, UTC; null for the product's. */
  madeAt: string | null;
}

type Row = Omit<SettingsVersion, 'settings'> & { content: Record<string, unknown> };

const versions = sql`
  select s.version, s.content, s.why, s.brings_back as "bringsBack", u.display_name as "madeBy", ${asWire('s.made_at')} as "madeAt"
    from assistant_settings s left join users u on u.id = s.made_by`;

/** Returns the version in force. */
export async function currentSettings(db: Db | Tx): Promise<SettingsVersion> {
  const { rows } = await sql<Row>`${versions} order by s.version desc limit 1`.execute(db);
  return rows[0] === undefined ? ownVersion : versionOf(rows[0]);
}

/** Returns a version; undefined if there is none with this number. */
export async function settingsVersion(db: Db | Tx, version: number): Promise<SettingsVersion | undefined> {
  if (version === 0) return ownVersion;
  const { rows } = await sql<Row>`${versions} where s.version = ${version}`.execute(db);
  return rows[0] && versionOf(rows[0]);
}

/** Returns the versions up to this number, newest first, down to the product's. */
export async function settingsVersions(
  db: Db,
  { from, limit }: { from: number; limit: number },
): Promise<SettingsVersion[]> {
  if (from < 0) return [];
  const { rows } =
    await sql<Row>`${versions} where s.version <= ${from} order by s.version desc limit ${limit}`.execute(db);
  return [...rows.map(versionOf), ownVersion].slice(0, limit);
}

/**
 * Saves settings on top of the version `replaces`.
 * @returns the new version; undefined when that one is not in force any more
 */
export async function addSettings(
  tx: Tx,
  made: { replaces: number; settings: AssistantSettings; why: string; by: string; bringsBack: number | null },
): Promise<SettingsVersion | undefined> {
  const { version: now } = await currentSettings(tx);
  if (now !== made.replaces) return undefined;
  try {
    await sql`insert into assistant_settings (version, content, why, brings_back, made_by)
      values (${now + 1}, ${JSON.stringify(storedSettings(made.settings))}, ${made.why}, ${made.bringsBack}, ${made.by})`.execute(
      tx,
    );
  } catch (error) {
    // Another editor has saved between the two statements. The caller must end the transaction.
    if (codeOf(error) === '23505') return undefined;
    throw error;
  }
  return await currentSettings(tx);
}

const ownVersion: SettingsVersion = {
  version: 0,
  settings: wholeSettings({}),
  why: '',
  bringsBack: null,
  madeBy: null,
  madeAt: null,
};

function versionOf({ content, ...row }: Row): SettingsVersion {
  return { ...row, settings: wholeSettings(content) };
}
