import { createClient } from '@redis/client';
import { type Channel, type ChannelListener, channelReopenMs } from './channel.ts';
import { SECOND } from '#domain/ground/units.ts';

const redisHeartbeatMs = 2 * SECOND;
const redisSilenceMs = 5 * SECOND;

/**
 * Opens a channel over Redis 6 or newer, or Valkey; `hint-channel.ts` decides what goes over it. Unlike PostgreSQL's,
 * the first connection may fail: it is retried until it succeeds. Resolves after the first try.
 * @param url `redis://user:password@host:port/database`, or `rediss:` for TLS
 * @param channel unique to the database, because several servers may share a Redis
 */
export async function openRedisChannel(url: string, channel: string, listener: ChannelListener): Promise<Channel> {
  let connection: Connection | undefined;
  let closed = false;
  let later: NodeJS.Timeout | undefined;

  async function open(): Promise<void> {
    try {
      const opened = await connect(url, channel, { heard: (text) => listener.heard(text), lost });
      if (closed) return opened.end();
      connection = opened;
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
    later = setTimeout(() => void open(), channelReopenMs);
    later.unref();
    listener.broke(error);
  }

  await open();
  return {
    isOpen: () => connection !== undefined,
    async send(texts) {
      const current = connection;
      if (current === undefined) throw new Error('the line is not open');
      await Promise.all(texts.map((text) => current.publish(text)));
    },
    async close() {
      closed = true;
      clearTimeout(later);
      connection?.end();
      connection = undefined;
    },
  };
}

interface Connection {
  publish(text: string): Promise<unknown>;
  end(): void;
}

/**
 * Connects and subscribes to the channel. The connection does not reconnect.
 * @param lost called once when it breaks after that, also when Redis accepts data but does not reply
 */
async function connect(
  url: string,
  channel: string,
  { heard, lost }: { heard: (text: string) => void; lost: (error: unknown) => void },
): Promise<Connection> {
  const client = createClient({
    url,
    // With RESP3, one connection both subscribes and publishes.
    RESP: 3,
    disableOfflineQueue: true,
    maintNotifications: 'disabled',
    socket: { reconnectStrategy: false, connectTimeout: redisSilenceMs },
  });
  // An error event without a listener would end the process. `connect` and `terminated` report the same error.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.subscribe(channel, heard);
  } catch (error) {
    client.destroy();
    throw error;
  }
  // Counts pings, not time: a process that was itself blocked has sent none, and must not report Redis as silent.
  let unanswered = 0;
  const most = Math.floor(redisSilenceMs / redisHeartbeatMs);
  // The client's own socket time-out does not help, because writes reset it.
  const heartbeat = setInterval(() => {
    if (unanswered >= most) return lost(new Error('Redis does not answer'));
    unanswered++;
    // A failed ping needs no handling: the lost connection is reported by `terminated`.
    client.ping().then(
      () => (unanswered = 0),
      () => undefined,
    );
  }, redisHeartbeatMs);
  heartbeat.unref();
  client.once('terminated', lost);
  return {
    publish: (text) => client.publish(channel, text),
    end() {
      clearInterval(heartbeat);
      client.off('terminated', lost);
      client.destroy();
    },
  };
}
