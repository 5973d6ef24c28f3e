import { type RedisConnection, connectRedis } from './redis-connection.ts';
import { type Channel, type ChannelListener, reopenMs } from './channel.ts';

/**
 * Opens a channel over Redis. Unlike PostgreSQL's, the first connection may fail: it is retried until it succeeds.
 * Resolves after the first try.
 * @param channel unique to the database, because several servers may share a Redis
 */
export async function openRedisChannel(url: string, channel: string, listener: ChannelListener): Promise<Channel> {
  let connection: RedisConnection | undefined;
  let closed = false;
  let later: NodeJS.Timeout | undefined;

  async function open(): Promise<void> {
    try {
      const fresh = await connectRedis(url, { heard: (text) => listener.heard(text), ended: lost });
      await fresh.command('SUBSCRIBE', channel);
      if (closed) return fresh.end();
      connection = fresh;
      listener.opened();
    } catch (error) {
      lost(error);
    }
  }

  function lost(error: unknown): void {
    connection?.end();
    connection = undefined;
    if (closed) return;
    clearTimeout(later);
    later = setTimeout(() => void open(), reopenMs);
    later.unref();
    listener.broke(error);
  }

  await open();
  return {
    isOpen: () => connection !== undefined,
    async send(texts) {
      const line = connection;
      if (line === undefined) throw new Error('the line is not open');
      await Promise.all(texts.map((text) => line.command('PUBLISH', channel, text)));
    },
    async close() {
      closed = true;
      clearTimeout(later);
      connection?.end();
      connection = undefined;
    },
  };
}
