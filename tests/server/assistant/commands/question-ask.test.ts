import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { answerIdOf } from '#domain/spine/commands.ts';
import type { KnowledgeEntry } from '#domain/ground/knowledge.ts';
import { busWorld, say } from '../../../support/database/bus-world.ts';
import { lastAnswers } from '../../../../server/assistant/store/last-answers.ts';
import { newId, somebody, wish } from '../../../support/users.ts';

const entry: KnowledgeEntry = {
  id: 'k1',
  large: 'Testing',
  medium: 'Basics',
  small: '',
  question: 'What does a reference performance test measure?',
  alternatives: ['What does RPT mean?'],
  answer: 'A reference performance test measures capacity and resistance at fixed conditions.',
  keywords: ['RPT'],
  urls: [],
  status: 'published',
};

const ask = (roomId: string, text: string) => wish('question.ask', { roomId, text, chatType: 1 });

const { close, countEvents, db, engineer, messages, one, openRoom, room, send } = await busWorld([entry]);
afterAll(close);

test('a question is answered from the knowledge base in the same push', async () => {
  const roomId = await openRoom(engineer, 1);
  const asked = wish('question.ask', { roomId, text: entry.question, chatType: 1 });
  const result = await one(engineer, asked);
  expect(result).toMatchObject({ s: 'ok', out: { questionId: asked.cmdId, answer: { content: entry.answer } } });
  const [question, answer] = await messages(roomId);
  expect(question).toMatchObject({ id: asked.cmdId, senderType: 'USER' });
  expect(answer).toMatchObject({
    id: answerIdOf(asked.cmdId),
    author: { kind: 'assistant' },
    answer: { status: 'done' },
  });
  expect((await room(roomId)).unread.user).toEqual([answer?.sseq]);
});

test('a trial counts answered questions only, and stops at its limit even for concurrent questions', async () => {
  const trial = await somebody(db, 'trial', 2);
  const rooms = await Promise.all([openRoom(trial, 1), openRoom(trial, 2), openRoom(trial, 1), openRoom(trial, 1)]);
  const [first] = rooms;
  expect(await one(trial, ask(first, 'zzqx qqzy'))).toMatchObject({ s: 'ok', out: { usage: { question_usage: 0 } } });
  expect(await one(trial, ask(first, entry.question))).toMatchObject({
    s: 'ok',
    out: { usage: { question_usage: 1 } },
  });
  const results = await Promise.all(rooms.map((roomId) => one(trial, ask(roomId, entry.question))));
  expect(results.filter((result) => result.s === 'ok')).toHaveLength(1);
  expect(results.find((result) => result.s === 'rejected')).toMatchObject({
    code: 'TRIAL_LIMIT_EXCEEDED',
    details: { question_limit: 2, question_usage: 2 },
  });
  const { rows } = await sql<{
    question_usage: number;
  }>`select question_usage from users where id = ${trial.id}`.execute(db);
  expect(rows[0]?.question_usage).toBe(2);
  expect(await countEvents(`user:${trial.id}`)).toBe(4 + 2);
});

test('a question of a trial that is repeated after its receipt was deleted is counted once', async () => {
  const trial = await somebody(db, 'trial', 2);
  const asked = ask(await openRoom(trial, 1), entry.question);
  expect(await one(trial, asked)).toMatchObject({ s: 'ok', out: { usage: { question_usage: 1 } } });
  await sql`delete from idempotency where key = ${asked.cmdId}`.execute(db);
  expect(await one(trial, asked)).toMatchObject({ s: 'ok', out: { usage: { question_usage: 1 } } });
});

