import { createHash, randomUUID } from 'node:crypto';
import { cp, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { demoOrders } from '../../server/demo/orders.ts';
import { keepFile } from '../../server/files/stored-files.ts';
import { notificationToken } from '../../server/store/people/notification-switch.ts';
import { hashPassword } from '../../server/accounts/passwords.ts';
import { openSession } from '../../server/accounts/sessions.ts';
import { makeCode } from '../../server/store/people/codes.ts';
import { keepSignUp } from '../../server/store/people/sign-ups.ts';
import { newId, wish } from '../support/people.ts';
import { png } from '../support/sample-files.ts';
import { at, startServer, type SignedIn, type TestServer } from '../support/server.ts';
import { companyCalls } from './access-company.ts';
import { type Letter, people } from './access-table.ts';

/** A server with the eleven kinds of people of the access table, what each of them has, and how each door is called. */

export interface World {
  server: TestServer;
  who: Record<Letter, SignedIn | null>;
  /** What each person has, by name. */
  own: Record<Letter, Belongings>;
  foreign: Belongings;
  company: Belongings;
  /** Whose the foreign things are: a navigator of company 102, but for the order. */
  colleague: SignedIn;
}

/** Ids by name: `room`, `poRoom`, `answer`, `order`, `file`, `id`. */
type Belongings = Readonly<Record<string, string>>;

/** What goes with a call beside its address. */
export interface Ask {
  body?: object | Buffer;
  headers?: Record<string, string>;
  /** Instead of `/api/v1` and the door's path. */
  url?: string;
  from?: string;
}

type Kind = Parameters<TestServer['signIn']>[0];

const kinds: Record<Exclude<Letter, 'G'>, Kind> = {
  T: 'trial',
  F: 'freeTrialProfessional',
  S: 'standard',
  P: 'customer',
  N: 'engineer',
  C: 'companyAdmin',
  c: 'companyAdminWithoutPlan',
  E: 'expert',
  A: 'admin',
  D: 'engineer',
};

const password = 'Right-2026!';
const document = demoOrders[0]?.doc ?? {};
let count = 0;
const newEmail = (): string => `access-${++count}@test.vfp`;

export async function accessWorld(): Promise<World> {
  const distDir = await mkdtemp(join(tmpdir(), 'vfp-dist-'));
  await writeFile(join(distDir, 'index.html'), '<!doctype html><title>VFP</title>');
  await cp(join(import.meta.dirname, '../../public/locales'), join(distDir, 'locales'), { recursive: true });
  const server = await startServer({ knowledge: true, distDir });
  const who = {} as World['who'];
  const own = {} as World['own'];
  for (const letter of people) {
    who[letter] = letter === 'G' ? null : await server.signIn(kinds[letter]);
    own[letter] = await belongingsOf(server, who[letter]);
  }
  const deactivated = who.D?.person.id;
  await sql`update users set status = 'DEACTIVATED' where id = ${deactivated}`.execute(server.db);
  const colleague = await server.signIn('colleague');
  const company = await belongingsOf(server, colleague);
  // An order of nobody's company: whoever made it was an expert then.
  const elsewhere = await belongingsOf(server, await server.signIn('expert'));
  const foreign = {
    ...company,
    room: company['poRoom'] ?? '',
    file: await attach(server, colleague, company['poRoom'] ?? ''),
  };
  return { server, who, own, foreign: { ...foreign, order: elsewhere['order'] ?? '' }, company, colleague };
}

/** Gives a person a room, an answer, a file, and with the pass a room and an order of the Navigator. */
async function belongingsOf(server: TestServer, who: SignedIn | null): Promise<Belongings> {
  if (who === null) return {};
  const { id } = who.person;
  const has: Record<string, string> = { id };
  const asked = await server.request(who, 'POST', '/bot/questions_v2', { text: 'How wide and tall is a 4680 cell?' });
  if (asked.status === 200) {
    has['assistantRoom'] = String(at(asked.body, 'conversation_id'));
    has['answer'] = String(at(asked.body, 'answer.id'));
  }
  // Whom the trial keeps from the assistant talks to experts.
  const talk = { roomId: newId(), type: asked.status === 200 ? 1 : 5 };
  await server.bus.executeBatch(id, [wish('room.open', talk)]);
  has['room'] = has['assistantRoom'] ?? talk.roomId;
  has['file'] = await attach(server, who, has['room']);
  has['invoice'] = await orderedBy(server, who);
  const opened = await server.request(who, 'POST', '/po-chats/rooms', { result_name: 'Batch 7' });
  if (opened.status !== 201) return has;
  has['poRoom'] = String(at(opened.body, 'room.id'));
  const saved = await server.request(who, 'POST', '/po_system/orders/save', { data: document });
  has['order'] = String(at(saved.body, 'order.id'));
  return has;
}

/** Orders a plan for somebody. @returns the id of the invoice, which is open */
async function orderedBy(server: TestServer, who: SignedIn): Promise<string> {
  const ordered = await server.request(who, 'POST', '/subscriptions/subscribe', { plan: 'premium' });
  return String(at(ordered.body, 'invoice.id'));
}

/** Who came or is invited by other cases takes no license here: a company orders no plan that is too small for it. */
async function ordering(_id: string, { server }: World): Promise<Ask> {
  await sql`update invitations set cancelled_at = now() where accepted_at is null`.execute(server.db);
  await sql`update users set company_id = null where email like 'member-%'`.execute(server.db);
  return { body: { plan: 'premium' } };
}

/** Closes an invoice that is open each time. */
const closing =
  (how: 'paid' | 'void') =>
  async (_id: string, { server }: World): Promise<Ask> => {
    const invoice = await orderedBy(server, await server.signIn('stranger'));
    return { url: `/api/v1/admin-api/invoices/${invoice}/${how}` };
  };

/** Writes a message with a photo into a room. */
async function attach(server: TestServer, { person }: SignedIn, roomId: string): Promise<string> {
  const bytes = png(++count);
  const file = {
    id: newId(),
    name: 'tab.png',
    ...(await keepFile(server.db, server.filesDir, person.id, 'tab.png', bytes)),
  };
  const [sent] = await server.bus.executeBatch(person.id, [wish('chat.send', { roomId, content: '', files: [file] })]);
  if (sent?.s !== 'ok') throw new Error(`the photo was not sent: ${JSON.stringify(sent)}`);
  return file.id;
}

/** Begins an upload for somebody. */
export async function beginUpload(server: TestServer, { token }: SignedIn): Promise<string> {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/v1/uploads',
    headers: { ...uploadHeaders(), authorization: `Bearer ${token}` },
  });
  return String(answer.headers['location']).split('/').at(-1) ?? '';
}

