import { fillText, type Values } from '../data/check-texts.ts';
import { lineTexts, type LineText } from '../data/line-texts.ts';
import type { QuoteLine } from '../data/order.ts';

/**
 * Creates a line of a price.
 * @param code identifies the line within its price
 * @param text key of its label and the values of the placeholders
 * @param unitPrice in cents; it and the amount are rounded to whole cents
 */
export function line(code: string, [key, ...values]: [LineText, ...Values], qty: number, unitPrice: number): QuoteLine {
  const label = fillText(lineTexts[key], values);
  return {
    code,
    label,
    text: { key, values },
    qty,
    unitPrice: Math.round(unitPrice),
    amount: Math.round(qty * unitPrice),
  };
}
