import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { expertEmailEveryMs, expertWaitMs, remindExperts } from '../../../../server/chat/jobs/expert-reminders.ts';
import { connect } from '../../../../server/database/database.ts';
import { forgetReminders } from '../../../../server/chat/store/expert-reminders.ts';
import { silentLog } from '../../../../server/ground/log.ts';
import { wish } from '../../../support/users.ts';
import { at, provideServer, type SignedIn } from '../../../support/servers/server.ts';
import { until } from '../../../support/until.ts';

/** E-mails to experts about messages of customers that no one has read or answered. */

let expert: SignedIn;

const server = await provideServer();

beforeEach(async () => {
  // Removes the waiting rooms and the experts of earlier tests.
  await sql`update rooms set data = jsonb_set(data, '{status}', '"resolved"')`.execute(server.db);
  await sql`update users set disabled_at = now() where role in ('EXPERT', 'CHATBOT')`.execute(server.db);
  expert = await server.signIn('expert');
});

const minute = 60_000;
const wait = expertWaitMs + minute;
const later = (ms: number) => new Date(Date.now() + ms);
const secret = 'My cell went up in smoke at 4.35 V';

/** Sends a message of a customer to the experts. @returns the room, which is the same for all messages of the customer */
async function write(who: SignedIn): Promise<string> {
  const { status, body } = await server.request(who, 'POST', '/experts/chats', { content: secret });
  expect(status).toBe(201);
  return String(at(body, 'conversation.id'));
}

async function answer(who: SignedIn, conversation_id: string): Promise<void> {
  const { status } = await server.request(who, 'POST', '/experts/chat-reply', { conversation_id, content: 'I look' });
  expect(status).toBe(201);
}

async function read(who: SignedIn, roomId: string): Promise<void> {
  const mark = wish('read.mark', { roomId, upTo: 1_000 });
  expect(await server.bus.executeCommands(who.user.id, [mark])).toMatchObject([{ s: 'ok' }]);
}

async function runJob(task: string, payload: object = {}): Promise<void> {
  await sql`select graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json)`.execute(server.db);
}

interface SentEmail {
  subject: string;
  text: string;
  html: string;
}

