import { expect, test } from 'vitest';
import { listenTo } from '../../../src/sync/listen.ts';
import { LiveAnswers } from '../../../src/assistant/views/live-answers.ts';
import type { Device } from '../../support/devices/device.ts';
import { provideServer } from '../../support/servers/server.ts';
import { talkOn } from '../../support/devices/conversation.ts';
import { until } from '../../support/until.ts';

const server = await provideServer();

/** Returns the hint for everything this device has yet to pull. */
async function hintFor(device: Device) {
  const cursor = await device.cursor();
  if (cursor === undefined) throw new Error('the device has not started');
  const page = await device.world.pull({ cursor, limit: 500 });
  if (!('events' in page)) throw new Error(JSON.stringify(page));
  const { sync } = listenTo({
    early: device.early,
    live: new LiveAnswers(),
    hinted: () => undefined,
    repeated: () => undefined,
    readyToSend: () => undefined,
    sent: () => undefined,
    knowledgeHinted: () => undefined,
    delivered: () => undefined,
    ended: () => undefined,
  });
  return () => sync['sync:hint']?.({ pos: page.next, events: page.events });
}

test('35 what a socket shows before the pull, after it, twice or never is there once, and the pull alone moves on', async () => {
  const { engineer, expert, roomId, say } = await talkOn(server);
  await expert.sync();
  await engineer.look();
  const cursor = await engineer.cursor();

  await engineer.listen();
  await say(expert, 'before');
  await expert.send();
  await until('the socket has shown it', async () => (await engineer.shown(roomId)).length > 0);
  expect(await engineer.shown(roomId)).toEqual(['before']);
  expect(await engineer.cursor()).toEqual(cursor);
  await engineer.look();
  expect(await engineer.shown(roomId)).toEqual(['before']);

  await engineer.restart();
  await say(expert, 'twice, and once more afterwards');
  await expert.send();
  const hint = await hintFor(engineer);
  hint();
  hint();
  expect(await engineer.shown(roomId)).toEqual(['before', 'twice, and once more afterwards']);
  await engineer.look();
  hint();
  expect(await engineer.shown(roomId)).toEqual(['before', 'twice, and once more afterwards']);

  await say(expert, 'never');
  await expert.send();
  await engineer.look();
  expect(await engineer.shown(roomId)).toEqual(['before', 'twice, and once more afterwards', 'never']);
  expect(await engineer.room(roomId)).toMatchObject({ unreadCount: 3 });
});
