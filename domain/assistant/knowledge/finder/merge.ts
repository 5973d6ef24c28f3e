import { canonicalJson } from '../../../ground/json.ts';
import type { Finding, FinderStep, FinderTree } from './tree.ts';

/** Two experts have changed a tree from the same version: their changes together. */
export interface MergedTree {
  tree: FinderTree;
  /** Ids of rows, and names of fields, that both have changed in different ways; the tree has mine. */
  both: string[];
}

/** Returns my changes on top of theirs. @param base the version that both started from */
export function mergeTrees(base: FinderTree, mine: FinderTree, theirs: FinderTree): MergedTree {
  const both: string[] = [];
  const choose = <T>(name: string, was: T, my: T, their: T): T => {
    if (isSameJson(my, was) || isSameJson(my, their)) return their;
    if (!isSameJson(their, was)) both.push(name);
    return my;
  };
  const rows = <T extends FinderStep | Finding>(was: readonly T[], my: readonly T[], their: readonly T[]): T[] => {
    const of = (list: readonly T[], id: string) => list.find((row) => row.id === id);
    const order = [...my, ...their.filter(({ id }) => of(my, id) === undefined)].map(({ id }) => id);
    return order.flatMap((id) => choose(id, of(was, id), of(my, id), of(their, id)) ?? []);
  };
  const { safety, ...tree } = {
    ...theirs,
    title: choose('title', base.title, mine.title, theirs.title),
    about: choose('about', base.about, mine.about, theirs.about),
    safety: choose('safety', base.safety, mine.safety, theirs.safety),
    answers: choose('answers', base.answers, mine.answers, theirs.answers),
    steps: rows(base.steps, mine.steps, theirs.steps),
    findings: rows(base.findings, mine.findings, theirs.findings),
  };
  return { tree: { ...tree, ...(safety === undefined ? {} : { safety }) }, both };
}

/** Returns ids of rows, and names of fields, that differ between two versions. */
export function differingRows(before: FinderTree, after: FinderTree): string[] {
  const fields = (['title', 'about', 'safety', 'answers'] as const).filter(
    (field) => !isSameJson(before[field], after[field]),
  );
  const [was, is] = [rowsOf(before), rowsOf(after)];
  const ids = [...new Set([...was.keys(), ...is.keys()])];
  return [...fields, ...ids.filter((id) => !isSameJson(was.get(id), is.get(id)))];
}

function rowsOf({ steps, findings }: FinderTree): Map<string, FinderStep | Finding> {
  return new Map([...steps, ...findings].map((row) => [row.id, row]));
}

function isSameJson(a: unknown, b: unknown): boolean {
  return canonicalJson(a) === canonicalJson(b);
}
