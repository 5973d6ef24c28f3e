import fastify, { type FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { endConnections } from '../../../server/http/last-connections.ts';
import { until } from '../../support/until.ts';

/** A server that keeps connections for an hour, with an address whose answer waits for `answer`. */
async function started(
  graceMs: number,
): Promise<{ app: FastifyInstance; port: number; answer: () => void; asked: Promise<void> }> {
  const app = fastify({ keepAliveTimeout: 3_600_000 });
  const [answer, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  endConnections(app, graceMs);
  app.get('/', async () => {
    asked.resolve();
    await answer.promise;
    return 'there';
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return { app, port, answer: answer.resolve, asked: asked.promise };
}

test('what was asked before the server stops is answered, and then its connection ends', async () => {
  const { app, port, answer, asked } = await started(3_600_000);
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const answered = once(get({ port, host: '127.0.0.1', agent }), 'response');
  await asked;
  const closed = app.close();
  await until('it takes nobody in any more', () => !app.server.listening);
  answer();
  const [response] = await answered;
  expect(response.statusCode).toBe(200);
  response.resume();
  await closed;
});

test('an idle connection does not keep the server from stopping', async () => {
  const { app, port } = await started(20);
  const silent = connect(port, '127.0.0.1');
  await once(silent, 'connect');
  const ended = once(silent, 'close');
  await app.close();
  await ended;
  expect(silent.destroyed).toBe(true);
});
