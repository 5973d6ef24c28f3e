import { expect, test } from 'vitest';
import { normalise } from '#domain/assistant/retrieval/normalize.ts';
import { asksForHuman, type Question, wordsOfQuestion } from '#domain/assistant/retrieval/question.ts';
import { rank } from '#domain/assistant/retrieval/rank.ts';
import { answerFrom } from '#domain/assistant/retrieval/answer.ts';
import { buildIndex, type Retrieval, retrieve } from '#domain/assistant/retrieval/retrieve.ts';
import { categoriesOfChat, retrievalSettings } from '#domain/assistant/retrieval/thresholds.ts';
import { stemOf } from '#domain/assistant/retrieval/stem.ts';
import { gramsOf, wordsOf } from '#domain/assistant/retrieval/tokens.ts';
import type { JudgedQuestion } from '../../../../server/assistant/knowledge/judged-questions.ts';
import { entries, index, questions as judged } from './evaluation.ts';

/**
 * Pins how texts become words and how entries are ranked, in `worked/`. After a change on purpose:
 * `npx vitest run tests/domain/assistant/retrieval/worked.test.ts -u`, and read which entries moved, and why.
 */

const { maxChars } = retrievalSettings;

const texts = [
  'What is the C/3 capacity at 25 °C?',
  'LiNi0.8Mn0.1Co0.1O2 vs. NMC 811 or NCM-622',
  '3.2 mAh/cm^2, 160 mAh/g, 250 Wh/kg and 700 Wh/l at ±2 %',
  'dQ/dV plots; dV/dQ too, in 12 µm foil with 5 Ω',
  'so\u00ADft hy\u00ADphens, zero\u200Bwidth and full-width １２３',
  "the cell's separator’s porosity isn't known",
  'Einheit: 20 deg C or 68 degrees Fahrenheit',
  '\u{1F50B}'.repeat(5),
  `${'x'.repeat(50)} end`,
  'LFP셀의 전압 범위는 얼마인가요?',
  'dQ/dV 그래프를 25 °C에서 그릴 때',
  '',
];

test('texts are normalized and split into words as agreed', async () => {
  const lines = texts.flatMap((text) => [
    JSON.stringify(text),
    `  ${normalise(text, maxChars)}`,
    `  ${wordsOf(text, maxChars).join(' ')}`,
  ]);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('worked/words.txt');
});

test.each([
  [8, 'ab'.repeat(20), 'abababab'],
  [3, '\u00AD'.repeat(20) + 'abcdef', 'abc'],
  [3, '\u00AD'.repeat(22) + 'abcdef', 'ab'],
  [3, '\u00AD'.repeat(24) + 'abcdef', ''],
  [4, '㎏'.repeat(20), 'kgkgkgkg'],
])('of a text, at most %i characters count', (most, text, plain) => {
  expect(normalise(text, most)).toBe(plain);
});

test('words have the agreed stems', async () => {
  const sample = entries.filter((_, i) => i % 6 === 0);
  const words = sample
    .flatMap(({ question, answer, ko }) => [question, answer, ko?.question ?? ''])
    .join(' ')
    .toLowerCase()
    .match(/[a-z]+|\p{Script=Hangul}+/gu);
  const crafted =
    'gas bus this mass masses boxes batches ashes cells ies flies tied red bed fed running rubbed egged swimming planned tripped stirred fitted organisation organization formation addition functional advise barely only use tree bee ace 셀은 셀에서 캔이 은은 전압은 전압을 전압이란 전압입니까 전압에서는';
  const stems = [...new Set([...(words ?? []), ...crafted.split(' ')])]
    .toSorted()
    .filter((word) => stemOf(word) !== word);
  await expect(`${stems.map((word) => `${word} ${stemOf(word)}`).join('\n')}\n`).toMatchFileSnapshot(
    'worked/stems.txt',
  );
});

test.each([
  [['c'], ['_c_', '_c_']],
  [['ab'], ['_ab_', '_ab', 'ab_', '_ab_']],
  [['abc'], ['_ab', 'abc', 'bc_', '_abc', 'abc_', '_abc_']],
  [
    ['ab', 'the', 'c'],
    ['_ab_', '_ab', 'ab_', '_ab_', '_c_', '_c_'],
  ],
  [['셀'], ['_셀_', '_셀', '셀_', '_셀_']],
  [['전압'], ['_전', '전압', '압_', '_전압', '전압_']],
])('the runs of letters of %j are %j', (words, runs) => {
  expect(gramsOf(words).toSorted()).toEqual(runs.toSorted());
});

