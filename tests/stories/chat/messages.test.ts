import { expect, onTestFinished, test, vi } from 'vitest';
import { markRead } from '../../../src/chat/calls/read-mark.ts';
import { sendAgain } from '../../../src/db/send-again.ts';
import { draftOf } from '../../../src/db/drafts.ts';
import { waitingOf } from '../../../src/db/unsent-commands.ts';
import { editAgain } from '../../../src/chat/compose/edit-again.ts';
import type { Device } from '../../support/devices/device.ts';
import { provideServer } from '../../support/servers/server.ts';
import { until } from '../../support/until.ts';
import { talkOn, unsentTalk } from '../../support/devices/conversation.ts';

const server = await provideServer();

test('what I write with no network is there after a restart, and arrives once when the network is back', async () => {
  const { engineer, expert, roomId, say } = await unsentTalk(server);
  engineer.network.isOn = false;
  await say(engineer, 'Cell 7 is swollen.');
  await engineer.send();
  await engineer.restart();
  expect(await engineer.shown(roomId)).toEqual(['Cell 7 is swollen.: queued']);

  engineer.network.isOn = true;
  await engineer.sync();
  await engineer.sync();
  await expert.sync();
  expect(await expert.shown(roomId)).toEqual(['Cell 7 is swollen.']);
  expect(await engineer.shown(roomId)).toEqual(['Cell 7 is swollen.: sent']);
  expect(await engineer.waiting()).toEqual([]);
});

test('08 a reply lost after the commit: the repeat is a duplicate, and there is one message', async () => {
  const { engineer, expert, roomId, say } = await unsentTalk(server);
  engineer.network.loseReplies(/sync\/push/);
  await say(engineer, 'Is 4.25 V still safe?');
  await engineer.send();
  expect(engineer.network.reached.filter((call) => call.includes('push'))).toHaveLength(1);
  expect(await engineer.waiting()).toEqual(['room.open queued', 'chat.send queued']);

  await engineer.restart();
  const repeated = engineer.network.overhear(/sync\/push/);
  await engineer.sync();
  await expert.sync();
  expect(engineer.network.reached.filter((call) => call.includes('push'))).toHaveLength(2);
  expect(await repeated).toMatchObject({ results: [{ s: 'duplicate' }, { s: 'duplicate' }] });
  expect(await expert.shown(roomId)).toEqual(['Is 4.25 V still safe?']);
  expect(await engineer.shown(roomId)).toEqual(['Is 4.25 V still safe?: sent']);
});

test('09 a request lost on its way: the server knows nothing of it, and the repeat does it', async () => {
  const { engineer, expert, roomId, say } = await talkOn(server);
  engineer.network.loseRequests(/sync\/push/);
  const before = engineer.network.reached.length;
  await say(engineer, 'Is anybody there?');
  await engineer.send();
  expect(engineer.network.reached).toHaveLength(before);
  expect(await engineer.waiting()).toEqual(['chat.send queued']);
  await expert.sync();
  expect(await expert.shown(roomId)).toEqual([]);

  engineer.pass(2000);
  const repeated = engineer.network.overhear(/sync\/push/);
  await engineer.sync();
  await expert.sync();
  expect(await expert.shown(roomId)).toEqual(['Is anybody there?']);
  expect(await repeated).toMatchObject({ results: [{ s: 'ok' }] });
  expect(await engineer.waiting()).toEqual([]);
});

test('14 a connection cut in the middle of a reply: the whole batch is asked about again, and each is there once', async () => {
  const { engineer, expert, roomId, say } = await talkOn(server);
  const all = ['one', 'two', 'three', 'four'];
  await Promise.all(all.map((text) => say(engineer, text)));
  engineer.network.cutReplies(/sync\/push/);
  expect(await engineer.send()).toBe('stopped');
  expect(await engineer.waiting()).toEqual(all.map(() => 'chat.send queued'));
  await expert.sync();
  expect(await expert.shown(roomId)).toEqual(all);

  engineer.pass(2000);
  const repeated = engineer.network.overhear(/sync\/push/);
  await engineer.sync();
  await expert.sync();
  expect(await expert.shown(roomId)).toEqual(all);
  expect(await engineer.shown(roomId)).toEqual(all.map((text) => `${text}: sent`));
  expect(await engineer.waiting()).toEqual([]);
  expect(await repeated).toMatchObject({ results: all.map(() => ({ s: 'duplicate' })) });
});

