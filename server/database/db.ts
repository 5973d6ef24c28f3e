import { type Kysely, sql, type Transaction } from 'kysely';

/** The database, always PostgreSQL. SQL is written by hand with kysely's `sql` template. */
export type Db = Kysely<unknown>;

export type Tx = Transaction<unknown>;

/** A tag for a statement, with values as in kysely's `sql`, that runs it at once. */
type Statement<Result> = (text: TemplateStringsArray, ...values: unknown[]) => Promise<Result>;

/** Runs a statement. @returns its rows */
export function rowsOf<Row>(db: Db | Tx): Statement<Row[]> {
  return async (text, ...values) => (await sql<Row>(text, ...values).execute(db)).rows;
}

/** Runs a statement. @returns its first row; undefined when it has none */
export function firstRow<Row>(db: Db | Tx): Statement<Row | undefined> {
  return async (text, ...values) => (await rowsOf<Row>(db)(text, ...values))[0];
}

/** Runs a statement of one column. @returns its values */
export function valuesOf<Value>(db: Db | Tx): Statement<Value[]> {
  return async (text, ...values) =>
    (await rowsOf<Record<string, Value>>(db)(text, ...values)).flatMap((row) => Object.values(row));
}

/** Runs a statement of one column. @returns its first value; undefined when it has none */
export function firstValue<Value>(db: Db | Tx): Statement<Value | undefined> {
  return async (text, ...values) => (await valuesOf<Value>(db)(text, ...values))[0];
}

/** Runs a statement. @returns whether it has a row: one that it looks for, or that it has written and returns */
export function hasRow(db: Db | Tx): Statement<boolean> {
  return async (text, ...values) => (await rowsOf(db)(text, ...values)).length > 0;
}

/** Runs a statement. @returns the number of rows that it has written */
export function countWritten(db: Db | Tx): Statement<number> {
  return async (text, ...values) => Number((await sql(text, ...values).execute(db)).numAffectedRows ?? 0);
}

/** Returns the statement that adds or replaces rows of a table with the columns `id` and `data`, each whole. */
export function savingWhole(table: string, values: readonly { id: string }[]) {
  const rows = values.map((value) => ({ id: value.id, data: value }));
  return sql`insert into ${sql.table(table)} (id, data)
    select id, data from json_to_recordset(${JSON.stringify(rows)}::json) as r (id uuid, data jsonb)
    on conflict (id) do update set data = excluded.data`;
}
