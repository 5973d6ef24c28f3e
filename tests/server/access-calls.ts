import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { productSettings } from '#domain/assistant/settings.ts';
import { exampleRateCard } from '#domain/order/data/rate-card.ts';
import { planOf } from '../../server/assistant/knowledge/qna-imports.ts';
import { addImport } from '../../server/assistant/store/qna-imports.ts';
import { hashPassword } from '../../server/account/passwords.ts';
import { openSession } from '../../server/session/sessions.ts';
import { makeCode } from '../../server/account/store/codes.ts';
import { changeEmail, newUndoToken } from '../../server/account/store/email-changes.ts';
import { notificationToken } from '../../server/chat/store/notification-switch.ts';
import { keepSignUp } from '../../server/account/store/sign-ups.ts';
import { newId } from '../support/users.ts';
import { row, xlsxOf } from '../support/files/office-files.ts';
import { reportPdf, uploadOf } from '../support/orders/results.ts';
import { form, png } from '../support/files/sample-files.ts';
import { parcelContent } from '../support/orders/goods.ts';
import { at, type SignedIn, type TestServer } from '../support/servers/server.ts';
import { smallTree } from '../support/src/finder-tree.ts';
import { type Letter, whichCompany } from './access-table.ts';
import { orderDocument, orderedBy, type World } from './access-world.ts';

/** What a request carries besides its route. */
export interface Ask {
  body?: object | Buffer;
  headers?: Record<string, string>;
  /** Replaces `/api/v1` and the route's path. */
  url?: string;
  from?: string;
}

const password = 'Right-2026!';
let count = 0;
const newEmail = (): string => `caller-${++count}@test.vfp`;
const base64 = (text: string) => Buffer.from(text).toString('base64');

const tus = { 'tus-resumable': '1.0.0' };
const order = (id: string) => ({ id, order_id: id });

/** Creates an open invoice for each request, which marks it as paid or void. */
const closing =
  (how: 'paid' | 'void') =>
  async (_id: string, { server }: World): Promise<Ask> => {
    const invoice = await orderedBy(server, await server.signIn('stranger'));
    return { url: `/api/v1/admin-api/invoices/${invoice}/${how}` };
  };

/** A form with one file, another one each time. */
function oneFile(): Ask {
  const { payload, headers } = form({}, [{ name: 'tab.png', bytes: png(++count + 20_000) }]);
  return { body: payload, headers };
}

/** Checks a file of Q&As for each request, and builds a request about it. */
const aboutImport =
  (path: string, body?: object) =>
  async (_id: string, { server }: World): Promise<Ask> => {
    const sheets = [{ name: 'Q', isHidden: false, rows: [{ n: 1, cells: ['Question'] }] }];
    const id = newId();
    const { user } = await server.signIn('expert');
    await addImport(server.db, { id, by: user.id, fileName: 'a.xlsx', sheets, ...(await planOf(server.db, sheets)) });
    return { url: `/api/v1/qnas/imports/${id}${path}`, ...(body === undefined ? {} : { body }) };
  };

/** A parcel of an order that takes none at present. */
function parcel(): Ask {
  return { body: { step: 'announced', content: parcelContent } };
}

/** Requests for a file or a report of an order: `id` is the order's and the file's. */
const fileOfOrder =
  (path: string, bodyOf: (fileId: string) => object | undefined = () => undefined) =>
  (both: string): Ask => {
    const [id = '', fileId = newId()] = both.split('/');
    const body = bodyOf(fileId);
    const url = `/api/v1${path.replace(':id', id).replace(/:attachmentId|:reportId/, fileId)}`;
    return body === undefined ? { url } : { url, body };
  };

/** Builds a request; the key is its method and route. */
export type Calls = Record<string, (id: string, world: World, letter: Letter, of: string) => Ask | Promise<Ask>>;

