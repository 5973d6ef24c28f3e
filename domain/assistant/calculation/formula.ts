import type { Electrode } from '../../order/data/electrodes.ts';
import type { TypicalKind } from '../../quantities/typical-values.ts';
import type { Dimension } from '../../quantities/units.ts';
import type { BilingualText } from '../../quantities/words.ts';

/** A part of the cell that a question may name beside a value. */
export type Part = Electrode | 'separator';

/** A value that a formula needs. */
export interface Input {
  key: string;
  label: BilingualText;
  dimension: Dimension;
  /** Unit in which it is usually shown. Its value in expressions is in the dimension's first unit, as are the limits. */
  unit: string;
  min: number;
  max: number;
  /** Words beside its number, where several inputs have its dimension. */
  near?: RegExp;
  /** The part of the cell that it is of, where the formula has several. */
  part?: Part;
  /** The value where the question has none, and the reason for it. */
  assumed?: { value: number; because: BilingualText } | undefined;
  /** Kind of the value to take when a question names a material or chemistry. */
  typical?: TypicalKind | undefined;
  /** Key of the input whose value it takes where the question has none for it. */
  like?: string;
  /** A minus only gives the direction, as in a discharge of -5 A. */
  isMagnitude?: true;
  /** Left out, the outputs that need it are left out, too. */
  optional?: true;
}

/** A value that a formula gives. */
export interface Output {
  key: string;
  label: BilingualText;
  dimension: Dimension;
  unit: string;
  /** Limits of a result that is possible. */
  min?: number;
  max?: number;
  /** Expression of the inputs and the outputs before it; see `expression.ts`. */
  expression: string;
  /** The Navigator's function, where it has the figure too: it computes, and the expression shows how. */
  computedBy?: (values: Readonly<Record<string, number>>) => number | undefined;
}

/** A row of the table of formulas. */
export interface Formula {
  id: string;
  title: BilingualText;
  /** Entries of the knowledge base that explain it; the first one that is published is the source. */
  entries: readonly string[];
  inputs: readonly Input[];
  /** The first one is the result. */
  outputs: readonly Output[];
  /** Whether a question asks for it; quantities are replaced by their dimension in angle brackets. */
  asks: RegExp;
  /** Names its result so plainly that a number in a wrong unit is pointed out. */
  names?: RegExp;
  /** Name of formulas that have the same result from other inputs: a follow-up may change to another of them. */
  kin?: string;
  /** Dimensions that a question may name without a meaning for this formula. */
  ignores?: readonly Dimension[];
  /** The result in a sentence; `{key}` is a value with its unit. A form whose values are missing is passed over. */
  sentence: readonly BilingualText[];
  /** Assumptions that the formula always makes. */
  notes?: readonly BilingualText[];
}
