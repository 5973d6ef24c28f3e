import { importTargets, type ImportTarget } from './heads.ts';
import { type CellMark, lettersOf, type TableRow } from './table.ts';

/** Problem of a row, or a note about it. */
export interface RowRemark {
  /** Number of the row in the sheet. */
  row: number;
  /** Letters of the column; empty when no column is the field. */
  column: string;
  /** Head of the field's column. */
  head: string;
  /** The rule or the remark. */
  code: string;
  message: string;
  /** Text that the message names: another row, a Q&A, an address; empty for most. */
  value: string;
}

/** Makes a remark on a row, at the column of a field. */
export type Remark = (target: string, code: string, message: string, value?: string) => RowRemark;

/** Returns a function that makes remarks on this row. */
export function remarksOn({ n }: TableRow, mapping: readonly ImportTarget[]): Remark {
  return (target, code, message, value = '') => {
    const column = mapping.indexOf(target);
    const head = importTargets.find((each) => each.target === target)?.column ?? target;
    return { row: n, column: column === -1 ? '' : lettersOf(column), head, code, message, value };
  };
}

/** Returns remarks on cells without usable content: an error of Excel, and a formula without a result. */
export function problemsWithCells(row: TableRow, mapping: readonly ImportTarget[], remark: Remark): RowRemark[] {
  return marked(row, mapping).flatMap(([target, mark, text]) => {
    if (mark === 'error')
      return [remark(target, 'error_cell', `The cell has the error ${text}. Mend it, or write the text itself.`, text)];
    if (mark === 'noResult')
      return [
        remark(target, 'formula_without_result', 'The file has no result of this formula. Write the text itself.'),
      ];
    return [];
  });
}

/** Returns remarks on a row that is imported, but perhaps not as meant. */
export function notesOnCells(row: TableRow, mapping: readonly ImportTarget[], remark: Remark): RowRemark[] {
  const notes = marked(row, mapping).flatMap(([target, mark]) => {
    if (mark === 'formula')
      return [remark(target, 'formula', 'A formula: its stored result is taken as text. It is not computed anew.')];
    if (mark === 'merged') return [remark(target, 'merged', 'A merged cell: each of its rows gets its text.')];
    return [];
  });
  if (row.isHidden === true)
    notes.unshift(remark('', 'hidden_row', 'This row is hidden in the sheet. It is imported too.'));
  return notes;
}

function marked({ cells, marks }: TableRow, mapping: readonly ImportTarget[]): [string, CellMark, string][] {
  return Object.entries(marks ?? {}).flatMap(([at, mark]): [string, CellMark, string][] => {
    const target = mapping[Number(at)];
    return target === null || target === undefined ? [] : [[target, mark, cells[Number(at)] ?? '']];
  });
}
