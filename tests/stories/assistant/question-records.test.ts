import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { giveFeedback } from '../../../src/assistant/calls/feedback-give.ts';
import { askQuestion } from '../../../src/assistant/calls/question-ask.ts';
import { answerIdOf } from '../../../domain/spine/commands.ts';
import { emptyQna } from '../../../domain/assistant/knowledge/qna/fields.ts';
import { informAskers } from '../../../server/assistant/knowledge/inform-askers.ts';
import { activate } from '../../../server/assistant/store/publish.ts';
import { readQna } from '../../../server/assistant/store/qnas.ts';
import { writeQnas } from '../../../server/assistant/store/qna-writes.ts';
import { deleteAccounts } from '../../../server/account/jobs/deletions.ts';
import { Device } from '../../support/devices/device.ts';
import { queueNoJobs } from '../../support/servers/no-jobs.ts';
import { newDevice, newId, wish } from '../../support/users.ts';
import { at, type SignedIn, provideServer } from '../../support/servers/server.ts';
import { checkedAnswersPerDay } from '../../../server/assistant/work/checked-answers-in-log.ts';

/** What people ask and do not find becomes better knowledge, and whoever asked is told. */

let expert: SignedIn;

const server = await provideServer({ knowledge: true });
beforeAll(async () => {
  expert = await server.signIn('expert');
  // Otherwise the scheduled job may inform askers before a test does.
  await queueNoJobs(server.db);
});
beforeEach(async () => {
  await sql`delete from question_records`.execute(server.db);
  await sql`delete from question_groups`.execute(server.db);
});

const unknown = 'Which glue holds a separator to a zinc plate?';
const other = 'How many parrots can sit on a formation rack?';

interface Group {
  id: string;
  examples: string[];
  questions: number;
  askers: number;
  state: string;
  qna_id: string | null;
}

const get = async (path: string) => (await server.request(expert, 'GET', path)).body;
const groups = async (query = '') => at(await get(`/admin-api/records/groups${query}`), 'items') as Group[];
const records = async (query = '') =>
  at(await get(`/admin-api/records${query}`), 'items') as { id: string; text: string; fate: string; asker: string }[];
const questionsOf = async (group: Group | undefined) =>
  (at(await get(`/admin-api/records/groups/${group?.id}`), 'items') as { id: string }[]).map(({ id }) => id);
const decide = (questions: string[], body: object) =>
  server.request(expert, 'POST', '/admin-api/records/decisions', { questions, ...body });
const takeBack = (id: unknown) => server.request(expert, 'DELETE', `/admin-api/records/decisions/${String(id)}`);

/** Asks on a device of its own. */
async function asks(who: SignedIn, ...texts: string[]) {
  const device = await Device.open(server, who);
  const asked = [];
  for (const text of texts) asked.push(await askQuestion(device.ctx, { text, chatType: 1 }));
  await device.sync();
  return { device, asked };
}

/** Creates a Q&A as an expert does; it is answered from after a sync. */
async function made(question: string, fields: object = {}): Promise<string> {
  const qna = { ...emptyQna, large: 'Cell design', question, answer: 'With none.', status: 'published', ...fields };
  const written = await server.db
    .transaction()
    .execute((tx) => writeQnas(tx, [{ fields: qna as typeof emptyQna }], { change: 'create', by: expert.user.id }));
  return 'ids' in written ? (written.ids[0] ?? '') : '';
}

async function sync(...ids: string[]): Promise<void> {
  await server.db.transaction().execute((tx) => activate(tx, ids));
  await server.knowledge.reload();
}

const tell = () => informAskers({ db: server.db, hints: { committed: () => undefined }, assistantName: 'VFP_Bot' });

test('each question has a record of its fate: found, not found, disliked, handed over, guests included', async () => {
  const known = 'What are the dimensions of a 21700 cell?';
  const { device, asked } = await asks(await server.signIn('customer'), known, unknown, other, 'Hello');
  const [first, second, third] = asked;
  await giveFeedback(device.ctx, { roomId: first?.roomId ?? '', answerId: answerIdOf(first?.cmdId ?? ''), rating: -1 });
  await server.bus.executeCommands(device.ctx.me.id, [
    wish('handoff.request', { roomId: second?.roomId, questionId: second?.cmdId, expertRoomId: newId() }),
  ]);
  await device.sync();
  await server.request(
    null,
    'POST',
    '/bot/unregister_user/questions',
    { text: unknown, client_message_id: newId() },
    { 'x-device-id': newDevice() },
  );
  const all = await records();
  const fates = Object.fromEntries(all.filter(({ asker }) => asker !== null).map(({ text, fate }) => [text, fate]));
  expect(fates).toEqual({ [known]: 'disliked', [unknown]: 'handed_over', [other]: 'none', Hello: 'other' });
  expect(all.filter(({ asker }) => asker === null)).toMatchObject([{ text: unknown, fate: 'none' }]);
  expect((await records('?fate=disliked,none')).length).toBe(3);
  expect((await records('?q=parrots')).map(({ id }) => id)).toEqual([third?.cmdId]);
  device.close();
});