test('a very long word gives the runs of its first forty letters', () => {
  expect(gramsOf(['y'.repeat(1000)])).toHaveLength(40 + 39 + 38);
});

const previous = { text: 'What is the voltage window of LTO?', category: 'Chemistry / Anode' };
const questions: Question[] = [
  ...sampleOf(judged.english, 20),
  ...sampleOf(judged.korean, 12),
  ...sampleOf(judged.followUps, 9),
  ...([1, 2, 3, 4] as const).map((chatType): Question => ({ text: 'How long does it take?', chatType })),
  { text: 'seperator porosty', chatType: 1 },
  { text: 'sperataor and electrlyte', chatType: 1 },
  { text: 'formaton', chatType: 1 },
  { text: 'formation', chatType: 1 },
  { text: 'anode', chatType: 3 },
  { text: 'zzzz', chatType: 1 },
  { text: '', chatType: 1 },
  { text: 'and for LFP?', chatType: 1, previous },
  { text: 'what about its capacity', chatType: 1, previous },
  { text: 'and the anode foil thickness in detail', chatType: 1, previous },
  { text: 'why', chatType: 1, previous },
  { text: 'it?', chatType: 1, previous, hasFiles: true },
  { text: 'UN 38.3 tests', chatType: 2, hasFiles: true },
  { text: 'C-rate', chatType: 4 },
];

test('questions find the agreed entries, with the agreed figures', async () => {
  const lines = questions.flatMap((question) => {
    const words = wordsOfQuestion(index, question);
    const preference = {
      categories: categoriesOfChat[question.chatType],
      previousCategory: question.previous?.category,
    };
    const ranked = rank(index, words, preference).slice(0, 4);
    const { band, confidence, hits } = retrieve(index, question);
    const before = question.previous === undefined ? '' : `, after “${question.previous.text}”`;
    return [
      `${question.text} (${question.chatType}${before}${question.hasFiles === true ? ', files' : ''})`,
      `  ${words.words.map((word) => `${word}${words.weights.has(word) ? `*${words.weights.get(word)}` : ''}`).join(' ')}; own ${words.own.length}, ${words.grams.length} runs, ${words.stopWords.join(' ')}${words.isFollowUp ? '; follow-up' : ''}`,
      `  ${band}, confidence ${confidence.toPrecision(4)}, ${hits.length} hits`,
      ...ranked.map(
        ({ entry: { id, question: title }, score, order }) =>
          `    ${score.toPrecision(5)} ${order.toPrecision(5)} ${id} ${title}`,
      ),
    ];
  });
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('worked/ranked.txt');
});

/** Returns one question of each `every`, with the one before it. */
function sampleOf(all: readonly JudgedQuestion[], every: number): Question[] {
  return all
    .filter((_, i) => i % every === 0)
    .map(({ q, before }) => {
      const last = before?.at(-1);
      return { text: q, chatType: 1, ...(last === undefined ? {} : { previous: { text: last, category: '' } }) };
    });
}

const entry = (id: string, question: string) => ({
  id,
  large: 'Testing',
  medium: '',
  small: '',
  question,
  answer: 'Unrelated words stand here.',
  alternatives: [],
  keywords: [],
  urls: [],
  status: 'published' as const,
});
test.each([
  ['is changed', 'porosuty'],
  ['is left out', 'porosty'],
  ['is left out at the end', 'porosit'],
  ['is added', 'porossity'],
  ['is added at the end', 'porosityy'],
  ['has changed places with its neighbor', 'porosiyt'],
])('a word of which one letter %s is understood', (_how, typed) => {
  const small = buildIndex([entry('a', 'porosity'), entry('b', 'capacity')]);
  const { words, weights } = wordsOfQuestion(small, { text: typed, chatType: 1 });
  expect([words, [...weights.values()]]).toEqual([wordsOf('porosity', maxChars), [retrievalSettings.typoWeight]]);
});

