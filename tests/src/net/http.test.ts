import { expect, test, vi } from 'vitest';
import { whoAmI } from '../../../src/net/auth.ts';
import { answerAfter } from '../../../src/assistant/calls/live-answers.ts';
import { silenceMs } from '../../../src/net/deadlines.ts';
import { currentRateCard } from '../../../src/order/rate-card/rate-cards.ts';
import { historyBefore } from '../../../src/chat/calls/rooms.ts';
import { Refused, SignedOut, Unreachable } from '../../../src/net/errors.ts';
import { createApi } from '../../../src/net/http.ts';
import { snapshot } from '../../../src/net/sync.ts';

const ours = { 'x-vfp-api': '1', 'content-type': 'application/json' };

function apiThatAnswers(answer: () => Response | Promise<Response>) {
  const calls: { url: string; init: RequestInit | undefined }[] = [];
  const api = createApi({
    token: () => 'secret',
    deviceId: () => 'device',
    fetch: async (url, init) => {
      calls.push({ url: url instanceof Request ? url.url : String(url), init });
      return await answer();
    },
  });
  return { api, calls };
}

test('a call carries the bearer token and the device', async () => {
  const { api, calls } = apiThatAnswers(() => Response.json({ fine: true }, { headers: ours }));
  expect(await api.json({ path: '/users/me' })).toEqual({ fine: true });
  const headers = new Headers(calls[0]?.init?.headers);
  expect(calls[0]?.url).toBe('/api/v1/users/me');
  expect([headers.get('authorization'), headers.get('x-device-id')]).toEqual(['Bearer secret', 'device']);
});

test.each([
  ['a captive portal with a page of its own', () => new Response('<html>', { status: 200 }), true],
  ['a captive portal that sends elsewhere', () => Response.redirect('http://portal.test/', 302), true],
  ['a captive portal that says 401', () => new Response('', { status: 401 }), true],
  ['a captive portal that says 511', () => new Response('', { status: 511 }), true],
  ['a proxy with JSON of its own', () => Response.json({ results: [] }), true],
  ['a proxy that takes no more', () => new Response('<html>', { status: 413 }), false],
  ['a proxy whose server is down', () => new Response('<html>', { status: 502 }), false],
  ['an answer that was cut off', () => new Response('{"a":', { headers: ours }), false],
  ['a server that is busy', () => Response.json({ message: 'busy' }, { status: 503, headers: ours }), false],
  ['no network', () => Promise.reject(new TypeError('Failed to fetch')), false],
])('%s is a reason to try again, nothing else', async (_, answer, isCaptive) => {
  const { api } = apiThatAnswers(answer);
  const error: unknown = await api.json({ path: '/x' }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Unreachable);
  expect(error).toMatchObject({ isCaptive });
});

test.each([
  ['whoever called stops it', 'ERR_CANCELED', 'cancel', 60_000],
  ['there is no network', 'ERR_NETWORK', 'network error', 60_000],
  ['the server does not answer in time', 'ECONNABORTED', 'timeout error', 1],
] as const)('a call that ends because %s is known as %s', async (_, network, message, timeoutMs) => {
  const api = createApi({
    token: () => undefined,
    deviceId: () => undefined,
    fetch: (_url, init) =>
      new Promise((_resolve, reject) => {
        if (network === 'ERR_NETWORK') reject(new TypeError('Failed to fetch'));
        const stop = () => reject(init?.signal?.reason as Error);
        if (init?.signal?.aborted === true) stop();
        init?.signal?.addEventListener('abort', stop);
      }),
  });
  const stopped = network === 'ERR_CANCELED' ? { signal: AbortSignal.abort() } : {};
  const call = api.json({ path: '/x', timeoutMs, ...stopped });
  await expect(call).rejects.toMatchObject({ name: 'Unreachable', network, message });
});

