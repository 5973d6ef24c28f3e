import { expect, test } from 'vitest';
import { checksOf } from '#domain/order/checks/checks.ts';
import { isOpen } from '#domain/order/data/check.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { judgedDrafts, rightDrafts } from '../drafts.ts';

/** Drafts that somebody wrote before the rules: right ones pass without a word, wrong ones are stopped or warned. */

const wrong = judgedDrafts.filter(({ verdict }) => verdict !== 'right');

function openOf(doc: OrderDoc) {
  return checksOf(doc).filter((check) => isOpen(check));
}

test('at least sixty drafts judge the rules, a third of them right', () => {
  expect(judgedDrafts.length).toBeGreaterThanOrEqual(60);
  expect(rightDrafts.length).toBeGreaterThanOrEqual(judgedDrafts.length / 3);
});

test.each(rightDrafts)('no word is said: $name', ({ doc }) => {
  expect(openOf(doc)).toEqual([]);
});

test.each(wrong)('$verdict: $name', ({ verdict, about, doc }) => {
  const sentences = openOf(doc).map(({ level, path, message }) => `${level} ${path}: ${message}`);
  expect(sentences).toContainEqual(expect.stringMatching(new RegExp(`^${verdict} (${about.join('|')}): `)));
});

test.each(wrong.filter(({ verdict }) => verdict === 'warn'))('can be ordered after a tick: $name', ({ doc }) => {
  expect(openOf(doc).filter(({ level }) => level === 'block')).toEqual([]);
});
