import { Type, type Static } from 'typebox';
import { type QnaFields, itemsOf, qnaFields, qnaStatuses } from '../qna/fields.ts';
import { listOf, nullable, oneOf, text, when } from './parts.ts';

/** Wire format of Q&As: entries of the knowledge base as experts edit them. `domain/qna` says what the fields mean. */

const texts = Type.Array(text);

const shared = {
  large_category: text,
  medium_category: text,
  small_category: text,
  question: text,
  alternatives: texts,
  answer: text,
  /** Separated by commas. */
  keyword: text,
  urls: texts,
  sources: texts,
  status: oneOf(...qnaStatuses),
  chat_type: oneOf(1, 2, 3, 4),
  /** YYYY-MM-DD or empty. */
  check_by: text,
  ko_question: text,
  ko_alternatives: texts,
  ko_answer: text,
};

/** What a Q&A is made from. Fields that are left out are empty; it needs a check unless it says published. */
export const qnaBody = Type.Partial(Type.Object(shared));
export type QnaBody = Static<typeof qnaBody>;

/** A Q&A as it is stored. */
export const qnaReply = Type.Object({
  id: text,
  ...shared,
  version: Type.Integer(),
  /** Name of who wrote this version; null for the product's own. */
  updated_by: nullable(text),
  updated_at: when,
});
export type QnaReply = Static<typeof qnaReply>;

export const qnasReply = listOf(qnaReply);
export type QnasReply = Static<typeof qnasReply>;

/** Converts fields of the API to those of a Q&A, over the ones that stay as they are. */
export function fieldsOfBody(body: QnaBody, before: QnaFields): QnaFields {
  const changed = qnaFields.flatMap((field) => {
    const value = body[field.rest as keyof QnaBody];
    if (value === undefined) return [];
    if (field.kind !== 'list') return [[field.name, typeof value === 'string' ? value.trim() : value]];
    return [[field.name, itemsOf(Array.isArray(value) ? value.join('\n') : String(value), field)]];
  });
  return { ...before, ...(Object.fromEntries(changed) as Partial<QnaFields>) };
}

/** Converts a stored Q&A to a reply. */
export function replyOfQna(
  qna: QnaFields & { id: string; version: number; updatedAt: string; updatedBy: string | null },
): QnaReply {
  const { id, version, updatedAt, updatedBy } = qna;
  const fields = Object.fromEntries(
    qnaFields.map((field) => [field.rest, field.name === 'keywords' ? qna.keywords.join(', ') : qna[field.name]]),
  ) as Omit<QnaReply, 'id' | 'version' | 'updated_at' | 'updated_by'>;
  return { id, ...fields, version, updated_by: updatedBy, updated_at: updatedAt };
}
