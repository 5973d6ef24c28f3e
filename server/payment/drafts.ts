import type { Seller } from '#domain/payment/seller.ts';
import { draftInvoices, issueDraft, type InvoiceRow } from './store/invoices.ts';
import { queueInvoiceEmail } from './store/invoice-emails.ts';
import { lockOwner } from './store/subscriptions.ts';
import { lockStreams } from '../spine/log/reading.ts';
import { eachApart } from '../jobs/set-aside.ts';
import type { Db } from '../database/db.ts';
import type { Payments } from './payments.ts';

/**
 * Issues the invoices that waited for the seller's details: each once, with the next number, in the order in which they
 * were written. Without a seller it does nothing.
 * @returns their number
 */
export async function issueDrafts({ db, settings: { seller } }: Pick<Payments, 'db' | 'settings'>): Promise<number> {
  if (seller === undefined) return 0;
  const drafts = await draftInvoices(db);
  return await eachApart(
    db,
    'issue_drafts',
    drafts,
    ({ id }) => id,
    (draft) => issueOne(db, draft, seller),
  );
}

async function issueOne(db: Db, draft: InvoiceRow, seller: Seller): Promise<void> {
  const { id, order_id: orderId, user_id: userId, company_id: companyId } = draft;
  await db.transaction().execute(async (tx) => {
    // The same locks as for its payment: it may be given up at the same time.
    if (orderId === null) await lockOwner(tx, { userId, companyId });
    else await lockStreams(tx, [`order:${orderId}`]);
    const issued = await issueDraft(tx, id, seller);
    if (issued !== undefined) await queueInvoiceEmail(tx, issued.status === 'paid' ? 'invoicePaid' : 'invoice', issued);
  });
}
