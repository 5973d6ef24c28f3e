import type { RawBuilder } from 'kysely';
import { type Db, firstRow, rowsOf, type Tx } from './db.ts';

type Sql = RawBuilder<unknown>;

/** Page of a list that is read; the first one is 1. */
export interface Page {
  page: number;
  limit: number;
}

/** A page of a list as its reply has it, with the number of rows on all pages. */
export interface Paged<Row> extends Page {
  items: Row[];
  total: number;
}

interface List {
  columns: Sql;
  /** Tables whose rows are counted, and a condition if there is one. */
  from: Sql;
  /** Tables from which `columns` are read, where there are more than are counted. */
  tables?: Sql;
  order: Sql;
}

/** Reads a page of a list, and counts its rows. */
export async function readPage<Row>(
  db: Db | Tx,
  { columns, from, tables = from, order }: List,
  { page, limit }: Page,
): Promise<Paged<Row>> {
  const items = await rowsOf<Row>(db)`
    select ${columns} from ${tables} order by ${order} limit ${limit} offset ${(page - 1) * limit}`;
  const counted = await firstRow<{ total: number }>(db)`select count(*)::int as total from ${from}`;
  return { items, total: counted?.total ?? 0, page, limit };
}
