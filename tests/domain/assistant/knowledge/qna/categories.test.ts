import { expect, test } from 'vitest';
import {
  alikeNames,
  isHardlyDifferent,
  isInCategory,
  problemWithRename,
  renamed,
} from '#domain/assistant/knowledge/qna/categories.ts';

/** Categories of Q&As and their names. */

const qna = { large: 'Testing', medium: 'Ageing', small: 'Calendar' };

test('a Q&A is in its category and in those above, and in no other', () => {
  expect(isInCategory(qna, ['Testing'])).toBe(true);
  expect(isInCategory(qna, ['Testing', 'Ageing', 'Calendar'])).toBe(true);
  expect(isInCategory(qna, ['Testing', 'Safety'])).toBe(false);
  expect(isInCategory(qna, ['testing'])).toBe(false);
  expect(isInCategory({ ...qna, small: '' }, ['Testing', 'Ageing', 'Calendar'])).toBe(false);
});

test('a rename leaves the names of the categories below', () => {
  expect(renamed(qna, ['Tests'])).toEqual({ ...qna, large: 'Tests' });
  expect(renamed(qna, ['Life', 'Aging'])).toEqual({ large: 'Life', medium: 'Aging', small: 'Calendar' });
  expect(renamed(qna, ['Testing', 'Ageing', 'On the shelf'])).toEqual({ ...qna, small: 'On the shelf' });
});

test('a name has 1 to 80 characters, and the level of a category stays', () => {
  expect(problemWithRename(['a'], ['x'.repeat(80)])).toBeUndefined();
  expect(problemWithRename(['a'], ['x'.repeat(81)])).toEqual({ path: 'to/0', code: 'too_long' });
  expect(problemWithRename(['a', 'b'], ['a', ' '])).toEqual({ path: 'to/1', code: 'required' });
  expect(problemWithRename(['a', 'b'], ['a', 'b'])).toEqual({ path: 'to', code: 'unchanged' });
  expect(problemWithRename(['a', 'b'], ['a'])).toEqual({ path: 'to', code: 'level' });
  expect(problemWithRename([], [])).toEqual({ path: 'to', code: 'level' });
});

test('names that differ only by case or spaces are alike', () => {
  expect(isHardlyDifferent('Cell design', 'cell  Design ')).toBe(true);
  expect(isHardlyDifferent('Cell design', 'Cell design')).toBe(false);
  expect(isHardlyDifferent('Cell design', 'Cell designs')).toBe(false);
  expect(alikeNames(['Safety', 'safety', 'Testing', 'Cell  design', 'Celldesign'])).toEqual([
    ['Safety', 'safety'],
    ['Cell  design', 'Celldesign'],
  ]);
});
