import { type RawBuilder, sql } from 'kysely';
import { searchWords } from '#domain/ground/text-search.ts';
import type { Db } from './db.ts';
import { type Paged, readPage } from './page.ts';
import { hasAllWords } from './text-search.ts';

/**
 * Reads a page of a list for staff. A table in the code has all that can be shown, searched, sorted and filtered; a
 * request names rows of it and gives values, which are always parameters. So no text of a request becomes SQL.
 */

type Sql = RawBuilder<unknown>;

interface ListColumn {
  /** Value; an alias of it is the name of the column. */
  value: Sql;
  /** Expression by which it is sorted, where that is not its value. */
  order?: Sql;
  isSorted?: true;
  isSearched?: true;
}

/** `Row` is what is read of a row, by the names of the columns. */
export interface ListTable<F extends string, Row extends object> {
  /** The tables, without `from`. */
  from: Sql;
  columns: { readonly [Name in keyof Row & string]: ListColumn };
  /** The condition of each filter, by the values that were chosen. */
  filters: Readonly<Record<F, (values: readonly string[]) => Sql>>;
  /** Sorts rows with equal values, so that no row is on two pages. */
  tie: Sql;
}

export interface ListQuery<F extends string = string> {
  /** Words that a row must have, each in any of the searched columns. */
  search?: string | undefined;
  /** Name of a sorted column; with `-` before it, from the last value to the first. */
  sort: string;
  filters: Partial<Readonly<Record<F, readonly string[] | undefined>>>;
  limit: number;
  /** The first one without it. */
  page?: number;
}

/**
 * Returns a page of the rows, and the number of all that fit.
 * @throws Error for a column that the table does not sort by
 */
export async function readList<F extends string, Row extends object>(
  db: Db,
  table: ListTable<F, Row>,
  query: ListQuery<F>,
): Promise<Paged<Row>> {
  const columns = Object.entries<ListColumn>(table.columns).map(
    ([name, { value }]) => sql`${value} as ${sql.id(name)}`,
  );
  const from = sql`${table.from} where ${conditionOf(table, query)}`;
  const list = { columns: sql.join(columns), from, order: orderOf(table, query.sort) };
  return await readPage<Row>(db, list, { page: query.page ?? 1, limit: query.limit });
}

function conditionOf<F extends string, Row extends object>(
  table: ListTable<F, Row>,
  { search = '', filters }: ListQuery<F>,
): Sql {
  const searched = Object.values<ListColumn>(table.columns).filter(({ isSearched }) => isSearched);
  const chosen = (Object.keys(table.filters) as F[]).flatMap((name) => {
    const values = filters[name];
    return values === undefined || values.length === 0 ? [] : [table.filters[name](values)];
  });
  const words = searchWords(search);
  const text = sql`concat_ws(' ', ${sql.join(searched.map(({ value }) => value))})`;
  const found = words.length === 0 ? [] : [hasAllWords(text, words)];
  return sql.join(
    [sql`true`, ...chosen, ...found].map((condition) => sql`(${condition})`),
    sql` and `,
  );
}

function orderOf({ columns, tie }: { columns: Readonly<Record<string, ListColumn>>; tie: Sql }, sort: string): Sql {
  const isDescending = sort.startsWith('-');
  const name = isDescending ? sort.slice(1) : sort;
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
  if (column?.isSorted !== true) throw new Error(`this list is not sorted by ${name}`);
  // Rows without a value are last either way.
  const by = column.order ?? column.value;
  return isDescending ? sql`${by} desc nulls last, ${tie}` : sql`${by} asc nulls last, ${tie}`;
}
