import type { Kysely, Transaction } from 'kysely';

/** The database, always PostgreSQL. SQL is written by hand with kysely's `sql` template. */
export type Db = Kysely<unknown>;

export type Tx = Transaction<unknown>;
