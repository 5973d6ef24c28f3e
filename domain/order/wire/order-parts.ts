import { Type } from 'typebox';
import { orderLimits } from '../data/limits.ts';
import type { CellState } from '../data/order.ts';
import { int4, oneOf } from '../../ground/wire/parts.ts';

/** Schemas shared by commands about orders and by the calls of staff. */

/** Amounts are integer cents. The review refuses wrong ones with a sentence. */
export const overrides = Type.Array(
  Type.Object({
    code: Type.String({ maxLength: 200 }),
    amount: Type.Integer(),
    reason: Type.String({ maxLength: orderLimits.reasonChars }),
  }),
  { maxItems: orderLimits.priceLines },
);

/** The part of each line of the price that was done, in integer cents. */
export const workDone = Type.Array(Type.Object({ code: Type.String({ maxLength: 200 }), amount: Type.Integer() }), {
  maxItems: orderLimits.priceLines,
});

export const cellState = oneOf<CellState>('planned', 'received', 'built', 'in_test', 'tested', 'shipped', 'scrapped');
/** Numbers of cells of an order. */
export const cellNumbers = Type.Array(int4(1), { maxItems: orderLimits.cellsPerOrder });
/** The id of a test in the order's document. */
export const testId = Type.String({ minLength: 1, maxLength: 100 });
