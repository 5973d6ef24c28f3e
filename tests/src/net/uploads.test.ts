import { afterEach, expect, test, vi } from 'vitest';
import { Unreachable } from '../../../src/net/errors.ts';
import { createUploadApi } from '../../../src/net/uploads.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('each step of an upload carries the bearer token and the device', async () => {
  const carried: unknown[] = [];
  vi.stubGlobal('fetch', async (_url: string, { method, headers: given }: RequestInit) => {
    const headers = new Headers(given);
    carried.push([method, headers.get('authorization'), headers.get('x-device-id')]);
    const answer = { location: 'http://localhost/api/v1/uploads/one', 'upload-offset': '3', 'x-vfp-api': '1' };
    return new Response(null, { status: method === 'POST' ? 201 : 204, headers: answer });
  });
  const door = createUploadApi({ token: () => 'secret', deviceId: async () => 'device' });
  const url = await door.create({ sha256: 'hash', name: 'cell.png', mime: 'image/png', size: 3 });
  expect(await door.offsetOf(url)).toBe(3);
  expect(await door.send(url, 0, new Blob(['abc']))).toBe(3);
  expect(carried).toEqual(['POST', 'HEAD', 'PATCH'].map((method) => [method, 'Bearer secret', 'device']));
});

test.each([200, 201, 204, 302, 400, 401, 403, 404, 410, 413])(
  "somebody else's page with %i during an upload is a reason to try again, nothing else",
  async (status) => {
    vi.stubGlobal('fetch', async () => {
      const page = status === 204 ? null : '<html>Sign in to this network</html>';
      return new Response(page, { status, headers: { location: '/api/v1/uploads/theirs', 'upload-offset': '3' } });
    });
    const door = createUploadApi({ token: () => 'secret', deviceId: async () => 'device' });
    const file = { sha256: 'hash', name: 'cell.png', mime: 'image/png', size: 3 };
    await expect(door.create(file)).rejects.toBeInstanceOf(Unreachable);
    await expect(door.offsetOf('/api/v1/uploads/one')).rejects.toBeInstanceOf(Unreachable);
    await expect(door.send('/api/v1/uploads/one', 0, new Blob(['abc']))).rejects.toBeInstanceOf(Unreachable);
  },
);

test('each step of an upload whose reply never comes is given up after 20 seconds, to be tried again', async () => {
  const signals: (AbortSignal | undefined)[] = [];
  const asked = vi.spyOn(AbortSignal, 'timeout');
  vi.stubGlobal('fetch', async (_url: string, { signal }: RequestInit) => {
    signals.push(signal ?? undefined);
    throw new DOMException('timeout error', 'TimeoutError');
  });
  const door = createUploadApi({ token: () => 'secret', deviceId: async () => 'device' });
  const file = { sha256: 'hash', name: 'cell.png', mime: 'image/png', size: 3 };
  await expect(door.create(file)).rejects.toBeInstanceOf(Unreachable);
  await expect(door.offsetOf('/api/v1/uploads/one')).rejects.toBeInstanceOf(Unreachable);
  await expect(door.send('/api/v1/uploads/one', 0, new Blob(['abc']))).rejects.toBeInstanceOf(Unreachable);
  expect(asked.mock.calls).toEqual([[20_000], [20_000], [20_000]]);
  expect(signals.every((signal) => signal !== undefined)).toBe(true);
  asked.mockRestore();
});
