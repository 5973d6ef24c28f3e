import { emptyQna, itemsOf, type QnaFields, qnaFields } from '../knowledge/qna/fields.ts';
import type { QnaBody, QnaReply } from './qnas.ts';

/** Q&As in the API and in the product. Apart from the schemas, which browsers do not load. */

/** Converts fields of the API to those of a Q&A, over the ones that stay as they are. */
export function fieldsOfBody(body: QnaBody, before: QnaFields): QnaFields {
  const changed = qnaFields.flatMap((field) => {
    const value = body[field.restName as keyof QnaBody];
    if (value === undefined) return [];
    if (field.kind !== 'list') return [[field.name, typeof value === 'string' ? value.trim() : value]];
    return [[field.name, itemsOf(Array.isArray(value) ? value.join('\n') : String(value), field)]];
  });
  return { ...before, ...(Object.fromEntries(changed) as Partial<QnaFields>) };
}

/** Converts a stored Q&A to a reply. */
export function replyOfQna(
  qna: QnaFields & {
    id: string;
    version: number;
    isSynced: boolean;
    isAnswered: boolean;
    isStopped: boolean;
    updatedAt: string;
    updatedBy: string | null;
  },
): QnaReply {
  const { id, version, isSynced, isAnswered, isStopped, updatedAt, updatedBy } = qna;
  return {
    id,
    ...bodyOfFields(qna),
    version,
    is_synced: isSynced,
    is_answered: isAnswered,
    is_stopped: isStopped,
    updated_by: updatedBy,
    updated_at: updatedAt,
  };
}

/** Converts the fields of a Q&A to those of the API. */
export function bodyOfFields(qna: QnaFields): Required<QnaBody> {
  const fields = qnaFields.map(({ name, restName }) => [
    restName,
    name === 'keywords' ? qna.keywords.join(', ') : qna[name],
  ]);
  return Object.fromEntries(fields) as Required<QnaBody>;
}

/** Converts what the API sent to the fields of a Q&A. */
export function fieldsOfReply(reply: QnaBody): QnaFields {
  return fieldsOfBody(reply, emptyQna);
}
