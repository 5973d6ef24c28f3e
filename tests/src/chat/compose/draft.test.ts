import { expect, onTestFinished, test } from 'vitest';
import { sendMessage } from '../../../../src/chat/calls/chat-send.ts';
import { clearDraft, saveDraft, draftOf } from '../../../../src/db/drafts.ts';
import { waitingOf } from '../../../../src/db/unsent-commands.ts';
import { Draft } from '../../../../src/chat/compose/draft.ts';
import { editAgain } from '../../../../src/chat/compose/edit-again.ts';
import { registerTypingSaver } from '../../../../src/session/typing-kept.ts';
import type { BoxContent } from '../../../../src/db/box-content.ts';
import { until } from '../../../support/until.ts';
import { deviceOf } from '../../../support/src/user.ts';

/** A draft that is edited on one page, and on two. */

const key = 'room:0198c5a0-0000-7000-8000-000000000001';
const photo = (name: string) => new File(['bytes of'], name, { type: 'image/png', lastModified: 1 });

function boxOn(device = deviceOf()) {
  const draft = new Draft(device.db, key);
  const row = async (at = key) => await draftOf<BoxContent>(device.db, at);
  const type = (text: string) => draft.change((before) => ({ ...before, text: before.text + text }), 60_000);
  /** Reads the row again, as after a change by another page. */
  const look = async () => {
    draft.refresh();
    await draft.save();
  };
  return { ...device, draft, row, type, look, text: () => draft.box().text };
}

/** Sends the draft; handing it over ends when the test calls `resolve` or `reject`. */
function sendSlowly(draft: Draft) {
  const kept = Promise.withResolvers<void>();
  const handed: string[] = [];
  const handOver = ({ text }: BoxContent) => {
    handed.push(text);
    return kept.promise;
  };
  return { ...kept, handed, handOver, sent: draft.send(handOver) };
}

test('a box that moves to another room before it has read its text brings the text along', async () => {
  const { draft, db, row, text } = boxOn();
  await saveDraft(db, key, { text: 'Cell 7', files: [] });
  draft.moveTo('room:other');
  await draft.save();
  expect(text()).toBe('Cell 7');
  expect(await row('room:other')).toEqual({ text: 'Cell 7', files: [] });
  expect(await row()).toBeUndefined();
});

test('a box that moves after its saved text shows that text once', async () => {
  const { draft, db, row, type, text } = boxOn();
  type('Half a draft');
  await draft.save();
  await clearDraft(db, key);
  await saveDraft(db, 'room:other', { text: 'Before.\nHalf a draft', files: [] });
  draft.moveTo('room:other');
  await draft.save();
  expect(text()).toBe('Before.\nHalf a draft');
  expect((await row('room:other'))?.text).toBe('Before.\nHalf a draft');
});

test('the text leaves its box at once, and the disk when it is durable elsewhere', async () => {
  const { draft, row, type, text } = boxOn();
  type('Cell 7');
  const { sent, resolve } = sendSlowly(draft);
  expect(text()).toBe('');
  type('is swollen');
  await draft.save();
  expect((await row())?.text).toBe('Cell 7\nis swollen');
  resolve();
  await sent;
  await draft.save();
  expect((await row())?.text).toBe('is swollen');
  expect(text()).toBe('is swollen');
});

test('what is sent while another is being kept goes after it', async () => {
  const { draft, row, type } = boxOn();
  type('SN-1');
  const first = sendSlowly(draft);
  type('SN-2');
  const second = draft.send(first.handOver);
  await draft.save();
  expect(first.handed).toEqual(['SN-1']);
  first.resolve();
  await Promise.all([first.sent, second]);
  expect(first.handed).toEqual(['SN-1', 'SN-2']);
  await draft.save();
  expect(await row()).toBeUndefined();
});

test('a message that could not be stored returns to the box before later typing, with its files and the messages sent after it', async () => {
  const { draft, row, type, text } = boxOn();
  draft.change(() => ({ text: 'SN-1', files: [photo('one.png')] }));
  const first = sendSlowly(draft);
  type('SN-2');
  const second = draft.send(first.handOver);
  type('SN-');
  first.reject(new Error('the disk is full'));
  await expect(first.sent).rejects.toThrow('full');
  await second;
  expect(first.handed).toEqual(['SN-1']);
  expect(text()).toBe('SN-1\nSN-2\nSN-');
  expect(draft.box().files.map(({ name }) => name)).toEqual(['one.png']);
  await draft.save();
  expect((await row())?.text).toBe('SN-1\nSN-2\nSN-');
  const again = draft.send(async () => undefined);
  await again;
  expect(text()).toBe('');
});

test('a page that closes just after a message was stored finds it in the outbox, and not in its box', async () => {
  const { db, ctx, draft, row, type, text } = boxOn();
  type('A cell is swollen.');
  await draft.save();
  const roomId = key.slice('room:'.length);
  const left = Promise.withResolvers<void>();
  const sent = draft.send(async ({ text: content }, clearsDraft) => {
    await sendMessage(ctx, { roomId, content, files: [] }, clearsDraft);
    // This page does not finish until the test ends the wait.
    await left.promise;
  });
  await until('it waits', async () => (await waitingOf(db)).length === 1);
  expect(await row()).toBeUndefined();
  type('What now?');
  await draft.save();
  expect((await row())?.text).toBe('What now?');
  left.resolve();
  await sent;
  expect(text()).toBe('What now?');
});

