import { expect, test } from 'vitest';
import { sendMessage } from '../../../src/chat/calls/chat-send.ts';
import { readPending } from '../../../src/db/pending.ts';
import { draining, say } from '../../support/src/draining.ts';
import { accepted } from '../../support/src/fake-world.ts';
import { frameBytes, framesInFlight } from '../../../src/sync/writer/parts.ts';
import { pushBytes, pushCommands } from '#domain/spine/wire/sync.ts';
import { pushBytesWhenWoken } from '../../../src/sync/drain-once.ts';

/** How much the drain sends at a time. */

test('a frame has at most 500 commands, a lane is in one frame at a time, and four frames are in flight', async () => {
  const { ctx, world, run } = await draining();
  const lanes = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  await Promise.all(Array.from({ length: 3200 }, (_, i) => sendMessage(ctx, say(lanes[i % 8] as string, `${i}`))));
  let inFlight = 0;
  let most = 0;
  const busy = new Set<string>();
  world.onPush = async (body) => {
    most = Math.max(most, ++inFlight);
    const mine = new Set(body.commands.map(({ args }) => (args as { roomId: string }).roomId));
    for (const lane of mine) {
      expect(busy.has(lane)).toBe(false);
      busy.add(lane);
    }
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
    for (const lane of mine) busy.delete(lane);
    inFlight--;
    return accepted(body);
  };
  await run();
  expect(most).toBe(framesInFlight);
  expect(Math.max(...world.pushes.map((body) => body.commands.length))).toBeLessThanOrEqual(pushCommands);
  for (const lane of lanes) {
    const sent = world.pushes.flatMap((body) =>
      body.commands.filter(({ args }) => (args as { roomId: string }).roomId === lane),
    );
    expect(sent.map(({ n }) => n)).toEqual(sent.map(({ n }) => n).toSorted((a, b) => a - b));
    expect(sent).toHaveLength(400);
  }
});

test('a frame stays under 256 KB', async () => {
  const { ctx, world, run } = await draining();
  await Promise.all(Array.from({ length: 60 }, () => sendMessage(ctx, say('r', 'é'.repeat(9000)))));
  await run();
  expect(world.pushes.length).toBeGreaterThan(1);
  for (const body of world.pushes)
    expect(new TextEncoder().encode(JSON.stringify(body)).length).toBeLessThanOrEqual(pushBytes);
});

test('on a network that carries little in the time of a call, a long queue arrives all the same', async () => {
  const { db, ctx, world, run } = await draining();
  const queue = Array.from({ length: 400 }, (_, i) =>
    sendMessage(ctx, say(`room ${i % 8}`, `${i} `.padEnd(1000, '.'))),
  );
  await Promise.all(queue);
  world.onPush = async (body) => {
    await world.carry(JSON.stringify(body).length);
    return accepted(body);
  };
  for (let round = 0; round < 6; round++) {
    await run();
    world.pass(60_000);
  }
  expect((await readPending(db)).unaccepted()).toEqual([]);
});

test('where there is no time for a second try, the first frames are small', async () => {
  const { ctx, world, run } = await draining({ firstBytes: pushBytesWhenWoken });
  await Promise.all(Array.from({ length: 200 }, (_, i) => sendMessage(ctx, say(`room ${i % 20}`, '.'.repeat(2000)))));
  await run();
  expect(JSON.stringify(world.pushes[0]).length).toBeLessThanOrEqual(pushBytesWhenWoken + 1024);
  expect(world.pushes.flatMap(({ commands }) => commands)).toHaveLength(200);
});

test('where the network is quick, frames grow to what a call may hold', async () => {
  const { ctx, world, run } = await draining();
  await Promise.all(Array.from({ length: 800 }, (_, i) => sendMessage(ctx, say(`room ${i % 20}`, '.'.repeat(2000)))));
  await run();
  const sizes = world.pushes.map((body) => JSON.stringify(body).length);
  expect(sizes[0]).toBeLessThanOrEqual(frameBytes.first + 1024);
  expect(Math.max(...sizes)).toBeGreaterThan(pushBytes * 0.9);
});
