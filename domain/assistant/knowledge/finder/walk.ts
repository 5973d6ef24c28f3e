import type { Finding, FinderChoice, FinderStep, FinderTree } from './tree.ts';

/** A choice that a user has taken, by its words: a choice that an expert has reworded is asked again. */
export interface TakenChoice {
  step: string;
  /** The choice's words in English, whatever language the user reads. */
  says: string;
}

/** Position that a path through a tree has reached. */
export interface Walk {
  /** The part of the path that the tree still has. */
  taken: { step: FinderStep; choice: FinderChoice }[];
  /** Whether the tree has changed so that a part of the path is gone. */
  isCut: boolean;
  /** Step that is asked next; undefined at a finding. */
  step: FinderStep | undefined;
  finding: Finding | undefined;
  /** Maximum number of questions that may still follow, with this one. */
  left: number;
}

/** Follows a path from the start of a tree, as far as the tree has it. */
export function walk(tree: FinderTree, path: readonly TakenChoice[]): Walk {
  const taken: Walk['taken'] = [];
  let at = tree.steps[0]?.id;
  for (const { step: id, says } of path) {
    const step = tree.steps.find((each) => each.id === id);
    const choice = id === at ? step?.choices.find((each) => each.says.en === says) : undefined;
    if (step === undefined || choice === undefined) break;
    taken.push({ step, choice });
    at = choice.next;
  }
  return {
    taken,
    isCut: taken.length < path.length,
    step: tree.steps.find(({ id }) => id === at),
    finding: tree.findings.find(({ id }) => id === at),
    left: longestFrom(tree, at, new Set()),
  };
}

function longestFrom(tree: FinderTree, id: string | undefined, above: ReadonlySet<string>): number {
  const step = tree.steps.find((each) => each.id === id);
  if (step === undefined || above.has(step.id)) return 0;
  const path = new Set(above).add(step.id);
  return 1 + Math.max(0, ...step.choices.map(({ next }) => longestFrom(tree, next, path)));
}
