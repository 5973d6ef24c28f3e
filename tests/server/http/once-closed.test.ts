import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { limitBodies } from '../../../server/http/bodies-in-memory.ts';
import { ByteBudget } from '../../../server/limits/byte-budget.ts';

test('a body whose connection ended while its session was looked up holds no bytes', async () => {
  const app = fastify();
  onTestFinished(() => app.close());
  const budget = new ByteBudget({ perCaller: 1000, shareOfSmall: 0, ofAll: 1000 });
  const looked = Promise.withResolvers<number>();
  app.addHook('preParsing', async (request) => {
    const gone = once(request.raw.socket, 'close');
    request.raw.socket.destroy();
    await gone;
    Object.assign(request, { session: { user: { id: 'engineer' } } });
  });
  limitBodies(app, budget);
  app.addHook('preParsing', async () => looked.resolve(budget.bytes));
  app.post('/', async () => 'read');
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{');
  expect(await looked.promise).toBe(0);
});
