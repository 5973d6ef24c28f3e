import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import Columns3 from 'lucide-react/icons/columns-3';
import FileDown from 'lucide-react/icons/file-down';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { csvOf } from '#domain/ground/csv.ts';
import { cleanFileName } from '#domain/ground/file-name.ts';
import { useSession } from '../../session/session-context.tsx';
import { Button } from '../../ui/button.tsx';
import { download } from '../../ui/download.ts';
import { useAttempt } from '../../ui/use-attempt.ts';
import { showNotice } from '../../ui/notice/notice.tsx';
import { Select } from '../../ui/form/select.tsx';
import { remoteFailureOf } from '../../shell/remote/remote.ts';
import { dateOf } from '../../i18n/times.ts';
import { ColumnDialog } from './column-dialog.tsx';
import type { TableColumn } from './data-table.tsx';
import { FilterMenu, type TableFilter } from './filter-menu.tsx';
import type { ListPage, StaffListProps } from './list-props.ts';
import { TableSearch } from './table-search.tsx';
import { type TableState, wholeQueryOf } from './table-state.ts';
import styles from './table.module.css';

type ListToolsProps<Row, Reply extends ListPage<Row>> = Pick<
  StaffListProps<Row, Reply>,
  'label' | 'columns' | 'readAll' | 'readFile' | 'countOf' | 'searchLabel'
> & {
  filters: readonly TableFilter[];
  /** The columns that are shown, which are those of a file. */
  visible: readonly TableColumn<Row>[];
  hidden: ReadonlySet<string>;
  onHide: (hidden: ReadonlySet<string>) => void;
  state: TableState;
  /** @param isTyped whether the browser's back button leads to before the first key, and not to each pause */
  onChange: (next: Partial<TableState>, isTyped?: boolean) => void;
  total: number | undefined;
  chosen: readonly Row[];
  /** Chooses all rows of this page; undefined when rows cannot be chosen. */
  onChooseAll: (() => void) | undefined;
  onUnchoose: () => void;
  /** The menu of saved views. */
  views: ReactNode;
};

/** Shows the tools of a list: search, filters, sorting on phones, columns, files; and how many rows it has. */
export function ListTools<Row, Reply extends ListPage<Row>>(props: ListToolsProps<Row, Reply>) {
  const { t } = useTranslation('admin');
  const { columns, searchLabel, filters, hidden, onHide, state, onChange, views } = props;
  const [isChoosing, setChoosing] = useState(false);
  // On phones only: elsewhere there is room for all of them.
  const [isOpen, setOpen] = useState(false);
  const filtered = filters.filter(({ name }) => (state.filters[name] ?? []).length > 0).length;
  return (
    <>
      <div className={styles.tools}>
        {searchLabel !== undefined && (
          <TableSearch label={searchLabel} search={state.search} onSearch={(search) => onChange({ search }, true)} />
        )}
        <div className={styles.toggle}>
          <Button
            small
            icon={<SlidersHorizontal aria-hidden />}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {filtered === 0 ? t('table.tools') : t('table.toolsFiltered', { count: filtered })}
          </Button>
        </div>
        <div className={styles.more} data-open={isOpen || undefined}>
          {filters.map((filter) => (
            <FilterMenu
              key={filter.name}
              filter={filter}
              chosen={state.filters[filter.name] ?? []}
              onChange={(values) => onChange({ filters: { ...state.filters, [filter.name]: values } })}
            />
          ))}
          <Sorting columns={columns} sort={state.sort} onSort={(sort) => onChange({ sort })} />
          <div className={styles.ends}>
            {views}
            <Button small icon={<Columns3 aria-hidden />} onClick={() => setChoosing(true)}>
              {t('table.columns')}
            </Button>
            <ExportButton {...props} />
          </div>
        </div>
      </div>
      <Count {...props} />
      {isChoosing && (
        <ColumnDialog columns={columns} hidden={hidden} onChange={onHide} onClose={() => setChoosing(false)} />
      )}
    </>
  );
}

interface SortingProps<Row> {
  columns: readonly TableColumn<Row>[];
  sort: string;
  onSort: (sort: string) => void;
}

/** Asks for the column to sort by, where the list has no heads to click on. */
function Sorting<Row>({ columns, sort, onSort }: SortingProps<Row>) {
  const { t } = useTranslation('admin');
  const sorted = columns.filter(({ isSorted }) => isSorted);
  if (sorted.length === 0) return null;
  return (
    <div className={styles.sorting}>
      <Select
        label={t('table.sortBy')}
        value={sort}
        options={sorted.flatMap((column) => [
          { value: column.name, label: t('table.upwards', { name: column.label }) },
          { value: `-${column.name}`, label: t('table.downwards', { name: column.label }) },
        ])}
        onChange={onSort}
      />
    </div>
  );
}

/** Shows how many rows there are, and how many of them are chosen. */
function Count<Row, Reply extends ListPage<Row>>(props: ListToolsProps<Row, Reply>) {
  const { total, countOf, chosen, onChooseAll, onUnchoose } = props;
  const { t } = useTranslation('admin');
  return (
    <p className={styles.count}>
      <output>
        {total !== undefined && (countOf?.(total) ?? t('table.total', { count: total }))}
        {chosen.length > 0 && ` · ${t('table.chosen', { count: chosen.length })}`}
      </output>
      {onChooseAll !== undefined && total !== undefined && total > 0 && (
        <Button small variant="ghost" onClick={onChooseAll}>
          {t('table.chooseAll')}
        </Button>
      )}
      {chosen.length > 0 && (
        <Button small variant="ghost" onClick={onUnchoose}>
          {t('table.unchoose')}
        </Button>
      )}
      <span className={styles.keys}>{t('table.keys')}</span>
    </p>
  );
}

/** Saves the chosen rows, or all rows that fit, as a file. */
function ExportButton<Row, Reply extends ListPage<Row>>(props: ListToolsProps<Row, Reply>) {
  const { label, readAll, readFile, visible, state, chosen } = props;
  const { t, i18n } = useTranslation('admin');
  const { api } = useSession();
  const { isBusy, run } = useAttempt((error) =>
    showNotice({ title: t('table.notExported'), detail: t(`remote.${remoteFailureOf(error).kind}`), tone: 'danger' }),
  );
  if (readAll === undefined && readFile === undefined) return null;
  const inFile = visible.filter(({ text }) => text !== undefined);
  const exportRows = async () => {
    const name = cleanFileName(`${label} ${dateOf(i18n.language, Date.now())}.csv`);
    if (readFile !== undefined) {
      download(await readFile(api, wholeQueryOf(state), chosen), name);
      return;
    }
    const { items, total } =
      chosen.length > 0 || readAll === undefined
        ? { items: chosen, total: chosen.length }
        : await readAll(api, wholeQueryOf(state));
    const rows = items.map((row) => inFile.map(({ text }) => text?.(row) ?? null));
    const csv = csvOf([inFile.map((column) => column.label), ...rows]);
    download(new Blob([csv], { type: 'text/csv;charset=utf-8' }), name);
    if (total > items.length) showNotice({ title: t('table.cut', { count: items.length, total }), duration: 0 });
  };
  return (
    <Button small busy={isBusy} icon={<FileDown aria-hidden />} onClick={() => void run(exportRows)}>
      {chosen.length > 0 ? t('table.exportChosen', { count: chosen.length }) : t('table.export')}
    </Button>
  );
}
