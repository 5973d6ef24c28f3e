import { io } from 'socket.io-client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connectionLog } from '../../../../server/spine/sockets/connection-log.ts';
import { silentLog } from '../../../../server/ground/log.ts';
import { startServer } from '../../../support/servers/server.ts';
import { until } from '../../../support/until.ts';

/** Failed connections are logged with their reasons, grouped if there are many. */

type Facts = Record<string, unknown>;

function recordingLog() {
  const lines: Facts[] = [];
  const log = {
    ...silentLog,
    info: (facts: object | string) => void (typeof facts === 'object' && lines.push(facts as Facts)),
  };
  return { lines, log };
}

test('a refused handshake is logged with its reason and without any token', async () => {
  const { lines, log } = recordingLog();
  const server = await startServer({ log });
  onTestFinished(() => server.close());
  const trial = await server.signIn('trial');
  const connect = (name: string, options: object) => {
    const settings = { transports: ['websocket'], forceNew: true, reconnection: false };
    const socket = io(server.url + name, { ...settings, ...options });
    onTestFinished(() => void socket.disconnect());
  };
  connect('/sync', { auth: { token: 'secret-and-wrong' } });
  connect('/po-chat', { auth: { token: trial.token } });
  connect('/sync', { auth: { token: trial.token }, extraHeaders: { origin: 'https://evil.example' } });
  connect('/sync', { path: '/elsewhere/' });
  // socket.io-client always sends a supported protocol version.
  const old = new WebSocket(`${server.url.replace('http', 'ws')}/socket.io/?EIO=99&transport=websocket`);
  onTestFinished(() => old.close());
  const reasons = () => lines.map(({ reason }) => reason).filter((reason) => reason !== undefined);
  await until('all five are logged', () => reasons().length >= 5);
  expect(reasons().map(String).toSorted()).toEqual([
    '400 Bad Request',
    '403 Forbidden',
    '404 Not Found',
    'FORBIDDEN /po-chat',
    'UNAUTHORIZED /sync',
  ]);
  expect(lines.find(({ reason }) => reason === '403 Forbidden')).toMatchObject({ origin: 'https://evil.example' });
  expect(JSON.stringify(lines)).not.toContain('secret-and-wrong');
  expect(JSON.stringify(lines)).not.toContain(trial.token);
}, 60_000);

test('of many refusals for one reason the first is logged, and a minute later the number of the others', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { lines, log } = recordingLog();
  const connections = connectionLog(log);
  onTestFinished(() => connections.stop());
  for (let i = 0; i < 10_000; i++) connections.refused('429 Too Many Requests', { address: '10.0.0.1' });
  connections.refused('UNAUTHORIZED /sync');
  expect(lines).toEqual([{ reason: '429 Too Many Requests', address: '10.0.0.1' }, { reason: 'UNAUTHORIZED /sync' }]);
  vi.advanceTimersByTime(60_000);
  expect(lines.slice(2)).toEqual([{ reason: '429 Too Many Requests', more: 9999 }]);
});
