import { Client } from 'pg';
import { type Line, type LineListener, reopenMs } from './line.ts';

const channel = 'vfp_hint';
/** PostgreSQL refuses notifications of 8,000 bytes and more. */
export const lineBytes = 7800;

/**
 * The notifications of PostgreSQL, on a connection of their own.
 * @throws when it cannot be opened the first time
 */
export async function openPostgresLine(url: string, listener: LineListener): Promise<Line> {
  let client: Client | undefined;
  let closed = false;

  async function open(): Promise<void> {
    const fresh = new Client({ connectionString: url, keepAlive: true, application_name: 'vfp hints' });
    fresh.on('notification', ({ channel: on, payload }) => {
      if (on === channel && payload !== undefined) listener.heard(payload);
    });
    fresh.on('error', (error) => listener.broke(error));
    fresh.on('end', () => {
      client = undefined;
      if (!closed) setTimeout(() => void open().catch(() => undefined), reopenMs).unref();
    });
    await fresh.connect();
    // A lost hint is harmless. Its commit need not wait for the disk, and would hold back everybody's feed meanwhile.
    await fresh.query(`set synchronous_commit = off; listen ${channel}`);
    if (closed) return await fresh.end();
    client = fresh;
    listener.opened();
  }

  await open();
  return {
    isOpen: () => client !== undefined,
    async send(texts) {
      if (client === undefined) throw new Error('the line is not open');
      await client.query('select pg_notify($1, t) from unnest($2::text[]) t', [channel, texts]);
    },
    async close() {
      closed = true;
      await client?.end();
    },
  };
}
