/**
 * A complete decision tree of three levels, stored row by row: node `i` compares a feature with its limit and leads to node
 * `2i + 1`, or to `2i + 2` when the feature is above the limit; below the seven nodes are eight leaves.
 */
export interface Tree {
  features: number[];
  limits: number[];
  leaves: number[];
}

export const treeNodes = 7;

/** Returns the value of the leaf that the features lead to. */
export function leafOf({ features, limits, leaves }: Tree, values: readonly number[]): number {
  let at = 0;
  while (at < treeNodes) at = 2 * at + ((values[features[at] ?? 0] ?? 0) > (limits[at] ?? Infinity) ? 2 : 1);
  return leaves[at - treeNodes] ?? 0;
}
