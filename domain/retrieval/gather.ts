import { likenessOf, type QuestionVector } from './likeness.ts';

/**
 * Gathers questions that are alike into groups, the most alike ones first: those two groups become one whose questions
 * are most alike on average, until no two are alike enough. A group is the sum of the vectors of its questions, which are
 * all in one language.
 */
export interface Gathered {
  /** Ids of the stored groups that it is made of; none for questions that were in no group. */
  groups: readonly string[];
  /** Ids of the questions that were in no group. */
  questions: readonly string[];
}

export interface GroupToGather {
  id: string;
  /** The sum of the vectors of its questions, and their number. */
  sum: QuestionVector;
  count: number;
  language: string;
  /** Whether an expert has decided about it. It takes questions, and never becomes one with another group. */
  isSettled: boolean;
}

export interface QuestionToGather {
  id: string;
  language: string;
  vector: QuestionVector;
}

interface Cluster {
  groups: string[];
  questions: string[];
  sum: Map<string, number>;
  count: number;
  language: string;
  isSettled: boolean;
}

interface Pair {
  a: Cluster;
  b: Cluster;
  likeness: number;
}

/**
 * Groups that were given are compared with what changes only: two of them become one when a question has brought them
 * near enough.
 * @param least least mean likeness of two groups that become one
 * @yields after each step, so that whoever runs it can let others run
 * @returns the groups that are new or have changed
 */
export function* gather(
  groups: readonly GroupToGather[],
  questions: readonly QuestionToGather[],
  least: number,
): Generator<undefined, Gathered[]> {
  const near = new Neighbors();
  for (const { id, sum, count, language, isSettled } of groups) {
    near.add({ groups: [id], questions: [], sum: new Map(sum), count, language, isSettled });
  }
  let pairs: Pair[] = [];
  for (const { id, vector, language } of questions) {
    const cluster = { groups: [], questions: [id], sum: new Map(vector), count: 1, language, isSettled: false };
    pairs.push(...near.pairsOf(cluster, least));
    near.add(cluster);
    yield;
  }
  for (let best = mostAlike(pairs); best !== undefined; best = mostAlike(pairs)) {
    const { a, b } = best;
    near.remove(a);
    near.remove(b);
    const made = joined(a, b);
    pairs = pairs.filter((pair) => pair.a !== a && pair.a !== b && pair.b !== a && pair.b !== b);
    pairs.push(...near.pairsOf(made, least));
    near.add(made);
    yield;
  }
  return near
    .all()
    .filter((cluster) => cluster.questions.length > 0 || cluster.groups.length > 1)
    .map((cluster) => ({ groups: cluster.groups, questions: cluster.questions }));
}

function mostAlike(pairs: readonly Pair[]): Pair | undefined {
  return pairs.reduce<Pair | undefined>(
    (most, pair) => (most === undefined || pair.likeness > most.likeness ? pair : most),
    undefined,
  );
}

function joined(a: Cluster, b: Cluster): Cluster {
  const [few, many] = a.sum.size <= b.sum.size ? [a, b] : [b, a];
  for (const [term, weight] of few.sum) many.sum.set(term, (many.sum.get(term) ?? 0) + weight);
  return {
    groups: [...a.groups, ...b.groups],
    questions: [...a.questions, ...b.questions],
    sum: many.sum,
    count: a.count + b.count,
    language: a.language,
    isSettled: a.isSettled || b.isSettled,
  };
}

/** What an expert has decided about stays as it is; questions of its language may still come to it. */
function mayJoin(a: Cluster, b: Cluster): boolean {
  if (a.language !== b.language) return false;
  return !(a.isSettled && b.groups.length > 0) && !(b.isSettled && a.groups.length > 0);
}

/** The present groups by the terms that they have. */
class Neighbors {
  readonly #byTerm = new Map<string, Map<Cluster, number>>();
  readonly #all = new Set<Cluster>();

  add(cluster: Cluster): void {
    this.#all.add(cluster);
    for (const [term, weight] of cluster.sum) {
      const having = this.#byTerm.get(term);
      if (having === undefined) this.#byTerm.set(term, new Map([[cluster, weight]]));
      else having.set(cluster, weight);
    }
  }

  remove(cluster: Cluster): void {
    this.#all.delete(cluster);
    for (const term of cluster.sum.keys()) this.#byTerm.get(term)?.delete(cluster);
  }

  /** Returns the pairs of a group with the present ones that are alike enough. */
  pairsOf(a: Cluster, least: number): Pair[] {
    const products = new Map<Cluster, number>();
    for (const [term, weight] of a.sum) {
      for (const [b, other] of this.#byTerm.get(term) ?? []) products.set(b, (products.get(b) ?? 0) + weight * other);
    }
    return [...products].flatMap(([b, product]) => {
      const likeness = product / (a.count * b.count);
      return likeness >= least && mayJoin(a, b) ? [{ a, b, likeness }] : [];
    });
  }

  all(): Cluster[] {
    return [...this.#all];
  }
}

/** Returns the group that a question is most alike, undefined when it is not alike enough to any. */
export function nearestOf(
  groups: readonly GroupToGather[],
  { vector, language }: Omit<QuestionToGather, 'id'>,
  least: number,
): GroupToGather | undefined {
  const near = groups
    .filter((group) => group.language === language)
    .map((group) => ({ group, likeness: likenessOf(vector, group.sum) / group.count }))
    .filter(({ likeness }) => likeness >= least);
  return near.toSorted((a, b) => b.likeness - a.likeness)[0]?.group;
}
