import { expect, test } from 'vitest';
import { nearTo } from '#domain/assistant/retrieval/near.ts';
import { buildIndex } from '#domain/assistant/retrieval/retrieve.ts';
import { entryOf, ownKnowledge, readKnowledgeFile } from '../../../../server/assistant/knowledge/knowledge-file.ts';

/** Which entries are near a question that found no good answer. */

const entries = (await readKnowledgeFile(ownKnowledge)).map(entryOf);
const index = buildIndex(entries);
const [first] = entries;

test('an entry is nearest to its own question, and its likeness is 1', () => {
  expect(nearTo(index, { text: first?.question ?? '' }, 0.5)[0]).toEqual({ entry: first, likeness: expect.closeTo(1) });
});

test('no entry is near words that none has', () => {
  expect(nearTo(index, { text: 'Which violin suits a parrot?' }, 0.3)).toEqual([]);
  expect(nearTo(index, { text: '?' }, 0.3)).toEqual([]);
});

test('an entry that is not published is near too', () => {
  const hidden = buildIndex(entries.map((entry) => (entry === first ? { ...entry, status: 'needs_check' } : entry)));
  expect(nearTo(hidden, { text: first?.question ?? '' }, 0.5)[0]?.entry.id).toBe(first?.id);
});
