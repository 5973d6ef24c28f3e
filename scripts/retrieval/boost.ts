import { randomFrom } from './random.ts';
import { type Tree, leafOf, treeNodes } from '#domain/assistant/retrieval/trees.ts';

/** Learns trees that add up to the log of the odds of an event, each from what those before it got wrong. */

export interface Observation {
  features: readonly number[];
  /** Whether the event took place. */
  is: boolean;
}

const count = 200;
const rate = 0.06;
/** Share of the observations that a tree learns from. */
const drawn = 0.7;
/** Least number of observations on each side of a split, and the strength that holds leaves near 0. */
const least = 10;
const keep = 2;

/** The slope of the loss at each observation, and its curvature. */
interface Slopes {
  gradient: Float64Array;
  curvature: Float64Array;
}

/** Fits the trees. The same observations give the same trees. */
export function fitTrees(observations: readonly Observation[]): { bias: number; trees: Tree[] } {
  const share = observations.filter(({ is }) => is).length / observations.length;
  const bias = rounded(Math.log(share / (1 - share)));
  const sums = new Float64Array(observations.length).fill(bias);
  const orders = ordersOf(observations);
  const random = randomFrom(1);
  const trees: Tree[] = [];
  for (let turn = 0; turn < count; turn++) {
    const gradient = new Float64Array(sums.length);
    const curvature = new Float64Array(sums.length);
    for (const [at, { is }] of observations.entries()) {
      if (random() > drawn) continue;
      const likely = 1 / (1 + Math.exp(-(sums[at] ?? 0)));
      gradient[at] = (is ? 1 : 0) - likely;
      curvature[at] = likely * (1 - likely);
    }
    const tree = growTree(observations, orders, { gradient, curvature });
    for (const [at, { features }] of observations.entries()) sums[at] = (sums[at] ?? 0) + leafOf(tree, features);
    trees.push(tree);
  }
  return { bias, trees };
}

/** Grows a tree level by level, each node split where that explains the slopes best. */
function growTree(observations: readonly Observation[], orders: readonly Int32Array[], slopes: Slopes): Tree {
  const tree: Tree = { features: [], limits: [], leaves: [] };
  const nodes = new Int32Array(observations.length);
  for (let first = 0; first < treeNodes; first = 2 * first + 1) {
    const splits = bestSplits(observations, orders, slopes, nodes);
    for (let node = first; node <= 2 * first; node++) {
      const { feature, limit } = splits.get(node) ?? noSplit;
      tree.features.push(feature);
      tree.limits.push(limit);
    }
    for (const [at, { features }] of observations.entries()) {
      const node = nodes[at] ?? 0;
      nodes[at] = 2 * node + ((features[tree.features[node] ?? 0] ?? 0) > (tree.limits[node] ?? 0) ? 2 : 1);
    }
  }
  const totals = totalsOf(slopes, nodes);
  for (let leaf = treeNodes; leaf <= 2 * treeNodes; leaf++) {
    const { gradient, curvature } = totals.get(leaf) ?? nothing;
    tree.leaves.push(rounded((rate * gradient) / (curvature + keep)));
  }
  return tree;
}

/** Beyond every value: all observations of the node go the same way. */
const noSplit = { feature: 0, limit: 1e9 };

interface Total {
  gradient: number;
  curvature: number;
  count: number;
}

const nothing: Total = { gradient: 0, curvature: 0, count: 0 };

/** Returns the best split of each node, without those that no split makes better. */
function bestSplits(
  observations: readonly Observation[],
  orders: readonly Int32Array[],
  slopes: Slopes,
  nodes: Int32Array,
): Map<number, { feature: number; limit: number; gain: number }> {
  const totals = totalsOf(slopes, nodes);
  const best = new Map<number, { feature: number; limit: number; gain: number }>();
  for (const [feature, order] of orders.entries()) {
    const below = new Map<number, Total & { last: number }>();
    for (const at of order) {
      const value = observations[at]?.features[feature] ?? 0;
      const node = nodes[at] ?? 0;
      const side = below.get(node) ?? { ...nothing, last: value };
      if (value > side.last) {
        const gain = gainOf(side, totals.get(node) ?? nothing);
        const limit = rounded((value + side.last) / 2);
        if (gain > (best.get(node)?.gain ?? 0)) best.set(node, { feature, limit, gain });
      }
      below.set(node, { ...plus(side, slopes, at), last: value });
    }
  }
  return best;
}

/** Returns how much better two sides explain the slopes than all of the node together. */
function gainOf(below: Total, all: Total): number {
  const above = {
    gradient: all.gradient - below.gradient,
    curvature: all.curvature - below.curvature,
    count: all.count - below.count,
  };
  if (below.count < least || above.count < least) return 0;
  return explained(below) + explained(above) - explained(all);
}

function explained({ gradient, curvature }: Total): number {
  return gradient ** 2 / (curvature + keep);
}

function totalsOf(slopes: Slopes, nodes: Int32Array): Map<number, Total> {
  const totals = new Map<number, Total>();
  for (const [at, node] of nodes.entries()) totals.set(node, plus(totals.get(node) ?? nothing, slopes, at));
  return totals;
}

/** Returns a total with one observation more; one that was not drawn has no curvature and does not count. */
function plus(total: Total, { gradient, curvature }: Slopes, at: number): Total {
  const own = curvature[at] ?? 0;
  return {
    gradient: total.gradient + (gradient[at] ?? 0),
    curvature: total.curvature + own,
    count: total.count + (own > 0 ? 1 : 0),
  };
}

/** Returns, for each feature, the observations by its value, lowest first. */
function ordersOf(observations: readonly Observation[]): Int32Array[] {
  const size = observations[0]?.features.length ?? 0;
  return Array.from({ length: size }, (_, feature) =>
    Int32Array.from(observations.keys()).sort(
      (a, b) => (observations[a]?.features[feature] ?? 0) - (observations[b]?.features[feature] ?? 0),
    ),
  );
}

function rounded(value: number): number {
  return Number(value.toPrecision(5));
}
