import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { auditedReads } from '../../server/http/audit.ts';
import { routePolicies } from '../../server/http/policies.ts';
import { queueNoJobs } from '../support/servers/no-jobs.ts';
import { newId } from '../support/users.ts';
import { madeNew } from './access-objects.ts';
import { accessLines, type AccessLine, type Letter, people as users } from './access-table.ts';
import { type Ask, calls } from './access-calls.ts';
import { accessWorld } from './access-world.ts';

/** Reads write nothing. Every kind of user makes every read request, while triggers in the database record each write. */

/** The tables that some reads may write, and why. */
const mayWrite: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'GET /auth/logout': {
    sessions: 'the specification signs out with a GET; it asks for a bearer token, so no link or image can do it',
    audit_entries: 'signing out is audited',
  },
  'GET /admin-api/knowledge_documents/:id': {
    knowledge_documents: 'the text of a document is kept when it is first read',
    knowledge_pieces: 'and so are the pieces it is cut into',
    file_texts: 'and so is the text of its file',
  },
  'POST /sync/pull': {
    sessions: 'the position up to which the device has pulled, once an hour, for the archive',
    users: 'what the user can see of others, when rights have changed since the last pull (decision 0057)',
  },
};

/**
 * Every request may write the counts of the shared limits, and audited reads of staff write an audit entry. Some seconds
 * after its start, a server looks for syncs that were interrupted, beside whatever is read then.
 */
function allowedFor(route: string): string[] {
  const audited = route in auditedReads ? ['audit_entries'] : [];
  return ['minute_counts', 'sync_runs', ...audited, ...Object.keys(mayWrite[route] ?? {})];
}

const world = await accessWorld();
// Ends the subscriptions of plans set by hand, so they have no active row, as before the first order.
await sql`update subscriptions set status = 'cancelled' where given`.execute(world.server.db);
await sql`create table writes_seen (i bigint generated always as identity, name text not null)`.execute(
  world.server.db,
);
await sql
  .raw(`
  create function see_write() returns trigger language plpgsql as
    $$ begin insert into writes_seen (name) values (tg_table_name); return null; end $$;
  do $$ declare t record; begin
    for t in select tablename from pg_tables where schemaname = 'public' and tablename <> 'writes_seen' loop
      execute format('create trigger see_write after insert or update or delete on %I execute function see_write()', t.tablename);
    end loop;
  end $$;
  -- The ticks of a pull are stored up to a second later, beside whatever is read then.
  drop trigger see_write on rooms;
  create trigger see_write after insert or delete on rooms for each row execute function see_write();
  create trigger see_change after update on rooms for each row
    when (to_jsonb(old) - '{delivered_user,delivered_support}'::text[]
          is distinct from to_jsonb(new) - '{delivered_user,delivered_support}'::text[])
    execute function see_write();
  -- From time to time any request notes that its session is in use.
  drop trigger see_write on sessions;
  create trigger see_write after insert or delete on sessions for each row execute function see_write();
  create trigger see_change after update on sessions for each row
    when (to_jsonb(old) - 'last_seen_at' is distinct from to_jsonb(new) - 'last_seen_at')
    execute function see_write()`)
  .execute(world.server.db);
// Scheduled jobs write too.
await queueNoJobs(world.server.db);
afterAll(() => world.server.close());

/** All GET and HEAD routes, and pull, which is a read sent by POST. */
const reads = Object.keys(routePolicies).filter((route) => /^(GET|HEAD) /.test(route) || route === 'POST /sync/pull');

test('every read is in the access table', () => {
  const lines = new Set(accessLines().map(({ method, path }) => `${method} ${path}`));
  expect(reads.length).toBeGreaterThan(35);
  expect(reads.filter((route) => !lines.has(route))).toEqual([]);
});

test.each(reads)('%s writes nothing but what the table allows', async (route) => {
  const allowed = allowedFor(route);
  const written = new Map<string, string[]>();
  for (const line of accessLines().filter(({ method, path }) => `${method} ${path}` === route)) {
    for (const letter of users) {
      // Objects that the request needs are created before the writes are counted.
      const ask = await prepareRequest(line, letter);
      const before = await lastWrite();
      await world.server.app.inject(ask);
      const names = (await writesSince(before)).filter((name) => !allowed.includes(name));
      if (names.length > 0) written.set(`${letter} ${line.of}`, names);
    }
  }
  expect(Object.fromEntries(written)).toEqual({});
});

async function prepareRequest(line: AccessLine, letter: Letter) {
  const { method, path, of } = line;
  const [whose = '', name = ''] = of.split('.');
  const owners = { own: world.own[letter], foreign: world.foreign, company: world.company };
  const id = (await madeNew(world, name, whose, letter)) ?? owners[whose as 'own']?.[name] ?? newId();
  const ask: Ask = (await calls[`${method} ${path}`]?.(id, world, letter, of)) ?? {};
  const token = world.who[letter]?.token;
  return {
    method: method as 'GET',
    url: ask.url ?? `/api/v1${path.replace(':id', id)}`,
    headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...ask.headers },
    ...(ask.body === undefined ? {} : { payload: ask.body }),
  };
}

async function lastWrite(): Promise<number> {
  const { rows } = await sql<{ i: number }>`select coalesce(max(i), 0)::int as i from writes_seen`.execute(
    world.server.db,
  );
  return rows[0]?.i ?? 0;
}

async function writesSince(before: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select distinct name from writes_seen where i > ${before}`.execute(
    world.server.db,
  );
  return rows.map(({ name }) => name);
}
