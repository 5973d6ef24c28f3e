import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useLiveQuery } from 'dexie-react-hooks';
import SearchX from 'lucide-react/icons/search-x';
import type { Api } from '../../net/http.ts';
import { useAddress } from '../../ui/address-params.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { useKeptRemote } from '../../shell/remote/kept-remote.ts';
import { RemoteView } from '../../shell/remote/remote-view.tsx';
import { DataTable } from './data-table.tsx';
import { ChosenFilters } from './filter-menu.tsx';
import { Pager } from './pager.tsx';
import { rowKeys } from './row-keys.ts';
import { useHiddenColumns } from './shown-columns.ts';
import { ListTools } from './list-tools.tsx';
import type { ListPage, StaffListProps } from './list-props.ts';
import { ViewMenu } from './view-menu.tsx';
import {
  addressOf,
  emptyAddress,
  isNarrowed,
  queryOf,
  stateOf,
  type TableAddress,
  type TableState,
} from './table-state.ts';
import basics from '../../ui/basics.module.css';

/**
 * A list for staff. The server searches, filters, sorts and pages it; the address says how, so that a link and the
 * browser's back button lead to the same rows.
 */
export function StaffList<Row, Reply extends ListPage<Row>>(props: StaffListProps<Row, Reply>) {
  const { name, label, address, read, readHere, readAll, filtersOf, actions, columns, keyOf, pathOf, empty } = props;
  const { search: from } = useLocation();
  const [params, changeAddress] = useAddress();
  const [hidden, hide] = useHiddenColumns(name, props.hiddenAtFirst);
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map());
  const state = stateOf(params, address);
  const query = queryOf(state);
  const call = useCallback((api: Api) => read(api, query), [read, query]);
  const remote = useKeptRemote(`${name} ${query}`, call, state.search === '' && state.page === 1);
  const [last, setLast] = useState<Reply>();
  if (remote.value !== undefined && remote.value !== last) setLast(remote.value);
  const isAway = remote.failure?.kind === 'unreachable';
  const here = useLiveQuery(async () => (isAway ? readHere?.(state) : undefined), [isAway, readHere, query]);
  // Rows stay until the next ones are here, so that the page does not jump.
  const shown = here?.reply ?? remote.value ?? (remote.failure === undefined ? last : undefined);
  useNewest(remote.value?.items, props.isOutdated, remote.reload);
  useReadAgain(props.stamp, remote.reload);
  useChangesHere(state, props.stampHere, remote.reload);
  const change = (next: Partial<TableState>, isTyped = false) =>
    changeAddress(addressOf({ ...state, page: 1, ...next }, address), { replace: isTyped });
  // Several rows may be chosen before the next rendering.
  const choose = (row: Row) =>
    setChosen((before) => {
      const next = new Map(before);
      if (!next.delete(keyOf(row))) next.set(keyOf(row), row);
      return next;
    });
  const chooseAll = (rows: readonly Row[]) =>
    setChosen((before) => new Map([...before, ...rows.map((row) => [keyOf(row), row] as const)]));
  const newest = new Map(shown?.items.map((row) => [keyOf(row), row]));
  const rows = [...chosen].map(([key, row]) => newest.get(key) ?? row);
  const filters = filtersOf(shown ?? last);
  const isChoosable = readAll !== undefined || props.readFile !== undefined;
  const visible = columns.filter((column, i) => i === 0 || !hidden.has(column.name));
  return (
    <section className={basics.stack} aria-label={label} ref={rowKeys}>
      <ListTools
        {...props}
        filters={filters}
        visible={visible}
        hidden={hidden}
        onHide={hide}
        state={state}
        onChange={change}
        total={shown?.total}
        chosen={rows}
        onChooseAll={isChoosable ? () => chooseAll(shown?.items ?? []) : undefined}
        onUnchoose={() => setChosen(new Map())}
        views={
          <ViewMenu list={name} address={address} state={state} hidden={hidden} onHide={hide} onShow={changeAddress} />
        }
      />
      {chosen.size > 0 && shown !== undefined && actions?.(rows, shown)}
      <ChosenFilters filters={filters} state={state} onChange={(next) => change({ filters: next })} />
      <RemoteView
        remote={{ ...remote, value: shown, seenAt: here === undefined ? remote.seenAt : here.at }}
        words="admin"
      >
        {({ items, total, page, limit }) =>
          items.length === 0 ? (
            <NoRows
              total={total}
              isPart={isNarrowed(state)}
              empty={empty}
              onAll={() => changeAddress(emptyAddress(address))}
            />
          ) : (
            <>
              <DataTable
                label={label}
                columns={visible}
                rows={items}
                isOld={remote.value === undefined && here === undefined}
                keyOf={keyOf}
                sort={state.sort}
                onSort={(sort) => change({ sort })}
                pathOf={pathOf}
                from={from}
                chosen={isChoosable ? new Set(chosen.keys()) : undefined}
                onChoose={choose}
              />
              <Pager
                page={page}
                limit={limit}
                total={total}
                note={props.perPage?.(limit)}
                to={(next) => pathTo({ ...state, page: next }, address)}
              />
            </>
          )
        }
      </RemoteView>
    </section>
  );
}

/** Reads the rows again when this device knows newer values. */
function useNewest<Row>(
  rows: readonly Row[] | undefined,
  isOutdated: ((rows: readonly Row[]) => Promise<boolean>) | undefined,
  reload: () => void,
): void {
  const is = useLiveQuery(async () => rows !== undefined && (await isOutdated?.(rows)), [rows, isOutdated]);
  useEffect(() => {
    if (is === true) reload();
  }, [is, reload]);
}

/** Reads the list again when the stamp changes. */
function useReadAgain(stamp: string | undefined, reload: () => void): void {
  const before = useRef(stamp);
  useEffect(() => {
    if (before.current !== stamp) reload();
    before.current = stamp;
  }, [stamp, reload]);
}

/** Reads the list again when rows that belong into it come, change or go on this device. */
function useChangesHere(
  state: TableState,
  stampHere: ((state: TableState) => Promise<string>) | undefined,
  reload: () => void,
): void {
  const query = queryOf(state);
  const now = useLiveQuery(async () => ({ of: query, stamp: await stampHere?.(state) }), [query, stampHere]);
  const before = useRef(now);
  useEffect(() => {
    if (now === undefined) return;
    if (before.current?.of === now.of && before.current.stamp !== now.stamp) reload();
    before.current = now;
  }, [now, reload]);
}

function pathTo(state: TableState, address: TableAddress): string {
  return `?${addressOf(state, address)}`;
}

interface NoRowsProps {
  /** How many rows other pages have. */
  total: number;
  isPart: boolean;
  empty: ReactNode;
  onAll: () => void;
}

function NoRows({ total, isPart, empty, onAll }: NoRowsProps) {
  const { t } = useTranslation('admin');
  if (!isPart && total === 0) return empty;
  return (
    <EmptyState
      icon={<SearchX />}
      title={t('table.none')}
      action={
        <Button variant="primary" onClick={onAll}>
          {t('table.all')}
        </Button>
      }
    >
      {t('table.noneText')}
    </EmptyState>
  );
}