/** All e-mails this user has received, oldest first, once the worker has none left to send. */
async function emailsTo({ user }: SignedIn): Promise<SentEmail[]> {
  await until('all e-mails have been sent', async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from graphile_worker.jobs where task_identifier = 'send_reminder'`.execute(
      server.db,
    );
    return rows[0]?.n === 0;
  });
  const { rows } = await sql<SentEmail>`
    select subject, body as text, html from kept_mails
     where recipient = (select email from users where id = ${user.id}) order by id`.execute(server.db);
  return rows;
}

const waitingRoomsIn = (email: SentEmail | undefined) =>
  Number(/Waiting conversations: (\d+)/.exec(email?.text ?? '')?.[1]);

test('a message unread and unanswered for 15 minutes sends every expert one e-mail, without its content', async () => {
  const colleague = await server.signIn('expert');
  const admin = await server.signIn('admin');
  const customer = await server.signIn('customer');
  await write(customer);
  expect(await remindExperts(server.db, later(expertWaitMs - minute))).toBe(0);
  expect(await remindExperts(server.db, later(wait))).toBe(2);
  for (const ms of [wait, wait + 5 * minute, wait + 70 * minute]) await remindExperts(server.db, later(ms));

  for (const who of [expert, colleague]) {
    const [email, ...more] = await emailsTo(who);
    expect([waitingRoomsIn(email), more]).toEqual([1, []]);
    const whole = `${email?.subject}\n${email?.text}\n${email?.html}`;
    expect(whole).toContain('/admin/expert-chat-messages');
    for (const word of [secret, 'smoke', 'Company 500', customer.user.id]) expect(whole).not.toContain(word);
  }
  expect(await emailsTo(admin)).toEqual([]);
});

test('a message read or answered in time sends no e-mail', async () => {
  const [reads, answers] = [await write(await server.signIn('customer')), await write(await server.signIn('customer'))];
  await read(expert, reads);
  await answer(expert, answers);
  expect(await remindExperts(server.db, later(wait))).toBe(0);
  expect(await emailsTo(expert)).toEqual([]);
});

test('a delayed e-mail has current content, and is not sent when everything was read meanwhile', async () => {
  const rooms = [await write(await server.signIn('customer')), await write(await server.signIn('customer'))];
  await remindExperts(server.db, later(wait));
  expect((await emailsTo(expert)).map(waitingRoomsIn)).toEqual([2]);
  for (const room of rooms) {
    await read(expert, room);
    await runJob('send_reminder', { userId: expert.user.id });
    expect((await emailsTo(expert)).map(waitingRoomsIn)).toEqual([2, 1]);
  }
});

test('waiting rooms are checked every few minutes without a request', async () => {
  const planned = sql`select from graphile_worker._private_known_crontabs where identifier = 'remind_experts'`;
  expect((await planned.execute(server.db)).rows).toHaveLength(1);
  const room = await write(await server.signIn('customer'));
  const then = new Date(Date.now() - wait).toISOString();
  await sql`update messages set data = jsonb_set(data::jsonb, '{createdAt}', to_jsonb(${then}::text))::json
    where room_id = ${room}`.execute(server.db);
  await runJob('remind_experts');
  await until('the e-mail has been sent', async () => (await emailsTo(expert)).length === 1);
});

test('an e-mail that could not be queued is queued the next time', async () => {
  await write(await server.signIn('customer'));
  await sql`alter function graphile_worker.add_job rename to add_job_away`.execute(server.db);
  await expect(remindExperts(server.db, later(wait))).rejects.toThrow('add_job');
  await sql`alter function graphile_worker.add_job_away rename to add_job`.execute(server.db);
  expect(await remindExperts(server.db, later(wait))).toBe(1);
  expect(await emailsTo(expert)).toHaveLength(1);
});

test('a message deleted by its author does not count as waiting', async () => {
  const customer = await server.signIn('customer');
  const { body } = await server.request(customer, 'POST', '/experts/chats', { content: secret });
  const redact = wish('message.redact', { roomId: at(body, 'conversation.id'), messageId: at(body, 'message.id') });
  expect(await server.bus.executeCommands(customer.user.id, [redact])).toMatchObject([{ s: 'ok' }]);
  expect(await remindExperts(server.db, later(wait))).toBe(0);
});

test('the link in an e-mail turns the e-mails off for this expert only', async () => {
  const colleague = await server.signIn('expert');
  const customer = await server.signIn('customer');
  const room = await write(customer);
  await remindExperts(server.db, later(wait));
  const [email] = await emailsTo(expert);
  const [, token] = /\/deactivate-expert-notification\?token=(\S+)\n/.exec(email?.text ?? '') ?? [];
  expect(email?.html).toContain(`/deactivate-expert-notification?token=${token}"`);
  const off = await server.request(null, 'POST', '/experts/deactivate-expert-notification', { token });
  expect(off.status).toBe(200);

  await read(expert, room);
  await write(customer);
  expect(await remindExperts(server.db, later(2 * wait + expertEmailEveryMs))).toBe(1);
  expect([(await emailsTo(expert)).length, (await emailsTo(colleague)).length]).toEqual([1, 2]);
});

test('two concurrent processes send one e-mail', async () => {
  await write(await server.signIn('customer'));
  const other = connect(server.databaseUrl, silentLog);
  const sentCounts = await Promise.all(
    [server.db, other, server.db, other].map((db) => remindExperts(db, later(wait))),
  );
  await other.destroy();
  expect(sentCounts.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 1]);
  expect(await emailsTo(expert)).toHaveLength(1);
});

