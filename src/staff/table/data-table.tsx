import type { MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import type { CsvCell } from '#domain/ground/csv.ts';
import { sortAfterClick } from './table-state.ts';
import rowStyles from '../admin.module.css';
import styles from './table.module.css';

/** A column of a list. The first column of a list is the name of its rows, and cannot be hidden. */
export interface TableColumn<Row> {
  name: string;
  label: string;
  /** By default its value in a file, or a dash without one. */
  cell?: (row: Row) => ReactNode;
  /** Its value in a file; without it, the column is not in files. */
  text?: (row: Row) => CsvCell;
  isSorted?: true;
  isFigure?: true;
  /** Its values are sentences rather than words. */
  isWide?: true;
}

interface DataTableProps<Row> {
  label: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  /** Whether these rows are of an earlier request, while the server has not replied yet. */
  isOld: boolean;
  keyOf: (row: Row) => string;
  sort: string;
  onSort: (sort: string) => void;
  /** The page of a row; without it, rows do not open. */
  pathOf?: ((row: Row) => string) | undefined;
  /** The chosen rows; without it, rows cannot be chosen. */
  chosen?: ReadonlySet<string> | undefined;
  onChoose: (row: Row) => void;
}

/** The rows of a list: a table, or a card for each row on phones. */
export function DataTable<Row>({ label, columns, rows, isOld, sort, onSort, ...rest }: DataTableProps<Row>) {
  const { t } = useTranslation('admin');
  return (
    <div className={styles.scroller}>
      <table
        className={`${rowStyles.rows} ${styles.table}`}
        aria-label={label}
        data-words
        aria-busy={isOld || undefined}
      >
        <thead>
          <tr>
            {rest.chosen !== undefined && <th scope="col">{t('table.choose')}</th>}
            {columns.map((column) => (
              <ColumnHead key={column.name} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow key={rest.keyOf(row)} row={row} columns={columns} {...rest} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ColumnHead<Row>({
  column: { name, label, isSorted, isFigure },
  sort,
  onSort,
}: Pick<DataTableProps<Row>, 'sort' | 'onSort'> & { column: TableColumn<Row> }) {
  const direction = sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : undefined;
  return (
    <th scope="col" aria-sort={direction} data-figure={isFigure}>
      {isSorted === true ? (
        <button type="button" className={styles.sort} onClick={() => onSort(sortAfterClick(sort, name))}>
          {label}
          {direction === 'ascending' && <ArrowUp aria-hidden />}
          {direction === 'descending' && <ArrowDown aria-hidden />}
        </button>
      ) : (
        label
      )}
    </th>
  );
}

type RowProps<Row> = Pick<DataTableProps<Row>, 'columns' | 'keyOf' | 'pathOf' | 'chosen' | 'onChoose'> & {
  row: Row;
};

function TableRow<Row>({ row, columns, keyOf, pathOf, chosen, onChoose }: RowProps<Row>) {
  const { t } = useTranslation('admin');
  const navigate = useNavigate();
  const { search } = useLocation();
  const [first, ...others] = columns;
  const path = pathOf?.(row);
  const isChosen = chosen?.has(keyOf(row)) === true;
  // So that the page of the row can lead back.
  const state = { from: search };
  // A click anywhere in the row opens it; the link in it is for keyboards and screen readers.
  const handleClick = ({ target }: MouseEvent) => {
    const isOnControl = target instanceof Element && target.closest('a, button, input, label') !== null;
    const isMarking = getSelection()?.isCollapsed === false;
    if (path !== undefined && !isOnControl && !isMarking) void navigate(path, { state });
  };
  const name = first?.text?.(row) ?? keyOf(row);
  return (
    <tr data-chosen={isChosen || undefined} data-opens={path !== undefined || undefined} onClick={handleClick}>
      {chosen !== undefined && (
        <td className={styles.choice}>
          <label>
            <input
              type="checkbox"
              checked={isChosen}
              aria-label={t('table.chooseRow', { name })}
              onChange={() => onChoose(row)}
            />
          </label>
        </td>
      )}
      <th scope="row" className={styles.name} data-wide={first?.isWide}>
        {path === undefined ? (
          first && cellOf(first, row)
        ) : (
          <Link to={path} state={state}>
            {first && cellOf(first, row)}
          </Link>
        )}
      </th>
      {others.map((column) => (
        <td
          key={column.name}
          data-label={column.label}
          data-figure={column.isFigure}
          data-wide={column.isWide}
          data-empty={isEmpty(column.text?.(row)) || undefined}
        >
          {cellOf(column, row)}
        </td>
      ))}
    </tr>
  );
}

/** Whether a cell has nothing but a dash: phones leave it out. A column without a text is not known to be empty. */
function isEmpty(text: CsvCell | undefined): boolean {
  return text === null || text === '';
}

function cellOf<Row>({ cell, text }: TableColumn<Row>, row: Row): ReactNode {
  return cell === undefined ? (text?.(row) ?? '–') : cell(row);
}
