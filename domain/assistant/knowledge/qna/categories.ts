import { isBlank } from '../../../ground/text.ts';
import type { QnaFields } from './fields.ts';

/** Categories of Q&As: large, medium and small ones. A path has the names from the large one on. */

export const categoryLevels = ['large', 'medium', 'small'] as const;

/** Longest name, in characters. */
const categoryChars = 80;

type Categories = Pick<QnaFields, (typeof categoryLevels)[number]>;

/** Whether a Q&A is in a category or in one below it. */
export function isInCategory(qna: Categories, path: readonly string[]): boolean {
  return path.every((name, i) => qna[categoryLevels[i] ?? 'small'] === name);
}

/** Returns the categories of a Q&A after its category was renamed; those below keep their names. */
export function renamed(qna: Categories, to: readonly string[]): Categories {
  const { large, medium, small } = qna;
  return { large: to[0] ?? large, medium: to[1] ?? medium, small: to[2] ?? small };
}

/** Returns why a category cannot get this name: the number of the level, and the rule. */
export function problemWithRename(
  from: readonly string[],
  to: readonly string[],
): { path: string; code: 'required' | 'too_long' | 'unchanged' | 'level' } | undefined {
  if (from.length === 0 || from.length > 3 || to.length !== from.length) return { path: 'to', code: 'level' };
  for (const [i, name] of to.entries()) {
    if (isBlank(name)) return { path: `to/${i}`, code: 'required' };
    if (name.length > categoryChars) return { path: `to/${i}`, code: 'too_long' };
  }
  return to.every((name, i) => name === from[i]) ? { path: 'to', code: 'unchanged' } : undefined;
}

/** Returns a name without what readers hardly see: case, spaces, and forms of the same letter. */
function plainName(name: string): string {
  return name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, '');
}

/** Whether two different names differ only by case or spaces. */
export function isHardlyDifferent(a: string, b: string): boolean {
  return a !== b && plainName(a) === plainName(b);
}

/** Returns the names that differ only by case or spaces, together. */
export function alikeNames(names: readonly string[]): string[][] {
  const groups = new Map<string, string[]>();
  for (const name of new Set(names)) groups.set(plainName(name), [...(groups.get(plainName(name)) ?? []), name]);
  return [...groups.values()].filter((group) => group.length > 1);
}