test('a suggestion that is asked next was chosen', async () => {
  const { device, asked } = await asks(await server.signIn('engineer'), 'drying of electrodes');
  const [question] = asked;
  const roomId = question?.roomId ?? '';
  const answer = (await device.messages(roomId)).at(-1)?.answer;
  expect(answer?.status).toBe('suggest');
  const [suggestion] = answer?.suggestions ?? [];
  await askQuestion(device.ctx, { roomId, text: suggestion?.question ?? '', chatType: 1 });
  await device.sync();
  expect((await records()).map(({ fate }) => fate).sort()).toEqual(['answered', 'chosen']);
  device.close();
});

const nearRack = 'How is a formation rack loaded with cells?';
const alsoNearRack = 'loading cells into the formation rack, how?';

test('questions that are nearest to one entry are one row with its count, and those that no entry is near stand alone', async () => {
  const qnaId = await made('How is a formation rack loaded?');
  await sync(qnaId);
  await asks(await server.signIn('engineer'), 'Who waters the ferns in your lobby?', nearRack);
  await asks(await server.signIn('customer'), alsoNearRack, 'Where do penguins nest?');
  await sql`update question_records set outcome = 'none', suggested = '[]', entry_id = null`.execute(server.db);
  const found = await groups();
  expect(found[0]).toMatchObject({ questions: 2, askers: 2, state: 'open', examples: [alsoNearRack, nearRack] });
  expect(found[0]).toMatchObject({ entry_id: qnaId, entry: 'How is a formation rack loaded?' });
  expect(found.map(({ questions }) => questions)).toEqual([2, 1, 1]);
  expect(found.slice(1)).toMatchObject([{ entry_id: null }, { entry_id: null }]);
  expect((await questionsOf(found[0])).length).toBe(2);
  expect((await groups('?q=loading')).map(({ id }) => id)).toEqual([found[0]?.id]);
});

test('a follow-up is listed with the question that it leans on', async () => {
  const customer = await server.signIn('customer');
  const { device, asked } = await asks(customer, unknown);
  const follow = await askQuestion(device.ctx, { roomId: asked[0]?.roomId ?? '', text: 'and at 45 °C?', chatType: 1 });
  await device.sync();
  const whole = `${unknown} and at 45 °C?`;
  const all = (await records()) as object[];
  expect(all.find((each) => at(each, 'id') === follow.cmdId)).toMatchObject({ before: unknown, understood: whole });
  expect(all.find((each) => at(each, 'id') === asked[0]?.cmdId)).toMatchObject({ before: null, understood: unknown });
  expect(at(await get(`/admin-api/records/${follow.cmdId}/turns`), 'items')).toMatchObject([
    { question: unknown, answer: expect.stringContaining('no checked answer') },
  ]);
  expect(at(await get(`/admin-api/records/${asked[0]?.cmdId}/turns`), 'items')).toEqual([]);
  expect((await groups()).flatMap(({ examples }) => examples)).toContain(whole);
  device.close();
});

test('what is taken back is not shown as the question before', async () => {
  const { device, asked } = await asks(await server.signIn('customer'), unknown);
  const roomId = asked[0]?.roomId ?? '';
  const follow = await askQuestion(device.ctx, { roomId, text: 'and at 45 °C?', chatType: 1 });
  await device.sync();
  await server.bus.executeCommands(device.ctx.me.id, [wish('message.redact', { roomId, messageId: asked[0]?.cmdId })]);
  expect(await records()).toMatchObject([{ text: 'and at 45 °C?', before: null }]);
  expect(at(await get(`/admin-api/records/${follow.cmdId}/turns`), 'items')).toEqual([]);
  device.close();
});

test('Korean and English questions near one entry are two rows', async () => {
  await asks(await server.signIn('engineer'), unknown, '어떤 접착제가 아연판에 붙나요?');
  await sql`update question_records set entry_id = '1'`.execute(server.db);
  expect((await groups()).map(({ questions }) => questions)).toEqual([1, 1]);
});

test('an expert decides about some questions of a row, and the others stay open', async () => {
  await asks(await server.signIn('engineer'), unknown, other);
  await sql`update question_records set entry_id = '1'`.execute(server.db);
  const [group] = await groups();
  const [one = ''] = await questionsOf(group);
  expect((await decide([one], { state: 'dismissed' })).status).toBe(200);
  expect(await groups()).toMatchObject([{ questions: 1 }]);
  expect(await groups('?state=dismissed')).toMatchObject([{ questions: 1, state: 'dismissed' }]);
  const late = await decide(await questionsOf(group), { state: 'dismissed' });
  expect(late.status).toBe(200);
  expect((await decide([one], { state: 'dismissed' })).body).toMatchObject({ code: 'STALE' });
});

