import { expect, test } from 'vitest';
import { emptyQna, type QnaFields } from '#domain/assistant/knowledge/qna/fields.ts';
import {
  fieldsOf,
  isChanged,
  mergedInto,
  newQna,
  staleFields,
  textsOf,
  type TypedQna,
  withAlternative,
} from '../../../../../src/assistant/staff/qnas/qna-typed.ts';

const base: QnaFields = {
  ...emptyQna,
  large: 'Testing',
  question: 'Why?',
  answer: 'Because.',
  alternatives: ['How come?'],
  keywords: ['a', 'b'],
  urls: ['https://a.example'],
};
const typed = (changes: Partial<Record<keyof QnaFields, string>>): TypedQna => ({
  texts: { ...textsOf(base), ...changes },
  version: 1,
  base,
});

test('what stands in the form means the Q&A that it was made from', () => {
  expect(fieldsOf(textsOf(base))).toEqual(base);
  expect(isChanged(typed({}))).toBe(false);
});

test('blanks, empty lines and the space behind a comma are no change', () => {
  expect(isChanged(typed({ question: ' Why? ', alternatives: '\nHow come?\n\n', keywords: 'a,b' }))).toBe(false);
  expect(isChanged(typed({ urls: 'https://a.example\nhttps://b.example' }))).toBe(true);
});

test('a newer version wins where I changed nothing, and where I give way', () => {
  const mine = typed({ question: 'Why not?', sources: 'IEC 62660-1' });
  const newer = { ...base, question: 'Why on earth?', answer: 'Because of it.' };
  expect(staleFields(mine, newer)).toEqual([
    { name: 'question', theirs: 'Why on earth?', mine: 'Why not?', isMine: true },
    { name: 'answer', theirs: 'Because of it.', mine: 'Because.', isMine: false },
    { name: 'sources', theirs: '', mine: 'IEC 62660-1', isMine: true },
  ]);
  const merged = mergedInto(mine, { fields: newer, version: 2 }, new Set(['sources']));
  expect(merged.version).toBe(2);
  expect(fieldsOf(merged.texts)).toEqual({ ...newer, sources: ['IEC 62660-1'] });
  expect(staleFields(merged, newer).map(({ name }) => name)).toEqual(['sources']);
});

test('one more way to ask is added once, and a question that was given is no change by itself', () => {
  const more = withAlternative(typed({}), ' What for? ');
  expect(fieldsOf(more.texts).alternatives).toEqual(['How come?', 'What for?']);
  expect(withAlternative(more, 'What for?')).toBe(more);
  expect(withAlternative(more, 'Why?')).toBe(more);
  expect(newQna('Is it?').texts.question).toBe('Is it?');
});
