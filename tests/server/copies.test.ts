import { readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyPath, endCopies, makeCopy } from '../../server/jobs/copies.ts';
import { keepFile } from '../../server/files/stored-files.ts';
import { buy } from '../support/buying.ts';
import { lettersTo } from '../support/letters.ts';
import { newId, wish } from '../support/people.ts';
import { png } from '../support/sample-files.ts';
import { at, startServer, type SignedIn, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { entriesOf } from '../support/zip.ts';

/** People get a copy of their data: one archive, made by a job, theirs alone, and gone after some days. */

let server: TestServer;

beforeAll(async () => {
  server = await startServer({ knowledge: true });
});
afterAll(() => server.close());

const ask = (who: SignedIn) => server.request(who, 'POST', '/users/me/copies');
const copies = async (who: SignedIn) =>
  at((await server.request(who, 'GET', '/users/me/copies')).body, 'items') as {
    id: string;
    state: string;
    url: string | null;
  }[];
const push = async (who: SignedIn, type: string, args: object) => {
  const [result] = await server.bus.executeCommands(who.person.id, [wish(type, args)]);
  expect(result).toMatchObject({ s: 'ok' });
};

/** Asks for a copy, and waits until the job has made it. */
async function ready(who: SignedIn): Promise<{ id: string; url: string }> {
  expect((await ask(who)).status).toBe(202);
  return await until('the copy is ready', async () => {
    const [copy] = await copies(who);
    return copy?.state === 'ready' && copy.url !== null ? { id: copy.id, url: copy.url } : undefined;
  });
}

test('a copy holds the profile, conversations, orders, invoices and files of its owner, and no deleted words', async () => {
  const who = await server.signIn('engineer');
  const expert = await server.signIn('expert');
  const [talk, orderId] = [newId(), newId()];
  const photo = {
    id: newId(),
    name: 'cell.png',
    ...(await keepFile(server.db, server.filesDir, who.person.id, 'cell.png', png(1))),
  };
  await push(who, 'room.open', { roomId: talk, type: 5 });
  await push(who, 'chat.send', { roomId: talk, content: 'my question', files: [photo] });
  await push(expert, 'chat.send', { roomId: talk, content: 'their answer', files: [] });
  const regretted = wish('chat.send', { roomId: talk, content: 'regretted', files: [] });
  await server.bus.executeCommands(who.person.id, [regretted]);
  const { rows } = await sql<{ id: string }>`select id from messages where data ->> 'content' = 'regretted'`.execute(
    server.db,
  );
  await push(who, 'message.redact', { roomId: talk, messageId: rows[0]?.id });
  await push(who, 'order.patch', { orderId, changes: [{ path: 'title', value: 'My order', base: null }] });
  await buy(server, who, 'premium');
  // Somebody else's.
  const other = await server.signIn('engineer');
  const foreign = newId();
  await push(other, 'room.open', { roomId: foreign, type: 5 });
  await push(other, 'chat.send', { roomId: foreign, content: 'nobody else reads this', files: [] });

  const { url } = await ready(who);
  const { email } = (
    await sql<{ email: string }>`select email from users where id = ${who.person.id}`.execute(server.db)
  ).rows[0] ?? { email: '' };
  await until('the letter about the copy is there', async () =>
    (await lettersTo(server.url, email)).some(({ subject }) => subject.includes('copy of your')),
  );
  const answer = await server.app.inject({ url, headers: { authorization: `Bearer ${who.token}` } });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip']);
  const entries = entriesOf(answer.rawPayload);
  const json = (name: string): unknown => JSON.parse(String(entries.get(name)));
  const invoice = await sql<{ number: string }>`select number from invoices where user_id = ${who.person.id}`.execute(
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
  expect(json('profile.json')).toMatchObject({ id: who.person.id, email, language: 'en' });
  const conversations = JSON.stringify(json('conversations.json'));
  for (const said of ['my question', 'their answer']) expect(conversations).toContain(said);
  for (const unsaid of ['regretted', 'nobody else']) expect(conversations).not.toContain(unsaid);
  expect(json('orders.json')).toMatchObject([{ id: orderId, doc: { title: 'My order' } }]);
});

test('another user cannot download a copy, and after seven days nobody can', async () => {
  const [who, other] = [await server.signIn('stranger'), await server.signIn('stranger')];
  const { id, url } = await ready(who);
  const get = async (as: SignedIn | null) => (await server.request(as, 'GET', url)).status;
  expect([await get(who), await get(other), await get(null)]).toEqual([200, 404, 401]);
  expect(await copies(other)).toEqual([]);
  expect(await endCopies(server.db, server.filesDir)).toBe(0);
  await sql`update copies set until = now() where id = ${id}`.execute(server.db);
  expect([await get(who), (await copies(who))[0]?.state]).toEqual([404, 'gone']);
  expect(await endCopies(server.db, server.filesDir)).toBe(1);
  expect((await readdir(server.filesDir)).filter((name) => name.startsWith(id))).toEqual([]);
});

test('one copy is made at a time, and two a day', async () => {
  const who = await server.signIn('trial');
  await sql`insert into copies (id, user_id) values (${newId()}, ${who.person.id})`.execute(server.db);
  // The job does not know it, so it stays open.
  for (let i = 0; i < 3; i++) expect((await ask(who)).status).toBe(202);
  expect(await copies(who)).toHaveLength(1);
  await sql`delete from copies where user_id = ${who.person.id}`.execute(server.db);
  await ready(who);
  await ready(who);
  expect(await ask(who)).toMatchObject({
    status: 409,
    body: { code: 'QUOTA_EXCEEDED', details: { quota: 'copiesPerDay' } },
  });
  expect(await copies(who)).toHaveLength(2);
});

test('a copy is deleted with the account, also one that was being made', async () => {
  const who = await server.signIn('stranger');
  const { id } = await ready(who);
  const half = newId();
  await sql`insert into copies (id, user_id) values (${half}, ${who.person.id})`.execute(server.db);
  await sql`update users set disabled_at = now() where id = ${who.person.id}`.execute(server.db);
  await makeCopy(server.db, server.filesDir, { copyId: half });
  expect(await readdir(server.filesDir)).not.toContain(copyPath('', half));
  expect(await endCopies(server.db, server.filesDir)).toBe(2);
  expect((await readdir(server.filesDir)).filter((name) => name.startsWith(id))).toEqual([]);
});

test('a copy that failed halfway is made again', async () => {
  const who = await server.signIn('stranger');
  const id = newId();
  await sql`insert into copies (id, user_id) values (${id}, ${who.person.id})`.execute(server.db);
  await sql`alter table own_files rename to own_files_away`.execute(server.db);
  await expect(makeCopy(server.db, server.filesDir, { copyId: id })).rejects.toThrow('own_files');
  await sql`alter table own_files_away rename to own_files`.execute(server.db);
  expect((await copies(who))[0]?.state).toBe('making');
  await makeCopy(server.db, server.filesDir, { copyId: id });
  expect((await copies(who))[0]?.state).toBe('ready');
});
