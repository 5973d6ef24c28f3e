import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { sendMessage } from '../../src/chat/calls/chat-send.ts';
import { openRoom } from '../../src/chat/calls/room-open.ts';
import { say } from '../support/database/bus-world.ts';
import { newId, wish } from '../support/users.ts';
import type { LiveDevice } from '../support/devices/live-device.ts';
import type { ServerProcess } from '../support/servers/server-process.ts';
import { type Processes, deviceOn, expectShown, push, soonMs, startProcesses } from '../support/servers/processes.ts';
import { until } from '../support/until.ts';

/** Processes restart while users write, unnoticed by the users. */

let processes: Processes;

beforeAll(async () => {
  processes = await startProcesses();
});
afterAll(() => processes.close(), 60_000);

test('what a process committed just before it was stopped is soon there for readers on the others', async () => {
  const [leaving] = processes.servers;
  const [where, , elsewhere] = processes.urls;
  const who = await processes.signIn('engineer');
  const reader = await deviceOn(elsewhere, who);
  const roomId = newId();
  await push(where, who, wish('room.open', { roomId, type: 1 }));
  await push(where, who, say(roomId, 'the last words'));
  await leaving.stop();
  onTestFinished(() => leaving.start());
  await expectShown(reader, roomId, 'the last words: sent');
  expect(await processes.stored(roomId)).toEqual(['the last words']);
});

test.each([
  ['stopped', (each: ServerProcess) => each.stop()],
  ['killed', (each: ServerProcess) => each.kill()],
])('%s and started one after the other under traffic, nothing is lost, doubled or turned round', async (_, end) => {
  const { balancer, servers, stored } = processes;
  const expert = await deviceOn(balancer.url, await processes.signIn('expert'));
  const writers = await Promise.all(Array.from({ length: 4 }, async () => Writer.begin()));
  const allStored = async () => {
    for (const each of writers) await each.stored();
  };
  for (const each of servers) {
    await allStored();
    await end(each);
    await allStored();
    await each.start();
  }
  for (const each of writers) await each.stop();
  await allStored();

  for (const { device, roomId, sent } of writers) {
    expect(sent.length).toBeGreaterThan(30);
    expect(await stored(roomId)).toEqual(sent);
    await expectShown(expert, roomId, ...sent.slice(-1));
    expect(await expert.shown(roomId)).toEqual(sent);
    const own = async () => (await device.shown(roomId)).map((text) => text.replace(/: (sent|delivered)$/, ''));
    await expect.poll(own, { timeout: soonMs }).toEqual(sent);
  }
  for (const count of balancer.placed.values()) expect(count).toBeGreaterThan(0);
});

/** An engineer who writes to a room of their own, on any process. */
class Writer {
  readonly sent: string[] = [];
  readonly device: LiveDevice;
  readonly roomId: string;
  readonly #enough = new AbortController();
  readonly #done: Promise<void>;

  private constructor(device: LiveDevice, roomId: string) {
    this.device = device;
    this.roomId = roomId;
    this.#done = this.#write();
  }

  static async begin(): Promise<Writer> {
    const device = await deviceOn(processes.balancer.url, await processes.signIn('engineer'));
    return new Writer(device, await openRoom(device.ctx, { type: 5 }));
  }

  async #write(): Promise<void> {
    while (!this.#enough.signal.aborted) {
      const content = `message ${this.sent.length}`;
      await sendMessage(this.device.ctx, { roomId: this.roomId, content, files: [] });
      this.sent.push(content);
      // Faster than typing, and slow enough that frames stay small and numerous.
      await wait(10);
    }
  }

  /** Waits until everything written so far is stored. */
  async stored(): Promise<void> {
    const count = this.sent.length;
    await until('everything is stored', async () => (await processes.stored(this.roomId)).length >= count);
  }

  async stop(): Promise<void> {
    this.#enough.abort();
    await this.#done;
  }
}
