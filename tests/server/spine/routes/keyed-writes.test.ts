import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { productSettings } from '#domain/assistant/settings.ts';
import { exampleRateCard } from '#domain/order/data/rate-card.ts';
import { editedStamp } from '../../../../server/assistant/store/differences.ts';
import { currentSettings } from '../../../../server/assistant/store/assistant-settings.ts';
import { knowledgeState } from '../../../../server/assistant/store/entry-changes.ts';
import { currentVersion, takeOver } from '../../../../server/assistant/store/index-versions.ts';
import { newestRun } from '../../../../server/assistant/store/sync-runs.ts';
import { addQuestion } from '../../../../server/assistant/store/question-sets.ts';
import { currentRateCard } from '../../../../server/order/store/rate-cards.ts';
import { keepFile } from '../../../../server/files/stored-files.ts';
import { openSession } from '../../../../server/session/sessions.ts';
import { invite, newEmail, newManager } from '../../../support/company.ts';
import { placeOrder } from '../../../support/orders/reviewing.ts';
import { newId } from '../../../support/users.ts';
import { form, png } from '../../../support/files/sample-files.ts';
import { at, provideServer, type SignedIn } from '../../../support/servers/server.ts';

/** Writes that are repeated with the same idempotency key because their response was lost. */

const server = await provideServer();
const admin = await server.signIn('admin');

interface Write {
  user: SignedIn;
  path: string;
  body?: object;
}

const send = (method: 'POST' | 'PUT' | 'DELETE', { user, path, body }: Write, key: string) =>
  server.request(user, method, path, body, { 'idempotency-key': key });

const auditCount = async () => at((await server.request(admin, 'GET', '/admin-api/audit?limit=1')).body, 'total');

async function managerAndInvited(): Promise<{ user: SignedIn; ids: string[] }> {
  const user = await newManager(server);
  return { user, ids: [String(at((await invite(server, user, newEmail())).body, 'user_id'))] };
}

async function managerAndMember(): Promise<{ user: SignedIn; ids: string[] }> {
  const [user, { user: person }] = [await newManager(server), await server.signIn('trial')];
  await sql`update users set company_id = ${user.user.company_id} where id = ${person.id}`.execute(server.db);
  return { user, ids: [person.id] };
}

async function openInvoice(): Promise<string> {
  const buyer = await server.signIn('trial');
  const { body } = await server.request(buyer, 'POST', '/subscriptions/subscribe', { plan: 'premium' });
  return String(at(body, 'invoice.id'));
}

async function placedOrder(): Promise<string> {
  return placeOrder(server, await server.signIn('engineer'));
}

async function fileOf({ user }: SignedIn, table: 'own_files' | 'finished_uploads'): Promise<string> {
  const id = randomUUID();
  await keepFile(server.db, server.filesDir, user.id, 'tab.png', png(9));
  const owner = sql.ref(table === 'own_files' ? 'owner' : 'uploader');
  await sql`insert into ${sql.ref(table)} (id, ${owner}, file_id, name)
    select ${id}, ${user.id}, id, 'tab.png' from files where uploader = ${user.id}`.execute(server.db);
  return id;
}

/** A document of one piece. */
async function document(): Promise<string> {
  const id = await fileOf(admin, 'finished_uploads');
  await sql`insert into knowledge_documents (id, file_id, name, large, pages)
    select id, file_id, name, 'Safety', 1 from finished_uploads where id = ${id}`.execute(server.db);
  await sql`insert into knowledge_pieces (document_id, n, page, question, answer)
    values (${id}, 1, '1', 'Swelling', 'Gas gathers.')`.execute(server.db);
  return id;
}
let groups = 1_000_000;
const newQna = { large_category: 'Testing', question: 'Why?', answer: 'Because.' };

async function addedQna(): Promise<string> {
  return String(at((await server.request(admin, 'POST', '/qnas', newQna)).body, 'id'));
}

/** Returns a rename of a new category. */
async function categoryRename(): Promise<object> {
  const names = { from: [`Category ${++groups}`], to: [`Renamed ${groups}`] };
  await server.request(admin, 'POST', '/qnas', { ...newQna, large_category: names.from[0] });
  const preview = await server.request(admin, 'POST', '/qnas/category_changes/preview', names);
  return { ...names, stamp: at(preview.body, 'stamp') };
}

/** Returns the id of an expert's reply to a customer. */
async function expertReply(): Promise<string> {
  const asked = await server.request(await server.signIn('customer'), 'POST', '/experts/chats', { content: 'Why?' });
  const body = { conversation_id: String(at(asked.body, 'conversation.id')), content: 'Because.' };
  return String(at((await server.request(admin, 'POST', '/experts/chat-reply', body)).body, 'message.id'));
}

