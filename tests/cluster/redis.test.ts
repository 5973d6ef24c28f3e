import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendMessage } from '../../src/chat/calls/chat-send.ts';
import { openRoom } from '../../src/chat/calls/room-open.ts';
import { type Processes, deviceOn, expectShown, startProcesses } from '../support/servers/processes.ts';
import { type FaultyNetwork, faultyNetwork } from '../support/servers/proxy.ts';

/** Three processes with a Redis that fails and returns. */

const redisUrl = process.env['REDIS_URL'];

describe.skipIf(redisUrl === undefined)('with Redis', () => {
  let network: FaultyNetwork;
  let processes: Processes;

  beforeAll(async () => {
    const redis = new URL(redisUrl ?? '');
    network = await faultyNetwork(() => Number(redis.port || 6379));
    redis.host = `127.0.0.1:${network.port}`;
    processes = await startProcesses({ REDIS_URL: redis.href });
  }, 120_000);
  afterAll(async () => {
    await processes.close();
    await network.close();
  }, 60_000);

  test('what is written on one process is soon there on the others, with Redis, without it, and when it is back', async () => {
    const [first, second, third] = processes.urls;
    const lab = await deviceOn(first, await processes.signIn('engineer'));
    const desk = await deviceOn(third, await processes.signIn('expert'));
    const expert = await deviceOn(second, await processes.signIn('expert'));
    const roomId = await openRoom(lab.ctx, { type: 5 });
    const written: string[] = [];
    for (const change of [() => undefined, () => network.cut(), () => network.restore(), () => undefined]) {
      change();
      for (const writer of [lab, expert]) {
        const content = `message ${written.length}`;
        written.push(content);
        await sendMessage(writer.ctx, { roomId, content, files: [] });
        await expectShown(writer === lab ? expert : lab, roomId, content);
        await expectShown(desk, roomId, content);
      }
    }
    expect(await processes.stored(roomId)).toEqual(written);
  });
});
