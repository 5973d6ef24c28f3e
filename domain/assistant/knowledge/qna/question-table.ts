import { type CsvCell } from '../../../ground/csv.ts';
import { readCsv } from '../../../ground/csv-reader.ts';
import { isBlank } from '../../../ground/text.ts';

/** The table of the questions that the assistant is measured with: one list of columns for its export and its import. */

/** A question as it is in the table. */
export interface TableQuestion {
  /** Empty for a new one. */
  id: string;
  question: string;
  /** Earlier questions of the conversation, oldest first. */
  before: string[];
  /** The entry that answers it; null when none does. */
  entryId: string | null;
  /** Entries that answer it equally well. */
  also: string[];
  note: string;
}

/** Question of an export, with its set and the title of its entry. */
export interface ExportedQuestion extends TableQuestion {
  set: string;
  entryTitle: string | null;
}

interface Column {
  head: string;
  write: (question: ExportedQuestion) => string;
  /** Reads a cell; missing for columns that only inform. */
  read?: (cell: string) => Partial<TableQuestion>;
}

/**
 * Text of the entry's cell when no entry answers the question. An empty cell is an error: it may have been forgotten.
 */
const noEntry = 'none';

const list = (cell: string, separator: RegExp): string[] =>
  cell
    .split(separator)
    .map((item) => item.trim())
    .filter((item) => item !== '');

export const questionColumns: readonly Column[] = [
  { head: 'Id', write: ({ id }) => id, read: (cell) => ({ id: cell }) },
  { head: 'Set', write: ({ set }) => set },
  { head: 'Question', write: ({ question }) => question, read: (cell) => ({ question: cell }) },
  {
    head: 'Earlier questions',
    write: ({ before }) => before.join('\n'),
    read: (cell) => ({ before: list(cell, /\n/) }),
  },
  {
    head: 'Entry',
    write: ({ entryId }) => entryId ?? noEntry,
    read: (cell) => (cell.toLowerCase() === noEntry ? { entryId: null } : cell === '' ? {} : { entryId: cell }),
  },
  { head: 'Question of the entry', write: ({ entryTitle }) => entryTitle ?? '' },
  { head: 'Also right', write: ({ also }) => also.join(', '), read: (cell) => ({ also: list(cell, /[,;\n]/) }) },
  { head: 'Note', write: ({ note }) => note, read: (cell) => ({ note: cell }) },
];

/** Returns the table of questions, with its heads. */
export function tableOfQuestions(questions: readonly ExportedQuestion[]): CsvCell[][] {
  return [
    questionColumns.map(({ head }) => head),
    ...questions.map((question) => questionColumns.map(({ write }) => write(question))),
  ];
}

export const questionProblemCodes = [
  'no_question_column',
  'unknown_column',
  'required',
  'too_long',
  'over_count',
  'entry_missing',
  'unknown_entry',
  'unknown_id',
  'other_question',
  'twice',
] as const;

/** Problem of a row: the line of the file, and the head of its column. */
export interface QuestionProblem {
  line: number;
  column: string;
  code: (typeof questionProblemCodes)[number];
}

/** Reads the text of a table. Rows with a problem are left out of `rows`. */
export function questionsOfTable(text: string): {
  rows: (TableQuestion & { line: number })[];
  problems: QuestionProblem[];
} {
  const [heads, ...records] = readCsv(text);
  const problems: QuestionProblem[] = [];
  const columns = (heads?.cells ?? []).map((cell) => {
    const head = cell.trim();
    const found = questionColumns.find((column) => column.head.toLowerCase() === head.toLowerCase());
    if (found === undefined && head !== '') problems.push({ line: 1, column: head, code: 'unknown_column' });
    return found;
  });
  if (!columns.some((column) => column?.head === 'Question'))
    return { rows: [], problems: [{ line: 1, column: 'Question', code: 'no_question_column' }] };
  const rows = records.flatMap(({ line, cells }) => {
    const read = columns.map((column, i) => column?.read?.((cells[i] ?? '').replaceAll('\r\n', '\n').trim()) ?? {});
    const row = {
      id: '',
      question: '',
      before: [],
      also: [],
      note: '',
      ...Object.assign({}, ...read),
    } as Partial<TableQuestion>;
    const wrong = problemsWithRow(row);
    problems.push(...wrong.map((problem) => ({ line, ...problem })));
    return wrong.length > 0 ? [] : [{ ...(row as TableQuestion), line }];
  });
  return { rows, problems };
}

/** Limits as in the protocol. */
const chars = { question: 2_000, note: 500, entry: 40 };

function problemsWithRow(row: Partial<TableQuestion>): Omit<QuestionProblem, 'line'>[] {
  const { question = '', before = [], entryId, also = [], note = '' } = row;
  const problems: Omit<QuestionProblem, 'line'>[] = [];
  if (isBlank(question)) problems.push({ column: 'Question', code: 'required' });
  if (question.length > chars.question) problems.push({ column: 'Question', code: 'too_long' });
  if (before.length > 3) problems.push({ column: 'Earlier questions', code: 'over_count' });
  if (before.some((each) => each.length > chars.question))
    problems.push({ column: 'Earlier questions', code: 'too_long' });
  if (entryId === undefined) problems.push({ column: 'Entry', code: 'entry_missing' });
  if (also.length > 20) problems.push({ column: 'Also right', code: 'over_count' });
  if (note.length > chars.note) problems.push({ column: 'Note', code: 'too_long' });
  return problems;
}