test.each([500, 404])('a reply of ours without a message is described by its status, %i', async (status) => {
  const { api } = apiThatAnswers(() => new Response('', { status, headers: ours }));
  await expect(api.raw({ path: '/x' })).rejects.toThrow(`Response status: ${status}`);
});

test('a rate limit says when to retry', async () => {
  const headers = { ...ours, 'retry-after': '7' };
  const { api } = apiThatAnswers(() => Response.json({ message: 'slow' }, { status: 429, headers }));
  await expect(api.json({ path: '/x' })).rejects.toMatchObject({ status: 429, retryAfterMs: 7000 });
});

test('a no of ours is a no, and 401 ends the session', async () => {
  const no = apiThatAnswers(() => Response.json({ code: 'FORBIDDEN', message: 'no' }, { status: 403, headers: ours }));
  await expect(no.api.json({ path: '/x' })).rejects.toSatisfy(
    (e: Refused) => e instanceof Refused && e.code === 'FORBIDDEN',
  );
  const over = apiThatAnswers(() =>
    Response.json({ code: 'UNAUTHORIZED', message: 'over' }, { status: 401, headers: ours }),
  );
  await expect(over.api.json({ path: '/x' })).rejects.toBeInstanceOf(SignedOut);
});

test('a snapshot is read line by line, and is void without its end', async () => {
  const text = '{"pos":{"epoch":"e","xid":"1","seq":0}}\n{"gone":"room:x"}\n';
  const whole = apiThatAnswers(() => new Response(`${text}{"end":true}\n`, { headers: { 'x-vfp-api': '1' } }));
  expect(await snapshot(whole.api)).toHaveLength(3);
  const cut = apiThatAnswers(() => new Response(`${text}{"en`, { headers: { 'x-vfp-api': '1' } }));
  await expect(snapshot(cut.api)).rejects.toBeInstanceOf(Unreachable);
});

test.each([
  [
    'You have signed out on another device.',
    { code: 'UNAUTHORIZED', message: 'You have signed out on another device.' },
  ],
  ['Unauthorized request', {}],
])('a session that is over says “%s”: the words of the server, or the specified ones', async (words, body) => {
  const { api } = apiThatAnswers(() => Response.json(body, { status: 401, headers: ours }));
  const call = api.json({ path: '/x' });
  await expect(call).rejects.toBeInstanceOf(SignedOut);
  await expect(call).rejects.toThrow(words);
});

test('a download may take as long as it needs while bytes arrive, and ends when they stop', async () => {
  vi.useFakeTimers();
  try {
    let more: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void (more = controller) });
    let given: AbortSignal | null | undefined;
    const api = createApi({
      token: () => 'secret',
      deviceId: () => 'device',
      fetch: async (_url, init) => {
        given = init?.signal;
        return new Response(body, { headers: ours });
      },
    });
    const reading = (await api.raw({ path: '/files/one', silenceMs })).arrayBuffer();
    for (let piece = 0; piece < 20; piece++) {
      more?.enqueue(new Uint8Array(1));
      await vi.advanceTimersByTimeAsync(silenceMs - 1);
    }
    expect(given?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(given?.aborted).toBe(true);
    more?.close();
    expect((await reading).byteLength).toBe(20);
  } finally {
    vi.useRealTimers();
  }
});

test('what a page waits for in the background is given up long before the five minutes of other calls', async () => {
  const asked = vi.spyOn(AbortSignal, 'timeout');
  const { api } = apiThatAnswers(() => Response.json({ messages: [], next_before: null }, { headers: ours }));
  await answerAfter(api, 'one', 0);
  await historyBefore(api, 'room', 10);
  await currentRateCard(api);
  await whoAmI(api);
  expect(asked.mock.calls.map(([ms]) => ms)).toEqual([20_000, 20_000, 20_000, 20_000]);
  await api.json({ path: '/auth/login', body: {} });
  expect(asked.mock.calls.at(-1)).toEqual([300_000]);
  asked.mockRestore();
});
