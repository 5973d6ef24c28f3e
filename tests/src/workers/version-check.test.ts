import { expect, test } from 'vitest';
import type { VersionInfo } from '#domain/ground/wire/version.ts';
import { startVersionCheck, type VersionWorld } from '../../../src/workers/version-check.ts';

/** A server, a clock and a network controlled by the test. */
function stage() {
  let due: { ms: number; wake: () => void } | undefined;
  const requests: RequestInit[] = [];
  const told: VersionInfo[] = [];
  const server = { answer: (): Promise<Response> => Promise.resolve(versionAnswer('1')) };
  const world: VersionWorld = {
    random: () => 0.5,
    after(ms, wake) {
      due = { ms, wake };
      return () => {
        due = undefined;
      };
    },
    fetch(_, init) {
      requests.push(init);
      return server.answer();
    },
  };
  const check = startVersionCheck('1', (info) => told.push(info), world);
  const tick = async () => {
    const now = due;
    due = undefined;
    now?.wake();
    await new Promise((resolve) => setImmediate(resolve));
    return now?.ms;
  };
  return { check, tick, requests, told, server, isWaiting: () => due !== undefined };
}

function versionAnswer(version: string): Response {
  const body = JSON.stringify({ version, built_at: '2026-01-01T00:00:00Z', min_client: 0 });
  return new Response(body, { headers: { 'content-type': 'application/json; charset=utf-8', etag: `"${version}"` } });
}

test('the version is not checked until the user asks, and then every ten seconds', async () => {
  const { check, tick, requests } = stage();
  expect(await tick()).toBeUndefined();
  check.setActive(true);
  expect(await tick()).toBe(10_000);
  expect(await tick()).toBe(10_000);
  expect(requests).toHaveLength(2);
});

test('a hidden or offline page stops asking', async () => {
  const { check, tick, requests, isWaiting } = stage();
  check.setActive(true);
  await tick();
  check.setActive(false);
  expect(isWaiting()).toBe(false);
  expect(requests).toHaveLength(1);
});

test('a new version is reported once, the running one never', async () => {
  const { check, tick, told, server } = stage();
  check.setActive(true);
  await tick();
  expect(told).toEqual([]);
  server.answer = () => Promise.resolve(versionAnswer('2'));
  await tick();
  await tick();
  expect(told.map(({ version }) => version)).toEqual(['2']);
});

test('the second question names the answer it has', async () => {
  const { check, tick, requests } = stage();
  check.setActive(true);
  await tick();
  await tick();
  expect(requests.map(({ headers }) => headers)).toEqual([{}, { 'if-none-match': '"1"' }]);
});

test.each([
  ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a captive portal', () => Promise.resolve(new Response('<html>', { headers: { 'content-type': 'text/html' } }))],
  ['nonsense', () => Promise.resolve(new Response('{}', { headers: { 'content-type': 'application/json' } }))],
  ['a server that fails', () => Promise.resolve(new Response('', { status: 503 }))],
  ['nothing new', () => Promise.resolve(new Response(null, { status: 304 }))],
])('%s is no new version, and the asking goes on', async (_, answer) => {
  const { check, tick, told, server, isWaiting } = stage();
  server.answer = answer;
  check.setActive(true);
  await tick();
  expect(told).toEqual([]);
  expect(isWaiting()).toBe(true);
});
