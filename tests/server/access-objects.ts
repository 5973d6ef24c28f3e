import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { emptyQna } from '#domain/assistant/knowledge/qna/fields.ts';
import { copyPath } from '../../server/account/jobs/copies.ts';
import { keepFile } from '../../server/files/stored-files.ts';
import { writeQnas } from '../../server/assistant/store/qna-writes.ts';
import { newId } from '../support/users.ts';
import { form, png } from '../support/files/sample-files.ts';
import { at, type SignedIn } from '../support/servers/server.ts';
import { openSession } from '../../server/session/sessions.ts';
import { foreignCompany, type Letter } from './access-table.ts';
import { beginUpload } from './access-calls.ts';
import { orderDocument, type World } from './access-world.ts';

/** Objects created for each request, because some requests delete them. */

let count = 0;

type Maker = (world: World, owner: SignedIn, companyId: number) => Promise<string>;

const makers: Record<string, Maker> = {
  upload: ({ server }, owner) => beginUpload(server, owner),
  async device({ server }, { user }) {
    await openSession(server.db, user.id, { deviceId: null, userAgent: null, remember: true });
    const { rows } = await sql<{ id: string }>`
      select id from sessions where user_id = ${user.id} order by created_at desc limit 1`.execute(server.db);
    return rows[0]?.id ?? '';
  },
  async company(world, _owner, companyId) {
    await member(world, companyId);
    return String(companyId);
  },
  member: async (world, _owner, companyId) => (await member(world, companyId)).id,
  email: async (world, _owner, companyId) => (await member(world, companyId)).email,
  async invitation({ server }, { user }, companyId) {
    const id = randomUUID();
    await sql`insert into invitations (id, email, display_name, company_id, role, language, invited_by, expires_at)
      values (${id}, ${`invited-${++count}@test.vfp`}, 'Invited', ${companyId}, 'USER', 'en', ${user.id}, now() + interval '1 day')`.execute(
      server.db,
    );
    return id;
  },
  finished: finishedUpload,
  async copy({ server }, { user }) {
    const id = newId();
    await sql`insert into copies (id, user_id, size, until) values (${id}, ${user.id}, 3, now() + interval '1 day')`.execute(
      server.db,
    );
    await writeFile(copyPath(server.filesDir, id), 'zip');
    return id;
  },
  draft: savedDraft,
  async orderFile(world, owner) {
    const order = await savedDraft(world, owner);
    const { payload, headers } = form({}, [{ name: 'tab.png', bytes: png(++count + 10_000) }]);
    const path = `/po_system/orders/${order}/attachments`;
    const added = await world.server.request(owner, 'POST', path, payload, headers);
    return `${order}/${String(at(added.body, 'items.0.id'))}`;
  },
  async qna({ server }) {
    const fields = { ...emptyQna, large: 'Testing', question: `Access ${++count}?`, answer: 'Yes.' };
    const about = { change: 'create', by: null } as const;
    const made = await server.db.transaction().execute((tx) => writeQnas(tx, [{ fields }], about));
    return 'ids' in made ? (made.ids[0] ?? '') : '';
  },
  report: (world, owner) => reportOf(world, owner, { isPublished: true }),
  addedReport: (world, owner) => reportOf(world, owner, { isPublished: false }),
  document: documentOf,
  async ownFile(world, owner) {
    const upload_id = await finishedUpload(world, owner);
    const kept = await world.server.request(owner, 'POST', '/users/files', { upload_id });
    return String(at(kept.body, 'id'));
  },
};

/** Adds a document, which only staff's own calls would. */
async function documentOf(world: World, owner: SignedIn): Promise<string> {
  const id = await finishedUpload(world, owner);
  await sql`insert into knowledge_documents (id, file_id, name, large)
    select id, file_id, name, 'Safety' from finished_uploads where id = ${id}`.execute(world.server.db);
  return id;
}

/** Creates an object of this kind. @returns its id, or undefined for kinds that are created only once */
export async function madeNew(world: World, name: string, whose: string, letter: Letter): Promise<string | undefined> {
  const make = makers[name];
  if (make === undefined) return undefined;
  const user = whose === 'own' ? world.who[letter] : world.colleague;
  if (user === null || letter === 'D') return newId();
  const own = letter === 'E' || letter === 'A' ? 102 : user.user.company_id;
  return make(world, user, whose === 'own' ? (own ?? foreignCompany) : foreignCompany);
}

/** @returns an id of the right kind that does not exist */
export function nothing(of: string): string {
  if (of.endsWith('.company')) return '999999';
  return of.endsWith('.email') ? 'nobody@test.vfp' : newId();
}

async function member({ server }: World, companyId: number): Promise<{ id: string; email: string }> {
  const [id, email] = [randomUUID(), `member-${++count}@test.vfp`];
  await sql`insert into companies (id, name) values (${companyId}, 'Company') on conflict do nothing`.execute(
    server.db,
  );
  await sql`update companies set license_limit = 10000 where id = ${companyId}`.execute(server.db);
  await sql`insert into users (id, email, display_name, company_id) values (${id}, ${email}, 'Member', ${companyId})`.execute(
    server.db,
  );
  return { id, email };
}

async function savedDraft({ server }: World, owner: SignedIn): Promise<string> {
  const saved = await server.request(owner, 'POST', '/po_system/orders/save', { data: orderDocument });
  return String(at(saved.body, 'order.id'));
}

/** Adds a report to a new draft, which no route would. @returns ids of order and report */
async function reportOf(world: World, owner: SignedIn, { isPublished }: { isPublished: boolean }): Promise<string> {
  const { server } = world;
  const order = await savedDraft(world, owner);
  const id = newId();
  // Who may not order has none.
  if (order === 'undefined') return `${newId()}/${id}`;
  // Colleagues may read the orders of their company.
  if (owner === world.colleague)
    await sql`update orders set data = jsonb_set(data, '{companyId}', 'null') where id = ${order}`.execute(server.db);
  const file = await keepFile(server.db, server.filesDir, owner.user.id, 'a.png', png(++count + 30_000));
  await sql`insert into order_reports (id, order_id, file_id, file_name, name, test, ranges, note, author)
    select ${id}, ${order}, f.id, 'a.png', 'Report', null, '[]', '', ${owner.user.id} from files f
     where f.uploader = ${owner.user.id} and f.sha256 = ${file.sha256}`.execute(server.db);
  const report = {
    id,
    name: 'Report',
    test: null,
    ranges: [],
    note: '',
    file: { ...file, name: 'a.png' },
    reason: null,
  };
  const by = { by: owner.user.id, byName: 'Owner', at: new Date().toISOString(), sseq: 1 };
  if (isPublished) {
    const reports = JSON.stringify([{ ...report, ...by }]);
    await sql`update orders set data = jsonb_set(data, '{reports}', ${reports}::jsonb) where id = ${order}`.execute(
      server.db,
    );
  }
  return `${order}/${id}`;
}

async function finishedUpload({ server }: World, { user }: SignedIn): Promise<string> {
  const id = randomUUID();
  const { sha256 } = await keepFile(server.db, server.filesDir, user.id, 'tab.png', png(++count + 5000));
  await sql`insert into finished_uploads (id, uploader, file_id, name)
    select ${id}, ${user.id}, id, 'tab.png' from files where uploader = ${user.id} and sha256 = ${sha256}`.execute(
    server.db,
  );
  return id;
}
