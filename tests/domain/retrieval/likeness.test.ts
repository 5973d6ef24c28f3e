import { beforeAll, expect, test } from 'vitest';
import { alikeAt, likenessOf, likenessToGroup, vectorOf } from '#domain/retrieval/likeness.ts';
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
  expect(likeness(question, question)).toBeGreaterThan(0.8);
  expect(likeness(question, 'What glue holds the rubidium seperator on zinc plates?')).toBeGreaterThan(alikeAt);
  expect(likeness(question, 'How many parrots can sit on a formation rack?')).toBeLessThan(0.1);
  expect(likeness('전극을 얼마나 오래 건조하나요?', '전극 건조 시간은 얼마나 되나요?')).toBeGreaterThan(alikeAt);
});

test('nothing is like a question without words, or in an empty group', () => {
  expect(likeness('?', 'How wide is a 4680 cell?')).toBe(0);
  expect(likenessToGroup(vectorOf(index, 'How wide is a 4680 cell?'), [])).toBe(0);
});

const most = (counts: number[]) => Math.max(0, ...counts);

/** Phrasings that the index does not have, sorted into groups one after the other. */
function grouped(of: (entry: KnowledgeEntry) => string[]): { together: number; pure: number } {
  const picked = entries.filter((_, at) => at % 17 === 0).slice(0, 25);
  const held = new Map(picked.map((entry) => [entry.id, of(entry)]));
  const rest = entries.map((entry) => {
    const out = new Set(held.get(entry.id));
    const without = (texts: string[]) => texts.filter((text) => !out.has(text));
    const ko = entry.ko === undefined ? {} : { ko: { ...entry.ko, alternatives: without(entry.ko.alternatives) } };
    return { ...entry, alternatives: without(entry.alternatives), ...ko };
  });
  const searched = buildIndex(rest);
  // Neighbors in the file come far apart.
  const questions = [...held].flatMap(([id, texts]) => texts.map((text, at) => ({ id, text, at })));
  questions.sort((a, b) => a.at - b.at);
  const groups: { ids: string[]; members: ReturnType<typeof vectorOf>[] }[] = [];
  for (const { id, text } of questions) {
    const vector = vectorOf(searched, text);
    const near = groups.map((group) => ({ group, likeness: likenessToGroup(vector, group.members) }));
    const best = near.sort((a, b) => b.likeness - a.likeness)[0];
    if (best !== undefined && best.likeness >= alikeAt) {
      best.group.ids.push(id);
      best.group.members.push(vector);
    } else groups.push({ ids: [id], members: [vector] });
  }
  const together = [...held.keys()].reduce(
    (sum, id) => sum + most(groups.map(({ ids }) => ids.filter((each) => each === id).length)),
    0,
  );
  const pure = groups.reduce(
    (sum, { ids }) => sum + most([...Map.groupBy(ids, (id) => id).values()].map(({ length }) => length)),
    0,
  );
  return { together: together / questions.length, pure: pure / questions.length };
}

test('phrasings of one entry gather in both languages, and few groups mix subjects', () => {
  const english = grouped((entry) => entry.alternatives.slice(-10));
  const korean = grouped((entry) => entry.ko?.alternatives.slice(-5) ?? []);
  expect(english.together).toBeGreaterThan(0.4);
  expect(english.pure).toBeGreaterThan(0.85);
  expect(korean.together).toBeGreaterThan(0.4);
  expect(korean.pure).toBeGreaterThan(0.85);
});
