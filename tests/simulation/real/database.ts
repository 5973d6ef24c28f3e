import { sql } from 'kysely';
import { Pool } from 'pg';
import { connect, poolOf } from '../../../server/database/database.ts';
import { waitingForTurn } from '../../../server/database/in-turn.ts';
import { startNewHistory } from '../../../server/database/epoch.ts';
import { silentLog } from '../../../server/ground/log.ts';
import type { Me } from '#domain/account/users.ts';
import { type Calls, watched } from './calls.ts';
import type { Db } from '../../../server/database/db.ts';

/** One PostgreSQL database, emptied for every story, that can be restored to an earlier state. */
export class RealDatabase {
  readonly db: Db;
  readonly pool: Pool;
  /** The calls of the running server. */
  calls: Calls | undefined;
  /** Separate connections, whose statements belong to no call. */
  readonly aside: Pool;
  #columns = new Map<string, string>();

  private constructor(url: string) {
    // A short pause in simulated time may be longer in real time.
    this.db = connect(url, silentLog, 10, { idle_in_transaction_session_timeout: 0 });
    this.pool = poolOf(this.db) as Pool;
    this.aside = new Pool({ connectionString: url, max: 4 });
    this.aside.on('error', () => undefined);
    // A server that ends closes its connections.
    this.aside.on('connect', (client) => client.on('error', () => undefined));
    this.pool.on('connect', (client) => watched(client, () => this.calls));
  }

  /**
   * Opens the database.
   * @param url a migrated database of this process alone
   */
  static async open(url: string): Promise<RealDatabase> {
    const database = new RealDatabase(url);
    await database.#makeRoomForBackups();
    return database;
  }

  async close(): Promise<void> {
    await this.db.destroy();
    await this.aside.end();
  }

  async #makeRoomForBackups(): Promise<void> {
    const { rows } = await this.aside.query<{ name: string; columns: string }>(
      `select table_name as name, string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
       from information_schema.columns
       where table_schema = 'public' and is_generated = 'NEVER' and table_name = any($1) group by table_name`,
      [tables],
    );
    // Referenced tables come first.
    const inOrder = rows.toSorted((a, b) => tables.indexOf(a.name) - tables.indexOf(b.name));
    this.#columns = new Map(inOrder.map(({ name, columns }) => [name, columns]));
    await this.aside.query('create schema if not exists backup');
    for (const [name, columns] of this.#columns)
      await this.aside.query(`create table if not exists backup.${name} as select ${columns} from ${name} limit 0`);
  }

  /** Begins a story with only these users. */
  async empty(users: readonly Me[]): Promise<void> {
    await this.aside.query(`truncate ${tables.join(', ')}, users cascade`);
    for (const { id, email, display_name, role, company, plan } of users) {
      if (company !== null)
        await sql`insert into companies (id, name) values (${company.id}, ${company.name}) on conflict do nothing`.execute(
          this.db,
        );
      await sql`insert into users (id, email, display_name, company_id, role, status, plan_name, billing_type, sub_status)
        values (${id}, ${email}, ${display_name}, ${company?.id ?? null}, ${role}, 'ACTIVE', ${plan?.name}, 'fixed', 'active')`.execute(
        this.db,
      );
    }
    await startNewHistory(this.db);
  }

  async backup(): Promise<void> {
    const copies = [...this.#columns].map(
      ([name, columns]) => `truncate backup.${name}; insert into backup.${name} select ${columns} from ${name};`,
    );
    await this.aside.query(`begin isolation level repeatable read; ${copies.join(' ')} commit`);
  }

  /** Restores all rows, in a new epoch. Transaction ids and event numbers continue, as after a dump. */
  async restore(): Promise<void> {
    const copies = [...this.#columns].map(
      ([name, columns]) =>
        `insert into ${name} (${columns}) overriding system value select ${columns} from backup.${name};`,
    );
    await this.aside.query(`begin; truncate ${tables.join(', ')} cascade; ${copies.join(' ')} commit`);
    await startNewHistory(this.db);
  }

  /** Runs a transaction that only takes an id. */
  async takeXid(): Promise<void> {
    await this.db.transaction().execute(async (tx) => {
      await sql`select pg_current_xact_id()`.execute(tx);
    });
  }

  async keepFile(uploader: string, file: { sha256: string; size: number; mime: string }): Promise<void> {
    await sql`insert into files (id, uploader, sha256, size, mime, path)
      values (gen_random_uuid(), ${uploader}, ${file.sha256}, ${file.size}, ${file.mime}, ${file.sha256})
      on conflict (uploader, sha256) do nothing`.execute(this.db);
  }

  async terminate(backend: number): Promise<void> {
    await this.aside.query('select pg_terminate_backend($1, 5000)', [backend]);
  }

  /** Returns how many of the server's transactions wait for a lock, or for others of the same user. */
  async waiting(): Promise<number> {
    const { rows } = await this.aside.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity
       where datname = current_database() and state = 'active' and wait_event_type = 'Lock'`,
    );
    return (rows[0]?.n ?? 0) + waitingForTurn(this.db);
  }
}

/** The tables that a story writes. */
const tables = [
  'events',
  'streams',
  'idempotency',
  'rooms',
  'room_members',
  'room_aliases',
  'messages',
  'orders',
  'files',
  'attachments',
  'freed_files',
  'quota_days',
];
