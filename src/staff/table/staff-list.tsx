import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import SearchX from 'lucide-react/icons/search-x';
import { useAddress } from '../../ui/address-params.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { RemoteView } from '../../shell/remote/remote-view.tsx';
import { DataTable } from './data-table.tsx';
import { ChosenFilters } from './filter-menu.tsx';
import { Pager } from './pager.tsx';
import { rowKeys } from './row-keys.ts';
import { useHiddenColumns } from './shown-columns.ts';
import { ListTools } from './list-tools.tsx';
import type { ListPage, StaffListProps } from './list-props.ts';
import { useRows } from './list-rows.ts';
import { ViewMenu } from './view-menu.tsx';
import {
  searchParamsOf,
  emptyAddress,
  isNarrowed,
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
  const { name, label, address, filtersOf, actions, keyOf, empty } = props;
  const [params, changeAddress] = useAddress();
  const [hidden, hide] = useHiddenColumns(name, props.hiddenAtFirst);
  const state = stateOf(params, address);
  const { remote, isOld, last } = useRows(props, state);
  const { value: shown } = remote;
  const { chosen, rows, choose, chooseAll, unchoose } = useChosen(keyOf, shown?.items);
  const change = (next: Partial<TableState>, isTyped = false) =>
    changeAddress(searchParamsOf({ ...state, page: 1, ...next }, address), { replace: isTyped });
  const filters = filtersOf(last);
  const isChoosable = props.readAll !== undefined || props.readFile !== undefined;
  const visible = props.columns.filter((column, i) => i === 0 || !hidden.has(column.name));
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
        onChooseAll={isChoosable ? chooseAll : undefined}
        onUnchoose={unchoose}
        views={
          <ViewMenu list={name} address={address} state={state} hidden={hidden} onHide={hide} onShow={changeAddress} />
        }
      />
      {chosen.size > 0 && shown !== undefined && actions?.(rows, shown)}
      <ChosenFilters filters={filters} state={state} onChange={(next) => change({ filters: next })} />
      <RemoteView remote={remote} words="admin">
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
                isOld={isOld}
                keyOf={keyOf}
                sort={state.sort}
                onSort={(sort) => change({ sort })}
                pathOf={props.pathOf}
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

/**
 * Returns the chosen rows, and functions that choose them. They stay chosen on other pages of the list.
 * @param items the rows that are shown, which may be newer than the chosen ones
 */
function useChosen<Row>(keyOf: (row: Row) => string, items: readonly Row[] = []) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map());
  // Several rows may be chosen before the next rendering.
  const choose = (row: Row) =>
    setChosen((before) => {
      const next = new Map(before);
      if (!next.delete(keyOf(row))) next.set(keyOf(row), row);
      return next;
    });
  const chooseAll = () =>
    setChosen((before) => new Map([...before, ...items.map((row) => [keyOf(row), row] as const)]));
  const newest = new Map(items.map((row) => [keyOf(row), row]));
  const rows = [...chosen].map(([key, row]) => newest.get(key) ?? row);
  return { chosen, rows, choose, chooseAll, unchoose: () => setChosen(new Map()) };
}

function pathTo(state: TableState, address: TableAddress): string {
  return `?${searchParamsOf(state, address)}`;
}

interface NoRowsProps {
  /** Number of rows on other pages. */
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
