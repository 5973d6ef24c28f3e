import { Refusal } from '#domain/ground/errors.ts';
import type { Order, Quote } from '#domain/order/data/order.ts';
import { drawDocument } from '../documents/drawing/draw-document.ts';
import { orderById } from '../order/store/orders.ts';
import { invoiceById, isIssued, type InvoiceRow } from './store/invoices.ts';
import { buyerOfOrder, type Invoicing } from './store/order-invoices.ts';
import { languageOf } from '../session/users.ts';
import type { Db } from '../database/db.ts';

interface DrawOptions {
  /** Language of its reader; without one, its customer's. */
  language?: string | undefined;
  /** Draws it unless it is kept; without this, it is drawn. */
  draw?: (data: unknown, draw: () => Promise<Buffer>) => Promise<Buffer>;
}

const drawNow: NonNullable<DrawOptions['draw']> = (_data, draw) => draw();

/**
 * Returns the PDF of an invoice or a credit note.
 * @throws INVOICE_WAITS for a draft
 */
export async function invoiceDocument(db: Db, invoice: InvoiceRow, how: DrawOptions = {}): Promise<Buffer> {
  if (!isIssued(invoice)) throw new Refusal('INVOICE_WAITS');
  const order = invoice.order_id === null ? undefined : await orderById(db, invoice.order_id);
  const corrected = invoice.corrects === null ? undefined : await invoiceById(db, invoice.corrects);
  const about = { order: order?.number, corrected: corrected?.number ?? undefined };
  const { draw = drawNow, language = await languageOf(db, invoice.user_id) } = how;
  return await draw({ invoice, language, about }, () => drawDocument('invoice', invoice, language, about));
}

/** Returns the PDF of the price of an order, with its specification and drawings. */
export async function quoteDocument(
  db: Db,
  order: Order & { quote: Quote },
  { seller, taxBp, timeZone }: Invoicing,
  how: DrawOptions = {},
): Promise<Buffer> {
  const about = { seller, taxBp, timeZone, buyer: await buyerOfOrder(db, order) };
  const { draw = drawNow, language = await languageOf(db, order.ownerId) } = how;
  return await draw({ order, language, about }, () => drawDocument('quote', order, language, about));
}
