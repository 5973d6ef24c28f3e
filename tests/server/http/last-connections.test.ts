import fastify, { type FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { endConnections } from '../../../server/http/last-connections.ts';
import { until } from '../../support/until.ts';

/**
 * Starts a server that keeps idle connections for an hour. Its only route responds after `respond` is called.
 * @returns `requested` resolves when a request has arrived
 */
async function startTestServer(
  graceMs: number,
  lingerMs = 0,
): Promise<{ app: FastifyInstance; port: number; respond: () => void; requested: Promise<void> }> {
  const app = fastify({ keepAliveTimeout: 3_600_000, return503OnClosing: false });
  const [respond, requested] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  endConnections(app, { graceMs, lingerMs });
  app.get('/', async () => {
    requested.resolve();
    await respond.promise;
    return 'there';
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return { app, port, respond: respond.resolve, requested: requested.promise };
}

test('a request received before shutdown gets its response, then its connection ends', async () => {
  const { app, port, respond, requested } = await startTestServer(3_600_000);
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const pendingResponse = once(get({ port, host: '127.0.0.1', agent }), 'response');
  await requested;
  const closed = app.close();
  await until('it accepts no new connections', () => !app.server.listening);
  respond();
  const [response] = await pendingResponse;
  expect(response.statusCode).toBe(200);
  response.resume();
  await closed;
});

test('an idle connection does not keep the server from stopping', async () => {
  const { app, port } = await startTestServer(20);
  const silent = connect(port, '127.0.0.1');
  await once(silent, 'connect');
  const ended = once(silent, 'close');
  await app.close();
  await ended;
  expect(silent.destroyed).toBe(true);
});

test('a request that is on its way to an idle connection when the server stops is answered, and then the connection ends', async () => {
  const { app, port, respond } = await startTestServer(3_600_000, 3_600_000);
  respond();
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let text = '';
  socket.on('data', (bytes: Buffer) => (text += bytes.toString()));
  const answers = () => text.match(/HTTP\/1\.1 200/g)?.length ?? 0;
  const request = 'GET / HTTP/1.1\r\nhost: here\r\n\r\n';
  socket.write(request);
  await until('the first request is answered', () => answers() === 1);
  const closed = app.close();
  socket.write(request);
  await until('the second request is answered', () => answers() === 2);
  expect(text).toContain('connection: close');
  await closed;
});
