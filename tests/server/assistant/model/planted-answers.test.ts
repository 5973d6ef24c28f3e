import { expect, test } from 'vitest';
import { quantitiesIn, readable } from '#domain/quantities/quantities.ts';
import { entryOf, ownKnowledge, readKnowledgeFile } from '../../../../server/assistant/knowledge/knowledge-file.ts';
import { verified } from '../../../../server/assistant/model/verify.ts';

/** A hundred answers made of sentences of entries, each with one planted fault: none passes unmarked. */

const entries = (await readKnowledgeFile(ownKnowledge)).map(entryOf);
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The sentences of an entry that are prose with at least six words. */
const told = entries
  .map(({ answer }) =>
    answer
      .split('\n')
      .filter((line) => !/^\s*(?:[-*|#>]|\d+\.)/.test(line))
      .flatMap((line) => [...segmenter.segment(line)].map(({ segment }) => segment.trim()))
      .filter((sentence) => /^[A-Z].*\.$/.test(sentence) && sentence.split(' ').length >= 6),
  )
  .map((sentences, at) => ({ text: entries[at]?.answer ?? '', sentences }))
  .filter(({ sentences }) => sentences.length >= 2)
  .slice(0, 100);

const cite = (sentence: string, n: number) => sentence.replace(/\.$/, ` [${n}].`);
/** The entry of another subject that is cited or quoted by mistake. */
const foreignTo = (at: number) => told[(at + 50) % told.length]!;

/** Returns the sentence once for each of its quantities, which is tripled. */
function withWrongFigures(sentence: string): string[] {
  const text = readable(sentence);
  return quantitiesIn(text)
    .filter(({ text: figure }) => /^\d/.test(figure))
    .map((figure) => {
      const wrong = figure.text.replace(/^\d+(?:\.\d+)?/, (digits) => String(Number(digits) * 3 + 1));
      return `${text.slice(0, figure.start)}${wrong}${text.slice(figure.end)}`;
    });
}

function doubtsIn(answer: string, at: number) {
  const sources = [
    { n: 1, text: told[at]!.text },
    { n: 2, text: foreignTo(at).text },
  ];
  return verified(answer, sources).doubts;
}

test('there are a hundred answers to plant faults in', () => {
  expect(told).toHaveLength(100);
});

test('what the sources say word for word is not marked', () => {
  const marked = told.flatMap(({ sentences }, at) => doubtsIn(sentences.map((each) => cite(each, 1)).join(' '), at));
  expect(marked).toEqual([]);
});

test('every wrong figure is marked', () => {
  const planted = told.flatMap(({ sentences }, at) =>
    sentences
      .flatMap((sentence) => withWrongFigures(sentence))
      .map((wrong) => ({ wrong, doubts: doubtsIn(`${cite(sentences[0]!, 1)} ${cite(wrong, 1)}`, at) })),
  );
  expect(planted.length).toBeGreaterThan(100);
  expect(planted.filter(({ doubts }) => doubts.length === 0).map(({ wrong }) => wrong)).toEqual([]);
});

test('every citation of a source that says something else is marked', () => {
  const passed = told.flatMap(({ sentences }, at) =>
    sentences.filter((sentence) => doubtsIn(cite(sentence, 2), at).length === 0),
  );
  expect(passed).toEqual([]);
});

test('every sentence from elsewhere is marked, whatever it cites', () => {
  const passed = told.flatMap(({ sentences }, at) => {
    const elsewhere = told[(at + 25) % told.length]!.sentences;
    return elsewhere.filter((sentence) => doubtsIn(`${cite(sentences[0]!, 1)} ${cite(sentence, 1)}`, at).length === 0);
  });
  expect(passed).toEqual([]);
});

const isMarked = (sentence: string, at: number) => doubtsIn(cite(sentence, 1), at).length > 0;

test('most sentences that drop or add a "not" are marked, and none is that keeps it', () => {
  const all = told.flatMap(({ sentences }, at) => sentences.map((sentence) => ({ sentence, at })));
  const changed = (change: (sentence: string) => string) =>
    all.map((each) => ({ ...each, wrong: change(each.sentence) })).filter(({ sentence, wrong }) => sentence !== wrong);
  const dropped = changed((sentence) => sentence.replace(/ (?:not|never) /, ' ').replace(/\bcannot\b/, 'can'));
  const added = changed((sentence) =>
    /\b(?:not|never|no|cannot|without)\b/i.test(sentence)
      ? sentence
      : sentence.replace(/ (is|are|can|must|should) /, ' $1 not '),
  );
  for (const [wrongs, least] of [
    [dropped, 0.75],
    [added, 0.85],
  ] as const) {
    expect(wrongs.length).toBeGreaterThan(20);
    const marked = wrongs.filter(({ wrong, at }) => isMarked(wrong, at));
    expect(marked.length / wrongs.length).toBeGreaterThan(least);
  }
});
