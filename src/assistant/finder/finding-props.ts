import type { Finding, NumberedTree } from '#domain/assistant/knowledge/finder/tree.ts';
import type { Walk } from '#domain/assistant/knowledge/finder/walk.ts';
import type { KeptWalk } from './kept-walk.ts';

/** What the ways on from a finding work with. */
export interface FindingProps {
  tree: NumberedTree;
  walk: Walk;
  finding: Finding;
  kept: KeptWalk;
  change: (next: (before: KeptWalk) => KeptWalk | undefined) => void;
}