/** Each write: by whom, with which ids in its path, and with which body. Without a user it is the admin's. */
const writes: Record<string, () => Promise<{ user?: SignedIn; ids?: string[]; body?: object }>> = {
  'POST /auth/create_user': async () => ({ user: await newManager(server), body: { email: newEmail() } }),
  'PUT /company_v2': async () => ({ user: await newManager(server), body: { company_name: 'Helios' } }),
  'PUT /company_users/:id': async () => ({ ...(await managerAndMember()), body: { role: 'COMPANY_ADMIN' } }),
  'DELETE /company_users/:id': managerAndMember,
  'POST /company_users/invitations/:id/resend': managerAndInvited,
  'DELETE /subscriptions/company_users/invitations/:id': managerAndInvited,
  'POST /admin-api/invoices/:id/paid': async () => ({ ids: [await openInvoice()] }),
  'POST /admin-api/invoices/:id/void': async () => ({ ids: [await openInvoice()] }),
  'POST /admin-api/po_orders/orders/:id/notes': async () => ({
    ids: [await placedOrder()],
    body: { text: 'Ask about the foil' },
  }),
  'POST /admin-api/po_orders/orders/:id/expert': async () => ({
    ids: [await placedOrder()],
    body: { expert_id: admin.user.id, reason: 'Knows the format' },
  }),
  'DELETE /admin-api/po-orders/orders/:id/attachments/:attachmentId': async () => {
    const order = await placedOrder();
    const { payload, headers } = form({}, [{ name: 'tab.png', bytes: png(9) }]);
    const path = `/admin-api/po_orders/orders/${order}/attachments`;
    const added = await server.request(admin, 'POST', path, payload, headers);
    return { ids: [order, String(at(added.body, 'items.0.id'))] };
  },
  'POST /qnas/synchronizes': async () => ({ body: {} }),
  'POST /qnas/synchronizes/:id/take_over': async () => ({ ids: [await readyRun()], body: {} }),
  'DELETE /qnas/synchronizes/:id': async () => ({ ids: [await readyRun()] }),
  'POST /qnas/synchronizes/rollback': async () => ({ body: await lastVersion() }),
  'POST /admin-api/knowledge/questions': async () => ({ body: { question: 'What is EIS?', entry_id: null } }),
  'DELETE /admin-api/knowledge/questions/:id': async () => ({ ids: [await setQuestion()] }),
  'POST /admin-api/assistant_settings': async () => ({
    body: {
      replaces: (await currentSettings(server.db)).version,
      settings: { ...productSettings, 'general.title.en': `Welcome ${newId()}` },
    },
  }),
  'POST /admin-api/rate_cards': async () => ({
    body: { replaces: (await currentRateCard(server.db)).number, card: exampleRateCard, note: 'As before' },
  }),
  'POST /admin-api/knowledge_documents': async () => ({
    body: { upload_id: await fileOf(admin, 'finished_uploads'), large_category: 'Safety' },
  }),
  'POST /admin-api/knowledge_documents/:id/qnas': async () => ({
    ids: [await document()],
    body: { items: [{ n: 1, question: 'Why do cells swell?', answer: 'Gas gathers.' }] },
  }),
  'POST /admin-api/knowledge_documents/:id/left_out': async () => ({
    ids: [await document()],
    body: { numbers: [1], left_out: true },
  }),
  'DELETE /admin-api/knowledge_documents/:id': async () => ({ ids: [await document()] }),
  'POST /admin-api/records/decisions': async () => ({
    body: { questions: [await openQuestion()], state: 'dismissed' },
  }),
  'DELETE /admin-api/records/decisions/:id': async () => {
    const { rows } = await sql<{ id: string }>`
      insert into question_groups (state) values ('dismissed') returning id::text`.execute(server.db);
    return { ids: [String(rows[0]?.id)] };
  },
  'POST /experts/messages/:id/approve': async () => ({ ids: [await expertReply()], body: {} }),
  // Without such a group, nothing else follows from its number.
  'POST /qnas?questions=:id': async () => ({ ids: [newId()], body: newQna }),
  'PUT /qnas/:id': async () => ({ ids: [await addedQna()], body: { version: 1, answer: 'No.' } }),
  'DELETE /qnas/:id': async () => ({ ids: [await addedQna()] }),
  'POST /qnas/:id/stop': async () => ({ ids: [await addedQna()] }),
  'POST /qnas/:id/resume': async () => {
    const id = await addedQna();
    await sql`insert into knowledge (id, large, medium, small, question, answer, keywords, urls, status)
      select id, large, medium, small, question, answer, keywords, urls, 'published' from qnas where id = ${id}`.execute(
      server.db,
    );
    await server.request(admin, 'POST', `/qnas/${id}/stop`);
    return { ids: [id] };
  },
  'POST /qnas/:id/versions/1/restore': async () => ({ ids: [await addedQna()], body: { replaces: 1 } }),
  'POST /qnas/category_changes': async () => ({ body: await categoryRename() }),
  'POST /qnas/category_changes/:id/undo': async () => {
    const made = await server.request(admin, 'POST', '/qnas/category_changes', await categoryRename());
    return { ids: [String(at(made.body, 'id'))] };
  },
  'POST /admin-api/knowledge/questions/csv': async () => ({
    body: { csv: `Question,Entry\nWhat is ${++groups}?,none` },
  }),
  'POST /qnas/publish': async () => ({
    body: { status: 'published', items: [{ id: await addedQna(), version: 1 }] },
  }),
  'POST /users/files': async () => {
    const user = await server.signIn('trial');
    return { user, body: { upload_id: await fileOf(user, 'finished_uploads') } };
  },
  'DELETE /users/files/:id': async () => {
    const user = await server.signIn('trial');
    return { user, ids: [await fileOf(user, 'own_files')] };
  },
  'DELETE /users/me/devices/:id': async () => {
    const user = await server.signIn('trial');
    await openSession(server.db, user.user.id, { deviceId: null, userAgent: null, remember: true });
    const { body } = await server.request(user, 'GET', '/users/me/devices');
    return { user, ids: [String(at(body, 'items.1.id'))] };
  },
};

