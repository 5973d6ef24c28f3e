import { invoicePdf } from '../../payment/documents/invoice-pdf.ts';
import { labelsPdf } from '../../order/documents/labels-pdf.ts';
import { quotePdf } from '../../order/documents/quote-pdf.ts';

/** The documents by name. Each is drawn from its data alone. */
export const drawings = { quote: quotePdf, invoice: invoicePdf, labels: labelsPdf } as const;

export type Drawings = typeof drawings;

/** Requests to the drawing process, and its replies. `n` matches a reply to its request. */
export interface DrawingRequest<Name extends keyof Drawings = keyof Drawings> {
  n: number;
  name: Name;
  data: Parameters<Drawings[Name]>;
}
export type DrawingReply = { n: number; bytes: Uint8Array } | { n: number; error: unknown };
