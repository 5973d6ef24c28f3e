import {
  emptyQna,
  itemsOf,
  type QnaFieldName,
  type QnaFields,
  qnaFields,
  textOfItems,
} from '#domain/assistant/knowledge/qna/fields.ts';

/** A Q&A while it is typed. Pure. */

/** Texts in the fields of the form. */
export type QnaTexts = Readonly<Record<QnaFieldName, string>>;

export interface TypedQna {
  texts: QnaTexts;
  /** The version that the editor started from; 0 for a new Q&A. */
  version: number;
  /** Content of that version. */
  base: QnaFields;
}

export function textsOf(qna: QnaFields): QnaTexts {
  const texts = qnaFields.map((field) => {
    const value = qna[field.name];
    return [field.name, Array.isArray(value) ? textOfItems(value, field) : String(value)];
  });
  return Object.fromEntries(texts) as QnaTexts;
}

/** Returns what the texts mean: blanks around them and empty items do not count. */
export function fieldsOf(texts: QnaTexts): QnaFields {
  const fields = qnaFields.map((field) => {
    const text = texts[field.name];
    const value = field.kind === 'list' ? itemsOf(text, field) : field.kind === 'chatType' ? Number(text) : text.trim();
    return [field.name, value];
  });
  return Object.fromEntries(fields) as QnaFields;
}

/** Returns the names of the fields in which two Q&As differ, in the order of the form. */
export function differingFields(one: QnaFields, other: QnaFields): QnaFieldName[] {
  const [first, second] = [textsOf(one), textsOf(other)];
  return qnaFields.flatMap(({ name }) => (first[name] === second[name] ? [] : [name]));
}

/** Whether something was typed that is not in the version it started from. */
export function isChanged({ texts, base }: TypedQna): boolean {
  return differingFields(fieldsOf(texts), base).length > 0;
}

/** A new Q&A, with its question if that is known already. */
export function newQna(question: string): TypedQna {
  return { texts: textsOf({ ...emptyQna, question }), version: 0, base: emptyQna };
}

/** Adds one more way to ask, unless the Q&A has it. */
export function withAlternative(typed: TypedQna, alternative: string): TypedQna {
  const fields = fieldsOf(typed.texts);
  const text = alternative.trim();
  if (text === '' || [fields.question, ...fields.alternatives].includes(text)) return typed;
  return { ...typed, texts: { ...typed.texts, alternatives: [...fields.alternatives, text].join('\n') } };
}

/** A field that stands differently in the newest version and in what was typed. */
export interface StaleField {
  name: QnaFieldName;
  theirs: string;
  mine: string;
  /** Whether I have changed it; otherwise only they have. */
  isMine: boolean;
}

/** Compares what was typed with a newer version. */
export function staleFields({ texts, base }: TypedQna, now: QnaFields): StaleField[] {
  const [mine, theirs, before] = [textsOf(fieldsOf(texts)), textsOf(now), textsOf(base)];
  return qnaFields.flatMap(({ name }) =>
    mine[name] === theirs[name]
      ? []
      : [{ name, theirs: theirs[name], mine: mine[name], isMine: mine[name] !== before[name] }],
  );
}

/** Goes on from a newer version: of the fields that differ, those named stay as typed, the others become theirs. */
export function mergedInto(
  typed: TypedQna,
  now: { fields: QnaFields; version: number },
  kept: ReadonlySet<QnaFieldName>,
): TypedQna {
  const theirs = textsOf(now.fields);
  const taken = staleFields(typed, now.fields).filter(({ name }) => !kept.has(name));
  const texts = { ...typed.texts, ...Object.fromEntries(taken.map(({ name }) => [name, theirs[name]])) };
  return { texts, version: now.version, base: now.fields };
}
