import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { minuteNow } from '../../server/limits/allowance.ts';
import { type Processes, startProcesses } from '../support/servers/processes.ts';
import { until } from '../support/until.ts';

/** The limits per minute are shared by three processes. */

const most = 300;
const redisUrl = process.env['REDIS_URL'];
const limited = {
  REQUESTS_PER_PERSON: String(most),
  REQUESTS_PER_ADDRESS: String(20 * most),
  HANDSHAKES_PER_ADDRESS: String(most),
};

describe.each([
  { between: 'PostgreSQL', settings: {} },
  ...(redisUrl === undefined ? [] : [{ between: 'PostgreSQL and Redis', settings: { REDIS_URL: redisUrl } }]),
])('with $between between them', ({ settings }) => {
  let processes: Processes;

  beforeAll(async () => {
    processes = await startProcesses({ ...limited, ...settings });
  }, 120_000);
  afterAll(() => processes.close(), 60_000);

  /** Returns how many of `3 × most` calls, `most` at each process, are accepted within one minute. */
  async function letIn(ask: (url: string) => Promise<boolean>): Promise<number> {
    for (;;) {
      const minute = minuteNow();
      const counts = await Promise.all(
        processes.urls.map(async (url) => {
          let count = 0;
          for (let i = 0; i < most; i++) if (await ask(url)) count++;
          return count;
        }),
      );
      const last = minuteNow();
      if (minute === last) return counts.reduce((sum, each) => sum + each, 0);
      // Part of the current minute's allowance is used.
      await until('the next begins', () => minuteNow() > last, 90_000);
    }
  }

  test('one user’s requests', async () => {
    const { token } = await processes.signIn('engineer');
    const headers = { authorization: `Bearer ${token}` };
    const count = await letIn(async (url) => {
      const { status } = await fetch(`${url}/api/v1/users/me/devices`, { headers });
      if (status !== 200 && status !== 429) throw new Error(`answered ${status}`);
      return status === 200;
    });
    expect(count).toBeGreaterThanOrEqual(most);
    expect(count).toBeLessThan(1.5 * most);
  });

  test('one address’s handshakes', async () => {
    const count = await letIn(async (url) => (await handshake(url)).startsWith('HTTP/1.1 101'));
    expect(count).toBeGreaterThanOrEqual(most);
    expect(count).toBeLessThan(1.5 * most);
  });
});

/** Connects once. @returns the first line of the reply */
async function handshake(url: string): Promise<string> {
  const { port } = new URL(url);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', reject);
  socket.once('data', (bytes: Buffer) => resolve(bytes.toString()));
  socket.write(
    [
      'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
      `host: 127.0.0.1:${port}`,
      'connection: Upgrade',
      'upgrade: websocket',
      'sec-websocket-version: 13',
      'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
      '\r\n',
    ].join('\r\n'),
  );
  try {
    return await promise;
  } finally {
    socket.destroy();
  }
}
