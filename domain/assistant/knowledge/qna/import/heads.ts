import { qnaFields } from '../fields.ts';
import { importLimits } from './limits.ts';
import type { TableRow, TableSheet } from './table.ts';

/** Columns of a table that are fields of a Q&A. */

/** The field of a column: `id`, or a name in the REST API; null: left out. */
export type ImportTarget = string | null;

/** The head of the column with the id of a Q&A. A row that has one updates that Q&A. */
export const idColumn = 'Id';

/** All fields that a column can be, by name in the REST API, with the heads of their columns. */
export const importTargets: readonly { target: string; column: string; isRequired: boolean }[] = [
  { target: 'id', column: idColumn, isRequired: false },
  ...qnaFields.map(({ restName, column, isRequired }) => ({
    target: restName,
    column,
    isRequired: isRequired === true,
  })),
];

/** Other heads for a column that people write. */
const otherHeads: Readonly<Record<string, readonly string[]>> = {
  id: ['no', 'number', '번호', '아이디'],
  large_category: ['category', '대분류'],
  medium_category: ['중분류'],
  small_category: ['소분류'],
  question: ['질문'],
  alternatives: ['alternative questions', 'synonyms', '다른 질문'],
  answer: ['답변'],
  keyword: ['keywords', '키워드'],
  urls: ['url', 'target urls', 'links', '링크'],
  sources: ['source', '출처'],
  status: ['상태'],
  chat_type: ['chat type', '주제'],
  check_by: ['check date', '확인일'],
  ko_question: ['korean question', '질문 (한국어)'],
  ko_alternatives: ['korean alternatives', '다른 질문 (한국어)'],
  ko_answer: ['korean answer', '답변 (한국어)'],
};

const targetsByHead: ReadonlyMap<string, string> = new Map(
  importTargets.flatMap(({ target, column }) =>
    [column, target, ...(otherHeads[target] ?? [])].map((head) => [plain(head), target] as const),
  ),
);

/** Returns the targets of columns with these heads, in any case and order; each field once, the first column wins. */
export function matchHeads(heads: readonly string[]): ImportTarget[] {
  const taken = new Set<string>();
  return heads.map((head) => {
    const target = targetsByHead.get(plain(head));
    if (target === undefined || taken.has(target)) return null;
    taken.add(target);
    return target;
  });
}

/** Returns the index in `rows` of the row of heads: of the first rows, the one with the most known heads. */
export function headRowOf(rows: readonly TableRow[]): number {
  const known = rows.slice(0, importLimits.headRows).map(({ cells }) => countOf(matchHeads(cells)));
  return Math.max(0, known.indexOf(Math.max(...known)));
}

/**
 * Returns the sheet to import unless another one is chosen: the first visible one that has the heads of a question and
 * an answer, else the visible one with the most known heads; 0 without any.
 */
export function sheetToImport(sheets: readonly TableSheet[]): number {
  const found = sheets.map(({ rows, isHidden }) => {
    if (isHidden || rows.length === 0) return -1;
    const targets = matchHeads(rows[headRowOf(rows)]?.cells ?? []);
    const isWhole = targets.includes('question') && targets.includes('answer');
    return isWhole ? importTargets.length + 1 : countOf(targets);
  });
  return Math.max(0, found.indexOf(Math.max(...found)));
}

/** Returns the fields that a new Q&A needs and that no column is, by the heads of their columns. */
export function missingHeads(mapping: readonly ImportTarget[]): string[] {
  return importTargets
    .filter(({ target, isRequired }) => isRequired && !mapping.includes(target))
    .map(({ column }) => column);
}

function countOf(targets: readonly ImportTarget[]): number {
  return targets.filter((target) => target !== null).length;
}

/** Returns a head without what people write in different ways: case, spaces, and marks such as * or :. */
function plain(head: string): string {
  return head
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}
