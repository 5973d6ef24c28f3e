import { expect, test } from 'vitest';
import { PassageSearch, passagesOf } from '#domain/assistant/retrieval/file-passages.ts';
import { answerFrom } from '#domain/assistant/retrieval/answer.ts';
import { buildIndex, retrieve } from '#domain/assistant/retrieval/retrieve.ts';

const sheet = { id: 'f', name: 'cell.pdf' };
const pages = [
  'LFP cell LF280K\n\nThis sheet describes a prismatic cell.',
  'Limits\n\nCharge cut-off voltage | 3.65 V\nDischarge cut-off voltage | 2.5 V\n\nCharge temperature | 0 to 55 °C',
  'Storage\n\nStore the cell at 25 °C and half of its charge.',
];

function found(question: string, texts: readonly string[] = pages) {
  const search = new PassageSearch(question);
  for (const [at, text] of texts.entries()) for (const each of passagesOf(text)) search.add(sheet, at + 1, each);
  return search.best();
}

test.each([
  ['What does this data sheet say about the charge cut-off?', 2, '3.65 V'],
  ['charging temperature according to the pdf?', 2, '0 to 55'],
  ['How should I store this cell?', 3, 'half of its charge'],
  ['What is the discharge cutoff voltage in the attached file', 2, '2.5 V'],
])('“%s” finds page %i', (question, page, text) => {
  const [best] = found(question);
  expect(best).toMatchObject({ page, file: sheet });
  expect(best?.text).toContain(text);
});

test.each([
  'Which pizza place delivers to the lab?',
  'What does this file say?',
  'Summary please',
  'Who owns this company?',
  '',
])('“%s” finds no passage', (question) => {
  expect(found(question)).toEqual([]);
});

test('a Korean question finds the Korean passage', () => {
  expect(
    found('이 자료에서 충전 종지 전압은 얼마인가요?', ['안전\n\n셀을 뚫지 마십시오.', '충전 종지 전압: 3.65 V']),
  ).toMatchObject([{ page: 2, text: '충전 종지 전압: 3.65 V' }]);
});

test('a passage is a part of the page as it stands there, and at most 500 characters long', () => {
  const long = `${'The electrolyte is dried for a day. '.repeat(60)}The separator is 16 um thick.`;
  const [best] = found('How thick is the separator?', [long, 'x'.repeat(3000)]);
  expect(best?.text.length).toBeLessThanOrEqual(500);
  expect(long).toContain(best?.text);
  expect(best?.text).toContain('16 um');
});

test('a page of very many short blocks has few passages, and its words are found', () => {
  const blocks = Array.from({ length: 100_000 }, (_, i) => (i === 77_777 ? 'The separator is 16 µm thick.' : 'x'));
  const passages = passagesOf(blocks.join('\n\n'));
  expect(passages.length).toBeLessThan(2_000);
  expect(found('How thick is the separator?', [passages.join('\n')])[0]?.text).toContain('separator is 16 µm');
});

test('what a file says is quoted as a source with its page, after the entries of the knowledge base', () => {
  const index = buildIndex([]);
  const retrieval = {
    ...retrieve(index, { text: 'charge cut-off?', chatType: 1, hasFiles: true }),
    files: { passages: found('charge cut-off voltage?'), unread: [] },
  };
  const { answer } = answerFrom(retrieval, { questionId: 'q', handoffAllowed: true });
  expect(answer).toMatchObject({
    status: 'done',
    sentence: 'fromFiles',
    sources: [{ n: 1, question: 'cell.pdf', urls: [], file: { name: 'cell.pdf', page: 2 } }],
  });
});
