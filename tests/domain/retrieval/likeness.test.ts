import { beforeAll, expect, test } from 'vitest';
import { gather, type GroupToGather, nearestOf, type QuestionToGather } from '#domain/retrieval/gather.ts';
import { alikeAt, likenessOf, nearestEntry, vectorOf } from '#domain/retrieval/likeness.ts';
import { buildIndex, type RetrievalIndex } from '#domain/retrieval/retrieve.ts';
import type { KnowledgeEntry } from '#domain/knowledge.ts';
import { entryOf, ownKnowledge, readKnowledgeFile } from '../../../server/knowledge/knowledge-file.ts';

/** Which questions without a good answer are one question. */

let entries: KnowledgeEntry[];
let index: RetrievalIndex;

beforeAll(async () => {
  entries = (await readKnowledgeFile(ownKnowledge)).map(entryOf);
  index = buildIndex(entries);
});

const likeness = (a: string, b: string) => likenessOf(vectorOf(index, a), vectorOf(index, b));

test('a question is like itself, like other wordings with a typo, and not like another subject', () => {
  const question = 'Which glue holds a rubidium separator to a zinc plate?';
  expect(likeness(question, question)).toBeGreaterThan(2 * alikeAt);
  expect(likeness(question, 'What glue holds the rubidium seperator on zinc plates?')).toBeGreaterThan(alikeAt);
  expect(likeness(question, 'How many parrots can sit on a formation rack?')).toBeLessThan(0.1);
  expect(likeness('전극을 얼마나 오래 건조하나요?', '전극 건조 시간은 얼마나 되나요?')).toBeGreaterThan(alikeAt);
});

test('nothing is like a question without words, and no entry is near it', () => {
  expect(likeness('?', 'How wide is a 4680 cell?')).toBe(0);
  expect(nearestEntry(vectorOf(index, '?'))).toBeUndefined();
  expect(nearestEntry(vectorOf(index, entries[0]?.question ?? ''))).toBe(entries[0]?.id);
});

const most = (counts: number[]) => Math.max(0, ...counts);

/** Phrasings that the index does not have, of every fourteenth entry, gathered as they come: twenty at a time. */
function grouped(of: (entry: KnowledgeEntry) => string[]): { together: number; pure: number } {
  const picked = entries.filter((_, at) => at % 14 === 0);
  const held = new Map(picked.map((entry) => [entry.id, of(entry)]));
  const rest = entries.map((entry) => {
    const out = new Set(held.get(entry.id));
    const without = (texts: string[]) => texts.filter((text) => !out.has(text));
    const ko = entry.ko === undefined ? {} : { ko: { ...entry.ko, alternatives: without(entry.ko.alternatives) } };
    return { ...entry, alternatives: without(entry.alternatives), ...ko };
  });
  const searched = buildIndex(rest);
  // Neighbors in the file come far apart.
  const questions = [...held].flatMap(([entry, texts]) => texts.map((text, at) => ({ entry, text, at })));
  questions.sort((a, b) => a.at - b.at);
  const asked = questions.map(({ entry, text }, at) => ({
    entry,
    id: String(at),
    language: 'en',
    vector: vectorOf(searched, text),
  }));
  const entryOfQuestion = new Map(asked.map(({ id, entry }) => [id, entry]));
  const found = gatherAll(asked).map((ids) => ids.map((id) => entryOfQuestion.get(id)));
  const together = [...held.keys()].reduce(
    (sum, id) => sum + most(found.map((ids) => ids.filter((each) => each === id).length)),
    0,
  );
  const pure = found.reduce(
    (sum, ids) => sum + most([...Map.groupBy(ids, (id) => id).values()].map(({ length }) => length)),
    0,
  );
  return { together: together / questions.length, pure: pure / questions.length };
}

/** Gathers questions, twenty at a time. @returns the ids of the questions of each group */
function gatherAll(asked: QuestionToGather[]): string[][] {
  let groups: (GroupToGather & { ids: string[] })[] = [];
  const vectors = new Map(asked.map(({ id, vector }) => [id, vector]));
  for (let at = 0; at < asked.length; at += 20) {
    for (const made of gathered(groups, asked.slice(at, at + 20))) {
      const joined = groups.filter(({ id }) => made.groups.includes(id));
      const ids = [...joined.flatMap((group) => group.ids), ...made.questions];
      groups = [...groups.filter((group) => !joined.includes(group)), { ...groupOf(ids, vectors), ids }];
    }
  }
  return groups.map(({ ids }) => ids);
}

