import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { withComputed } from '#domain/assistant/computed.ts';
import { exampleRateCard } from '#domain/order/data/rate-card.ts';
import { changesOfAskedOrder } from '#domain/order/design/asked-order.ts';
import { answerFrom } from '#domain/assistant/retrieval/answer.ts';
import { buildIndex, retrieve } from '#domain/assistant/retrieval/retrieve.ts';
import { sendMessage } from '../../../src/chat/calls/chat-send.ts';
import { giveFeedback } from '../../../src/assistant/calls/feedback-give.ts';
import { requestHandoff } from '../../../src/assistant/calls/handoff-request.ts';
import { draftKeyOf, draftOf, saveDraft } from '../../../src/db/drafts.ts';
import { askQuestion } from '../../../src/assistant/calls/question-ask.ts';
import { patchOrder } from '../../../src/order/calls/order-patch.ts';
import { knowledgeOf } from '../../../src/assistant/knowledge/saved-knowledge.ts';
import { awaitedIn } from '../../../src/assistant/conversations/awaited.ts';
import { handoffOf } from '../../../src/assistant/answer/handoff-of.ts';
import { Device } from '../../support/devices/device.ts';
import { png } from '../../support/files/sample-files.ts';
import { provideServer } from '../../support/servers/server.ts';
import type { MessageView } from '../../../src/chat/views/view-types.ts';

const server = await provideServer({ knowledge: true });

const asked = 'How tall is a 4680 cell?';

const ask = (device: Device, text: string, roomId?: string) =>
  askQuestion(device.ctx, { text, chatType: 1, ...(roomId === undefined ? {} : { roomId }) });

/** Makes the device answer from its stored knowledge, as the app's worker does. */
function knowing(device: Device): Device {
  device.ctx.answerFromSaved = async ({ questionId, text, chatType }) => {
    const index = buildIndex(await knowledgeOf(device.db));
    return answerFrom(retrieve(index, withComputed({ text, chatType }, exampleRateCard)), {
      questionId,
      handoffAllowed: true,
    });
  };
  return device;
}

/** Returns the number of questions the server has counted for this user. */
async function usage(device: Device): Promise<number | undefined> {
  const { rows } = await sql<{ n: number }>`select question_usage as n from users where id = ${device.me.id}`.execute(
    server.db,
  );
  return rows[0]?.n;
}

const whole = (messages: MessageView[]) => messages.map(({ content, pending }) => ({ content, pending }));

test("a question asked offline shows the stored answer until the server's answer replaces it", async () => {
  const device = knowing(await Device.open(server, await server.signIn('engineer')));
  await device.sync();
  device.network.isOn = false;
  const { roomId, cmdId } = await ask(device, asked);
  await expect.poll(async () => (await device.messages(roomId))[0]?.savedAnswer?.content).toContain('46 x 80 mm');
  await device.restart();
  expect(await device.shown(roomId)).toEqual([`${asked}: queued`]);
  expect((await device.messages(roomId))[0]?.savedAnswer?.answer.questionId).toBe(cmdId);

  device.network.isOn = true;
  await device.sync();
  const [question, answer, ...more] = await device.messages(roomId);
  expect(more).toEqual([]);
  expect(question).toMatchObject({ id: cmdId, delivery: 'sent' });
  expect(question?.savedAnswer).toBeUndefined();
  expect(await device.db.drafts.count()).toBe(0);
  expect(answer).toMatchObject({ author: { name: 'VFP_Bot', kind: 'assistant' }, answer: { questionId: cmdId } });
  expect(answer?.content).toContain('46 x 80 mm');
  device.close();
});

test('a calculation asked offline is the one that the server answers with, through every route', async () => {
  const device = knowing(await Device.open(server, await server.signIn('engineer')));
  await device.sync();
  device.network.isOn = false;
  const { roomId } = await ask(device, 'What C-rate is 5 A on a 2.5 Ah cell?');
  const saved = () => device.messages(roomId).then(([question]) => question?.savedAnswer);
  await expect.poll(async () => (await saved())?.content).toMatch(/^5 A on 2\.5 Ah is 2C\./);
  const offline = await saved();
  device.network.isOn = true;
  await device.sync();
  const [, answer] = await device.messages(roomId);
  expect(answer?.content).toBe(offline?.content);
  expect(answer?.answer?.calculation).toEqual({
    formula: 'c-rate',
    values: { current: 5, capacity: 2.5, rate: 2 },
    assumed: [],
  });
  expect(answer?.answer?.calculation).toEqual(offline?.answer.calculation);
  expect(answer?.answer).toMatchObject({ status: 'done', sources: [{ qnaId: '436' }] });
  device.close();
});

