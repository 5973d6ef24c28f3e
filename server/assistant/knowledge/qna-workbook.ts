import {
  emptyQna,
  type QnaField,
  type QnaFields,
  qnaFields,
  qnaStatuses,
} from '#domain/assistant/knowledge/qna/fields.ts';
import { idColumn } from '#domain/assistant/knowledge/qna/import/heads.ts';
import { cellOf, topicNames } from '#domain/assistant/knowledge/qna/import/row-fields.ts';
import { writeWorkbook, type WrittenSheet } from './workbook.ts';

/** Q&As as an Excel file that can be imported: made from the same table of fields as the parser. */

/** Returns all these Q&As. Imported unchanged, it changes nothing. */
export function workbookOfQnas(qnas: readonly (QnaFields & { id: string })[]): Promise<Buffer> {
  return writeWorkbook([tableOf(qnas), explanations]);
}

/** Returns QA_format.xlsx: the heads, two examples, and what the columns mean. */
export function exampleWorkbook(): Promise<Buffer> {
  return writeWorkbook([tableOf(examples.map((qna) => ({ ...qna, id: '' }))), explanations]);
}

function tableOf(qnas: readonly (QnaFields & { id: string })[]): WrittenSheet {
  const heads = [idColumn, ...qnaFields.map(({ column }) => column)];
  const rows = qnas.map((qna) => [qna.id, ...qnaFields.map((field) => cellOf(qna, field))]);
  const choices = Object.fromEntries(
    qnaFields.flatMap(({ kind }, i): [number, readonly string[]][] =>
      kind === 'status' ? [[i + 1, qnaStatuses]] : kind === 'chatType' ? [[i + 1, Object.values(topicNames)]] : [],
    ),
  );
  const widths = [10, ...qnaFields.map(({ chars }) => (chars >= 500 ? 50 : 20))];
  return { name: 'Q&A', rows: [heads, ...rows], widths, choices };
}

const explanations: WrittenSheet = {
  name: 'How to fill in',
  widths: [30, 110],
  rows: [
    ['Name', 'What to write'],
    [idColumn, 'Empty for a new Q&A. With the id of a Q&A, the row changes it.'],
    ...qnaFields.map((field) => [field.column, explanationOf(field)]),
    [],
    ['Empty cells', 'An empty cell empties its field. A column that is not in the file leaves its field as it is.'],
    ['Formulas', 'Nothing is computed: of a formula, its last result is taken as text.'],
  ],
};

/** Returns what to write into the column of a field, from its row in the table of fields. */
function explanationOf(field: QnaField): string {
  const { kind, isRequired, chars, items, allChars, separator } = field;
  const parts = [isRequired === true ? 'Required.' : 'Optional.'];
  if (kind === 'status')
    parts.push(`One of: ${qnaStatuses.join(', ')}. The assistant answers from published ones only.`);
  else if (kind === 'chatType') parts.push(`One of: ${Object.values(topicNames).join(', ')}.`);
  else if (kind === 'day') parts.push('Day after which the facts may be out of date, as YYYY-MM-DD.');
  else if (kind === 'text') parts.push(`At most ${chars} characters.`);
  else {
    parts.push(separator === 'comma' ? 'Separated by commas' : 'One per line (Alt+Enter)');
    parts.push(`, at most ${items}, each of at most ${chars} characters`);
    parts.push(allChars === undefined ? '.' : `, together at most ${allChars}.`);
  }
  if (field.name === 'keywords') parts.push('Required with URLs.');
  if (field.name === 'urls') parts.push('Each begins with http:// or https://. Required with a keyword.');
  return parts.join(' ').replaceAll(' ,', ',').replaceAll(' .', '.');
}

const examples: readonly QnaFields[] = [
  {
    ...emptyQna,
    large: 'Materials',
    medium: 'Cathode',
    small: 'LFP',
    question: 'What is the theoretical specific capacity of LFP?',
    alternatives: ['How many mAh/g does LFP have?', 'LFP theoretical capacity'],
    answer: 'LiFePO4 has a theoretical specific capacity of 170 mAh/g: one lithium per formula unit of 157.8 g/mol.',
    keywords: ['LFP', 'capacity'],
    urls: ['https://example.com/lfp'],
    sources: ['Padhi et al., J. Electrochem. Soc. 144 (1997) 1188'],
    chatType: 3,
    checkBy: '2028-12-31',
    koQuestion: 'LFP의 이론 비용량은 얼마입니까?',
    koAlternatives: ['LFP 이론 용량'],
    koAnswer: 'LiFePO4의 이론 비용량은 170 mAh/g입니다.',
  },
  {
    ...emptyQna,
    large: 'Testing',
    question: 'What is an RPT?',
    answer:
      'A reference performance test: capacity and resistance of a cell, measured at fixed conditions between cycles.',
  },
];