test('what is not for us leaves the list, and returns with the undo', async () => {
  await asks(await server.signIn('engineer'), other);
  const [group] = await groups();
  const { body } = await decide(await questionsOf(group), { state: 'dismissed' });
  expect(await groups()).toEqual([]);
  expect(await groups('?state=dismissed')).toMatchObject([{ id: at(body, 'id') }]);
  expect((await takeBack(at(body, 'id'))).status).toBe(204);
  expect(await groups()).toMatchObject([{ id: group?.id, state: 'open' }]);
  expect((await takeBack(at(body, 'id'))).status).toBe(404);
});

test('an open group of an earlier version of the product decides nothing', async () => {
  await asks(await server.signIn('engineer'), other);
  await sql`with g as (insert into question_groups default values returning id)
    update question_records set group_id = g.id from g`.execute(server.db);
  const [group] = await groups();
  expect(group).toMatchObject({ questions: 1, state: 'open' });
  expect((await decide(await questionsOf(group), { state: 'dismissed' })).status).toBe(200);
  expect(await groups()).toEqual([]);
});

test('another way to ask is a new version of the Q&A, and the undo takes it out again', async () => {
  await asks(await server.signIn('engineer'), other);
  const questions = await questionsOf((await groups())[0]);
  const qnaId = await made('How is a formation rack loaded?');
  const settled = { state: 'settled', qna_id: qnaId, alternatives: [other] };
  const { body } = await decide(questions, settled);
  expect(body).toMatchObject({ qna_id: qnaId, qna_version: 2 });
  expect(await readQna(server.db, qnaId)).toMatchObject({ alternatives: [other], version: 2 });
  expect(await groups('?state=settled')).toMatchObject([{ qna_id: qnaId }]);
  await takeBack(at(body, 'id'));
  expect(await readQna(server.db, qnaId)).toMatchObject({ alternatives: [], version: 3 });
  expect((await decide(questions, { ...settled, qna_id: 'gone' })).status).toBe(404);
});

test('whoever asked is told once, in the room where they asked, when the Q&A is published and answered from', async () => {
  const who = await server.signIn('engineer');
  const { device, asked } = await asks(who, other);
  const roomId = asked[0]?.roomId ?? '';
  const questions = await questionsOf((await groups())[0]);
  const qnaId = await made(other);
  await decide(questions, { state: 'settled', qna_id: qnaId });
  expect(await tell()).toBe(0);
  await sync(qnaId);
  expect(await tell()).toBe(1);
  expect(await tell()).toBe(0);
  await device.sync();
  const told = (await device.messages(roomId)).at(-1);
  expect(told).toMatchObject({
    author: { kind: 'assistant', name: 'VFP_Bot' },
    replyTo: asked[0]?.cmdId,
    answer: { sentence: 'checkedAnswer', suggestions: [{ qnaId, question: other }] },
  });
  expect((await device.rooms())[0]?.unread.user).toContain(told?.sseq);
  await askQuestion(device.ctx, { roomId, text: other, chatType: 1 });
  await device.sync();
  expect((await device.messages(roomId)).at(-1)).toMatchObject({ content: 'With none.' });
  device.close();
});

test('nobody is told in a deleted conversation, or more often a day than the limit', async () => {
  const who = await server.signIn('engineer');
  const odd = [
    'Which hat suits an electrolyte?',
    'Why do violins hum in a dry room?',
    'Do tulips grow in argon gas?',
    'Who paints zebras with cathode slurry?',
  ];
  const { device, asked } = await asks(who, ...odd);
  const gone = await asks(await server.signIn('customer'), odd[0] ?? '');
  await server.bus.executeCommands(gone.device.ctx.me.id, [wish('room.delete', { roomId: gone.asked[0]?.roomId })]);
  const found = await groups();
  expect(found.length).toBe(odd.length);
  for (const group of found) {
    const questions = await questionsOf(group);
    const qnaId = await made(group.examples[0] ?? '');
    await decide(questions, { state: 'settled', qna_id: qnaId });
    await sync(qnaId);
  }
  expect(await tell()).toBe(checkedAnswersPerDay);
  expect(await tell()).toBe(0);
  await sql`update question_records set told_at = told_at - interval '25 hours'`.execute(server.db);
  expect(await tell()).toBe(asked.length - checkedAnswersPerDay);
  device.close();
  gone.device.close();
});

