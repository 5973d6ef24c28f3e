import { afterEach, expect, test, vi } from 'vitest';
import { Unreachable } from '../../../src/net/errors.ts';
import { createApi } from '../../../src/net/http.ts';
import { snapshot } from '../../../src/net/sync.ts';
import { syncTimeoutMs } from '../../../src/net/deadlines.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** A server whose reply the test streams. The stream fails when the client aborts the request. */
function saying() {
  const answer = Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>();
  const api = createApi({
    token: () => 'secret',
    deviceId: () => undefined,
    fetch: async (_url, init) => {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          init?.signal?.addEventListener('abort', () => controller.error(new DOMException('gone', 'AbortError')));
          answer.resolve(controller);
        },
      });
      return new Response(body, { headers: { 'x-vfp-api': '1' } });
    },
  });
  return { api, answer: answer.promise };
}

const bytes = (line: object) => new TextEncoder().encode(`${JSON.stringify(line)}\n`);

test('a snapshot of which nothing more comes is given up after the 20 seconds of the sync layer', async () => {
  vi.useFakeTimers();
  const { api, answer } = saying();
  const brought = snapshot(api).catch((error: unknown) => error);
  (await answer).enqueue(bytes({ room: 1 }));
  await vi.advanceTimersByTimeAsync(syncTimeoutMs + 1);
  expect(await brought).toBeInstanceOf(Unreachable);
});

test('a long snapshot that keeps coming is taken whole, however long it takes', async () => {
  vi.useFakeTimers();
  const { api, answer } = saying();
  const brought = snapshot(api);
  const line = await answer;
  for (let part = 0; part < 5; part++) {
    line.enqueue(bytes({ room: part }));
    await vi.advanceTimersByTimeAsync(syncTimeoutMs - 1);
  }
  line.enqueue(bytes({ end: true }));
  line.close();
  expect(await brought).toHaveLength(6);
});