test('a pull that sees my message before its lost reply is repeated shows it once', async () => {
  const { engineer, roomId, say } = await unsentTalk(server);
  await engineer.sync();
  engineer.network.loseReplies(/sync\/push/);
  await say(engineer, 'Seen early.');
  await engineer.send();
  await engineer.look();
  expect(await engineer.shown(roomId)).toEqual(['Seen early.: sent']);
  engineer.pass(2000);
  await engineer.sync();
  expect(await engineer.shown(roomId)).toEqual(['Seen early.: sent']);
  expect(await engineer.waiting()).toEqual([]);
});

test('a request that arrives twice at once has one effect', async () => {
  const { engineer, expert, roomId, say } = await unsentTalk(server);
  engineer.network.duplicate(/sync\/push/);
  await say(engineer, 'Once.');
  await engineer.sync();
  await expert.sync();
  expect(await expert.shown(roomId)).toEqual(['Once.']);
  expect((await expert.room(roomId))?.unreadCount).toBe(1);
});

const shown = (tick: string) => [`Hello?: ${tick}`, `Anybody there?: ${tick}`];

test('the ticks go from queued to sent, delivered and read, and both sides count what is unread', async () => {
  const { engineer, expert, roomId, say } = await unsentTalk(server);
  await engineer.sync();
  await engineer.listen();
  await say(engineer, 'Hello?');
  await say(engineer, 'Anybody there?');
  expect(await engineer.shown(roomId)).toEqual(shown('queued'));

  await engineer.send();
  expect(await engineer.shown(roomId)).toEqual(shown('sent'));
  await engineer.look();
  expect(await engineer.shown(roomId)).toEqual(shown('sent'));

  await expert.sync();
  expect((await expert.room(roomId))?.unreadCount).toBe(2);
  // The expert's next pull confirms that the previous page has arrived.
  await expert.look();
  await until(
    'the marks arrive',
    async () => (await engineer.shown(roomId)).join() === shown('delivered').join(),
    5000,
  );

  const newest = (await expert.messages(roomId)).at(-1);
  await markRead(expert.ctx, { roomId, upTo: newest?.sseq ?? 0 });
  expect((await expert.room(roomId))?.unreadCount).toBe(0);
  await expert.sync();
  await engineer.sync();
  expect(await engineer.shown(roomId)).toEqual(shown('read'));
  expect((await engineer.room(roomId))?.unreadCount).toBe(0);

  await say(expert, 'Yes, I am.');
  await expert.sync();
  await engineer.sync();
  expect((await engineer.room(roomId))?.unreadCount).toBe(1);
  expect(await engineer.unread()).toEqual({ expert: 1, po: 0, ai: 0 });
  const reply = (await engineer.messages(roomId)).at(-1);
  await markRead(engineer.ctx, { roomId, upTo: reply?.sseq ?? 0 });
  await engineer.sync();
  await expert.sync();
  expect(await engineer.unread()).toEqual({ expert: 0, po: 0, ai: 0 });
  expect((await expert.shown(roomId)).at(-1)).toBe('Yes, I am.: read');
});

test('while a reply is on its way the pull may pass it, and what I write meanwhile keeps its order', async () => {
  const { engineer, expert, roomId, say } = await unsentTalk(server);
  await engineer.sync();
  const release = engineer.network.delay(/sync\/push/);
  await say(engineer, 'one');
  const sending = engineer.send();
  await say(engineer, 'two');
  await say(engineer, 'three');
  release();
  await sending;
  await engineer.sync();
  await expert.sync();
  expect(await expert.shown(roomId)).toEqual(['one', 'two', 'three']);
});

const texts = (from: string) => Array.from({ length: 50 }, (_, i) => `${from} ${i}`);

test('a hundred messages written offline on two devices arrive once each, each device in its own order', async () => {
  const { engineer, expert, roomId, say } = await unsentTalk(server);
  await engineer.sync();
  await expert.sync();
  for (const device of [engineer, expert]) device.network.isOn = false;
  await Promise.all(texts('lab').map((text) => say(engineer, text)));
  await Promise.all(texts('desk').map((text) => say(expert, text)));
  for (const device of [engineer, expert]) device.network.isOn = true;
  await Promise.all([engineer.sync(), expert.sync()]);
  await Promise.all([engineer.sync(), expert.sync()]);
  const seen = (await engineer.messages(roomId)).map(({ content }) => content);
  expect(seen.filter((text) => text.startsWith('lab'))).toEqual(texts('lab'));
  expect(seen.filter((text) => text.startsWith('desk'))).toEqual(texts('desk'));
  expect((await expert.messages(roomId)).map(({ content }) => content)).toEqual(seen);
});

