import type { Finding, NumberedTree } from '#domain/assistant/knowledge/finder/tree.ts';
import type { Walk } from '#domain/assistant/knowledge/finder/walk.ts';
import type { KeptWalk } from './kept-walk.ts';

/** Props of the parts that lead on from a finding. */
export interface FindingProps {
  tree: NumberedTree;
  walk: Walk;
  finding: Finding;
  kept: KeptWalk;
  change: (next: (before: KeptWalk) => KeptWalk | undefined) => void;
}
