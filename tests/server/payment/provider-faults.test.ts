import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { CircuitBreaker } from '../../../server/payment/circuit-breaker.ts';
import { stripeApi, paymentAnswerBytes, paymentFailures, paymentPauseMs } from '../../../server/payment/stripe-api.ts';
import { silentLog } from '../../../server/ground/log.ts';

/** A payment provider that fails or sends bad replies. */

const stops: (() => void)[] = [];
afterEach(() => stops.splice(0).forEach((stop) => stop()));

/** Starts a provider. @returns a function that calls it, and the number of requests it has received */
async function provider(answer: (response: ServerResponse) => void) {
  let requests = 0;
  const server = createServer((request, response) => {
    requests++;
    request.resume();
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => (server.closeAllConnections(), server.close()));
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const api = stripeApi({ key: 'sk', apiUrl }, silentLog);
  return { call: () => api.post('checkout/sessions', {}, 'key'), requests: () => requests };
}

test('only the beginning of an endless reply of the provider is read, and the buyer is told to retry later', async () => {
  let sent = 0;
  const part = Buffer.alloc(64 * 1024, ' ');
  const { call } = await provider((response) => {
    const write = () => {
      while (!response.destroyed && sent < 50 * paymentAnswerBytes) {
        sent += part.length;
        if (response.write(part)) continue;
        response.once('drain', write);
        return;
      }
    };
    response.writeHead(200, { 'content-type': 'application/json' });
    write();
  });
  await expect(call()).rejects.toMatchObject({ code: 'PAYMENT_AWAY' });
  // Network buffers take more than the client reads.
  expect(sent).toBeLessThan(20 * paymentAnswerBytes);
});

test('a reply just below the limit is read completely', async () => {
  const url = 'https://checkout.stripe.com/c/1';
  const { call } = await provider((response) => {
    response.writeHead(200).end(JSON.stringify({ url, filler: 'x'.repeat(paymentAnswerBytes - 100) }));
  });
  expect(await call()).toMatchObject({ url });
});

test.each([
  ['replies 500', (response: ServerResponse) => void response.writeHead(500).end('{}')],
  ['closes the connection', (response: ServerResponse) => void response.destroy()],
  ['replies 429', (response: ServerResponse) => void response.writeHead(429).end('{}')],
])('a provider that repeatedly %s is not called for a while, and buyers are refused at once', async (_what, answer) => {
  const { call, requests } = await provider(answer);
  for (let i = 0; i < paymentFailures + 20; i++) await expect(call()).rejects.toMatchObject({ code: 'PAYMENT_AWAY' });
  expect(requests()).toBe(paymentFailures);
  await expect(call()).rejects.toMatchObject({ details: { retryAfterMs: paymentPauseMs } });
});

test('a request that the provider refuses as invalid does not count as a failure of the provider', async () => {
  const { call, requests } = await provider(
    (response) => void response.writeHead(402).end('{"error":{"code":"declined"}}'),
  );
  for (let i = 0; i < 20; i++) await expect(call()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(requests()).toBe(20);
});

test('after the pause one call tries the provider, and until it ends the others are refused at once', async () => {
  let now = 0;
  let opened = 0;
  const refusal = new Error('the circuit is open');
  const breaker = new CircuitBreaker({
    failures: 2,
    pauseMs: 100,
    refusal: () => refusal,
    onOpen: () => opened++,
    now: () => now,
  });
  const run = (call: () => Promise<string>) => breaker.run(call, () => true);
  const fail = () => run(() => Promise.reject(new Error('down')));
  await expect(fail()).rejects.toThrow('down');
  await expect(fail()).rejects.toThrow('down');
  await expect(run(async () => 'never')).rejects.toBe(refusal);
  now = 100;
  await expect(fail()).rejects.toThrow('down');
  await expect(run(async () => 'never')).rejects.toBe(refusal);
  expect(opened).toBe(2);
  now = 200;
  const { promise, resolve } = Promise.withResolvers<string>();
  const trying = run(() => promise);
  await expect(run(async () => 'never')).rejects.toBe(refusal);
  resolve('works');
  expect(await trying).toBe('works');
  expect(await run(async () => 'closed')).toBe('closed');
});