/** Edits the only pending message of this device. @returns false when it is already in flight */
async function edit(device: Device): Promise<boolean> {
  const [item] = await waitingOf(device.db);
  if (item === undefined) throw new Error('nothing waits');
  return editAgain(device.ctx, item.cmdId);
}

test('24 a message edited while it is on its way arrives once, as it was; one that has not left goes back into the box', async () => {
  const { engineer, expert, roomId, say } = await talkOn(server);
  const box = async () => (await draftOf<{ text: string }>(engineer.db, `room:${roomId}`))?.text ?? '';
  const release = engineer.network.delay(/sync\/push/);
  await say(engineer, 'It is 45 degrees.');
  const sending = engineer.send();
  await expect.poll(() => engineer.db.progress.count()).toBe(1);
  expect(await edit(engineer)).toBe(false);
  expect(await box()).toBe('');
  release();
  await sending;
  await engineer.sync();
  await expert.sync();
  expect(await expert.shown(roomId)).toEqual(['It is 45 degrees.']);

  await say(engineer, 'No, 54.');
  expect(await edit(engineer)).toBe(true);
  expect(await box()).toBe('No, 54.');
  expect(await engineer.waiting()).toEqual([]);
  await say(engineer, 'No, 55.');
  await engineer.sync();
  await expert.sync();
  expect(await expert.shown(roomId)).toEqual(['It is 45 degrees.', 'No, 55.']);
});

test('27 whatever the clock of my device does between my messages, they arrive in the order in which I wrote them', async () => {
  const { engineer, expert, roomId, say } = await talkOn(server);
  const now = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now });
  onTestFinished(() => void vi.useRealTimers());
  await say(engineer, 'first');
  vi.setSystemTime(now - day);
  await say(engineer, 'second, a day earlier');
  vi.setSystemTime(now + 365 * day);
  await say(engineer, 'third, a year later');
  vi.setSystemTime(now);
  await say(engineer, 'fourth');
  const all = ['first', 'second, a day earlier', 'third, a year later', 'fourth'];
  expect(await engineer.shown(roomId)).toEqual(all.map((text) => `${text}: queued`));
  await engineer.restart();
  await engineer.sync();
  await expert.sync();
  expect(await expert.shown(roomId)).toEqual(all);
  expect(await engineer.shown(roomId)).toEqual(all.map((text) => `${text}: sent`));
});

const day = 24 * 60 * 60 * 1000;

test.each([
  [413, 'TOO_LARGE'],
  [400, 'VALIDATION'],
])(
  'a message refused with %i keeps its place, holds back nothing, and goes below the newest one when sent again',
  async (status, code) => {
    const { engineer, expert, roomId, say } = await talkOn(server);
    const contents = async () => (await engineer.messages(roomId)).map(({ content }) => content);
    await say(engineer, 'First');
    await engineer.sync();
    const cmdId = await say(engineer, 'Refused');
    const body = JSON.stringify({ statusCode: status, code, message: 'For programs.', requestId: '' });
    const headers = { 'x-vfp-api': '1', 'content-type': 'application/json' };
    engineer.network.next(/sync\/push/, async () => new Response(body, { status, headers }));
    await engineer.send();
    const found = async () => (await engineer.messages(roomId)).find(({ content }) => content === 'Refused');
    expect(await found()).toMatchObject({ delivery: 'refused', reason: { code } });
    expect((await found())?.isFollowed).toBeUndefined();

    await say(engineer, 'Second');
    await engineer.sync();
    await expert.sync();
    await say(expert, 'Reply');
    await expert.sync();
    await engineer.sync();
    expect(await contents()).toEqual(['First', 'Refused', 'Second', 'Reply']);
    expect(await found()).toMatchObject({ delivery: 'refused', isFollowed: true });
    await engineer.restart();
    expect(await contents()).toEqual(['First', 'Refused', 'Second', 'Reply']);

    await sendAgain(engineer.ctx, cmdId);
    await engineer.sync();
    await expert.sync();
    expect(await contents()).toEqual(['First', 'Second', 'Reply', 'Refused']);
    expect((await expert.messages(roomId)).map(({ content }) => content)).toEqual(await contents());
  },
);