type Vector = ReturnType<typeof vectorOf>;

function groupOf(ids: readonly string[], vectors: ReadonlyMap<string, Vector>): GroupToGather {
  const sum = new Map<string, number>();
  for (const id of ids) {
    for (const [term, weight] of vectors.get(id) ?? []) sum.set(term, (sum.get(term) ?? 0) + weight);
  }
  return { id: `of ${ids[0]}`, sum, count: ids.length, language: 'en', isSettled: false };
}

function gathered(groups: readonly GroupToGather[], asked: QuestionToGather[]) {
  const steps = gather(groups, asked, alikeAt);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

test('phrasings of one entry gather in both languages, and few groups mix subjects', () => {
  const english = grouped((entry) => entry.alternatives.slice(-10));
  const korean = grouped((entry) => entry.ko?.alternatives.slice(-5) ?? []);
  expect(english.together).toBeGreaterThan(0.47);
  expect(english.pure).toBeGreaterThan(0.86);
  expect(korean.together).toBeGreaterThan(0.47);
  expect(korean.pure).toBeGreaterThan(0.86);
});

const asks = (id: string, ...terms: string[]) => ({
  id,
  language: 'en',
  vector: new Map(terms.map((term) => [term, 1 / Math.sqrt(terms.length)])),
});
const group = (id: string, isSettled: boolean, ...terms: string[]): GroupToGather => ({
  id,
  count: 1,
  language: 'en',
  isSettled,
  sum: asks(id, ...terms).vector,
});

test('two groups become one when a question brings them near enough', () => {
  const apart = [group('1', false, 'a', 'b', 'c', 'd'), group('2', false, 'd', 'e', 'f', 'g')];
  expect(gathered(apart, [])).toEqual([]);
  expect(gathered(apart, [asks('q', 'a', 'b', 'c', 'd', 'e', 'f', 'g')])).toEqual([
    { groups: ['1', '2'], questions: ['q'] },
  ]);
});

test('a question comes to a group that an expert has decided about, but no open group does', () => {
  const groups = [group('settled', true, 'a', 'b'), group('open', false, 'a', 'b')];
  expect(gathered(groups.slice(0, 1), [asks('q', 'a', 'b')])).toEqual([{ groups: ['settled'], questions: ['q'] }]);
  const [made, ...others] = gathered(groups, [asks('q', 'a', 'b')]);
  expect(others).toEqual([]);
  expect(made).toMatchObject({ questions: ['q'] });
  expect(made?.groups.length).toBe(1);
});

test('questions in two languages are never one group, however alike they are', () => {
  const korean = { ...asks('ko', 'a', 'b'), language: 'ko' };
  expect(gathered([group('1', false, 'a', 'b')], [korean, asks('en', 'a', 'b')])).toEqual([
    { groups: [], questions: ['ko'] },
    { groups: ['1'], questions: ['en'] },
  ]);
  expect(nearestOf([group('1', false, 'a', 'b')], korean, alikeAt)).toBeUndefined();
});

test('a follow-up is alike to the question that it stands for', () => {
  const follow = vectorOf(index, 'and for LFP?', ['What voltage window should I use for NMC/graphite?']);
  const whole = vectorOf(index, 'What voltage window should I use for LFP/graphite?');
  const alone = vectorOf(index, 'and for LFP?');
  expect(likenessOf(follow, whole)).toBeGreaterThan(2 * likenessOf(alone, whole));
});

test('a question is most alike to one group, or to none', () => {
  const groups = [group('1', false, 'a', 'b'), group('2', false, 'a', 'c')];
  expect(nearestOf(groups, asks('q', 'a', 'c'), alikeAt)?.id).toBe('2');
  expect(nearestOf(groups, asks('q', 'x'), alikeAt)).toBeUndefined();
  expect(nearestOf([], asks('q', 'x'), alikeAt)).toBeUndefined();
});
