import { readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { copyPath, endCopies, makeCopy } from '../../../server/account/jobs/copies.ts';
import { keepFile } from '../../../server/files/stored-files.ts';
import { buy } from '../../support/orders/buying.ts';
import { lettersTo } from '../../support/servers/letters.ts';
import { newId, wish } from '../../support/users.ts';
import { png } from '../../support/files/sample-files.ts';
import { at, provideServer, type SignedIn } from '../../support/servers/server.ts';
import { until } from '../../support/until.ts';
import { entriesOf } from '../../support/files/zip.ts';

/** Users can get a copy of their data: a job makes one archive, which only its owner can download for some days. */

const server = await provideServer({ knowledge: true });

const requestCopy = (who: SignedIn) => server.request(who, 'POST', '/users/me/copies');
const copies = async (who: SignedIn) =>
  at((await server.request(who, 'GET', '/users/me/copies')).body, 'items') as {
    id: string;
    state: string;
    url: string | null;
  }[];
const push = async (who: SignedIn, type: string, args: object) => {
  const [result] = await server.bus.executeCommands(who.user.id, [wish(type, args)]);
  expect(result).toMatchObject({ s: 'ok' });
};

/** Requests a copy and waits until the job has made it. */
async function finishedCopy(who: SignedIn): Promise<{ id: string; url: string }> {
  expect((await requestCopy(who)).status).toBe(202);
  return await until('the copy is ready', async () => {
    const [copy] = await copies(who);
    return copy?.state === 'ready' && copy.url !== null ? { id: copy.id, url: copy.url } : undefined;
  });
}

test('a copy holds the profile, conversations, orders, invoices and files of its owner, and no deleted messages', async () => {
  const who = await server.signIn('engineer');
  const expert = await server.signIn('expert');
  const [ownRoom, orderId] = [newId(), newId()];
  const photo = {
    id: newId(),
    name: 'cell.png',
    ...(await keepFile(server.db, server.filesDir, who.user.id, 'cell.png', png(1))),
  };
  await push(who, 'room.open', { roomId: ownRoom, type: 5 });
  await push(who, 'chat.send', { roomId: ownRoom, content: 'my question', files: [photo] });
  await push(expert, 'chat.send', { roomId: ownRoom, content: 'their answer', files: [] });
  const deleted = wish('chat.send', { roomId: ownRoom, content: 'regretted', files: [] });
  await server.bus.executeCommands(who.user.id, [deleted]);
  const { rows } = await sql<{ id: string }>`select id from messages where data ->> 'content' = 'regretted'`.execute(
    server.db,
  );
  await push(who, 'message.redact', { roomId: ownRoom, messageId: rows[0]?.id });
  await push(who, 'order.patch', { orderId, changes: [{ path: 'title', value: 'My order', base: null }] });
  await buy(server, who, 'premium');
  // A conversation of another user.
  const other = await server.signIn('engineer');
  const foreignRoom = newId();
  await push(other, 'room.open', { roomId: foreignRoom, type: 5 });
  await push(other, 'chat.send', { roomId: foreignRoom, content: 'nobody else reads this', files: [] });

  const { url } = await finishedCopy(who);
  const { email } = (await sql<{ email: string }>`select email from users where id = ${who.user.id}`.execute(server.db))
    .rows[0] ?? { email: '' };
  await until('the e-mail about the copy has arrived', async () =>
    (await lettersTo(server.url, email)).some(({ subject }) => subject.includes('copy of your')),
  );
  const answer = await server.app.inject({ url, headers: { authorization: `Bearer ${who.token}` } });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip']);
  const entries = entriesOf(answer.rawPayload);
  const json = (name: string): unknown => JSON.parse(String(entries.get(name)));
  const invoice = await sql<{ number: string }>`select number from invoices where user_id = ${who.user.id}`.execute(
    server.db,
  );
  expect([...entries.keys()].toSorted()).toEqual([
    'README.txt',
    'conversations.json',
    `files/messages/${photo.id} cell.png`,
    `invoices/${invoice.rows[0]?.number}.pdf`,
    'orders.json',
    'profile.json',
  ]);
  expect(entries.get(`files/messages/${photo.id} cell.png`)).toEqual(png(1));
  expect(String(entries.get(`invoices/${invoice.rows[0]?.number}.pdf`))).toContain('%PDF');
  expect(json('profile.json')).toMatchObject({ id: who.user.id, email, language: 'en' });
  const conversations = JSON.stringify(json('conversations.json'));
  for (const present of ['my question', 'their answer']) expect(conversations).toContain(present);
  for (const absent of ['regretted', 'nobody else']) expect(conversations).not.toContain(absent);
  expect(json('orders.json')).toMatchObject([{ id: orderId, doc: { title: 'My order' } }]);
});

test('another user cannot download a copy, and after seven days nobody can', async () => {
  const [who, other] = [await server.signIn('stranger'), await server.signIn('stranger')];
  const { id, url } = await finishedCopy(who);
  const get = async (as: SignedIn | null) => (await server.request(as, 'GET', url)).status;
  expect([await get(who), await get(other), await get(null)]).toEqual([200, 404, 401]);
  expect(await copies(other)).toEqual([]);
  expect(await endCopies(server.db, server.filesDir)).toBe(0);
  await sql`update copies set until = now() where id = ${id}`.execute(server.db);
  expect([await get(who), (await copies(who))[0]?.state]).toEqual([404, 'gone']);
  expect(await endCopies(server.db, server.filesDir)).toBe(1);
  expect((await readdir(server.filesDir)).filter((name) => name.startsWith(id))).toEqual([]);
});

test('a user can have one copy in progress, and two copies a day', async () => {
  const who = await server.signIn('trial');
  await sql`insert into copies (id, user_id) values (${newId()}, ${who.user.id})`.execute(server.db);
  // No job was queued for this row, so it stays in progress.
  for (let i = 0; i < 3; i++) expect((await requestCopy(who)).status).toBe(202);
  expect(await copies(who)).toHaveLength(1);
  await sql`delete from copies where user_id = ${who.user.id}`.execute(server.db);
  await finishedCopy(who);
  await finishedCopy(who);
  expect(await requestCopy(who)).toMatchObject({
    status: 409,
    body: { code: 'QUOTA_EXCEEDED', details: { quota: 'copiesPerDay' } },
  });
  expect(await copies(who)).toHaveLength(2);
});

test('every copy that can be downloaded is listed: two a day for seven days', async () => {
  const who = await server.signIn('trial');
  await sql`insert into copies (id, user_id, size, until, asked_at)
    select gen_random_uuid(), ${who.user.id}, 1, now() + interval '1 day', now() - make_interval(hours => 12 * n)
      from generate_series(1, 12) n`.execute(server.db);
  expect(await copies(who)).toHaveLength(12);
});

test('copies are deleted with the account, also one in progress', async () => {
  const who = await server.signIn('stranger');
  const { id } = await finishedCopy(who);
  const unfinished = newId();
  await sql`insert into copies (id, user_id) values (${unfinished}, ${who.user.id})`.execute(server.db);
  await sql`update users set disabled_at = now() where id = ${who.user.id}`.execute(server.db);
  await makeCopy(server.db, server.filesDir, { copyId: unfinished });
  expect(await readdir(server.filesDir)).not.toContain(copyPath('', unfinished));
  expect(await endCopies(server.db, server.filesDir)).toBe(2);
  expect((await readdir(server.filesDir)).filter((name) => name.startsWith(id))).toEqual([]);
});

test('a copy that has failed is made when the job runs again', async () => {
  const who = await server.signIn('stranger');
  const id = newId();
  await sql`insert into copies (id, user_id) values (${id}, ${who.user.id})`.execute(server.db);
  await sql`alter table own_files rename to own_files_away`.execute(server.db);
  await expect(makeCopy(server.db, server.filesDir, { copyId: id })).rejects.toThrow('own_files');
  await sql`alter table own_files_away rename to own_files`.execute(server.db);
  expect((await copies(who))[0]?.state).toBe('making');
  await makeCopy(server.db, server.filesDir, { copyId: id });
  expect((await copies(who))[0]?.state).toBe('ready');
});
