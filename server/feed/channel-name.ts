import { createHash } from 'node:crypto';
import { Client } from 'pg';

/**
 * Returns a channel name that is the same for all processes on a database, however they write its URL, and unique to
 * it.
 */
export async function channelOf(databaseUrl: string): Promise<string> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select system_identifier || '/' || oid as name from pg_control_system(), pg_database where datname = current_database()`,
    );
    const hash = createHash('sha256').update(rows[0]?.name ?? '');
    return `vfp:hint:${hash.digest('hex').slice(0, 24)}`;
  } finally {
    await client.end();
  }
}
