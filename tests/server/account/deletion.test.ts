import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { Room } from '#domain/chat/chat.ts';
import { deletedName } from '#domain/account/users.ts';
import { deleteAccounts } from '../../../server/account/jobs/deletions.ts';
import { eraseFreedFiles } from '../../../server/files/freed-files.ts';
import { keepFile } from '../../../server/files/stored-files.ts';
import { hashPassword } from '../../../server/account/passwords.ts';
import { archiveOldEvents } from '../../../server/spine/log/archive.ts';
import { endsIn, order } from '../../support/orders/buying.ts';
import { newCompany, newManager } from '../../support/company.ts';
import { Device } from '../../support/devices/device.ts';
import { lettersTo } from '../../support/servers/letters.ts';
import { newId, wish } from '../../support/users.ts';
import { png } from '../../support/files/sample-files.ts';
import { at, provideServer, type SignedIn, type TestServer } from '../../support/servers/server.ts';
import { loginFailures } from '../../../server/account/store/login-limits.ts';
import { deletionGraceDays } from '../../../server/account/store/deletion.ts';

/** An account is deleted some days after its owner has requested it: what is deleted, what stays, who is notified. */

const server = await provideServer({ knowledge: true });

const password = 'Anode-2026!';
let count = 0;

/** A user with a password, and with a name, e-mail address and phone number that no one else has. */
async function customer(kind: Parameters<TestServer['signIn']>[0] = 'engineer', name = `Quirina Zeppelin ${++count}`) {
  const who = await server.signIn(kind);
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@leaves.test`;
  const phone = `+4917000${String(42_000 + count)}`;
  await sql`update users set display_name = ${name}, email = ${email}, phone = ${phone}, username = ${`u-${email}`},
      password_hash = ${await hashPassword(password)} where id = ${who.user.id}`.execute(server.db);
  return { ...who, name, email, phone };
}

const requestDeletion = (who: SignedIn, body: object = { password }) =>
  server.request(who, 'POST', '/users/me/deletion', body);
const cancelDeletion = (who: SignedIn) => server.request(who, 'DELETE', '/users/me/deletion');
const me = async (who: SignedIn) => (await server.request(who, 'GET', '/users/me')).body;
const push = async (who: SignedIn, type: string, args: object) => {
  const [result] = await server.bus.executeCommands(who.user.id, [wish(type, args)]);
  expect(result).toMatchObject({ s: 'ok' });
};

/** Ends the grace period. */
async function graceEnds({ user }: SignedIn): Promise<void> {
  await sql`update users set deletion_due_at = now() - interval '1 minute'
    where id = ${user.id} and deletion_due_at is not null`.execute(server.db);
}

async function attached(who: SignedIn, n: number) {
  return {
    id: newId(),
    name: 'cell.png',
    ...(await keepFile(server.db, server.filesDir, who.user.id, 'a.png', png(n))),
  };
}

/** The tables with a row that contains one of these words. */
async function tablesWith(words: string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(server.db);
  const found: string[] = [];
  for (const { name } of rows) {
    const hits = await sql`select from ${sql.raw(name)} t
      where exists (select from unnest(${words}::text[]) w where strpos(lower(t::text), lower(w)) > 0) limit 1`.execute(
      server.db,
    );
    if (hits.rows.length > 0) found.push(name);
  }
  return found;
}

test('a deletion requires the password, has a due date, and can be cancelled until then', async () => {
  const who = await customer();
  const wrong = await requestDeletion(who, { password: 'Wrong-2026!' });
  expect([wrong.status, at(wrong.body, 'details')]).toEqual([422, [{ path: 'password', code: 'wrong' }]]);
  expect(at(await me(who), 'deletion_due_at')).toBeNull();

  const asked = await requestDeletion(who);
  const due = String(at(asked.body, 'deletion_due_at'));
  expect(asked.status).toBe(200);
  const days = (Date.parse(due) - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(deletionGraceDays);
  expect(at(await me(who), 'deletion_due_at')).toBe(due);
  expect((await requestDeletion(who)).body).toEqual({ deletion_due_at: due, proof: 'password' });
  const [email, ...more] = await lettersTo(server.url, who.email);
  expect([email?.subject.includes(due.slice(0, 10)), more]).toEqual([true, []]);

  expect((await cancelDeletion(who)).body).toEqual({ deletion_due_at: null, proof: 'password' });
  expect(at(await me(who), 'deletion_due_at')).toBeNull();
  expect((await lettersTo(server.url, who.email, 2))[0]?.subject).toContain('is kept');
  await graceEnds(who);
  expect(await deleteAccounts(server.db)).toBe(0);
  expect(at(await me(who), 'display_name')).toBe(who.name);
});

test('wrong passwords for a deletion are limited like wrong passwords at sign-in', async () => {
  const who = await customer();
  const tries = [];
  for (let i = 0; i <= loginFailures; i++) tries.push((await requestDeletion(who, { password: 'Wrong-2026!' })).status);
  expect(tries.at(-1)).toBe(429);
});

test('a user without a password confirms the deletion with the e-mail address of the account', async () => {
  const who = await customer('trial');
  await sql`update users set password_hash = null where id = ${who.user.id}`.execute(server.db);
  const wrong = await requestDeletion(who, { email: 'somebody@else.test' });
  expect([wrong.status, at(wrong.body, 'details')]).toEqual([422, [{ path: 'email', code: 'wrong' }]]);
  expect((await requestDeletion(who, { email: who.email.toUpperCase() })).body).toMatchObject({ proof: 'email' });
});

test('staff cannot delete their own accounts', async () => {
  const expert = await server.signIn('expert');
  expect(await requestDeletion(expert)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
});

test('the only administrator of a company with other members cannot leave, and one who is leaving does not count', async () => {
  const boss = await newManager(server);
  await sql`update users set password_hash = ${await hashPassword(password)} where company_id = ${boss.user.company_id}`.execute(
    server.db,
  );
  const deputy = await customer('manager');
  const member = await customer('customer');
  const move = (who: SignedIn) =>
    sql`update users set company_id = ${boss.user.company_id} where id = ${who.user.id}`.execute(server.db);
  await move(member);
  expect(await requestDeletion(boss)).toMatchObject({ status: 409, body: { code: 'LAST_ADMIN' } });
  await move(deputy);
  expect((await requestDeletion(boss)).status).toBe(200);
  expect(await requestDeletion(deputy)).toMatchObject({ status: 409, body: { code: 'LAST_ADMIN' } });
  expect((await requestDeletion(member)).status).toBe(200);
});

test('a deletion request cancels a paid plan at the end of its period, and the deletion ends it at the latest', async () => {
  const who = await customer('stranger');
  await sql`update users set password_hash = ${await hashPassword(password)} where id = ${who.user.id}`.execute(
    server.db,
  );
  const ordered = await order(server, who, 'professional');
  const admin = await server.signIn('admin');
  await server.request(admin, 'POST', `/admin-api/invoices/${String(at(ordered.body, 'invoice.id'))}/paid`);
  await endsIn(server, who, 200);
  await requestDeletion(who);
  const subscriptions = async () =>
    (
      await sql<object>`select status, cancel_at_period_end as ends from subscriptions where user_id = ${who.user.id}`.execute(
        server.db,
      )
    ).rows;
  expect(await subscriptions()).toEqual([{ status: 'active', ends: true }]);
  await graceEnds(who);
  expect(await deleteAccounts(server.db)).toBe(1);
  expect(await subscriptions()).toEqual([{ status: 'cancelled', ends: true }]);
});

test('after the deletion only invoices name the user, and data that others need remains', async () => {
  const who = await customer();
  const { user, name, email, phone } = who;
  const expert = await server.signIn('expert');
  const [privateRoom, expertRoom, orderId] = [newId(), newId(), newId()];
  // These events are archived before the deletion, as most events of an account are.
  await push(who, 'room.open', { roomId: privateRoom, type: 1, name: `Cells of ${name}` });
  await push(who, 'question.ask', {
    roomId: privateRoom,
    text: `I am ${name}. What are the dimensions of a 21700 cell?`,
    chatType: 1,
  });
  const { rows } = await sql<{ id: string }>`select id from messages where room_id = ${privateRoom}
    and readable(data) -> 'answer' is not null`.execute(server.db);
  await push(who, 'feedback.give', { roomId: privateRoom, answerId: rows[0]?.id, rating: -1, comment: `${name}: no` });
  await push(who, 'chat.send', { roomId: privateRoom, content: phone, files: [await attached(who, 1)] });
  await push(who, 'room.open', { roomId: expertRoom, type: 5 });
  await push(who, 'chat.send', { roomId: expertRoom, content: 'before', files: [] });
  await sql`update events set created_at = now() - interval '100 days'`.execute(server.db);
  await archiveOldEvents(server.db);
  await push(expert, 'chat.send', { roomId: expertRoom, content: 'an answer', files: [] });
  await push(who, 'chat.send', { roomId: expertRoom, content: 'thanks', files: [await attached(who, 2)] });
  const saved = await server.request(who, 'POST', '/po_system/orders/save', {
    data: { title: 'Mine' },
  });
  expect(saved.status).toBe(201);
  const savedId = String(at(saved.body, 'order.id'));
  await push(who, 'order.transition', { orderId: savedId, event: 'DISCARD', expectStatus: 'draft' });
  await push(who, 'order.patch', { orderId, changes: [{ path: 'title', value: 'Draft', base: null }] });
  const colleague = await server.signIn('colleague');
  const sharedId = newId();
  await push(colleague, 'order.patch', { orderId: sharedId, changes: [{ path: 'title', value: 'Ours', base: null }] });
  await push(colleague, 'order.share', { orderId: sharedId, userIds: [user.id] });
  await server.request(null, 'POST', '/subscriptions/contact_us', { name, email, message: 'hello' });
  await server.request(null, 'POST', '/auth/register', { email, password, display_name: name });
  const company = await newCompany(server);
  await server.request(await newManager(server), 'POST', '/auth/create_user', { email, display_name: name });
  await sql`update companies set contact_email = ${email} where id = ${company}`.execute(server.db);
  const ordered = await order(server, who, 'premium', { name, email });
  expect(ordered.status).toBe(200);
  await requestDeletion(who);
  await lettersTo(server.url, email, 2);
  // A row that cannot be parsed does not stop the deletion.
  await sql`insert into messages (id, room_id, sseq, data) values (${newId()}, ${privateRoom}, 900, '{"content":"\\u0000"}')`.execute(
    server.db,
  );

  const knownDevice = await Device.open(server, expert);
  onTestFinished(() => knownDevice.close());
  await knownDevice.sync();
  const authors = async () =>
    (await knownDevice.messages(expertRoom)).map(({ content, author }) => [content, author.name]);
  expect(await authors()).toEqual([
    ['before', name],
    ['an answer', 'expert'],
    ['thanks', name],
  ]);

  await graceEnds(who);
  expect(await deleteAccounts(server.db)).toBe(1);
  await eraseFreedFiles(server.db, server.filesDir);

  expect(await tablesWith([name, email, phone])).toEqual(['public.invoices']);
  expect((await server.request(who, 'GET', '/users/me')).status).toBe(401);
  const login = await server.request(null, 'POST', '/auth/login', { email, password });
  expect(login.status).toBe(401);
  // Of the two files, the one in the room with experts remains.
  const files = await sql`select from files where uploader = ${user.id}`.execute(server.db);
  expect(files.rows).toHaveLength(1);

  await knownDevice.look();
  expect(await authors()).toEqual([
    ['before', deletedName],
    ['an answer', 'expert'],
    ['thanks', deletedName],
  ]);
  const newDevice = await Device.open(server, expert);
  onTestFinished(() => newDevice.close());
  await newDevice.sync();
  for (const device of [knownDevice, newDevice]) {
    expect(await device.room(expertRoom)).toMatchObject({
      customerName: deletedName,
      last: { authorName: deletedName },
    });
    expect(await device.order(orderId)).toMatchObject({ ownerName: deletedName, doc: { title: 'Draft' } });
    expect(await device.order(sharedId)).toMatchObject({ colleagues: [{ userName: deletedName, edits: false }] });
  }
  const stored = await sql<{ data: Room }>`select data from rooms where id = ${expertRoom}`.execute(server.db);
  expect(await knownDevice.db.rooms.get(expertRoom)).toEqual(stored.rows[0]?.data);
  // A second run does nothing and notifies no one.
  expect(await deleteAccounts(server.db)).toBe(0);
});

test('a deletion that has failed is completed by the next run, and does not block other deletions', async () => {
  const [broken, fine] = [await customer(), await customer()];
  const expertRoom = newId();
  await push(broken, 'room.open', { roomId: expertRoom, type: 5 });
  for (const who of [broken, fine]) {
    await requestDeletion(who);
    await graceEnds(who);
  }
  await sql`alter table contact_messages rename to contact_messages_away`.execute(server.db);
  expect(await deleteAccounts(server.db)).toBe(0);
  const setAside = await sql<{ item: string }>`select item from set_aside where job = 'delete_accounts'`.execute(
    server.db,
  );
  expect(setAside.rows.map(({ item }) => item).toSorted()).toEqual([broken.user.id, fine.user.id].toSorted());
  await sql`alter table contact_messages_away rename to contact_messages`.execute(server.db);
  // The owner cannot cancel a deletion that has begun.
  expect((await cancelDeletion(broken)).status).toBe(401);
  expect(await deleteAccounts(server.db)).toBe(2);
  expect(await tablesWith([broken.name, fine.name])).toEqual([]);
  const renames =
    await sql`select from events where stream = ${`room:${expertRoom}`} and type = 'person.renamed'`.execute(server.db);
  expect(renames.rows).toHaveLength(1);
});