test('a follow-up computes on with the answer before it, after small talk too', async () => {
  const device = await Device.open(server, await server.signIn('engineer'));
  await device.sync();
  const { roomId } = await ask(device, 'How many amps is C/3 of 4.8 Ah?');
  await device.sync();
  await ask(device, 'thanks!', roomId);
  await device.sync();
  await ask(device, 'and at 2C?', roomId);
  await ask(device, '그럼 50 Ah면?', roomId);
  await device.sync();
  const contents = (await device.messages(roomId)).map(({ content }) => content);
  expect(contents.find((content) => content.startsWith('2C of 4.8 Ah is 9.6 A.'))).toContain(
    'From before: capacity 4.8 Ah.',
  );
  expect(contents.at(-1)).toContain('50 Ah의 2C는 100 A입니다.');
  device.close();
});

test('a price asked for becomes a draft order, also offline', async () => {
  const device = knowing(await Device.open(server, await server.signIn('engineer')));
  await device.sync();
  const { roomId } = await ask(device, 'price of 20 coin cells with formation');
  await device.sync();
  const [, answer] = await device.messages(roomId);
  expect(answer?.content).toMatch(/^The estimate for 20 cells \(2032 coin, .*\) is 2,605\.00 EUR\./);
  const order = answer?.answer?.order;
  if (order === undefined) throw new Error('no order was recognized');
  device.network.isOn = false;
  const orderId = device.ctx.newId();
  await patchOrder(device.ctx, { orderId, changes: changesOfAskedOrder(order, () => device.ctx.newId()) });
  device.network.isOn = true;
  await device.sync();
  const draft = await device.db.orders.get(orderId);
  expect(draft?.doc).toMatchObject({ service: 'prototyping', format: '2032 coin', quantity: 20 });
  device.close();
});

test('a lost reply asks once: one question, one answer, counted once', async () => {
  const device = await Device.open(server, await server.signIn('trial', 5));
  await device.sync();
  device.network.loseReplies(/sync\/push/);
  const { roomId } = await ask(device, asked);
  await device.send();
  await device.restart();
  await device.sync();
  expect(await device.messages(roomId)).toHaveLength(2);
  expect(await usage(device)).toBe(1);
  device.close();
});

test('a trial at its limit is told so at the question, and nothing is lost', async () => {
  const device = await Device.open(server, await server.signIn('trial', 2));
  await device.sync();
  device.network.isOn = false;
  const { roomId } = await ask(device, asked);
  await ask(device, 'How thick is a separator?', roomId);
  await ask(device, 'What is the diameter of a 18650 cell?', roomId);
  device.network.isOn = true;
  await device.sync();
  expect(await usage(device)).toBe(2);
  expect(await device.waiting()).toEqual(['question.ask refused TRIAL_LIMIT_EXCEEDED']);
  const content = 'What is the diameter of a 18650 cell?';
  const beyond = (await device.messages(roomId)).find((message) => message.content === content);
  expect(beyond).toMatchObject({
    delivery: 'refused',
    reason: { code: 'TRIAL_LIMIT_EXCEEDED', details: { question_limit: 2, question_usage: 2 } },
  });
  await device.restart();
  await device.sync();
  expect(await device.waiting()).toEqual(['question.ask refused TRIAL_LIMIT_EXCEEDED']);
  device.close();
});

test('twenty devices that ask the last question of a trial at once: one is answered, nineteen keep theirs', async () => {
  const who = await server.signIn('trial', 3);
  const first = await Device.open(server, who);
  const { roomId } = await ask(first, asked);
  await ask(first, 'How thick is a separator?', roomId);
  await first.sync();
  expect(await usage(first)).toBe(2);
  const devices = await Promise.all(Array.from({ length: 20 }, () => Device.open(server, who)));
  await Promise.all(devices.map((device) => ask(device, asked)));
  await Promise.all(devices.map((device) => device.send()));
  const waiting = (await Promise.all(devices.map((device) => device.waiting()))).flat();
  expect(waiting.filter((item) => item === 'question.ask refused TRIAL_LIMIT_EXCEEDED')).toHaveLength(19);
  expect(waiting.filter((item) => item === 'question.ask sent')).toHaveLength(1);
  expect(await usage(first)).toBe(3);
  for (const device of [first, ...devices]) device.close();
});

