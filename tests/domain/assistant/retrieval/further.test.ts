import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { answerFrom } from '#domain/assistant/retrieval/answer.ts';
import { changesOf } from '#domain/assistant/retrieval/further.ts';
import { contextAfter } from '#domain/assistant/retrieval/context.ts';
import { type Retrieval, buildIndex, retrieve } from '#domain/assistant/retrieval/retrieve.ts';
import { entryOf, ownKnowledge, parseKnowledge } from '../../../../server/assistant/knowledge/knowledge-file.ts';

/** What can be asked after an answer, with the product's own knowledge. */

const entries = parseKnowledge(readFileSync(ownKnowledge, 'utf8'), ownKnowledge).map(entryOf);
const index = buildIndex(entries);

function ask(text: string) {
  const question = { text, chatType: 1 as const };
  const found = retrieve(index, question);
  const changes = changesOf(index, question, found);
  const { answer } = answerFrom({ ...found, changes }, { questionId: 'q', handoffAllowed: true });
  return { found, answer };
}

test.each([
  ['What voltage window should I use for NMC/graphite?', ['And for LFP?', 'And for NCA?', 'And for LTO?']],
  ['NMC/흑연 셀의 전압 범위는 얼마로 잡나요?', ['그럼 LFP는?', '그럼 NCA는?']],
])('after %s, follow-ups about other chemistries lead to entries of their own', (text, expected) => {
  const { found, answer } = ask(text);
  const questions = answer.refine?.changes?.map(({ question }) => question) ?? [];
  expect(questions).toEqual(expect.arrayContaining(expected));
  for (const question of questions) {
    const next = retrieve(index, { text: question, chatType: 1, previous: contextAfter({ text }, found) });
    expect(next.band).toBe('answer');
    expect(next.hits[0]?.entry).not.toBe(found.hits[0]?.entry);
  }
});

test('combinations that lead nowhere are not shown', () => {
  expect(ask('What are the dimensions of a 21700 cell?').answer.refine?.changes).toBeUndefined();
  expect(ask('Can NMC811 cathodes be processed in water?').answer.refine?.changes ?? []).not.toContainEqual(
    expect.objectContaining({ label: 'LTO' }),
  );
});

test('related questions are other published entries, at most three, in the language of the question', () => {
  let shown = 0;
  for (const entry of entries.slice(0, 120)) {
    for (const text of [entry.question, entry.ko?.question ?? '']) {
      const { answer } = ask(text);
      const related = answer.related ?? [];
      shown += related.length;
      expect(related.length).toBeLessThanOrEqual(3);
      for (const { qnaId, question } of related) {
        const other = entries.find(({ id }) => id === qnaId);
        expect(other?.status).toBe('published');
        expect(answer.sources.map((source) => source.qnaId)).not.toContain(qnaId);
        expect(question).toBe(/\p{Script=Hangul}/u.test(text) ? other?.ko?.question : other?.question);
      }
    }
  }
  expect(shown).toBeGreaterThan(20);
});

const [one, two, three] = entries.filter(({ status }) => status === 'published');

function answered(confidence: number, scores: number[]): Retrieval {
  const found = [one, two, three].flatMap((entry, at) => (entry && scores[at] ? [{ entry, score: scores[at] }] : []));
  return { band: 'answer', confidence, hits: found };
}

test.each([
  ['an uncertain answer with a likely second entry', answered(0.85, [0.6, 0.3]), true],
  ['an uncertain answer whose second entry is unlikely', answered(0.85, [0.95, 0.02]), false],
  ['a certain answer', answered(0.99, [0.6, 0.3]), false],
  ['suggestions', { ...answered(0.5, [0.6, 0.3]), band: 'suggest' as const }, false],
  ['two answers', { ...answered(0.85, [0.6, 0.3]), answers: 2 }, false],
])('%s: whether the reader is asked if another entry was meant', (_what, found, isAsked) => {
  const { answer } = answerFrom(found, { questionId: 'q', handoffAllowed: true });
  expect(answer.refine?.other?.qnaId).toBe(isAsked ? two?.id : undefined);
  // What may have been meant is not repeated as related.
  expect(answer.related?.filter(({ qnaId }) => isAsked && qnaId === two?.id) ?? []).toEqual([]);
});

test('small talk and questions without an answer offer nothing further', () => {
  for (const text of ['hello', 'who won the world cup', '!!']) {
    const { answer } = ask(text);
    expect(answer).not.toHaveProperty('related');
    expect(answer).not.toHaveProperty('refine');
  }
});
