import { isBlank } from '../../../../ground/text.ts';
import {
  emptyQna,
  fieldsOfQna,
  itemsOf,
  type QnaField,
  type QnaFields,
  qnaFields,
  qnaStatuses,
  textOfItems,
} from '../fields.ts';
import type { ImportTarget } from './heads.ts';

/** Names of the topics in a table, by the number that is stored. */
export const topicNames = { 1: 'general', 2: 'suppliers', 3: 'specifications', 4: 'benchmarks' } as const;

/**
 * Returns the Q&A that a row of a table makes. A column that is a field decides it, also with an empty cell; the other
 * fields stay as they are. Status and topic have no empty value: an empty cell leaves them.
 * @param before the stored Q&A that the row updates; without it, it makes a new one
 */
export function fieldsOfRow(
  cells: readonly string[],
  mapping: readonly ImportTarget[],
  before: QnaFields = emptyQna,
): QnaFields {
  const fields: Record<string, unknown> = { ...fieldsOfQna(before) };
  for (const field of qnaFields) {
    const column = mapping.indexOf(field.restName);
    if (column !== -1) fields[field.name] = valueOf((cells[column] ?? '').trim(), field) ?? before[field.name];
  }
  return fields as unknown as QnaFields;
}

/** Returns the value of a cell; undefined for one that leaves the field as it is. Invalid text stays as written. */
function valueOf(text: string, field: QnaField): QnaFields[keyof QnaFields] | undefined {
  if (field.kind === 'list') return itemsOf(text, field);
  if (field.kind === 'text' || field.kind === 'day') return isBlank(text) ? '' : text;
  if (isBlank(text)) return undefined;
  const plain = text.toLowerCase().replaceAll(/[\s_-]+/g, '_');
  // A wrong one is refused by the rules of the field, which name those that exist.
  if (field.kind === 'status') return qnaStatuses.find((status) => status === plain) ?? text;
  const topic = Object.entries(topicNames).find(([number, name]) => plain === number || plain === name);
  return Number(topic?.[0] ?? Number.NaN) as QnaFields['chatType'];
}

/** Returns the text of a field in a cell, from which `fieldsOfRow` makes the same value. */
export function cellOf(qna: QnaFields, field: QnaField): string {
  const value = qna[field.name];
  if (Array.isArray(value)) return textOfItems(value, field);
  return field.kind === 'chatType' ? topicNames[qna.chatType] : String(value);
}
