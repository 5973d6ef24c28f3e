import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { KnowledgeEntry } from '#domain/ground/knowledge.ts';
import type { Config } from '../../server/ground/config.ts';
import { silentLog } from '../../server/ground/log.ts';
import { startPostgres } from '../../server/postgres/postgres.ts';
import { allKnowledge } from '../../server/assistant/store/entries.ts';
import { connect } from '../../server/database/database.ts';

/**
 * Reads the entries of an installation, from its own PostgreSQL or the embedded one, whether or not the server runs.
 * @returns undefined if nothing is installed
 */
export async function installedKnowledge({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<KnowledgeEntry[] | undefined> {
  if (databaseUrl !== undefined) return await entriesAt(databaseUrl);
  // Asking installs nothing. The log begins when the embedded database is first started.
  if (!existsSync(join(dataDir, 'postgres.log'))) return undefined;
  const postgres = await startPostgres({ dataDir, log: silentLog });
  try {
    return await entriesAt(postgres.url);
  } finally {
    await postgres.stop();
  }
}

async function entriesAt(url: string): Promise<KnowledgeEntry[]> {
  const db = connect(url, silentLog);
  try {
    return await allKnowledge(db);
  } finally {
    await db.destroy();
  }
}