/** Returns a run of the sync that waits to be taken over. Nothing differs, so it stays valid. */
async function readyRun(): Promise<string> {
  const newest = await newestRun(server.db);
  if (newest?.state === 'ready') return newest.id;
  await sql`delete from sync_runs`.execute(server.db);
  const id = newId();
  const none = { recall1: 0, mrr: 0, answered: 0, answered_right: 0, strangers_answered: 0, in_scope: 0, strangers: 0 };
  const figures = { now: none, new: none };
  const result = { figures, sets: [], left_out: 0, worse: [], worse_total: 0, needs_reason: false, differences: [] };
  await sql`insert into sync_runs (id, state, edited_stamp, active_revision, result)
    values (${id}, 'ready', ${await editedStamp(server.db)}, ${(await knowledgeState(server.db)).revision},
            ${JSON.stringify({ ...result, counts: { created: 0, changed: 0, deleted: 0 } })})`.execute(server.db);
  return id;
}

/** Makes a version, unless there is one. @returns the body of a rollback to it */
async function lastVersion(): Promise<object> {
  if ((await currentVersion(server.db)) === 0) {
    await server.db.transaction().execute((tx) => takeOver(tx, { by: null, note: '', figures: null }));
  }
  const version = await currentVersion(server.db);
  await sql`insert into index_version_entries (version, entry_id, content)
    select ${version}, 'kept', to_jsonb(k) - 'revision'
      from (select (jsonb_populate_record(null::knowledge, '{"id": "kept", "large": "", "medium": "", "small": "",
        "question": "What?", "alternatives": [], "answer": "That.", "keywords": [], "urls": [], "status": "published",
        "sources": [], "chat_type": 1, "version": 1, "updated_at": "2026-01-01T00:00:00Z"}')).*) k
    on conflict do nothing`.execute(server.db);
  return { version, replaces: version, note: 'back' };
}

async function setQuestion(): Promise<string> {
  const by = admin.user.id;
  const about = { question: 'What is EIS?', before: [], entryId: null, note: '', by };
  return (await server.db.transaction().execute((tx) => addQuestion(tx, about))) ?? '';
}

/** A process has ten connections. @returns a function that gives them back */
function holdAllConnectionsButOne(): () => Promise<void> {
  const gate = Promise.withResolvers<void>();
  const held = Array.from({ length: 9 }, () => server.db.connection().execute(() => gate.promise));
  return async () => {
    gate.resolve();
    await Promise.all(held);
  };
}

