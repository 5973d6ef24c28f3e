import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { namespaces } from '#domain/spine/wire/sockets.ts';
import { sendMessage } from '../../src/chat/calls/chat-send.ts';
import { openRoom } from '../../src/chat/calls/room-open.ts';
import { createUploadApi, uploadChunkBytes } from '../../src/net/uploads.ts';
import { say } from '../support/database/bus-world.ts';
import { newId, wish } from '../support/users.ts';
import {
  type Processes,
  call,
  deviceOn,
  expectShown,
  push,
  soonMs,
  startProcesses,
} from '../support/servers/processes.ts';
import { png } from '../support/files/sample-files.ts';
import { at } from '../support/servers/server.ts';
import { until } from '../support/until.ts';
import { locksPerTransaction } from '../../server/spine/bus/frames.ts';

/** Events of one process reach the others. */

let processes: Processes;

beforeAll(async () => {
  processes = await startProcesses();
});
afterAll(() => processes.close(), 60_000);

test('what is written on one process is soon there for readers on the others, in both directions', async () => {
  const [first, second, third] = processes.urls;
  const who = await processes.signIn('engineer');
  const lab = await deviceOn(first, who);
  const desk = await deviceOn(third, who);
  const expert = await deviceOn(second, await processes.signIn('expert'));
  const roomId = await openRoom(lab.ctx, { type: 5 });
  await sendMessage(lab.ctx, { roomId, content: 'Cell 7 is swollen.', files: [] });
  await expectShown(expert, roomId, 'Cell 7 is swollen.');
  await sendMessage(expert.ctx, { roomId, content: 'Stop the test.', files: [] });
  await expectShown(lab, roomId, 'Stop the test.');
  await expectShown(desk, roomId, 'Stop the test.');
  expect(await processes.stored(roomId)).toEqual(['Cell 7 is swollen.', 'Stop the test.']);
});

test('each message reaches chat sockets of other processes once, whichever process it came from', async () => {
  const [first, second, third] = processes.urls;
  const who = await processes.signIn('engineer');
  const roomId = newId();
  const { token } = await processes.signIn('expert');
  const socket = io(`${second}${namespaces.socketV1}`, { transports: ['websocket'], auth: { token } });
  onTestFinished(() => void socket.disconnect());
  const received: unknown[] = [];
  socket.on('receiveMessage', (packet: unknown) => received.push(packet));
  await until('the socket is open', () => socket.connected);
  await push(first, who, wish('room.open', { roomId, type: 5 }));
  await push(first, who, say(roomId, 'one'), say(roomId, 'two'), say(roomId, 'three'));
  await push(second, who, say(roomId, 'four'));
  await push(third, who, say(roomId, 'five'), say(roomId, 'six'));
  const texts = () =>
    received
      .filter((packet) => at(packet, 'roomId') === roomId)
      .flatMap((packet) => at(packet, 'messages') as unknown[])
      .map((message) => at(message, 'content'));
  await until('all are told', () => texts().length >= 6, soonMs);
  expect(texts()).toHaveLength(6);
  expect(new Set(texts())).toEqual(new Set(['one', 'two', 'three', 'four', 'five', 'six']));
});

test('a frame that touches very many rooms is hinted to the other processes as well', async () => {
  const [first, second] = processes.urls;
  const who = await processes.signIn('engineer');
  const reader = await deviceOn(second, who);
  const roomIds = Array.from({ length: locksPerTransaction - 1 }, newId);
  const opened = roomIds.map((roomId) => wish('room.open', { roomId, type: 1 }));
  for (const result of await push(first, who, ...opened)) expect(result).toMatchObject({ s: 'ok' });
  await until('the reader has all rooms', async () => (await reader.ctx.db.rooms.count()) === roomIds.length, soonMs);
  const said = roomIds.map((roomId) => say(roomId, 'in each'));
  for (const result of await push(first, who, ...said)) expect(result).toMatchObject({ s: 'ok' });
  await expectShown(reader, roomIds.at(-1) ?? '', 'in each: sent');
});

