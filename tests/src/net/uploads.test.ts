import { afterEach, expect, test, vi } from 'vitest';
import { createUploadDoor } from '../../../src/net/uploads.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('each step of an upload carries the bearer token and the device', async () => {
  const carried: unknown[] = [];
  vi.stubGlobal('fetch', async (_url: string, { method, headers: given }: RequestInit) => {
    const headers = new Headers(given);
    carried.push([method, headers.get('authorization'), headers.get('x-device-id')]);
    const answer = { location: 'http://localhost/api/v1/uploads/one', 'upload-offset': '3' };
    return new Response(null, { status: method === 'POST' ? 201 : 204, headers: answer });
  });
  const door = createUploadDoor({ token: () => 'secret', deviceId: async () => 'device' });
  const url = await door.create({ sha256: 'hash', name: 'cell.png', mime: 'image/png', size: 3 });
  expect(await door.offsetOf(url)).toBe(3);
  expect(await door.send(url, 0, new Blob(['abc']))).toBe(3);
  expect(carried).toEqual(['POST', 'HEAD', 'PATCH'].map((method) => [method, 'Bearer secret', 'device']));
});
