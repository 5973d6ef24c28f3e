import type { ReactNode } from 'react';
import type { Api } from '../../../net/http.ts';
import type { TableColumn } from './data-table.tsx';
import type { TableFilter } from './filter-menu.tsx';
import type { TableAddress } from './table-state.ts';

/** A page of rows as the server replies. */
export interface ListPage<Row> {
  items: Row[];
  total: number;
  page: number;
  limit: number;
}

export interface StaffListProps<Row, Reply extends ListPage<Row>> {
  /** Name of the list on this device: of kept replies, and of the hidden columns. */
  name: string;
  label: string;
  /** Constant. */
  address: TableAddress;
  /** Constant. @param query what is searched, filtered, sorted, and the page */
  read: (api: Api, query: string) => Promise<Reply>;
  /** Reads all rows for a file; without it, the list has no files, and rows are not chosen. */
  readAll?: (api: Api, query: string) => Promise<{ items: Row[]; total: number }>;
  /** Without it, the list is not searched. */
  searchLabel?: string;
  /** @param reply undefined until the server has replied */
  filtersOf: (reply: Reply | undefined) => TableFilter[];
  columns: readonly TableColumn<Row>[];
  keyOf: (row: Row) => string;
  pathOf?: (row: Row) => string;
  /** What is shown when there is no row at all. */
  empty: ReactNode;
}
