import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { sendMessage } from '../../../src/chat/calls/chat-send.ts';
import { openRoom } from '../../../src/chat/calls/room-open.ts';
import { Device } from '../../support/devices/device.ts';
import { provideServer } from '../../support/servers/server.ts';
import { until } from '../../support/until.ts';

const server = await provideServer();

test.each([
  ['after a reload', false],
  ['on another device', true],
])('a message that was delivered is still shown so %s', async (_, another) => {
  const who = await server.signIn('engineer');
  const engineer = await Device.open(server, who);
  const expert = await Device.open(server, await server.signIn('expert'));
  const roomId = await openRoom(engineer.ctx, { type: 5 });
  await engineer.sync();
  await engineer.listen();
  await sendMessage(engineer.ctx, { roomId, content: 'x', files: [] });
  await engineer.sync();
  await expert.sync();
  await expert.look();
  await until('the mark arrives', async () => (await engineer.shown(roomId)).join() === 'x: delivered');
  // Marks are stored a second later.
  await until('the mark is stored', async () => {
    const { rows } = await sql<{ upTo: number }>`
      select delivered_support as "upTo" from rooms where id = ${roomId}`.execute(server.db);
    return (rows[0]?.upTo ?? 0) > 0;
  });
  const later = another ? await Device.open(server, who) : engineer;
  if (!another) await later.restart();
  await later.sync();
  expect(await later.shown(roomId)).toEqual(['x: delivered']);
});