function uploadHeaders(): Record<string, string> {
  const hash = createHash('sha256').update(png(1)).digest('hex');
  const metadata = `filename ${base64('a.png')},sha256 ${base64(hash)}`;
  return { 'tus-resumable': '1.0.0', 'upload-length': String(png(1).length), 'upload-metadata': metadata };
}

const base64 = (text: string) => Buffer.from(text).toString('base64');

const tus = { 'tus-resumable': '1.0.0' };
const order = (id: string) => ({ id, order_id: id });

/** By method and route. */
export type Calls = Record<string, (id: string, world: World, letter: Letter, of: string) => Ask | Promise<Ask>>;

/** How each door is called that needs more than its address; `id` is the object's, or a new one. */
export const calls: Calls = {
  'POST /auth/register': () => ({ body: { email: newEmail(), password } }),
  'POST /auth/free_trial': () => ({
    body: { email: newEmail(), password, plan: 'professional' },
    from: `10.2.${++count % 250}.1`,
  }),
  'POST /auth/instant_test': () => ({ body: { email: newEmail() }, from: `10.1.${++count % 250}.1` }),
  'POST /auth/verify': async (id, { server }) => {
    const email = newEmail();
    const nothing = { username: null, phone: null, plan_name: null, deviceId: null, password_hash: null };
    const kind = 'INSTANT_TEST' as const;
    await keepSignUp(server.db, {
      id,
      email,
      kind,
      display_name: 'x',
      language: 'en',
      address: `10.9.${++count % 250}.1`,
      ...nothing,
    });
    return { body: { email, verificationCode: await makeCode(server.db, 'VERIFY', email, id) } };
  },
  'POST /auth/re-send-confirmation-code': () => ({ body: { email: newEmail() } }),
  'POST /auth/login': async (_id, { server }) => ({ body: { email: (await account(server)).email, password } }),
  'POST /auth/forgot-password': () => ({ body: { email: newEmail() } }),
  'POST /auth/confirm-password': async (_id, { server }) => {
    const { id, email } = await account(server);
    const confirmationCode = await makeCode(server.db, 'RESET', email, id);
    return { body: { email, confirmationCode, newPassword: password } };
  },
  'POST /auth/send-sign-in-code': () => ({ body: { email: newEmail() } }),
  'POST /auth/sign-in-by-code': async (_id, { server }) => {
    const { id, email } = await account(server);
    return { body: { email, verificationCode: await makeCode(server.db, 'SIGN_IN', email, id) } };
  },
  'GET /auth/logout': (_id, world, letter) => another(world, letter),
  'POST /auth/getToken': (_id, world, letter) => another(world, letter),
  'PUT /auth/banner/cookies': () => ({ body: { categories: '["necessary"]' } }),
  'POST /users/me/deletion': () => ({ body: { password: 'Wrong-2026!' } }),
  'PUT /users/me/password': () => ({ body: { password: 'Wrong-2026!', newPassword: password } }),

  'POST /bot/questions_v2': (id, _world, _letter, of) => ({
    body: { text: 'How wide and tall is a 4680 cell?', ...(of === '' ? {} : { conversation_id: id }) },
  }),
  'POST /bot/feedback': (id) => ({ body: { answer_id: id, rating: 1 } }),
  'POST /experts/chats': (id, _world, _letter, of) => ({
    body: { content: 'hello', ...(of === '' ? {} : { conversation_id: id }) },
  }),
  'POST /experts/deactivate-expert-notification': async (_id, { server, who }) => ({
    body: { token: await notificationToken(server.db, who.E?.person.id ?? '') },
  }),
  'POST /experts/chat-reply': (id) => ({ body: { content: 'hello', conversation_id: id } }),
  'POST /po-chats/rooms': (id, _world, _letter, of) => ({
    body: of === '' ? { result_name: `Result ${++count}` } : { order_id: id },
  }),
  'POST /po-chats/rooms/:id/messages': () => ({ body: { content: 'hello' } }),

  'POST /po_system/orders/save': async (id, { server }, _letter, of) => {
    if (of === '') return { body: { data: document } };
    const { rows } = await sql<{
      version: number;
    }>`select (data ->> 'sseq')::int as version from orders where id = ${id}`.execute(server.db);
    const data = { ...document, quantity: 30 + (++count % 20) };
    return { body: { id, version: rows[0]?.version ?? 1, data } };
  },
  'POST /po_system/orders/place': (id) => ({ body: { ...order(id), quote_hash: '0'.repeat(64) } }),
  'POST /po_system/calculate': (id, _world, _letter, of) => ({ body: of === '' ? { data: document } : order(id) }),

  'POST /uploads': () => ({ headers: uploadHeaders() }),
  'HEAD /uploads/:id': () => ({ headers: tus }),
  'DELETE /uploads/:id': () => ({ headers: tus }),
  'PATCH /uploads/:id': () => ({
    headers: { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
    body: png(1).subarray(0, 5),
  }),
  'POST /sync/push': (id) => ({ body: { protocol: 1, clientId: newId(), actor: id, commands: [] } }),
  'POST /sync/pull': async (_id, { server, who }) => {
    const headers = { authorization: `Bearer ${who.A?.token}` };
    const lines = await server.app.inject({ url: '/api/v1/sync/snapshot', headers });
    return { body: { cursor: at(JSON.parse(lines.body.split('\n')[0] ?? ''), 'pos'), limit: 10 } };
  },

  'POST /subscriptions/subscribe': ordering,
  'POST /subscriptions/subscribe_v2': ordering,
  'POST /subscriptions/intents': () => ({ body: { plan: 'premium' } }),
  'POST /subscriptions/intents_v2': () => ({ body: { plan: 'premium' } }),
  'POST /subscriptions/cancel_subscription': async (id, { server, colleague }, _letter, of) => {
    if (id === colleague.person.id) await orderedBy(server, colleague);
    return { body: of === '' ? {} : { user_id: id } };
  },
  'POST /bot/unregister_user/questions': () => ({
    body: { text: 'How wide and tall is a 4680 cell?' },
    from: `10.3.${++count % 250}.1`,
  }),
  'POST /subscriptions/contact_us': () => ({
    body: { name: 'Nia', email: newEmail(), message: 'How many cells?' },
    from: `10.2.${++count % 250}.1`,
  }),
  'POST /subscriptions/webhooks/stripe': () => ({ body: {} }),
  'POST /admin-api/invoices/:id/paid': closing('paid'),
  'POST /admin-api/invoices/:id/void': closing('void'),
  ...companyCalls(''),
  ...companyCalls('/subscriptions'),
  'POST /auth/create_user': (_id, _world, letter) => ({
    body: { email: newEmail(), ...('EA'.includes(letter) ? { company_id: 102 } : {}) },
  }),
  'GET /users/email/:email': (id) => ({ url: `/api/v1/users/email/${id}` }),
  'POST /users/files': (id) => ({ body: { upload_id: id } }),

  'GET /healthz': () => ({ url: '/healthz' }),
  'GET /readyz': () => ({ url: '/readyz' }),
  'GET /version.json': () => ({ url: '/version.json' }),
  'GET /metrics': () => ({ url: '/metrics', from: '10.0.0.1' }),
  'GET /dev/mail': () => ({ url: '/dev/mail', from: '10.0.0.1' }),
  'GET /docs/*': () => ({ url: '/docs/' }),
  'GET /*': () => ({ url: '/chat/general' }),
  'GET /about_us': () => ({ url: '/about_us' }),
  'GET /pricing': () => ({ url: '/pricing' }),
  'GET /white-paper': () => ({ url: '/white-paper' }),
  'GET /contact_us': () => ({ url: '/contact_us' }),
  'GET /privacy-policy': () => ({ url: '/privacy-policy' }),
  'GET /robots.txt': () => ({ url: '/robots.txt' }),
  'GET /sitemap.xml': () => ({ url: '/sitemap.xml' }),
};

/** Another session of the same person, for calls that end it. */
async function another({ server, who }: World, letter: Letter): Promise<Ask> {
  const id = who[letter]?.person.id;
  if (id === undefined) return {};
  const token = await openSession(server.db, id, { deviceId: null, userAgent: null, remember: true });
  return { headers: { authorization: `Bearer ${token}` } };
}

/** Somebody with a password. */
async function account(server: TestServer): Promise<{ id: string; email: string }> {
  const [id, email] = [randomUUID(), newEmail()];
  await sql`insert into users (id, email, password_hash, display_name)
    values (${id}, ${email}, ${await hashPassword(password)}, 'Somebody')`.execute(server.db);
  return { id, email };
}