test('a question the assistant cannot answer goes to an expert, who answers in the same conversation with me', async () => {
  const customer = await Device.open(server, await server.signIn('customer'));
  const expert = await Device.open(server, await server.signIn('expert'));
  customer.network.isOn = false;
  const { roomId, cmdId } = await ask(customer, 'Who repairs my espresso machine on Sundays?');
  const expertRoomId = await requestHandoff(customer.ctx, { roomId, questionId: cmdId });
  await sendMessage(customer.ctx, { roomId: expertRoomId, content: 'It is urgent.', files: [] });
  expect(await customer.room(expertRoomId)).toMatchObject({ type: 5, pending: true });
  expect((await customer.messages(expertRoomId)).map(({ content }) => content)).toEqual([
    'Who repairs my espresso machine on Sundays?',
    'It is urgent.',
  ]);

  customer.network.isOn = true;
  customer.network.loseReplies(/sync\/push/);
  await customer.send();
  await customer.restart();
  await customer.sync();
  await customer.sync();
  await expert.sync();
  expect(await expert.shown(expertRoomId)).toEqual([expect.stringContaining('espresso machine'), 'It is urgent.']);
  expect(await expert.room(expertRoomId)).toMatchObject({ unreadCount: 2 });
  expect(await customer.unread()).toMatchObject({ expert: 0 });
  await sendMessage(expert.ctx, { roomId: expertRoomId, content: 'Call us tomorrow.', files: [] });
  await expert.sync();
  await customer.sync();
  expect((await customer.shown(expertRoomId)).at(-1)).toBe('Call us tomorrow.');
  expect(await customer.unread()).toMatchObject({ expert: 1 });
  const [question, answer, card] = await customer.messages(roomId);
  expect(question?.content).toBe('Who repairs my espresso machine on Sundays?');
  expect(answer?.answer?.handoff).toMatchObject({ offered: true, allowed: true });
  expect(card?.author.kind).toBe('system');
  expect(await customer.waiting()).toEqual([]);
  customer.close();
  expert.close();
});

const opened = (device: Device, id: string) => device.network.fetch(`/api/v1/files/${id}`, device.asMe());

test('a photo asked about with no network stays with the question, and the expert it is taken to can open it', async () => {
  const customer = await Device.open(server, await server.signIn('customer'));
  const expert = await Device.open(server, await server.signIn('expert'));
  customer.network.isOn = false;
  const bytes = Uint8Array.from(png(11));
  const photo = new File([bytes], 'dendrite.png', { type: 'image/png' });
  const asking = { text: 'What grows on this electrode?', chatType: 1 as const, files: [photo] };
  const { roomId, cmdId } = await askQuestion(customer.ctx, asking);
  const [pending] = await customer.messages(roomId);
  expect(pending).toMatchObject({ content: asking.text, delivery: 'queued', files: [{ name: 'dendrite.png' }] });
  const files = pending?.files ?? [];
  const expertRoomId = await requestHandoff(customer.ctx, { roomId, questionId: cmdId, files });
  await customer.restart();

  customer.network.isOn = true;
  await customer.sync();
  await expert.sync();
  expect(await customer.waiting()).toEqual([]);
  const [question] = await customer.messages(roomId);
  expect(question).toMatchObject({ delivery: 'sent', files: [{ name: 'dendrite.png', mime: 'image/png' }] });
  const card = (await expert.messages(expertRoomId)).find((message) => message.files.length > 0);
  expect(card).toMatchObject({ author: { kind: 'user' }, files: [{ name: 'dendrite.png' }] });
  expect(card?.files[0]?.id).not.toBe(files[0]?.id);
  const shown = await opened(expert, card?.files[0]?.id ?? '');
  expect(new Uint8Array(await shown.arrayBuffer())).toEqual(bytes);
  // A chat with the assistant is private.
  expect((await opened(expert, files[0]?.id ?? '')).status).toBe(404);
  customer.close();
  expert.close();
});

test('a question with a file the server does not accept is refused, and stays with its reason', async () => {
  const customer = await Device.open(server, await server.signIn('customer'));
  const program = new File(['MZ this is a program'], 'cell.png', { type: 'image/png' });
  const { roomId } = await askQuestion(customer.ctx, { text: asked, chatType: 1, files: [program] });
  await customer.sync();
  expect((await customer.messages(roomId))[0]).toMatchObject({ delivery: 'refused', reason: { code: 'FILE_TYPE' } });
  customer.close();
});

test('a question is handed over with its photo from a device that never had the photo, and twice is once', async () => {
  const who = await server.signIn('customer');
  const [phone, laptop] = [await Device.open(server, who), await Device.open(server, who)];
  const photo = new File([Uint8Array.from(png(12))], 'tab.png', { type: 'image/png' });
  const { roomId, cmdId } = await askQuestion(phone.ctx, { text: 'Is this tab torn?', chatType: 1, files: [photo] });
  await phone.sync();
  await laptop.sync();
  phone.network.isOn = false;
  for (const device of [phone, laptop]) {
    const messages = await device.messages(roomId);
    await requestHandoff(device.ctx, { roomId, ...handoffOf(messages, cmdId) });
    expect((await device.messages(roomId)).map(({ handedOver }) => handedOver?.pending)).toEqual([true, true]);
  }
  await laptop.sync();
  await laptop.sync();
  phone.network.isOn = true;
  await phone.sync();
  await phone.sync();
  for (const device of [phone, laptop]) {
    expect(await device.waiting()).toEqual([]);
    const [room, ...more] = (await device.rooms()).filter(({ type }) => type === 5);
    expect(more).toEqual([]);
    const cards = await device.messages(room?.id ?? '');
    expect(cards).toMatchObject([{ content: 'Is this tab torn?', files: [{ name: 'tab.png' }] }]);
    const [question, answer] = await device.messages(roomId);
    for (const { handedOver } of [question, answer] as MessageView[])
      expect(handedOver).toEqual({ roomId: room?.id, at: cards[0]?.createdAt });
    device.close();
  }
});

