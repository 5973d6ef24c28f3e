import { expect, test } from 'vitest';
import { type BackgroundWorld, drainInBackground } from '../../../src/workers/background-sync.ts';

function worldWith(parts: Partial<BackgroundWorld>) {
  const seen: string[] = [];
  const world: BackgroundWorld = {
    pages: async () => [],
    token: async () => 'token',
    drain: async (token) => {
      seen.push(`drained with ${token}`);
      return false;
    },
    ...parts,
  };
  return { world, seen };
}

test('with no page open, what waits is sent with the token of the cookie', async () => {
  const { world, seen } = worldWith({});
  await drainInBackground(world);
  expect(seen).toEqual(['drained with token']);
});

test('a visible page is asked to send it instead', async () => {
  const asked: string[] = [];
  const page = (visible: boolean, name: string) => ({ visible, askToDrain: () => void asked.push(name) });
  const { world, seen } = worldWith({ pages: async () => [page(false, 'hidden'), page(true, 'visible')] });
  await drainInBackground(world);
  expect({ asked, seen }).toEqual({ asked: ['visible'], seen: [] });
});

test('a hidden page does not keep it from being sent', async () => {
  const { world, seen } = worldWith({ pages: async () => [{ visible: false, askToDrain: () => undefined }] });
  await drainInBackground(world);
  expect(seen).toHaveLength(1);
});

test('without a signed-in user, nothing is touched', async () => {
  const { world, seen } = worldWith({ token: async () => undefined });
  await drainInBackground(world);
  expect(seen).toEqual([]);
});

test('while commands are pending, the browser is told to retry', async () => {
  await expect(drainInBackground(worldWith({ drain: async () => true }).world)).rejects.toThrow('still waits');
});
