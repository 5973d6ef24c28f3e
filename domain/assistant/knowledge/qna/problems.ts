import { isPrivateAddress } from '../../../ground/private-address.ts';
import type { FieldProblem } from '../../../ground/errors.ts';
import { isBlank } from '../../../ground/text.ts';
import { type QnaField, type QnaFields, qnaFields, qnaStatuses } from './fields.ts';

/** Problem of a Q&A: a field by its name in `QnaFields`, the rule it breaks, and a sentence for its editor. */
export interface QnaProblem extends FieldProblem {
  path: keyof QnaFields;
  code: QnaProblemCode;
  message: string;
}

type QnaProblemCode =
  | 'required'
  | 'too_long'
  | 'over_count'
  | 'not_a_url'
  | 'not_a_day'
  | 'not_a_status'
  | 'not_a_topic'
  | 'keyword_required'
  | 'urls_required'
  | 'korean_incomplete';

/**
 * Returns what is wrong with a Q&A, in the order of its fields; nothing for one that can be stored.
 * @param before what is stored of it. Keywords and addresses need each other, but only a change of one of them is
 *   refused for that: some Q&As of the product have keywords alone.
 */
export function problemsWithQna(qna: QnaFields, before?: QnaFields): QnaProblem[] {
  return [
    ...qnaFields.flatMap((field) => problemsWithField(field, qna)),
    ...(before !== undefined && isSameList(qna.keywords, before.keywords) && isSameList(qna.urls, before.urls)
      ? []
      : problemsWithAddresses(qna)),
    ...problemsWithKorean(qna),
  ];
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item, at) => item === other[at]);
}

function problemsWithField(field: QnaField, qna: QnaFields): QnaProblem[] {
  const { name, column, chars } = field;
  const value = qna[name];
  const texts = Array.isArray(value) ? value : [String(value)];
  const problem = (code: QnaProblemCode, message: string): QnaProblem[] => [{ path: name, code, message }];
  if (field.isRequired === true && texts.every(isBlank)) return problem('required', 'Required');
  if (field.items !== undefined && texts.length > field.items)
    return problem('over_count', `${column}: at most ${field.items}. Remove ${texts.length - field.items}.`);
  if (texts.some((text) => text.length > chars))
    return problem('too_long', `${column}: at most ${chars} characters${Array.isArray(value) ? ' each' : ''}.`);
  if (field.allChars !== undefined && texts.join(', ').length > field.allChars)
    return problem('too_long', `${column}: at most ${field.allChars} characters together.`);
  if (name === 'urls') {
    const wrong = texts.find((text) => !isWebAddress(text));
    if (wrong !== undefined)
      return problem('not_a_url', `"${wrong}" is not a web address. Write one such as https://example.com.`);
    const inside = texts.find(isPrivateAddress);
    return inside === undefined
      ? []
      : problem('not_a_url', `"${inside}" is an address inside a private network. Write one that customers can open.`);
  }
  if (name === 'checkBy' && value !== '' && !isDay(String(value)))
    return problem('not_a_day', 'Write the day as YYYY-MM-DD.');
  if (name === 'status' && !qnaStatuses.some((status) => status === value))
    return problem('not_a_status', `Status is one of ${qnaStatuses.join(', ')}.`);
  if (name === 'chatType' && ![1, 2, 3, 4].includes(Number(value)))
    return problem('not_a_topic', 'Topic is 1 general, 2 suppliers, 3 specifications or 4 benchmarks.');
  return [];
}

/** The sentences are the specification's. */
function problemsWithAddresses({ keywords, urls }: QnaFields): QnaProblem[] {
  if (keywords.length === 0 && urls.length > 0)
    return [{ path: 'keywords', code: 'keyword_required', message: 'A keyword is required for the target URLs.' }];
  if (keywords.length > 0 && urls.length === 0)
    return [{ path: 'urls', code: 'urls_required', message: 'Target URLs are required for the keyword' }];
  return [];
}

function problemsWithKorean({ koQuestion, koAnswer, koAlternatives }: QnaFields): QnaProblem[] {
  const problems: QnaProblem[] = [];
  const hasKorean = [koQuestion, koAnswer, ...koAlternatives].some((text) => !isBlank(text));
  for (const path of ['koQuestion', 'koAnswer'] as const) {
    if (hasKorean && isBlank({ koQuestion, koAnswer }[path]))
      problems.push({
        path,
        code: 'korean_incomplete',
        message: 'Write question and answer in Korean, or leave all Korean fields empty.',
      });
  }
  return problems;
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s/?#]+\S*$/i.test(text);
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