test('who signs out on one process is signed out on all of them within seconds', async () => {
  const [first, second, third] = processes.urls;
  const who = await processes.signIn('engineer');
  const here = await deviceOn(second, who);
  const elsewhere = await deviceOn(third, who);
  const other = await deviceOn(third, await processes.signInAgain(who.user));
  await call(first, who, '/auth/logout');
  for (const device of [here, elsewhere]) {
    await until(
      'the device is told',
      () => device.reports.some(({ type }) => type === 'session.refused') && !device.hears(),
      5000,
    );
  }
  await expect(push(second, who, wish('room.open', { roomId: newId(), type: 1 }))).rejects.toThrow('401');
  // The same user's other session continues.
  expect(other.hears()).toBe(true);
});

test('the ticks of a delivered message cross processes', async () => {
  const [first, second, third] = processes.urls;
  const who = await processes.signIn('engineer');
  const lab = await deviceOn(first, who);
  const desk = await deviceOn(third, who);
  const roomId = await openRoom(lab.ctx, { type: 5 });
  const expert = await deviceOn(second, await processes.signIn('expert'));
  await sendMessage(lab.ctx, { roomId, content: 'Hello?', files: [] });
  await expectShown(expert, roomId, 'Hello?');
  // The next pull of the expert's device confirms that the previous page has arrived.
  await sendMessage(lab.ctx, { roomId, content: 'Anybody?', files: [] });
  await expectShown(expert, roomId, 'Anybody?');
  await expectShown(lab, roomId, 'Hello?: delivered');
  await expectShown(desk, roomId, 'Hello?: delivered');
  // Stored a second later.
  const stored = async () =>
    (await sql<{ n: number }>`select delivered_support as n from rooms where id = ${roomId}`.execute(processes.db))
      .rows[0]?.n;
  await expect.poll(stored).toBeGreaterThan(0);
});

test('10 the same key sent to several processes at once has one effect and one answer', async () => {
  const who = await processes.signIn('engineer');
  const roomId = newId();
  await push(processes.balancer.url, who, wish('room.open', { roomId, type: 7, resultName: roomId }));
  for (let round = 0; round < 10; round++) {
    const command = say(roomId, `round ${round}`);
    const answers = await Promise.all(processes.urls.flatMap((url) => [1, 2].map(() => push(url, who, command))));
    const states = answers.map(([answer]) => at(answer, 's'));
    expect(states.filter((state) => state === 'ok')).toHaveLength(1);
    expect(states.filter((state) => state === 'duplicate')).toHaveLength(processes.urls.length * 2 - 1);
    expect(new Set(answers.map(([answer]) => JSON.stringify(at(answer, 'pos')))).size).toBe(1);
  }
  expect(await processes.stored(roomId)).toEqual(Array.from({ length: 10 }, (_, round) => `round ${round}`));
});

test('a file whose pieces reach different processes is whole, and any of them hands it out', async () => {
  const who = await processes.signIn('engineer');
  const bytes = Buffer.concat([png(1), Buffer.alloc(uploadChunkBytes * 3)]);
  const [first, second, third] = processes.urls.map((url) =>
    createUploadApi({ token: () => who.token, deviceId: () => undefined }, url),
  );
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const name = 'cell.png';
  const url = (await first?.create({ sha256, name, mime: 'image/png', size: bytes.length })) ?? '';
  let offset = 0;
  for (const door of [second, third, first, second]) {
    expect(await door?.offsetOf(url)).toBe(offset);
    const piece = bytes.subarray(offset, offset + uploadChunkBytes);
    offset = (await door?.send(url, offset, new Blob([piece]))) ?? 0;
  }
  expect(offset).toBe(bytes.length);
  const [roomId, id] = [newId(), newId()];
  const file = { id, name, size: bytes.length, mime: 'image/png', sha256 };
  const answers = await push(processes.urls[2], who, wish('room.open', { roomId, type: 7, resultName: roomId }));
  answers.push(...(await push(processes.urls[0], who, say(roomId, 'Look.', [file]))));
  expect(answers).toMatchObject([{ s: 'ok' }, { s: 'ok' }]);
  for (const where of processes.urls) {
    const response = await fetch(`${where}/api/v1/files/${id}`, { headers: { authorization: `Bearer ${who.token}` } });
    expect(bytes.equals(Buffer.from(await response.arrayBuffer()))).toBe(true);
  }
});
