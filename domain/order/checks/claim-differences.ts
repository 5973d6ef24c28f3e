import { capacity_Ah } from '../cell/capacity.ts';
import { figure } from '../data/check.ts';
import type { Claim, ClaimKind } from '../data/claim.ts';
import { asNumber } from '../data/field.ts';
import type { OrderDoc } from '../data/order.ts';
import { pathOf } from '../fields/paths.ts';
import { testFields } from '../fields/test-fields.ts';
import { testsOf } from '../data/tests.ts';

/** Maximum by which a claimed capacity may differ from the order's, as a fraction. */
const tolerance = 0.2;

/** A claim that contradicts an order. */
export interface ClaimDifference<C extends Claim> {
  claim: C;
  /** Value that the order has instead. */
  is: string;
}

type Compare = (doc: OrderDoc) => { is: string; agrees: (claim: Claim) => boolean } | undefined;

/** The temperatures of a test besides the chamber's, such as the one to which it is heated. */
const temperatures = testFields.flatMap(({ key, unit }) => (unit === '°C' ? [key] : []));

const compare: Record<ClaimKind, Compare> = {
  temperature: (doc) => {
    const setIn = (keys: readonly string[]) =>
      testsOf(doc).flatMap(({ id }) => keys.flatMap((key) => asNumber(doc[pathOf('tests', id, key)]) ?? []));
    const chambers = setIn(['temp']);
    if (chambers.length === 0) return undefined;
    const all = setIn(temperatures);
    return {
      is: chambers.map(figure).join(', '),
      agrees: (claim) =>
        mayBe(claim, (value) => all.some((each) => Math.abs(each - value) <= (claim.spread ?? 0) + 1e-9)),
    };
  },
  capacity: (doc) => {
    const is = capacity_Ah(doc);
    if (is === undefined) return undefined;
    return { is: figure(is), agrees: (claim) => mayBe(claim, (value) => Math.abs(value / is - 1) <= tolerance) };
  },
  format: ({ format: is }) => (typeof is === 'string' ? { is, agrees: ({ value }) => value === is } : undefined),
  chemistry: ({ chemistry: is }) =>
    typeof is === 'string' && !is.startsWith('half cell')
      ? { is, agrees: ({ value }) => is.includes(String(value)) }
      : undefined,
};

/** Whether one of the values that a text may mean fits: only a text that contradicts the order in every reading does. */
function mayBe({ value, or = [] }: Claim, fits: (value: number) => boolean): boolean {
  return [Number(value), ...or].some(fits);
}

/**
 * Finds the first claim of a kind that contradicts an order. A text may name other cells beside those of the order: where
 * one of its claims agrees with the order, the others of its kind are about others. Not so for temperatures: each asks
 * for a test.
 */
export function differenceIn<C extends Claim>(
  doc: OrderDoc,
  kind: ClaimKind,
  claims: readonly C[],
): ClaimDifference<C> | undefined {
  const order = compare[kind](doc);
  if (order === undefined) return undefined;
  const ofKind = claims.filter((claim) => claim.kind === kind);
  if (kind !== 'temperature' && ofKind.some(order.agrees)) return undefined;
  const claim = ofKind.find((each) => !order.agrees(each));
  return claim === undefined ? undefined : { claim, is: order.is };
}

/** Returns a claimed value as text. */
export function claimText({ value }: Claim): string {
  return typeof value === 'number' ? figure(value) : value;
}
