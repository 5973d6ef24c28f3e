import { expect, test } from 'vitest';
import { emptyQna, itemsOf, qnaFields, type QnaFields } from '#domain/assistant/knowledge/qna/fields.ts';
import { problemsWithQna } from '#domain/assistant/knowledge/qna/problems.ts';

const good: QnaFields = {
  ...emptyQna,
  large: 'Testing',
  question: 'What is an RPT?',
  answer: 'A reference parameter test.',
};

const rows: [what: string, change: Partial<QnaFields>, problems: string[]][] = [
  ['a Q&A with category, question and answer', {}, []],
  [
    'nothing at all',
    { large: '', question: ' ', answer: '' },
    ['large required', 'question required', 'answer required'],
  ],
  ['a question of 500 characters', { question: 'x'.repeat(500) }, []],
  ['a question of 501 characters', { question: 'x'.repeat(501) }, ['question too_long']],
  ['an answer of 10 000 characters', { answer: 'x'.repeat(10_000) }, []],
  ['an answer of 10 001 characters', { answer: 'x'.repeat(10_001) }, ['answer too_long']],
  ['a category of 81 characters', { small: 'x'.repeat(81) }, ['small too_long']],
  ['a keyword with its address', { keywords: ['RPT'], urls: ['https://example.com/rpt'] }, []],
  ['an address without a keyword', { urls: ['https://example.com'] }, ['keywords keyword_required']],
  ['a keyword without an address', { keywords: ['RPT'] }, ['urls urls_required']],
  ['keywords of 201 characters', { keywords: ['x'.repeat(201)], urls: ['https://a.org'] }, ['keywords too_long']],
  [
    '21 addresses',
    { keywords: ['a'], urls: Array.from({ length: 21 }, (_, i) => `https://a.org/${i}`) },
    ['urls over_count'],
  ],
  ['an address of this computer', { keywords: ['a'], urls: ['http://127.0.0.1'] }, ['urls not_a_url']],
  ['an address of another kind', { keywords: ['a'], urls: ['javascript:alert(1)'] }, ['urls not_a_url']],
  ['a day that does not exist', { checkBy: '2026-02-30' }, ['checkBy not_a_day']],
  ['a day', { checkBy: '2027-01-31' }, []],
  ['a question in Korean without its answer', { koQuestion: 'RPT란?' }, ['koAnswer korean_incomplete']],
];

test.each(rows)('an editor of %s is told what is wrong with it', (_what, change, problems) => {
  const found = problemsWithQna({ ...good, ...change });
  expect(found.map(({ path, code }) => `${path} ${code}`)).toEqual(problems);
});

function messageOf(change: Partial<QnaFields>): string | undefined {
  return problemsWithQna({ ...good, ...change })[0]?.message;
}

test('the sentences about keywords and addresses are those of the specification', () => {
  expect(messageOf({ urls: ['https://a.org'] })).toBe('A keyword is required for the target URLs.');
  expect(messageOf({ keywords: ['a'] })).toBe('Target URLs are required for the keyword');
});

test('keywords without addresses are asked about when one of the two is changed, and not before', () => {
  const stored = { ...good, keywords: ['RPT'] };
  const codes = (change: Partial<QnaFields>) =>
    problemsWithQna({ ...stored, ...change }, stored).map(({ code }) => code);
  expect(codes({ answer: 'Another answer.' })).toEqual([]);
  expect(codes({ keywords: ['RPT', 'check-up'] })).toEqual(['urls_required']);
  expect(codes({ urls: ['https://a.org'] })).toEqual([]);
  expect(codes({ keywords: [], urls: ['https://a.org'] })).toEqual(['keyword_required']);
  expect(codes({ answer: '' })).toEqual(['required']);
});

test('keywords may be separated by commas, semicolons and lines, and count once', () => {
  const keyword = qnaFields.find(({ name }) => name === 'keywords') ?? {};
  expect(itemsOf(' RPT, DCIR;\nRPT ;  ', keyword)).toEqual(['RPT', 'DCIR']);
});