test.each(['porsty', 'paros1ty', 'poro', 'borosity'])('“%s” is not taken for another word', (typed) => {
  const small = buildIndex([entry('a', 'porosity'), entry('b', 'pore')]);
  expect(wordsOfQuestion(small, { text: typed, chatType: 1 }).weights.size).toBe(0);
});

test('typos are corrected in words of 5 to 20 letters', () => {
  const lengths = [4, 5, 20, 21].map((length) => {
    const known = `b${'acdfg'.repeat(5)}`.slice(0, length);
    const small = buildIndex([entry('a', known)]);
    return wordsOfQuestion(small, { text: `${known.slice(0, -1)}z`, chatType: 1 }).weights.size;
  });
  expect(lengths).toEqual([0, 1, 1, 0]);
});

test('at most 24 unknown words are corrected', () => {
  const small = buildIndex([entry('a', 'porosity')]);
  const noise = Array.from(
    { length: 24 },
    (_, i) => `qqqqq${'bcdfghjklmnpvwxz'[i % 16]}${'bcdfghjklmnpvwxz'[i >> 1]}qq`,
  );
  const sizeWith = (count: number) =>
    wordsOfQuestion(small, { text: `${noise.slice(0, count).join(' ')} porosuty`, chatType: 1 }).weights.size;
  expect([sizeWith(23), sizeWith(24)]).toEqual([1, 0]);
});

test.each([
  ['talk to a human please', true],
  ['expert', true],
  ['please', false],
  ['', false],
  ['talk to an expert about separators', false],
  [`${'please '.repeat(11)}expert`, true],
  [`${'please '.repeat(12)}expert`, false],
])('“%s” asks for a human: %s', (text, asks) => {
  expect(asksForHuman(text)).toBe(asks);
});

test('a result of figures is rounded to a thousandth, in the language of the question, and each band has its words', () => {
  const ko = { question: '기공률', answer: '관계없는 글입니다.', alternatives: [] };
  const hit = { entry: { ...entry('a', 'porosity'), large: 'A', small: 'C', ko }, score: 0.123_456 };
  const about = { questionId: 'q', handoffAllowed: true };
  const found: Retrieval = { band: 'answer', confidence: 0.777_77, hits: [hit] };
  const { content, answer } = answerFrom(found, about);
  const source = { n: 1, qnaId: 'a', question: 'porosity', urls: [], category: 'A / C', score: 0.778 };
  expect([content, answer.confidence, answer.sources]).toEqual(['Unrelated words stand here.', 0.778, [source]]);
  const korean: Retrieval = { ...found, isKorean: true };
  expect(answerFrom(korean, about)).toMatchObject({
    content: ko.answer,
    answer: { sources: [{ ...source, question: ko.question }] },
  });
  expect(answerFrom({ ...korean, band: 'suggest' }, about).answer.suggestions).toEqual([
    { qnaId: 'a', question: ko.question },
  ]);
  const nothing = { band: 'none', confidence: 0, hits: [] } as const;
  const read = { passages: [], unread: [] };
  const sentenceOf = (given: Parameters<typeof answerFrom>[0], more: object) =>
    answerFrom(given, { ...about, ...more }).answer.sentence;
  expect([
    sentenceOf({ ...nothing, hits: [] }, {}),
    sentenceOf({ ...nothing, hits: [] }, { handoffAllowed: false }),
    sentenceOf({ ...nothing, hits: [] }, { isKept: false }),
    sentenceOf({ ...nothing, hits: [], isAboutFiles: true }, {}),
    sentenceOf({ ...nothing, hits: [], isAboutFiles: true, files: read }, {}),
    sentenceOf({ ...nothing, hits: [], isAboutFiles: true, files: read }, { handoffAllowed: false }),
    sentenceOf({ ...nothing, hits: [hit], band: 'suggest' }, {}),
    sentenceOf({ ...nothing, hits: [hit], band: 'suggest' }, { handoffAllowed: false }),
  ]).toEqual([
    'none',
    'noneWithoutExpert',
    'noneWithoutAccount',
    'filesOnServer',
    'files',
    'filesWithoutExpert',
    'suggest',
    'suggestWithoutExpert',
  ]);
});
