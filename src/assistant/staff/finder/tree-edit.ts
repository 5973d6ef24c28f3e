import { problemsWithTree } from '#domain/assistant/knowledge/finder/check.ts';
import { differingRows } from '#domain/assistant/knowledge/finder/merge.ts';
import type { Finding, FinderStep, FinderTree } from '#domain/assistant/knowledge/finder/tree.ts';
import type { BilingualText } from '#domain/quantities/words.ts';
import type { TreeVersion } from '#domain/assistant/wire/finder.ts';
import type { FieldProblem } from '#domain/ground/errors.ts';

/** Edits of a tree before they are saved. Each function returns a new tree. */

/** Edit of a tree that an expert has typed, kept on this device. */
export interface TreeEdit {
  /** Number of the version that the edit started from. */
  replaces: number;
  tree: FinderTree;
  /** Note on what is changed and why. */
  note: string;
}

/** A tree with the text typed into it. */
export interface EditedTree {
  tree: FinderTree;
  note: string;
  /** The version that the edit started from; undefined where that is not among the versions. */
  base: TreeVersion | undefined;
  /** Whether a colleague has saved since. */
  isStale: boolean;
  problems: FieldProblem[];
  /** Ids of the rows that differ from the base. */
  changed: string[];
}

/**
 * Applies an edit to the current version.
 * @param entries those that a tree can cite
 */
export function editedTree(
  edit: TreeEdit | undefined,
  current: TreeVersion,
  versions: readonly TreeVersion[],
  entries: readonly [id: string, question: string][],
): EditedTree {
  const { tree, note, replaces } = edit ?? { tree: current.tree, note: '', replaces: current.version };
  const base = edit === undefined ? current : versions.find(({ version }) => version === replaces);
  return {
    tree,
    note,
    base,
    isStale: replaces !== current.version,
    problems: problemsWithTree(tree, new Set(entries.map(([id]) => id))),
    changed: base === undefined ? [] : differingRows(base.tree, tree),
  };
}

export type RowKind = 'steps' | 'findings';

const noWords: BilingualText = { en: '', ko: '' };

export function withStep(tree: FinderTree, step: FinderStep): FinderTree {
  return { ...tree, steps: tree.steps.map((each) => (each.id === step.id ? step : each)) };
}

export function withFinding(tree: FinderTree, finding: Finding): FinderTree {
  return { ...tree, findings: tree.findings.map((each) => (each.id === finding.id ? finding : each)) };
}

/** Adds an empty row. @returns the tree, and the row's id */
export function withNewRow(tree: FinderTree, kind: RowKind): [tree: FinderTree, id: string] {
  const taken = new Set([...tree.steps, ...tree.findings].map(({ id }) => id));
  const name = kind === 'steps' ? 'step' : 'finding';
  let n = 1;
  while (taken.has(`${name}-${n}`)) n += 1;
  const id = `${name}-${n}`;
  if (kind === 'steps') {
    const choice = { says: noWords, means: noWords, next: '' };
    return [
      { ...tree, steps: [...tree.steps, { id, question: noWords, reason: noWords, choices: [choice, choice] }] },
      id,
    ];
  }
  const cause = { name: noWords, reason: noWords, entries: [] };
  return [{ ...tree, findings: [...tree.findings, { id, title: noWords, causes: [cause], todo: noWords }] }, id];
}

export function withoutRow(tree: FinderTree, gone: string): FinderTree {
  return {
    ...tree,
    steps: tree.steps.filter(({ id }) => id !== gone),
    findings: tree.findings.filter(({ id }) => id !== gone),
  };
}

/** Makes a step the first one, at which users begin. */
export function withStart(tree: FinderTree, start: string): FinderTree {
  const first = tree.steps.filter(({ id }) => id === start);
  return { ...tree, steps: [...first, ...tree.steps.filter(({ id }) => id !== start)] };
}

/** Replaces one item of a list. */
export function withItem<T>(items: readonly T[], at: number, item: T): T[] {
  return items.map((each, i) => (i === at ? item : each));
}
