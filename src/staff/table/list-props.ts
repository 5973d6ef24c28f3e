import type { ReactNode } from 'react';
import type { Api } from '../../net/http.ts';
import type { TableColumn } from './data-table.tsx';
import type { TableFilter } from './filter-menu.tsx';
import type { TableAddress, TableState } from './table-state.ts';

/** A page of rows as the server replies. */
export interface ListPage<Row> {
  items: Row[];
  total: number;
  page: number;
  limit: number;
}

/** A page of rows as this device has them. */
export interface ReplyHere<Reply> {
  reply: Reply;
  /** Time at which the last pull ended, by the device's clock in ms since 1970. */
  at: number | undefined;
}

export interface StaffListProps<Row, Reply extends ListPage<Row>> {
  /** Name of the list on this device: of kept replies, and of the hidden columns. */
  name: string;
  label: string;
  /** Constant. */
  address: TableAddress;
  /** Constant. @param query what is searched, filtered, sorted, and the page */
  read: (api: Api, query: string) => Promise<Reply>;
  /** Constant. Reads a page from this device, for when the server cannot be reached. */
  readHere?: (state: TableState) => Promise<ReplyHere<Reply>>;
  /** Constant. Whether this device knows newer values than these rows have; the list is then read again. */
  isOutdated?: (rows: readonly Row[]) => Promise<boolean>;
  /** Constant. Returns a text that changes with the rows that belong into the list; the list is then read again. */
  stampHere?: (state: TableState) => Promise<string>;
  /** Text that changes when what the list names has changed on the server; the list is then read again. */
  stamp?: string;
  /** Reads all rows for a file; without it, the list has no files, and rows are not chosen. */
  readAll?: (api: Api, query: string) => Promise<{ items: Row[]; total: number }>;
  /** Reads a file of the chosen rows, or of all that fit, instead of one made here of the visible columns. */
  readFile?: (api: Api, query: string, chosen: readonly Row[]) => Promise<Blob>;
  /** Columns that are hidden until the user shows them. */
  hiddenAtFirst?: readonly string[];
  /** Says how many rows there are; by default, a number of rows. */
  countOf?: (total: number) => string;
  /** Says how many rows a page has; without it, that is not said. */
  perPage?: (limit: number) => string;
  /** Without it, the list is not searched. */
  searchLabel?: string;
  /** @param reply undefined until the server has replied */
  filtersOf: (reply: Reply | undefined) => TableFilter[];
  /** Returns the buttons for the chosen rows. */
  actions?: (chosen: readonly Row[], reply: Reply) => ReactNode;
  columns: readonly TableColumn<Row>[];
  keyOf: (row: Row) => string;
  pathOf?: (row: Row) => string;
  /** Content of the list when there is no row at all. */
  empty: ReactNode;
}
