import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deviceIdMs } from '../../../src/net/device-id.ts';

const drawn = 'a'.repeat(64);

/** Imports the module as a newly loaded page does. */
const newPage = () => import('../../../src/net/device-id.ts');

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  const jar = new Map<string, string>();
  vi.stubGlobal('location', { protocol: 'https:' });
  vi.stubGlobal('document', {
    get cookie() {
      return [...jar].map((pair) => pair.join('=')).join('; ');
    },
    set cookie(text: string) {
      const [name = '', value = ''] = (text.split(';')[0] ?? '').split('=');
      jar.set(name, value);
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the calls of a new device wait for one drawing, and the next page finds it kept', async () => {
  const { deviceId, setDeviceIdMaker } = await newPage();
  const draw = vi.fn<() => Promise<string>>(async () => drawn);
  setDeviceIdMaker(draw);
  expect(await Promise.all([deviceId(), deviceId()])).toEqual([drawn, drawn]);
  expect(draw).toHaveBeenCalledOnce();
  vi.resetModules();
  expect(await (await newPage()).deviceId()).toBe(drawn);
});

test('a drawing that takes too long holds calls back for a moment; until it is there they carry what chance makes', async () => {
  const { deviceId, setDeviceIdMaker } = await newPage();
  const drawing = Promise.withResolvers<string>();
  setDeviceIdMaker(() => drawing.promise);
  const first = deviceId();
  await vi.advanceTimersByTimeAsync(deviceIdMs);
  const chance = await first;
  expect(chance).toMatch(/^[0-9a-f]{64}$/);
  expect(await deviceId()).toBe(chance);
  drawing.resolve(drawn);
  await vi.advanceTimersByTimeAsync(0);
  expect(await deviceId()).toBe(drawn);
});

test('where it cannot be made, chance makes one at once, which is kept', async () => {
  const { deviceId, setDeviceIdMaker } = await newPage();
  setDeviceIdMaker(() => Promise.reject(new Error('no worker')));
  const chance = await deviceId();
  expect(chance).toMatch(/^[0-9a-f]{64}$/);
  vi.resetModules();
  expect(await (await newPage()).deviceId()).toBe(chance);
});
