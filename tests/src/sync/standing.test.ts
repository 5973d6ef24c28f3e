import { expect, onTestFinished, test, vi } from 'vitest';
import type { SentPage } from '#domain/spine/wire/sockets.ts';
import type { Cursor } from '#domain/spine/wire/sync.ts';
import type { Me } from '#domain/account/users.ts';
import { applyPage } from '../../../src/db/confirmed.ts';
import { readMeta } from '../../../src/db/meta.ts';
import { readPending } from '../../../src/db/pending.ts';
import { Reader } from '../../../src/sync/reader/reader.ts';
import { refuseImpossible } from '../../support/src/refuse-impossible.ts';
import type { SendCount } from '../../../src/sync/writer/state.ts';
import { engineOf } from '../../support/src/engine.ts';
import { FakeWorld } from '../../support/src/fake-world.ts';
import { appendCommand, deviceOf, fact, messageIn, positionAt, roomOfMe, startAt } from '../../support/src/user.ts';

/** What a tab does at the end of the log, where the server sends it pages. */

/** A tab that runs at the end of the log, and stands there. */
async function standingTab({ canStand = true } = {}) {
  const device = deviceOf();
  const { db, me } = device;
  await startAt(db, 10);
  const world = Object.assign(new FakeWorld(), { isHinted: () => true, stand: (at: Cursor) => canStand && stood(at) });
  const stands: number[] = [];
  let pulls = 0;
  const stood = (at: Cursor) => stands.push(at.seq) > 0;
  world.onPull = ({ cursor }) => {
    pulls++;
    return { events: [], next: cursor, more: false };
  };
  const life = new AbortController();
  const settled: string[] = [];
  const reader = new Reader({
    db,
    me: me.id,
    world,
    report: () => undefined,
    notifyWriter: (event) => event.type === 'page.stored' && settled.push(...event.cmdIds),
    watch: refuseImpossible,
  });
  const running = reader.run(life.signal);
  onTestFinished(async () => {
    life.abort();
    await running;
  });
  await vi.waitFor(() => expect(pulls).toBe(1));
  await vi.waitFor(() => expect(stands).toHaveLength(canStand ? 1 : 0));
  return {
    ...device,
    world,
    reader,
    settled,
    stands,
    pulls: () => pulls,
    underWay: (underWay: SendCount, accepted?: Cursor) => reader.send({ type: 'underWay', underWay, accepted }),
    cursor: async () => (await db.transaction('r', db.meta, async () => readMeta(db, 'cursor')))?.seq,
  };
}

/** A page with one message, from one position to another. */
function pageOf(me: Me, from: number, next: number, room = roomOfMe(me)): SentPage {
  const opened = fact(next, `room:${room.id}`, 1, 'room.opened', { room });
  const said = fact(next, `room:${room.id}`, 2, 'message.sent', { message: messageIn(room, { sseq: 2 }) });
  return { from: positionAt(from), events: [opened, said], next: positionAt(next), rights: 'rights' };
}

test('a page that the server sends is stored without a pull, and then the tab stands at its end', async () => {
  const tab = await standingTab();
  tab.reader.send({ type: 'page', page: pageOf(tab.me, 10, 12) });
  await vi.waitFor(() => expect(tab.stands).toHaveLength(2));
  expect(tab.stands).toEqual([10, 12]);
  expect(await tab.cursor()).toBe(12);
  expect(await tab.db.messages.count()).toBe(1);
  expect(tab.pulls()).toBe(1);
});

test('a page that does not begin at the cursor changes nothing, and the tab pulls', async () => {
  const tab = await standingTab();
  tab.reader.send({ type: 'page', page: pageOf(tab.me, 11, 12) });
  await vi.waitFor(() => expect(tab.pulls()).toBe(2));
  expect(await tab.cursor()).toBe(10);
  expect(await tab.db.messages.count()).toBe(0);
});

test('a page that another tab has stored already costs no pull', async () => {
  const tab = await standingTab();
  const page = pageOf(tab.me, 10, 12);
  await applyPage(tab.db, tab.me.id, page);
  tab.reader.send({ type: 'page', page: page });
  await vi.waitFor(() => expect(tab.stands).toHaveLength(2));
  expect(tab.stands).toEqual([10, 12]);
  expect(tab.pulls()).toBe(1);
});

test('the same page twice is stored once', async () => {
  const tab = await standingTab();
  const page = pageOf(tab.me, 10, 12);
  tab.reader.send({ type: 'page', page: page });
  tab.reader.send({ type: 'page', page: page });
  await vi.waitFor(() => expect(tab.stands).toHaveLength(2));
  expect(await tab.db.messages.count()).toBe(1);
  expect(tab.pulls()).toBe(1);
});

test('a tab that drains stores a page, and stands again when it is idle', async () => {
  const tab = await standingTab();
  tab.underWay('many');
  tab.reader.send({ type: 'page', page: pageOf(tab.me, 10, 12) });
  await vi.waitFor(async () => expect(await tab.cursor()).toBe(12));
  expect(tab.stands).toEqual([10]);
  tab.underWay('nothing');
  await vi.waitFor(() => expect(tab.stands).toHaveLength(2));
  expect(tab.stands).toEqual([10, 12]);
  expect(tab.pulls()).toBe(1);
});

