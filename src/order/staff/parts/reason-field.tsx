import type { ComponentProps } from 'react';
import { orderLimits } from '#domain/order/data/limits.ts';
import { cutText } from '#domain/ground/text.ts';
import { Field } from '../../../ui/form/field.tsx';

/** Field for a reason or a note about an order, cut to the length that the server takes. */
export function ReasonField({ onChange, ...field }: ComponentProps<typeof Field>) {
  return <Field {...field} onChange={(text) => onChange(cutText(text, orderLimits.reasonChars))} />;
}
