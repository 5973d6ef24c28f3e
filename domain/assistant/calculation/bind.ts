import type { Formula, Input, Part } from './formula.ts';
import { namesOther, typicalIn } from '../../quantities/typical-values.ts';
import type { Quantity } from '../../quantities/quantities.ts';
import type { Dimension } from '../../quantities/units.ts';
import { type BilingualText, words } from '../../quantities/words.ts';

/** An input with its value, and where the value is from. */
export interface InputValue {
  input: Input;
  /** Value in the dimension's first unit; undefined when it is not known. */
  value?: number;
  /** Set when the value is not from the question: why it was taken. */
  because?: BilingualText;
  /** Set when the value is from the calculation before. */
  isCarried?: true;
}

export interface Binding {
  formula: Formula;
  inputs: InputValue[];
  /** Quantities of the question that no input takes. */
  left: Quantity[];
  /** Number of quantities that inputs take. */
  taken: number;
}

/** Binds the quantities of a question to the inputs of a formula, by dimension and by the words beside them. */
export function bind(formula: Formula, text: string, quantities: readonly Quantity[]): Binding {
  const left: Quantity[] = [];
  const given = new Map<string, number>();
  for (const dimension of new Set(quantities.map((each) => each.dimension))) {
    const inputs = formula.inputs.filter((input) => input.dimension === dimension);
    const all = quantities.filter((each) => each.dimension === dimension);
    const own = all.length > inputs.length ? distinct(all) : all;
    if (inputs.length === 0) {
      if (formula.ignores?.includes(dimension) !== true && !besideActive.has(dimension)) left.push(...own);
      continue;
    }
    const isOfParts = inputs.filter(({ part }) => part !== undefined).length > 1;
    const best = bestOf(inputs, own, (input, quantity) =>
      isOfParts && partOf(quantity, text, quantities) !== input.part
        ? -Infinity
        : fit(input, quantity, text, quantities),
    );
    for (const [at, quantity] of own.entries()) {
      const input = best[at];
      if (input === undefined) left.push(quantity);
      else given.set(input.key, input.isMagnitude === true ? Math.abs(quantity.value) : quantity.value);
    }
  }
  const inputs = formula.inputs.map((input) => boundOf(input, given, text));
  return { formula, inputs, left, taken: given.size };
}

/** The shares beside that of the active material are named with it, and most formulas need them not. */
const besideActive: ReadonlySet<Dimension> = new Set<Dimension>(['additive', 'binder']);

/** Returns each value once, also when the question repeats it. */
function distinct(quantities: Quantity[]): Quantity[] {
  return quantities.filter((each, at) => quantities.findIndex(({ value }) => value === each.value) === at);
}

/** Returns an input with its value: the given one, a typical one, or the assumed one. */
export function boundOf(input: Input, given: ReadonlyMap<string, number>, text: string): InputValue {
  const own = given.get(input.key);
  if (own !== undefined) return { input, value: own };
  // A value that is typical of NMC is not typical of a chemistry that the table does not have.
  if (input.typical !== undefined && namesOther(text)) return { input };
  const typical = input.typical === undefined ? undefined : typicalIn(text, input.typical, input.part);
  if (typical !== undefined) {
    const because = words(`typical of ${typical.name}`, `${typical.name}의 일반적인 값`);
    return { input, value: typical.value, because };
  }
  const like = input.like === undefined ? undefined : given.get(input.like);
  if (like !== undefined) return { input, value: like, because: { en: 'the same', ko: '같은 값' } };
  if (input.assumed !== undefined) return { input, ...input.assumed };
  return { input };
}

/**
 * Returns how well a quantity fits an input: by the words beside it; without them, to an input that nothing else fills.
 */
function fit(input: Input, quantity: Quantity, text: string, all: readonly Quantity[]): number {
  const isOpen = input.assumed === undefined && boundOf(input, new Map(), text).value === undefined;
  return (isNear(input, quantity, text, all) ? 1 : 0) + (isOpen ? 0.3 : 0);
}

/** Whether the words beside a quantity, or the part that it is of, name an input. */
export function isNear(input: Input, quantity: Quantity, text: string, all: readonly Quantity[]): boolean {
  if (input.part !== undefined && partOf(quantity, text, all) === input.part) return true;
  const before = Math.max(
    quantity.start - 25,
    ...all.filter(({ end }) => end <= quantity.start).map(({ end }) => end),
    0,
  );
  const after = Math.min(
    quantity.end + 20,
    ...all.filter(({ start }) => start >= quantity.end).map(({ start }) => start),
  );
  return input.near?.test(`${text.slice(before, quantity.start)}|${text.slice(quantity.end, after)}`) === true;
}

const partNames =
  /(?<separator>\bsep(?:arators?)?\b|분리막)|(?<cathode>cathode|positive|nmc|ncm|nca|lfp|lco|양극)|(?<anode>anode|negative|graphite|silicon|음극|흑연|실리콘)/gi;

/**
 * Returns the part of the cell that a quantity is of: the last one named before it, or the first one behind it where the
 * text names them behind their quantities.
 */
function partOf({ start, dimension }: Quantity, text: string, all: readonly Quantity[]): Part | undefined {
  const first = Math.min(...all.filter((each) => each.dimension === dimension).map((each) => each.start));
  const named = [...text.matchAll(partNames)].map(({ index, groups }) => ({ at: index, groups }));
  const isBefore = (named[0]?.at ?? Infinity) < first;
  const found = isBefore ? named.findLast(({ at }) => at < start) : named.find(({ at }) => at > start);
  return parts.find((part) => found?.groups?.[part] !== undefined);
}

const parts: readonly Part[] = ['cathode', 'anode', 'separator'];

/** Finds the assignment that fits best. Where several do, larger values go to the inputs that the table has first. */
function bestOf(
  inputs: readonly Input[],
  quantities: readonly Quantity[],
  fitOf: (input: Input, quantity: Quantity) => number,
): (Input | undefined)[] {
  let best: { inputs: (Input | undefined)[]; score: number } = { inputs: [], score: -1 };
  const visit = (chosen: (Input | undefined)[], score: number): void => {
    const quantity = quantities[chosen.length];
    if (quantity === undefined) {
      const total = score + orderOf(inputs, chosen, quantities);
      if (total > best.score) best = { inputs: chosen, score: total };
      return;
    }
    for (const input of inputs)
      if (!chosen.includes(input)) visit([...chosen, input], score + 0.1 + fitOf(input, quantity));
    visit([...chosen, undefined], score);
  };
  if (quantities.length <= 5) visit([], 0);
  return best.inputs;
}

function orderOf(
  inputs: readonly Input[],
  chosen: readonly (Input | undefined)[],
  quantities: readonly Quantity[],
): number {
  const placed = chosen
    .flatMap((input, at) =>
      input === undefined ? [] : [{ at: inputs.indexOf(input), value: quantities[at]?.value ?? 0 }],
    )
    .sort((a, b) => a.at - b.at);
  const falling = placed.filter(({ value }, at) => value < (placed[at - 1]?.value ?? Infinity)).length;
  return 0.05 * falling - 0.001 * placed.reduce((sum, { at }) => sum + at, 0);
}