/** Requests for the routes that need more than a URL. `id` is the object's id, or a new one. */
export const calls: Calls = {
  'POST /auth/register': () => ({ body: { email: newEmail(), password } }),
  'POST /auth/free_trial': () => ({
    body: { email: newEmail(), password, plan: 'professional' },
    from: `10.2.${++count % 250}.1`,
  }),
  'POST /auth/instant_test': () => ({ body: { email: newEmail() }, from: `10.1.${++count % 250}.1` }),
  'POST /auth/verify': async (id, { server }) => {
    const email = newEmail();
    const unset = { username: null, phone: null, plan_name: null, deviceId: null, password_hash: null };
    const kind = 'INSTANT_TEST' as const;
    await keepSignUp(server.db, {
      id,
      email,
      kind,
      display_name: 'x',
      language: 'en',
      address: `10.9.${++count % 250}.1`,
      ...unset,
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
  'GET /auth/logout': (_id, world, letter) => anotherSession(world, letter),
  'POST /auth/getToken': (_id, world, letter) => anotherSession(world, letter),
  'PUT /auth/banner/cookies': () => ({ body: { categories: '["necessary"]' } }),
  'POST /users/me/deletion': () => ({ body: { password: 'Wrong-2026!' } }),
  'POST /users/me/email': () => ({ body: { email: newEmail(), password: 'Wrong-2026!' } }),
  'POST /users/me/email/confirm': () => ({ body: { email: newEmail(), code: '000000' } }),
  'POST /auth/undo_email_change': async (_id, { server }) => {
    const { id, email } = await account(server);
    const changed = await server.db.transaction().execute((tx) => changeEmail(tx, id, { from: email, to: newEmail() }));
    return { body: { token: (await newUndoToken(server.db, changed))?.token } };
  },
  'PUT /users/me/password': () => ({ body: { password: 'Wrong-2026!', newPassword: password } }),

  'POST /bot/questions_v2': (id, _world, _letter, of) => ({
    body: { text: 'What are the dimensions of a 21700 cell?', ...(of === '' ? {} : { conversation_id: id }) },
  }),
  'POST /bot/questions': (id, _world, _letter, of) => ({
    body: { text: 'What are the dimensions of a 21700 cell?', ...(of === '' ? {} : { conversation_id: id }) },
  }),
  'POST /bot/feedback': (id) => ({ body: { answer_id: id, rating: 1 } }),
  'GET /bot/qandas': () => ({ url: '/api/v1/bot/qandas?q=cell' }),
  'GET /bot/knowledges': () => ({ url: '/api/v1/bot/knowledges?q=cell' }),
  'POST /qnas': () => ({ body: { large_category: 'Testing', question: 'Why?', answer: 'Because.' } }),
  'POST /qnas/similar': () => ({ body: { question: 'How wide is a 4680 cell?' } }),
  // Several Q&As at once: one that is gone is a change that somebody else made.
  'POST /qnas/category_changes/preview': () => ({ body: { from: ['Nothing'], to: ['Something'] } }),
  'POST /qnas/category_changes': () => ({ body: { from: ['Nothing'], to: ['Something'], stamp: '' } }),
  'POST /qnas/category_changes/:id/undo': () => ({ url: `/api/v1/qnas/category_changes/${newId()}/undo` }),
  'POST /qnas/publish': () => ({ body: { status: 'published', items: [{ id: '999999', version: 1 }] } }),
  'PUT /qnas/:id': () => ({ body: { version: 1, answer: 'No.' } }),
  'POST /qnas/:id/versions/:version/restore': (id) => ({
    url: `/api/v1/qnas/${id}/versions/1/restore`,
    body: { replaces: 1 },
  }),
  'POST /experts/chats': (id, _world, _letter, of) => ({
    body: { content: 'hello', ...(of === '' ? {} : { conversation_id: id }) },
  }),
  'POST /experts/deactivate-expert-notification': async (_id, { server, who }) => ({
    body: { token: await notificationToken(server.db, who.E?.user.id ?? '') },
  }),
  'POST /experts/messages/:id/feedbacks': () => ({ body: { rating: 1 } }),
  'POST /experts/messages/:id/approve': () => ({ body: {} }),
  'GET /admin-api/records/:id/turns': () => ({ url: `/api/v1/admin-api/records/${newId()}/turns` }),
  'GET /admin-api/records/groups/:id': () => ({ url: '/api/v1/admin-api/records/groups/999999' }),
  'POST /admin-api/records/decisions': () => ({ body: { questions: [newId()], state: 'dismissed' } }),
  'DELETE /admin-api/records/decisions/:id': () => ({ url: '/api/v1/admin-api/records/decisions/999999' }),
  'GET /admin-api/records/entries': () => ({ url: '/api/v1/admin-api/records/entries?q=cell' }),
  'POST /experts/chat-reply': (id) => ({ body: { content: 'hello', conversation_id: id } }),
  'GET /chat/search': () => ({ url: '/api/v1/chat/search?q=cell' }),
  'POST /po-chats/rooms': (id, _world, _letter, of) => ({
    body: of === '' ? { result_name: `Result ${++count}` } : { order_id: id },
  }),
  'POST /po-chats/po_test_result_rooms': () => ({ body: { result_name: `Result ${++count}` } }),
  'POST /po-chats/rooms/:id/messages': () => ({ body: { content: 'hello' } }),

  'POST /po_system/orders/save': async (id, { server }, _letter, of) => {
    if (of === '') return { body: { data: orderDocument } };
    const { rows } = await sql<{
      version: number;
    }>`select (data ->> 'sseq')::int as version from orders where id = ${id}`.execute(server.db);
    const data = { ...orderDocument, quantity: 30 + (++count % 20) };
    return { body: { id, version: rows[0]?.version ?? 1, data } };
  },
  'PUT /po_system/orders/:id/colleagues': () => ({ body: { user_ids: [] } }),
  'POST /po_system/orders/place': (id) => ({ body: { ...order(id), quote_hash: '0'.repeat(64) } }),
  'POST /po_system/orders/delete': (id) => ({ body: order(id) }),
  'GET /po_system/view_single_order': (id) => ({ url: `/api/v1/po_system/view_single_order?order_id=${id}` }),
  'POST /po_system/orders/:id/attachments': oneFile,
  'GET /users/orders/:id/attachments/:attachmentId/download': fileOfOrder(
    '/users/orders/:id/attachments/:attachmentId/download',
  ),
  'POST /po_system/orders/:id/parcels': parcel,
  'POST /admin-api/po_orders/orders/:id/parcels': parcel,
  'POST /admin-api/po_orders/orders/:id/attachments': oneFile,
  'DELETE /admin-api/po_orders/orders/:id/attachments/:attachmentId': fileOfOrder(
    '/admin-api/po_orders/orders/:id/attachments/:attachmentId',
  ),
  'DELETE /admin-api/po-orders/orders/:id/attachments/:attachmentId': fileOfOrder(
    '/admin-api/po-orders/orders/:id/attachments/:attachmentId',
  ),
  'POST /po_system/calculate': (id, _world, _letter, of) => ({ body: of === '' ? { data: orderDocument } : order(id) }),

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
    if (id === colleague.user.id) await orderedBy(server, colleague);
    return { body: of === '' ? {} : { user_id: id } };
  },
  'POST /bot/unregister_user/questions': () => ({
    body: { text: 'What are the dimensions of a 21700 cell?' },
    from: `10.3.${++count % 250}.1`,
  }),
  'POST /subscriptions/contact_us': () => ({
    body: { name: 'Nia', email: newEmail(), message: 'How many cells?' },
    from: `10.2.${++count % 250}.1`,
  }),
  'POST /subscriptions/webhooks/stripe': () => ({ body: {} }),
  'POST /hooks/carrier': () => ({ body: {} }),
  'POST /admin-api/knowledge/retrieval_test': () => ({ body: { text: 'what is eis', chat_type: 1, index: 'active' } }),
  'POST /admin-api/knowledge/questions': () => ({ body: { question: 'what is eis', entry_id: null } }),
  'POST /admin-api/knowledge/questions/csv': () => ({ body: { csv: 'Question,Entry\nWhat?,none', check: true } }),
  'DELETE /admin-api/knowledge/questions/:id': () => ({ url: '/api/v1/admin-api/knowledge/questions/999999' }),
  'POST /qnas/synchronizes': () => ({ body: {} }),
  'POST /qnas/synchronizes/:id/take_over': () => ({ url: `/api/v1/qnas/synchronizes/${newId()}/take_over`, body: {} }),
  'DELETE /qnas/synchronizes/:id': () => ({ url: `/api/v1/qnas/synchronizes/${newId()}` }),
  // A number that is never the present one.
  'POST /qnas/synchronizes/rollback': () => ({ body: { version: 1, replaces: 1000, note: 'back' } }),
  'POST /admin-api/knowledge_documents': (id) => ({ body: { upload_id: id, large_category: 'Safety' } }),
  'POST /admin-api/knowledge_documents/:id/qnas': () => ({ body: { items: [{ n: 1, question: 'Q?', answer: 'A.' }] } }),
  'POST /admin-api/knowledge_documents/:id/left_out': () => ({ body: { numbers: [1], left_out: true } }),
  'POST /admin-api/assistant_settings': () => ({ body: { replaces: 1000, settings: productSettings } }),
  'POST /admin-api/rate_cards/preview': () => ({ body: { card: exampleRateCard } }),
  // Nobody may disturb the prices of the other rows, so the number is one that is never current.
  'POST /admin-api/rate_cards': () => ({ body: { replaces: 1000, card: exampleRateCard, note: 'dearer' } }),
  'POST /admin-api/finder_trees/:id': () => ({ body: { replaces: 1, tree: smallTree, note: 'clearer' } }),
  'POST /qnas/imports': () => {
    const file = xlsxOf([{ name: 'Q', data: row(1, ['Question']) }]);
    const { payload, headers } = form({}, [{ name: 'qna.xlsx', bytes: file }], 'file');
    return { body: payload, headers };
  },
  'GET /qnas/imports/:id': aboutImport(''),
  'PUT /qnas/imports/:id': aboutImport('', { sheet: 0 }),
  'POST /qnas/imports/:id/commit': aboutImport('/commit', { rows: 'all' }),
  'POST /qnas/imports/:id/undo': aboutImport('/undo'),
  'POST /admin-api/po_orders/orders/:id/cells': () => ({ body: { numbers: [1], state: 'built' } }),
  'POST /admin-api/po_orders/orders/:id/test_reports': async (_id, { server, who }, letter) => {
    // A deleted user cannot upload.
    const author = (letter === 'D' ? null : who[letter]) ?? (await server.signIn('stranger'));
    const upload_id = await uploadOf(server, author, 'report.pdf', reportPdf(`Access ${++count}`));
    return { body: { upload_id, title: 'Report' } };
  },
  'DELETE /admin-api/po_orders/orders/:id/test_reports/:reportId': fileOfOrder(
    '/admin-api/po_orders/orders/:id/test_reports/:reportId',
  ),
  'POST /admin-api/po_orders/orders/:id/test_reports/publish': fileOfOrder(
    '/admin-api/po_orders/orders/:id/test_reports/publish',
    (id) => ({ report_ids: [id] }),
  ),
  'POST /admin-api/po_orders/orders/:id/test_reports/:reportId/withdraw': fileOfOrder(
    '/admin-api/po_orders/orders/:id/test_reports/:reportId/withdraw',
    () => ({ reason: 'Wrong cells' }),
  ),
  'POST /admin-api/po_system/order_command': (id) => ({
    body: { order_id: id, event: 'START_REVIEW', expect_status: 'submitted' },
  }),
  'PUT /users/me/profile': () => ({ body: { display_name: 'Profile', language: 'en' } }),
  'PUT /users/me/mails': () => ({ body: { orders: 'needed' } }),
  'POST /admin-api/companies/:id/open_credit': () => ({ body: { open_credit: false, reason: 'Asked to' } }),
  'GET /po_system/orders/:id/labels/pdf': () => ({ from: `10.8.${++count % 250}.1` }),
  'GET /po_system/orders/:id/test_reports/:reportId/download': fileOfOrder(
    '/po_system/orders/:id/test_reports/:reportId/download',
  ),
  'POST /admin-api/po_orders/orders/:id/notes': () => ({ body: { text: 'Ask about the foil' } }),
  'POST /admin-api/po_orders/orders/:id/expert': () => ({ body: { expert_id: null } }),
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

/** Opens another session of the same user, for requests that end their session. */
async function anotherSession({ server, who }: World, letter: Letter): Promise<Ask> {
  const id = who[letter]?.user.id;
  if (id === undefined) return {};
  const token = await openSession(server.db, id, { deviceId: null, userAgent: null, remember: true });
  return { headers: { authorization: `Bearer ${token}` } };
}

/** Creates an account with a password. */
async function account(server: TestServer): Promise<{ id: string; email: string }> {
  const [id, email] = [randomUUID(), newEmail()];
  await sql`insert into users (id, email, password_hash, display_name)
    values (${id}, ${email}, ${await hashPassword(password)}, 'Somebody')`.execute(server.db);
  return { id, email };
}

/**
 * Frees the licenses that other cases used for members and invitations: a company cannot order a plan with fewer licenses
 * than it uses.
 */
async function ordering(_id: string, { server }: World): Promise<Ask> {
  await sql`update invitations set cancelled_at = now() where accepted_at is null`.execute(server.db);
  await sql`update users set company_id = null where email like 'member-%'`.execute(server.db);
  return { body: { plan: 'premium' } };
}

/** Starts an upload for a user. @returns its id */
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

/** Requests for the company routes, which exist under two prefixes. */
function companyCalls(prefix: string): Calls {
  return {
    [`GET ${prefix}/company_v2`]: (id) => ({ url: `/api/v1${prefix}/company_v2?company_id=${id}` }),
    [`PUT ${prefix}/company_v2`]: (id) => ({
      url: `/api/v1${prefix}/company_v2?company_id=${id}`,
      body: { company_name: 'Company' },
    }),
    [`GET ${prefix}/company_users`]: (id) => ({ url: `/api/v1${prefix}/company_users?company_id=${id}` }),
    [`GET ${prefix}/company_users/invitations`]: (id) => ({
      url: `/api/v1${prefix}/company_users/invitations?company_id=${id}`,
    }),
    [`PUT ${prefix}/company_users/:id`]: (id, _world, letter, of) => ({
      url: `/api/v1${prefix}/company_users/${id}${whichCompany(letter, of)}`,
      body: { role: 'COMPANY_ADMIN' },
    }),
    [`DELETE ${prefix}/company_users/:id`]: (id, _world, letter, of) => ({
      url: `/api/v1${prefix}/company_users/${id}${whichCompany(letter, of)}`,
    }),
    [`POST ${prefix}/company_users/invitations/:id/resend`]: (id, _world, letter, of) => ({
      url: `/api/v1${prefix}/company_users/invitations/${id}/resend${whichCompany(letter, of)}`,
    }),
    [`DELETE ${prefix}/company_users/invitations/:id`]: (id, _world, letter, of) => ({
      url: `/api/v1${prefix}/company_users/invitations/${id}${whichCompany(letter, of)}`,
    }),
  };
}