test('one wait sends one e-mail however much more the customer writes; the next wait sends another', async () => {
  const customer = await server.signIn('customer');
  const room = await write(customer);
  await remindExperts(server.db, later(wait));
  expect(await emailsTo(expert)).toHaveLength(1);
  await write(customer);
  expect(await remindExperts(server.db, later(wait + 5 * expertEmailEveryMs))).toBe(0);
  await answer(expert, room);
  expect(await remindExperts(server.db, later(wait + 6 * expertEmailEveryMs))).toBe(0);
  await write(customer);
  expect(await remindExperts(server.db, later(wait + 7 * expertEmailEveryMs))).toBe(1);
  expect(await emailsTo(expert)).toHaveLength(2);
});

test('an expert gets one e-mail an hour, about all waiting rooms', async () => {
  await write(await server.signIn('customer'));
  await remindExperts(server.db, later(wait));
  expect((await emailsTo(expert)).map(waitingRoomsIn)).toEqual([1]);
  await write(await server.signIn('customer'));
  await write(await server.signIn('customer'));
  expect(await remindExperts(server.db, later(wait + expertEmailEveryMs - minute))).toBe(0);
  expect(await remindExperts(server.db, later(wait + expertEmailEveryMs + minute))).toBe(1);
  expect((await emailsTo(expert)).map(waitingRoomsIn)).toEqual([1, 3]);
});

test('only the assignee of a room gets the e-mail; all experts when the assignee has left', async () => {
  const assignee = await server.signIn('expert');
  const room = await write(await server.signIn('customer'));
  await sql`update rooms set data = jsonb_set(data, '{assigneeId}', to_jsonb(${assignee.user.id}::text))
    where id = ${room}`.execute(server.db);
  expect(await remindExperts(server.db, later(wait))).toBe(1);
  expect([(await emailsTo(assignee)).length, (await emailsTo(expert)).length]).toEqual([1, 0]);
  await sql`update users set disabled_at = now() where id = ${assignee.user.id}`.execute(server.db);
  expect(await remindExperts(server.db, later(wait))).toBe(1);
  expect(await emailsTo(expert)).toHaveLength(1);
});

test('a question about an order waits for the experts like any other', async () => {
  const engineer = await server.signIn('engineer');
  const saved = await server.request(engineer, 'POST', '/po_system/orders/save', { data: { service: 'testing' } });
  const opened = await server.request(engineer, 'POST', '/po-chats/rooms', { order_id: at(saved.body, 'order.id') });
  const path = `/po-chats/rooms/${String(at(opened.body, 'room.id'))}/messages`;
  await server.request(engineer, 'POST', path, { content: secret });
  expect(await remindExperts(server.db, later(wait))).toBe(1);
});

test('an expert with Korean as language gets the e-mail in Korean', async () => {
  await sql`update users set language = 'ko' where id = ${expert.user.id}`.execute(server.db);
  await write(await server.signIn('customer'));
  await remindExperts(server.db, later(wait));
  const [email] = await emailsTo(expert);
  expect(email?.text).toMatch(/기다리고 있는 대화: 1건.*알림 메일 끄기:\nhttp/s);
});

test('the record of a wait is deleted once it is over, not before', async () => {
  const records = async () =>
    (
      await sql<{ n: number }>`
        select count(*)::integer as n from expert_reminders where user_id = ${expert.user.id}`.execute(server.db)
    ).rows[0]?.n;
  const room = await write(await server.signIn('customer'));
  await remindExperts(server.db, later(wait));
  await sql`update expert_reminders set at = at - interval '1 day'`.execute(server.db);
  await forgetReminders(server.db, expertEmailEveryMs);
  expect(await remindExperts(server.db, later(wait))).toBe(0);
  expect(await records()).toBe(1);
  await read(expert, room);
  await forgetReminders(server.db, expertEmailEveryMs);
  expect(await records()).toBe(0);
});
