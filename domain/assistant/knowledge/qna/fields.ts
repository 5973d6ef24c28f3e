import type { KnowledgeEntry } from '../../../ground/knowledge.ts';

/**
 * The fields of a Q&A: an entry of the knowledge base as experts edit it. Forms, the REST API, the parser of imported
 * tables and the example table are made from this list. To add a field: a row here, a column in a migration of the
 * table `qnas`, its name in `public/locales`.
 */

/** A Q&A without its id: what experts write. Lists have no empty items. */
export interface QnaFields extends Omit<KnowledgeEntry, 'id' | 'ko' | 'isDraft'> {
  /** Named sources of the facts, such as "IEC 62660-1". */
  sources: string[];
  /** The topic whose room prefers it, as the type of a room: 1 general, 2 suppliers, 3 specifications, 4 benchmarks. */
  chatType: 1 | 2 | 3 | 4;
  /** Day after which its facts may be out of date, as YYYY-MM-DD; empty for facts that do not age. */
  checkBy: string;
  koQuestion: string;
  koAlternatives: string[];
  koAnswer: string;
}

export const qnaStatuses = ['published', 'needs_check'] as const satisfies readonly KnowledgeEntry['status'][];
export type QnaStatus = (typeof qnaStatuses)[number];

export type QnaFieldName = keyof QnaFields;

export interface QnaField {
  name: QnaFieldName;
  /** Name in the REST API. */
  restName: string;
  /** The head of its column in a table of Q&As. */
  column: string;
  kind: 'text' | 'list' | 'status' | 'chatType' | 'day';
  isRequired?: true;
  /** Longest text, or longest item of a list, in characters. */
  chars: number;
  /** Maximum number of items of a list. */
  items?: number;
  /** Longest list, in characters of its items together. */
  allChars?: number;
  /** Separator of the items of a list in one cell or text field. */
  separator?: 'comma' | 'line';
}

export const qnaFields: readonly QnaField[] = [
  { name: 'large', restName: 'large_category', column: 'Large category', kind: 'text', isRequired: true, chars: 80 },
  { name: 'medium', restName: 'medium_category', column: 'Medium category', kind: 'text', chars: 80 },
  { name: 'small', restName: 'small_category', column: 'Small category', kind: 'text', chars: 80 },
  { name: 'question', restName: 'question', column: 'Question', kind: 'text', isRequired: true, chars: 500 },
  {
    name: 'alternatives',
    restName: 'alternatives',
    column: 'Other ways to ask',
    kind: 'list',
    separator: 'line',
    chars: 500,
    items: 60,
  },
  { name: 'answer', restName: 'answer', column: 'Answer', kind: 'text', isRequired: true, chars: 10_000 },
  {
    name: 'keywords',
    restName: 'keyword',
    column: 'Keyword',
    kind: 'list',
    separator: 'comma',
    chars: 200,
    items: 40,
    allChars: 200,
  },
  { name: 'urls', restName: 'urls', column: 'Urls', kind: 'list', separator: 'line', chars: 2_000, items: 20 },
  { name: 'sources', restName: 'sources', column: 'Sources', kind: 'list', separator: 'line', chars: 300, items: 20 },
  { name: 'status', restName: 'status', column: 'Status', kind: 'status', chars: 20 },
  { name: 'chatType', restName: 'chat_type', column: 'Topic', kind: 'chatType', chars: 20 },
  { name: 'checkBy', restName: 'check_by', column: 'Check by', kind: 'day', chars: 10 },
  { name: 'koQuestion', restName: 'ko_question', column: 'Question (Korean)', kind: 'text', chars: 500 },
  {
    name: 'koAlternatives',
    restName: 'ko_alternatives',
    column: 'Other ways to ask (Korean)',
    kind: 'list',
    separator: 'line',
    chars: 500,
    items: 60,
  },
  { name: 'koAnswer', restName: 'ko_answer', column: 'Answer (Korean)', kind: 'text', chars: 10_000 },
];

/** A new Q&A before anything is typed. */
export const emptyQna: QnaFields = {
  large: '',
  medium: '',
  small: '',
  question: '',
  alternatives: [],
  answer: '',
  keywords: [],
  urls: [],
  sources: [],
  status: 'needs_check',
  chatType: 1,
  checkBy: '',
  koQuestion: '',
  koAlternatives: [],
  koAnswer: '',
};

/** Returns the fields alone of something that has more. */
export function fieldsOfQna(qna: QnaFields): QnaFields {
  return Object.fromEntries(qnaFields.map(({ name }) => [name, qna[name]])) as unknown as QnaFields;
}

/** Splits the text of a cell or a field into the items of a list. Keywords may also be separated by ; and by lines. */
export function itemsOf(text: string, { separator }: Pick<QnaField, 'separator'>): string[] {
  const items = text.split(separator === 'comma' ? /[,;\n]/ : '\n').map((item) => item.trim());
  return [...new Set(items.filter((item) => item !== ''))];
}

/** Joins the items of a list to the text of a cell or a field. */
export function textOfItems(items: readonly string[], { separator }: Pick<QnaField, 'separator'>): string {
  return items.join(separator === 'comma' ? ', ' : '\n');
}