describe.each(Object.entries(writes))('%s', (route, prepare) => {
  const [method, pattern] = route.split(' ') as ['POST' | 'PUT' | 'DELETE', string];
  const make = async (): Promise<Write> => {
    const { user = admin, ids = [], body } = await prepare();
    const path = ids.reduce((text, id) => text.replace(/:\w+/, id), pattern);
    return { user, path, ...(body === undefined ? {} : { body }) };
  };

  test('repeated with its key, it gets the first response, changes nothing and adds no audit entry', async () => {
    const [write, key] = [await make(), newId()];
    const first = await send(method, write, key);
    expect(first.status).toBeLessThan(300);
    const before = await auditCount();
    const again = await send(method, write, key);
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect(await auditCount()).toEqual(before);
  });

  test('it is done where only one connection to the database is free', async () => {
    const [write, key] = [await make(), newId()];
    const giveBack = holdAllConnectionsButOne();
    const { status } = await send(method, write, key);
    await giveBack();
    expect(status).toBeLessThan(300);
  });

  test('its key is refused for another write and from another user', async () => {
    const [write, other, key] = [await make(), await make(), newId()];
    await send(method, write, key);
    // Writes to the same path differ by their query.
    const path = other.path === write.path ? `${other.path}?company_id=1` : other.path;
    const refused = await send(method, { ...other, user: write.user, path }, key);
    expect([refused.status, at(refused.body, 'code')]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
    if (other.user === write.user) return;
    const stolen = await send(method, { ...write, user: other.user }, key);
    expect([stolen.status, at(stolen.body, 'code')]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
  });
});

test('an invitation sent ten times at once with one key is created once, with one e-mail', async () => {
  const [user, email, key] = [await newManager(server), newEmail(), newId()];
  const write = { user, path: '/auth/create_user', body: { email } };
  const responses = await Promise.all(Array.from({ length: 10 }, () => send('POST', write, key)));
  expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(responses[0]?.status).toBe(201);
  const { rows } = await sql`select from invitations where email = ${email}`.execute(server.db);
  expect(rows).toHaveLength(1);
});

test('a refused write can be retried with its key', async () => {
  const [user, key] = [await newManager(server), newId()];
  await sql`update companies set license_limit = 0 where id = ${user.user.company_id}`.execute(server.db);
  const write = { user, path: '/auth/create_user', body: { email: newEmail() } };
  expect((await send('POST', write, key)).status).toBe(409);
  await sql`update companies set license_limit = 3 where id = ${user.user.company_id}`.execute(server.db);
  expect((await send('POST', write, key)).status).toBe(201);
});

test('a key that is no UUID is refused, and the error names the header', async () => {
  const user = await newManager(server);
  const refused = await send('PUT', { user, path: '/company_v2', body: { company_name: 'X' } }, 'again');
  expect([refused.status, at(refused.body, 'details')]).toEqual([400, [{ path: 'idempotency-key', code: 'uuid' }]]);
});

/** Writes without an idempotency key. The reasons: decision 0029. */
const withoutKey = [
  'POST /api/v1/admin-api/knowledge/retrieval_test',
  'POST /api/v1/admin-api/model/test',
  'POST /api/v1/admin-api/rate_cards/preview',
  'POST /api/v1/auth/confirm-password',
  'POST /api/v1/auth/forgot-password',
  'POST /api/v1/auth/free_trial',
  'POST /api/v1/auth/getToken',
  'POST /api/v1/auth/instant_test',
  'POST /api/v1/auth/login',
  'POST /api/v1/auth/re-send-confirmation-code',
  'POST /api/v1/auth/register',
  'POST /api/v1/auth/send-sign-in-code',
  'POST /api/v1/auth/sign-in-by-code',
  'POST /api/v1/auth/undo_email_change',
  'POST /api/v1/auth/verify',
  'POST /api/v1/bot/answers/{id}/stop',
  'POST /api/v1/experts/deactivate-expert-notification',
  'POST /api/v1/hooks/carrier',
  'POST /api/v1/po_system/calculate',
  'POST /api/v1/qnas/category_changes/preview',
  'POST /api/v1/qnas/imports',
  'POST /api/v1/qnas/similar',
  'POST /api/v1/subscriptions/webhooks/stripe',
  'POST /api/v1/sync/pull',
  'POST /api/v1/sync/push',
  'POST /api/v1/users/me/deletion',
  'POST /api/v1/users/me/email',
  'POST /api/v1/users/me/email/confirm',
  'PUT /api/v1/auth/banner/cookies',
  'PUT /api/v1/qnas/imports/{id}',
  'PUT /api/v1/users/me/password',
];

test('every write takes an idempotency key, or is listed as one without', async () => {
  const body: unknown = (await server.app.inject('/docs/json')).json();
  const paths = Object.entries(
    at(body, 'paths') as Record<string, Record<string, { parameters?: { name: string }[] }>>,
  );
  const without = paths.flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => ['post', 'put', 'patch', 'delete'].includes(method))
      .filter(([, { parameters = [] }]) => parameters.every(({ name }) => name !== 'idempotency-key'))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  const ownProtocol = /^[A-Z]+ \/api\/v1\/uploads/;
  const versionTwo = /\/api\/v2\//;
  expect(without.filter((route) => !ownProtocol.test(route) && !versionTwo.test(route)).toSorted()).toEqual(withoutKey);
});

/** A guest's question without an answer. */
async function openQuestion(): Promise<string> {
  const id = newId();
  await sql`insert into question_records (question_id, answer_id, text, language, chat_type, outcome)
    values (${id}, ${newId()}, 'Which glue?', 'en', 1, 'none')`.execute(server.db);
  return id;
}
