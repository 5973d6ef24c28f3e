import { safetyMatrix } from './test-matrix.ts';

/**
 * Fields that only make sense together share one version, so that two users cannot each change half of them: the
 * voltage window and the end of charge within one test, and what a safety test does to its cells.
 */
const coupled = new Set(['lowerVoltage', 'upperVoltage', 'cvEndingCondition', 'cutoffCurrent', 'cutoffTime']);

/** Returns the key under which a path's version is stored: the path itself, unless the field is coupled to others. */
export function versionKeyOf(path: string): string {
  const [list, item, key] = path.split('/');
  if (list !== 'tests' || key === undefined) return path;
  if (coupled.has(key)) return `tests/${item}/window`;
  return Object.hasOwn(safetyMatrix, key) ? `tests/${item}/safety` : path;
}