test('what was written for the experts while offline stands in the box of the conversation that it joins', async () => {
  const customer = await Device.open(server, await server.signIn('customer'));
  const first = await ask(customer, 'Who sells welding wire?');
  const existing = await requestHandoff(customer.ctx, { roomId: first.roomId, questionId: first.cmdId });
  await customer.sync();
  await saveDraft(customer.db, draftKeyOf(existing), { text: 'Before.', files: [] });
  customer.network.isOn = false;
  const { roomId, cmdId } = await ask(customer, 'Who sells welding tips?');
  const made = await requestHandoff(customer.ctx, { roomId, questionId: cmdId });
  await saveDraft(customer.db, draftKeyOf(made), { text: 'Half a draft', files: [] });
  customer.network.isOn = true;
  await customer.sync();
  await customer.sync();
  expect(await customer.shown(made)).toHaveLength(2);
  expect(await draftOf(customer.db, draftKeyOf(existing))).toEqual({ text: 'Before.\nHalf a draft', files: [] });
  expect(await draftOf(customer.db, draftKeyOf(made))).toBeUndefined();
  customer.close();
});

test('handed over twice, also from two devices, it is one conversation with the experts', async () => {
  const who = await server.signIn('customer');
  const [phone, laptop] = [await Device.open(server, who), await Device.open(server, who)];
  const one = await ask(phone, 'Who sells espresso?');
  const two = await ask(laptop, 'Who sells tea?');
  await requestHandoff(phone.ctx, { roomId: one.roomId, questionId: one.cmdId });
  const second = await requestHandoff(laptop.ctx, { roomId: two.roomId, questionId: two.cmdId });
  await sendMessage(laptop.ctx, { roomId: second, content: 'Green tea.', files: [] });
  await phone.sync();
  await laptop.sync();
  await laptop.sync();
  await phone.sync();
  for (const device of [phone, laptop]) {
    const rooms = (await device.rooms()).filter(({ type }) => type === 5);
    expect(rooms).toHaveLength(1);
    expect(await device.shown(rooms[0]?.id ?? '')).toEqual([
      expect.stringContaining('Who sells espresso?'),
      expect.stringContaining('Who sells tea?'),
      'Green tea.: sent',
    ]);
  }
  expect(await laptop.shown(second)).toHaveLength(3);
  phone.close();
  laptop.close();
});

test('my last word on an answer counts, on every device', async () => {
  const who = await server.signIn('engineer');
  const [phone, laptop] = [await Device.open(server, who), await Device.open(server, who)];
  const { roomId } = await ask(phone, asked);
  await phone.sync();
  const answerId = (await phone.messages(roomId)).at(-1)?.id ?? '';
  phone.network.isOn = false;
  await giveFeedback(phone.ctx, { roomId, answerId, rating: -1 });
  await giveFeedback(phone.ctx, { roomId, answerId, rating: 1, comment: 'on second thought' });
  expect((await phone.messages(roomId)).at(-1)?.rating).toBe(1);
  phone.network.isOn = true;
  await phone.sync();
  await laptop.sync();
  for (const device of [phone, laptop]) expect((await device.messages(roomId)).at(-1)?.rating).toBe(1);
  expect(whole(await laptop.messages(roomId))).toEqual(whole(await phone.messages(roomId)));
  phone.close();
  laptop.close();
});

test('only a question waits for the assistant: a message beside it does not, and nothing does once it is answered', async () => {
  const device = knowing(await Device.open(server, await server.signIn('engineer')));
  await device.sync();
  const said = async (roomId: string) => awaitedIn(await device.messages(roomId));
  device.network.isOn = false;
  const { roomId } = await ask(device, 'Which colour is Tuesday?');
  await expect.poll(() => said(roomId)).toBe('savedShown');
  device.network.isOn = true;
  await device.sync();
  expect(await said(roomId)).toBeUndefined();

  const cmdId = await sendMessage(device.ctx, { roomId, content: 'a note of mine', files: [] });
  expect(await said(roomId)).toBeUndefined();
  await device.sync();
  expect((await device.messages(roomId)).at(-1)).toMatchObject({ id: cmdId, pending: false });
  expect(await said(roomId)).toBeUndefined();
});
