import { pageRows } from '#domain/ground/page-rows.ts';
import type { ListQuery } from '../database/list-query.ts';
import type { Paged } from '../database/page.ts';

/** Maximum number of rows of a list in a file. */
export const exportedRows = 10_000;

/** Page of a list that a call asks for; the first one without `page`. */
interface PageQuery {
  page?: number | undefined;
  limit?: number | undefined;
}

/** Query of a list: a page, and also the words of a search, and an order. */
interface ListCall extends PageQuery {
  q?: string | undefined;
  sort?: string | undefined;
}

/**
 * Returns what a call asks for of a list, for `readList`.
 * @param sort the order of a call that names none
 * @param filters names of fields of the query, each with values between commas
 */
export function chosenIn<F extends string>(
  query: ListCall & Partial<Record<F, string | undefined>>,
  sort: string,
  filters: readonly F[],
): ListQuery<F> {
  const chosen = filters.map((name) => [name, query[name]?.split(',')]);
  const { q: search, page = 1, limit = pageRows } = query;
  return { search, sort: query.sort ?? sort, filters: Object.fromEntries(chosen), page, limit };
}

/** Returns one page of a list that is read whole, as the reply has it. @param rows length of a page without `limit` */
export function pageOf<T>(all: readonly T[], { page = 1, limit: length }: PageQuery, rows: number): Paged<T> {
  const limit = length ?? rows;
  return { items: all.slice((page - 1) * limit, page * limit), total: all.length, page, limit };
}
