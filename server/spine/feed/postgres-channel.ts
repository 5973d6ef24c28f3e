import { Client } from 'pg';
import { type Channel, type ChannelListener, channelReopenMs } from './channel.ts';

const channel = 'vfp_hint';
/** Maximum number of bytes of a notification: PostgreSQL refuses 8,000 and more. */
export const maxNotificationBytes = 7800;

/**
 * Opens a channel over PostgreSQL's notifications, with a connection of its own.
 * @throws when the first connection fails
 */
export async function openPostgresChannel(url: string, listener: ChannelListener): Promise<Channel> {
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
      if (!closed) setTimeout(() => void open().catch(() => undefined), channelReopenMs).unref();
    });
    await fresh.connect();
    // Losing a hint is harmless, so its commit does not wait for the disk, which would hold back the feed of all users.
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
