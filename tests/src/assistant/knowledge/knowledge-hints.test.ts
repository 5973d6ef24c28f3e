import { expect, test } from 'vitest';
import { followKnowledgeHints, type KnowledgeChange } from '../../../../src/assistant/knowledge/knowledge-hints.ts';
import { lacksChanges, stampOf } from '#domain/assistant/wire/saved-knowledge.ts';

/** When a device asks for a changed knowledge base. */

const at = (revision: number): KnowledgeChange => ({ epoch: 'e', revision, settings: 0, withinMs: 1000 });

function device(random = 0.5) {
  const asked: number[] = [];
  const waiting: { fn: () => void; ms: number }[] = [];
  const page = { isVisible: true };
  const hints = followKnowledgeHints({
    upTo: ({ revision }) => Promise.resolve(void asked.push(revision)),
    isVisible: () => page.isVisible,
    later: (fn, ms) => void waiting.push({ fn, ms }),
    random: () => random,
  });
  return { ...hints, asked, waiting, page, pass: () => waiting.splice(0).forEach(({ fn }) => fn()) };
}

test('a device asks after its part of the time that the server names', () => {
  const { hinted, asked, waiting, pass } = device(0.25);
  hinted(at(1));
  expect([asked, waiting.map(({ ms }) => ms)]).toEqual([[], [250]]);
  pass();
  expect(asked).toEqual([1]);
});

test('changes that follow within that time are asked for together', () => {
  const { hinted, asked, waiting, pass } = device();
  hinted(at(1));
  hinted(at(2));
  expect(waiting).toHaveLength(1);
  pass();
  expect(asked).toEqual([2]);
});

test('a page that is hidden meanwhile asks when it is shown', () => {
  const { hinted, shown, asked, waiting, page, pass } = device();
  hinted(at(1));
  page.isVisible = false;
  pass();
  hinted(at(2));
  expect([asked, waiting]).toEqual([[], []]);
  page.isVisible = true;
  shown();
  pass();
  expect(asked).toEqual([2]);
  shown();
  expect(waiting).toEqual([]);
});

test('a device lacks changes when its state is older, or of another server, or has older settings', () => {
  const state = { epoch: 'e', revision: 7, settings: 2 };
  const lacks = (stamp: string | undefined, settings = 2) => lacksChanges({ stamp, settings }, state);
  expect(lacks(stampOf({ epoch: 'e', revision: 6 }, 'ko'))).toBe(true);
  expect(lacks(stampOf({ epoch: 'e', revision: 7 }, 'ko'))).toBe(false);
  expect(lacks(stampOf({ epoch: 'e', revision: 8 }, 'all'))).toBe(false);
  expect(lacks(stampOf({ epoch: 'f', revision: 8 }, 'all'))).toBe(true);
  expect(lacks(stampOf({ epoch: 'e', revision: 7 }, 'ko'), 1)).toBe(true);
  expect(lacks(undefined)).toBe(true);
  // A user who may have no entries.
  expect(lacks('')).toBe(false);
  expect(lacks('', 1)).toBe(true);
});