test('a message that a full disk refuses at first, and then takes, is in the queue and not in its box', async () => {
  const { db, draft, row, type } = boxOn();
  type('SN-1');
  await draft.save();
  const before = await row();
  await draft.send(async (_content, { change }) => {
    change(before);
    expect(change(before)).toBeUndefined();
    await clearDraft(db, key);
  });
  await draft.save();
  expect(await row()).toBeUndefined();
});

test('a message whose transaction fails after it was taken from the row is in its box again, and in the row', async () => {
  const { draft, row, type, text } = boxOn();
  type('SN-1');
  await draft.save();
  const before = await row();
  const sent = draft.send(async (_content, { change }) => {
    change(before);
    throw new Error('the disk is full');
  });
  type('SN-2');
  await expect(sent).rejects.toThrow('full');
  expect(text()).toBe('SN-1\nSN-2');
  await draft.save();
  expect((await row())?.text).toBe('SN-1\nSN-2');
});

test('what another page has written meanwhile is not taken along by what leaves', async () => {
  const { db, draft, row, type } = boxOn();
  type('Yes.');
  await draft.save();
  await draft.send(async (_content, { change }) => {
    const theirs = { text: 'from the other page', files: [] };
    expect(change(theirs)).toBe(theirs);
    await saveDraft(db, key, theirs);
  });
  await draft.save();
  expect((await row())?.text).toBe('from the other page');
});

test('a second page shows the draft typed on the first, until it is sent there', async () => {
  const first = boxOn();
  const second = boxOn(first);
  first.type('Half a sentence');
  await first.draft.save();
  await second.look();
  expect(second.text()).toBe('Half a sentence');
  await first.draft.send(async () => undefined);
  await first.draft.save();
  await second.look();
  expect(second.text()).toBe('');
});

test('what one page sends takes nothing from what another has written', async () => {
  const first = boxOn();
  const second = boxOn(first);
  first.type('My own words');
  await first.draft.save();
  second.type('Yes.');
  await second.draft.send(async () => undefined);
  await second.draft.save();
  await first.look();
  expect(first.text()).toBe('My own words');
  expect((await first.row())?.text).toBe('My own words');
});

test('what is being typed stays when another page has written something else: it has both', async () => {
  const { db, row, type, text, look } = boxOn();
  type('typed just now');
  await saveDraft(db, key, { text: 'from the other page', files: [photo('two.png')] });
  await look();
  expect(text()).toBe('from the other page\ntyped just now');
  expect((await row())?.files.map(({ name }) => name)).toEqual(['two.png']);
});

test('what was kept is in the box when it is opened again, with what was typed before it was read', async () => {
  const before = boxOn();
  before.type('kept');
  await before.draft.save();
  const { type, text, look } = boxOn(before);
  type('new');
  await look();
  expect(text()).toBe('kept\nnew');
});

test('what is written goes along to the room that a first question has made', async () => {
  const { draft, row, type, text } = boxOn();
  type('the second question');
  await draft.save();
  draft.moveTo('room:made');
  await draft.save();
  expect(text()).toBe('the second question');
  expect(await row()).toBeUndefined();
  expect((await row('room:made'))?.text).toBe('the second question');
});

test('a message that is edited comes behind what is being typed, with its files', async () => {
  const { db, ctx, draft, row, type, text, look } = boxOn();
  const content = 'A cell is swollen.';
  const cmdId = await sendMessage(ctx, { roomId: key.slice('room:'.length), content, files: [photo('cell.png')] });
  draft.change(() => ({ text: '', files: [photo('mine.png')] }), 60_000);
  type('Meanwhile');
  onTestFinished(registerTypingSaver(() => draft.save()));
  expect(await editAgain(ctx, cmdId)).toBe(true);
  await look();
  expect(text()).toBe('Meanwhile\nA cell is swollen.');
  expect((await row())?.files.map(({ name }) => name)).toEqual(['mine.png', 'cell.png']);
  expect(await waitingOf(db)).toEqual([]);
});

test('into a box that is in my hands nothing comes from another page; what was kept does, once', async () => {
  const device = deviceOf();
  await saveDraft(device.db, key, { text: 'kept', files: [] });
  let inHand = true;
  const draft = new Draft(device.db, key, () => inHand);
  draft.change(() => ({ text: 'typed', files: [] }), 60_000);
  draft.refresh();
  await draft.save();
  expect(draft.box().text).toBe('kept\ntyped');
  await saveDraft(device.db, key, { text: 'from elsewhere', files: [] });
  draft.refresh();
  await draft.save();
  expect(draft.box().text).toBe('kept\ntyped');
  inHand = false;
  draft.refresh();
  await draft.save();
  expect(draft.box().text).toBe('from elsewhere');
});
