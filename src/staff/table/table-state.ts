import { cutText } from '#domain/ground/text.ts';
import { searchChars } from '#domain/ground/search-input.ts';

/** State of a list, as its address says it. Pure. */

export interface TableState {
  page: number;
  /** Name of a column; with `-` before it, from the last value to the first. */
  sort: string;
  search: string;
  /** The chosen values by filter. */
  filters: Readonly<Record<string, readonly string[]>>;
}

export interface TableAddress {
  sorted: readonly string[];
  /** Sorting of the list while its address does not say it; empty for a list that its users cannot sort. */
  sort: string;
  /** Whether a value can be chosen in a filter, by filter. A link may be old, or be typed. */
  filters: Readonly<Record<string, (value: string) => boolean>>;
  /** Parameters that belong to the page around the list, and stay. */
  page?: Readonly<Record<string, string>>;
}

/** Reads the address of a list; unknown parameters are left out. */
export function stateOf(params: URLSearchParams, { sorted, sort, filters }: TableAddress): TableState {
  const asked = params.get('sort') ?? sort;
  const page = Number(params.get('page') ?? 1);
  return {
    page: Number.isInteger(page) && page >= 1 && page <= pagesMost ? page : 1,
    sort: sorted.includes(asked.replace(/^-/, '')) ? asked : sort,
    search: cutText(params.get('q') ?? '', searchChars),
    filters: Object.fromEntries(
      Object.entries(filters).map(([name, isValue]) => [
        name,
        [...new Set((params.get(name) ?? '').split(',').filter((value) => value !== '' && isValue(value)))],
      ]),
    ),
  };
}

/** Maximum number of pages, as the server counts them. */
const pagesMost = 100_000;

/** Returns the address of a state: only what differs from the list as it opens. */
export function searchParamsOf({ page, sort, search, filters }: TableState, opened: TableAddress): URLSearchParams {
  const params = new URLSearchParams([...emptyAddress(opened), ...filledIn({ search, filters })]);
  if (sort !== opened.sort) params.set('sort', sort);
  if (page > 1) params.set('page', String(page));
  return params;
}

/** Returns the address at which the list opens: nothing searched or filtered. */
export function emptyAddress({ page }: TableAddress): URLSearchParams {
  return new URLSearchParams(page);
}

/** Returns the query for the server. */
export function queryOf(state: TableState): string {
  return `${wholeQueryOf(state)}&page=${state.page}`.replace(/^&/, '');
}

/** Returns the query for all pages. */
export function wholeQueryOf(state: TableState): string {
  const params = filledIn(state);
  if (state.sort !== '') params.set('sort', state.sort);
  return params.toString();
}

function filledIn({ search, filters }: Pick<TableState, 'search' | 'filters'>): URLSearchParams {
  const params = new URLSearchParams();
  if (search !== '') params.set('q', search);
  for (const [name, values] of Object.entries(filters)) if (values.length > 0) params.set(name, values.join(','));
  return params;
}

/** Whether a list shows only a part of its rows. */
export function isNarrowed({ search, filters }: TableState): boolean {
  return search.trim() !== '' || Object.values(filters).some((values) => values.length > 0);
}

/** Returns how a list is sorted after a click on the head of a column: by it, then the other way round. */
export function sortAfterClick(sort: string, column: string): string {
  return sort === column ? `-${column}` : column;
}
