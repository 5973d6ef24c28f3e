import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checksOf } from '#domain/order/checks.ts';
import { isOpen } from '#domain/order/check.ts';
import type { OrderDoc } from '#domain/order/order.ts';
import { testTypes } from '#domain/order/tests.ts';

/** Drafts that somebody wrote before the rules: right ones pass without a word, wrong ones are stopped or warned. */

interface Draft {
  name: string;
  verdict: 'right' | 'block' | 'warn';
  /** Paths of which one has the sentence that helps. */
  about: string[];
  doc: OrderDoc;
}

const [, ...drafts] = JSON.parse(readFileSync(join(import.meta.dirname, 'buildable-drafts.json'), 'utf8')) as [
  unknown,
  ...Draft[],
];

/** Whether all tests of a draft are of types that can be ordered. */
function canBeOrdered({ doc }: Draft): boolean {
  return Object.entries(doc).every(
    ([path, value]) => !path.endsWith('/type') || testTypes.some(({ code }) => code === value),
  );
}

const judged = drafts.filter(canBeOrdered);
const wrong = judged.filter(({ verdict }) => verdict !== 'right');

function openOf(doc: OrderDoc) {
  return checksOf(doc).filter((check) => isOpen(check));
}

test('at least sixty drafts judge the rules, a third of them right', () => {
  expect(judged.length).toBeGreaterThanOrEqual(60);
  expect(judged.filter(({ verdict }) => verdict === 'right').length).toBeGreaterThanOrEqual(judged.length / 3);
});

test.each(judged.filter(({ verdict }) => verdict === 'right'))('no word is said: $name', ({ doc }) => {
  expect(openOf(doc)).toEqual([]);
});

test.each(wrong)('$verdict: $name', ({ verdict, about, doc }) => {
  const sentences = openOf(doc).map(({ level, path, message }) => `${level} ${path}: ${message}`);
  expect(sentences).toContainEqual(expect.stringMatching(new RegExp(`^${verdict} (${about.join('|')}): `)));
});

test.each(wrong.filter(({ verdict }) => verdict === 'warn'))('can be ordered after a tick: $name', ({ doc }) => {
  expect(openOf(doc).filter(({ level }) => level === 'block')).toEqual([]);
});