test('an answer can be rated by its user, and the last rating counts', async () => {
  const roomId = await openRoom(engineer, 1);
  const asked = wish('question.ask', { roomId, text: entry.question, chatType: 1 });
  const answerId = answerIdOf(asked.cmdId);
  const rate = (rating: number, comment?: string) =>
    wish('feedback.give', { roomId, answerId, rating, ...(comment ? { comment } : {}) });
  const results = await send(engineer, asked, rate(1), rate(-1, 'too short'));
  expect(results.map((result) => result.s)).toEqual(['ok', 'ok', 'ok']);
  expect((await messages(roomId))[1]?.feedback).toMatchObject({ rating: -1, comment: 'too short' });
  const stranger = await somebody(db, 'stranger');
  expect(await one(stranger, rate(1))).toMatchObject({ code: 'NOT_FOUND' });
  expect(await one(engineer, wish('feedback.give', { roomId, answerId: newId(), rating: 1 }))).toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('a question is handed over to the experts in the user’s one open room, and both rooms show it', async () => {
  const customer = await somebody(db, 'customer');
  const roomId = await openRoom(customer, 1);
  const asked = wish('question.ask', { roomId, text: 'zzqx qqzy?', chatType: 1 });
  const expertRoom = newId();
  const handOver = wish('handoff.request', { roomId, expertRoomId: expertRoom, questionId: asked.cmdId });
  const results = await send(customer, asked, handOver, say(expertRoom, 'hello'));
  expect(results.map((result) => result.s)).toEqual(['ok', 'ok', 'ok']);
  const cards = await messages(expertRoom);
  expect(cards.map(({ author }) => author.kind)).toEqual(['user', 'user']);
  expect(cards[0]?.content).toContain('zzqx qqzy?');
  expect((await room(expertRoom)).unread).toEqual({ user: [], support: cards.map(({ sseq }) => sseq) });
  expect((await messages(roomId)).at(-1)?.author.kind).toBe('system');
  const again = await one(customer, wish('handoff.request', { roomId, expertRoomId: newId() }));
  expect(again).toMatchObject({ s: 'ok', out: { canonicalRoomId: expertRoom } });
  expect((await messages(expertRoom)).map(({ content }) => content)).toHaveLength(3);
  const trial = await somebody(db, 'trial');
  const trialRoom = await openRoom(trial, 1);
  const refused = await one(trial, wish('handoff.request', { roomId: trialRoom, expertRoomId: newId() }));
  expect(refused).toMatchObject({ code: 'FORBIDDEN' });
});

test('a question that is handed over twice, also from another device or an older app, is one message to the experts', async () => {
  const customer = await somebody(db, 'customer');
  const roomId = await openRoom(customer, 1);
  const asked = ask(roomId, 'zzqx qqzy?');
  const [expertRoom, elsewhere] = [newId(), newId()];
  const handOver = (expertRoomId: string) => wish('handoff.request', { roomId, expertRoomId, questionId: asked.cmdId });
  await send(customer, asked, handOver(expertRoom));
  const again = await send(customer, handOver(expertRoom), handOver(elsewhere), say(elsewhere, 'more'));
  expect(again.map((result) => result.s)).toEqual(['ok', 'ok', 'ok']);
  expect(again[1]).toMatchObject({ out: { canonicalRoomId: expertRoom } });
  expect((await messages(expertRoom)).map(({ content }) => content)).toEqual(['zzqx qqzy?', 'more']);
  expect((await messages(roomId)).filter(({ author }) => author.kind === 'system')).toHaveLength(1);
});

test('a handover shows the experts the earlier questions, answers and sources, and nothing from another conversation', async () => {
  const customer = await somebody(db, 'customer');
  const roomId = await openRoom(customer, 1);
  const elsewhere = await openRoom(customer, 2);
  const [before, private_, asked] = [ask(roomId, entry.question), ask(elsewhere, 'private'), ask(roomId, 'zzqx qqzy?')];
  const expertRoomId = newId();
  await send(customer, before, private_, asked);
  const earlier = [private_.cmdId, before.cmdId];
  await one(customer, wish('handoff.request', { roomId, expertRoomId, questionId: asked.cmdId, earlier }));
  const [card] = await messages(expertRoomId);
  expect(card).toMatchObject({ content: 'zzqx qqzy?', senderType: 'USER', author: { id: customer.id } });
  expect(card?.handoff).toMatchObject({
    questionId: asked.cmdId,
    roomId,
    turns: [
      { kind: 'user', text: entry.question, sources: [] },
      { kind: 'assistant', text: entry.answer, sources: [{ question: entry.question }] },
      { kind: 'user', text: 'zzqx qqzy?' },
      { kind: 'assistant' },
    ],
  });
  expect((await messages(roomId)).at(-1)?.handoff).toEqual({ questionId: asked.cmdId, roomId: expertRoomId });
  await one(customer, wish('message.redact', { roomId: expertRoomId, messageId: card?.id ?? '' }));
  expect((await messages(expertRoomId))[0]?.handoff).toBeUndefined();
});

test('of a question that was asked again only its newest version counts for the next one; when it is asked again, none', async () => {
  const roomId = await openRoom(engineer, 1);
  const again = (text: string, branchOf: string) => wish('question.ask', { roomId, text, chatType: 1, branchOf });
  const texts = async (asksAgain: string[] = []) =>
    ((await lastAnswers(db, [roomId], asksAgain)).get(roomId) ?? []).map(({ text }) => text);
  const [first, second] = [ask(roomId, 'What does RPT mean?'), ask(roomId, 'What does RPT measure?')];
  await send(engineer, first, second);
  expect(await texts()).toEqual(['What does RPT mean?', 'What does RPT measure?']);
  const version = again('What is RPT for?', first.cmdId);
  await send(engineer, version, ask(roomId, 'Is RPT slow?'));
  expect(await texts()).toEqual(['What does RPT measure?', 'What is RPT for?', 'Is RPT slow?']);
  // Whichever version is named, none of the question counts that is asked again.
  for (const id of [first.cmdId, version.cmdId])
    expect(await texts([id])).toEqual(['What does RPT measure?', 'Is RPT slow?']);
  // The newest one is taken back: the one before it is shown again.
  await send(engineer, wish('message.redact', { roomId, messageId: version.cmdId }));
  expect(await texts()).toEqual(['What does RPT mean?', 'What does RPT measure?', 'Is RPT slow?']);
});