test('a tab that is told of its own commit while it stores a page stands again instead of pulling', async () => {
  const tab = await standingTab();
  tab.reader.send({ type: 'page', page: pageOf(tab.me, 10, 12) });
  tab.underWay('nothing', positionAt(14));
  await vi.waitFor(() => expect(tab.stands).toEqual([10, 12]));
  tab.reader.send({ type: 'page', page: pageOf(tab.me, 12, 14) });
  await vi.waitFor(() => expect(tab.stands).toEqual([10, 12, 14]));
  expect(tab.pulls()).toBe(1);
});

test('a tab that did not stand while it sent stands once its own commit is known', async () => {
  const tab = await standingTab();
  tab.underWay('many');
  tab.reader.send({ type: 'page', page: pageOf(tab.me, 10, 12) });
  await vi.waitFor(async () => expect(await tab.cursor()).toBe(12));
  tab.underWay('nothing', positionAt(14));
  expect(tab.stands).toEqual([10, 12]);
  expect(tab.pulls()).toBe(1);
});

test('when a busy room ends a pull many times, the time of it is stored once in ten seconds', async () => {
  const tab = await standingTab();
  const lastSynced = () => tab.db.transaction('r', tab.db.meta, async () => readMeta(tab.db, 'lastSyncedAt'));
  const before = await lastSynced();
  tab.world.pass(5000);
  tab.reader.send({ type: 'page', page: pageOf(tab.me, 10, 12) });
  await vi.waitFor(() => expect(tab.stands).toEqual([10, 12]));
  expect(await lastSynced()).toBe(before);
  tab.world.pass(5000);
  tab.reader.send({ type: 'page', page: { ...pageOf(tab.me, 12, 14), events: [] } });
  await vi.waitFor(() => expect(tab.stands).toEqual([10, 12, 14]));
  expect(await lastSynced()).toBeGreaterThan(before ?? Infinity);
});

test('a tab that stands waits a moment for the page with its own commit, and pulls when it does not come', async () => {
  const tab = await standingTab();
  tab.underWay('nothing', positionAt(12));
  await new Promise((resolve) => setImmediate(resolve));
  expect(tab.pulls()).toBe(1);
  tab.world.onPull = () => ({ events: [], next: positionAt(12), more: false });
  tab.world.pass(250);
  await vi.waitFor(async () => expect(await tab.cursor()).toBe(12));
  await vi.waitFor(() => expect(tab.stands.at(-1)).toBe(12));
});

test('with an older server, a tab pulls for its own commits', async () => {
  const tab = await standingTab({ canStand: false });
  tab.underWay('nothing', positionAt(10));
  tab.world.onPull = () => ({ events: [], next: positionAt(12), more: false });
  tab.underWay('nothing', positionAt(12));
  await vi.waitFor(async () => expect(await tab.cursor()).toBe(12));
});

test('a page with the events of an own command takes it out of the outbox before the reply has come', async () => {
  const tab = await standingTab();
  const room = roomOfMe(tab.me);
  const page = pageOf(tab.me, 10, 12, room);
  const cmdId = await appendCommand(tab.ctx, 'chat.send', { roomId: room.id, content: 'hello', files: [] });
  expect((await readPending(tab.db)).entries).toHaveLength(1);
  tab.reader.send({ type: 'page', page: { ...page, events: page.events.map((event) => ({ ...event, cmdId })) } });
  await vi.waitFor(async () => expect((await readPending(tab.db)).entries.length).toBe(0));
});

test('a page that the cursor has passed in another way settles no command: its reply is kept, and it is sent once', async () => {
  const tab = await standingTab();
  const room = roomOfMe(tab.me);
  const page = pageOf(tab.me, 10, 12, room);
  const cmdId = await appendCommand(tab.ctx, 'chat.send', { roomId: room.id, content: 'hello', files: [] });
  const sent = { ...page, events: page.events.map((event) => ({ ...event, cmdId })) };
  // A page in the middle of a pull, as a snapshot, moves the cursor and leaves the outbox alone.
  await applyPage(tab.db, tab.me.id, sent);
  tab.reader.send({ type: 'page', page: sent });
  await vi.waitFor(() => expect(tab.stands).toEqual([10, 12]));
  expect(tab.settled).toEqual([]);
  expect((await readPending(tab.db)).entries).toHaveLength(1);
});

test('the safety pull comes once a minute, however often the tab is asked to stand in between', async () => {
  const tab = await standingTab();
  for (let minute = 1; minute <= 3; minute++) {
    for (let second = 0; second < 60; second++) {
      tab.reader.send({ type: 'canStand' });
      for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
      tab.world.pass(1000);
    }
    await vi.waitFor(() => expect(tab.pulls()).toBe(1 + minute));
  }
});

test('a chat event beside the page starts no pull; where the tab does not stand, it does', async () => {
  const { db, me } = deviceOf();
  await startAt(db, 10);
  for (const canStand of [true, false]) {
    const world = Object.assign(new FakeWorld(), { wall: () => 0, isHinted: () => true, stand: () => canStand });
    let pulls = 0;
    world.onPull = ({ cursor }) => ({ events: [], next: cursor, more: pulls++ < 0 });
    const caughtUp = vi.fn<() => void>();
    const engine = engineOf({ db, me }, world, {
      locks: { request: () => new Promise(() => undefined) },
      report: ({ type }) => void (type === 'pull.caughtUp' && caughtUp()),
    });
    await vi.waitFor(() => expect(caughtUp).toHaveBeenCalledTimes(1));
    engine.chatEventCame();
    engine.chatEventCame();
    // A hint is always followed: the pull that it starts would be the third.
    if (canStand) engine.hinted();
    await vi.waitFor(() => expect(caughtUp).toHaveBeenCalledTimes(2));
    expect(pulls).toBe(2);
    engine.stop();
  }
});
