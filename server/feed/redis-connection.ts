import { once } from 'node:events';
import { connect as plainly, type Socket } from 'node:net';
import { connect as encrypted } from 'node:tls';
import { serverLimits } from '#domain/server-limits.ts';
import { Pushed, RedisError, type Reply, ReplyReader } from './redis-reply.ts';

/** A connection to Redis (6 or newer) or Valkey, for commands and subscriptions. It does not reconnect. */
export interface RedisConnection {
  command(...words: string[]): Promise<Reply>;
  end(): void;
}

interface Listener {
  /** Called with each message of a subscribed channel. */
  heard(text: string): void;
  ended(error: Error): void;
}

/** @param url `redis://user:password@host:port/database`, or `rediss:` for an encrypted one */
export async function connectRedis(url: string, listener: Listener): Promise<RedisConnection> {
  const { protocol, hostname, port, username, password, pathname } = new URL(url);
  const place = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 6379) };
  const socket: Socket =
    protocol === 'rediss:' ? encrypted({ ...place, servername: place.host }) : plainly({ ...place, noDelay: true });
  const waiting: { resolve: (reply: Reply) => void; reject: (error: Error) => void }[] = [];
  const reader = new ReplyReader();
  let fault = new Error('Redis closed the connection');
  let isReady = false;

  socket.on('data', (bytes) => {
    heardAt = performance.now();
    try {
      for (const reply of reader.add(bytes)) take(reply);
    } catch (error) {
      socket.destroy(error instanceof Error ? error : undefined);
    }
  });
  socket.on('error', (error) => (fault = error));
  socket.on('close', () => {
    clearInterval(beat);
    for (const { reject } of waiting.splice(0)) reject(fault);
    if (isReady) listener.ended(fault);
  });
  // A server that accepts data but never replies is treated as lost. The socket's own time-out does not help, because
  // writes reset it.
  let heardAt = performance.now();
  const beat = setInterval(() => {
    if (performance.now() - heardAt > serverLimits.redisSilenceMs) socket.destroy(new Error('Redis does not answer'));
    else command('PING').catch(() => undefined);
  }, serverLimits.redisHeartbeatMs);
  beat.unref();

  function take(reply: Reply | Pushed): void {
    if (reply instanceof Pushed) {
      const [kind, , text] = reply.parts;
      if (kind === 'message' && typeof text === 'string') listener.heard(text);
      // A subscription is confirmed by a push message instead of a reply.
      else if (kind === 'subscribe') waiting.shift()?.resolve(null);
      return;
    }
    const asked = waiting.shift();
    if (reply instanceof RedisError) asked?.reject(reply);
    else asked?.resolve(reply);
  }

  function command(...words: string[]): Promise<Reply> {
    return new Promise((resolve, reject) => {
      if (socket.destroyed) return reject(fault);
      waiting.push({ resolve, reject });
      const parts = words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`);
      socket.write(`*${words.length}\r\n${parts.join('')}`);
    });
  }

  try {
    await once(socket, protocol === 'rediss:' ? 'secureConnect' : 'connect');
    const who = [decodeURIComponent(username) || 'default', decodeURIComponent(password)];
    await command('HELLO', '3', ...(password === '' ? [] : ['AUTH', ...who]));
    const database = pathname.slice(1);
    if (database !== '') await command('SELECT', database);
    isReady = true;
  } catch (error) {
    socket.destroy();
    throw error;
  }
  return { command, end: () => void socket.destroy() };
}