test('questions leave the records with their message, their conversation and their account', async () => {
  const who = await server.signIn('engineer');
  const { device, asked } = await asks(who, unknown, other);
  const [first, second] = asked;
  await groups();
  await server.bus.executeCommands(who.user.id, [
    wish('message.redact', { roomId: first?.roomId, messageId: first?.cmdId }),
    wish('room.delete', { roomId: second?.roomId }),
  ]);
  expect(await records()).toEqual([]);
  expect(await groups()).toEqual([]);
  await server.bus.executeCommands(who.user.id, [wish('room.restore', { roomId: second?.roomId })]);
  expect((await records()).map(({ id }) => id)).toEqual([second?.cmdId]);
  await sql`update users set deletion_due_at = now() - interval '1 minute' where id = ${who.user.id}`.execute(
    server.db,
  );
  await deleteAccounts(server.db);
  const left = await sql`select from question_records union all select from question_groups`.execute(server.db);
  expect(left.rows).toEqual([]);
  device.close();
});

test("an expert's reply becomes a draft that can be edited first, once; whoever asked is told later", async () => {
  const who = await server.signIn('customer');
  const { device, asked } = await asks(who, other);
  const [question] = asked;
  const roomId = newId();
  await server.bus.executeCommands(who.user.id, [
    wish('handoff.request', { roomId: question?.roomId, questionId: question?.cmdId, expertRoomId: roomId }),
  ]);
  const said = await server.request(expert, 'POST', '/experts/chat-reply', {
    conversation_id: roomId,
    content: 'None, Mr. Smith.',
  });
  const id = String(at(said.body, 'message.id'));
  await groups();
  expect(await get(`/experts/messages/${id}/draft`)).toEqual({
    id,
    question: other,
    answer: 'None, Mr. Smith.',
    qna_draft_id: null,
  });
  const approve = (body: object) => server.request(expert, 'POST', `/experts/messages/${id}/approve`, body);
  await server.signIn('expert');
  const alone = await approve({ answer: 'None.' });
  expect(alone).toMatchObject({ status: 403, body: { details: { rule: 'OWN' } } });
  await sql`update users set disabled_at = now() where role = 'EXPERT' and id <> ${expert.user.id}`.execute(server.db);
  const { status, body } = await approve({ answer: 'None.' });
  expect({ status, body }).toMatchObject({ status: 200, body: { id, approved_by: 'expert' } });
  const qnaId = String(at(body, 'qna_draft_id'));
  expect((await approve({})).body).toEqual(body);
  const qna = await readQna(server.db, qnaId);
  expect(qna).toMatchObject({ question: other, answer: 'None.', status: 'needs_check' });
  expect(await groups('?state=settled')).toMatchObject([{ qna_id: qnaId }]);
  await sync(qnaId);
  expect(await tell()).toBe(0);
  if (qna === undefined) throw new Error('no draft');
  await server.db
    .transaction()
    .execute((tx) =>
      writeQnas(tx, [{ id: qnaId, fields: { ...qna, status: 'published' } }], { change: 'publish', by: null }),
    );
  await sync(qnaId);
  expect(await tell()).toBe(1);
  expect((await server.request(who, 'POST', `/experts/messages/${id}/feedbacks`, { rating: 1 })).body).toEqual({
    id,
    rating: 1,
  });
  expect((await server.request(expert, 'GET', `/experts/messages/${question?.cmdId}/draft`)).status).toBe(404);
  device.close();
});

test('entries that several users dislike, or whose day of check is past, ask for a check until they are written anew', async () => {
  const qnaId = await made('How many violins fit into a dry room?', { checkBy: '2020-01-01' });
  await sync(qnaId);
  for (const kind of ['engineer', 'customer'] as const) {
    const { device, asked } = await asks(await server.signIn(kind), 'How many violins fit into a dry room?');
    const { roomId = '', cmdId = '' } = asked[0] ?? {};
    await giveFeedback(device.ctx, { roomId, answerId: answerIdOf(cmdId), rating: -1, comment: `Wrong, ${kind}` });
    await device.sync();
    device.close();
  }
  const checks = at(await get('/admin-api/records/checks'), 'items') as { qna_id: string }[];
  expect(checks[0]).toMatchObject({
    qna_id: qnaId,
    dislikes: 2,
    is_old: true,
    comments: ['Wrong, customer', 'Wrong, engineer'],
  });
  const qna = await readQna(server.db, qnaId);
  if (qna === undefined) throw new Error('no Q&A');
  await server.db
    .transaction()
    .execute((tx) => writeQnas(tx, [{ id: qnaId, fields: { ...qna, checkBy: '' } }], { change: 'update', by: null }));
  const left = at(await get('/admin-api/records/checks'), 'items') as { qna_id: string }[];
  expect(left.map((each) => each.qna_id)).not.toContain(qnaId);
});
