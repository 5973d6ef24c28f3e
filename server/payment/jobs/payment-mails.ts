import { day } from '#domain/ground/calendar-day.ts';
import type { PaymentSettings } from '../../ground/config.ts';
import { invoiceDocument, quoteDocument } from '../invoice-document.ts';
import type { EmailName } from '../../mail/email-templates.ts';
import { layOut } from '../../mail/layout.ts';
import { sendEmail } from '../../mail/send-email.ts';
import { contactById } from '../../account/store/contact-messages.ts';
import { orderById } from '../../order/store/orders.ts';
import { invoiceById, isIssued, type InvoiceRow } from '../store/invoices.ts';
import { administrators, languageOf } from '../../session/users.ts';
import type { EnclosedFile, MailDeps } from '../../mail/mailer.ts';
import type { InvoiceEmail } from '../store/invoice-emails.ts';
import type { Mismatch } from '../mismatch.ts';

/** The e-mails about invoices of orders; others are about a plan. */
const aboutOrder = {
  invoice: 'orderInvoice',
  invoicePaid: 'orderInvoicePaid',
  creditNote: 'creditNote',
  creditNotePaid: 'creditNotePaid',
} as const satisfies Record<InvoiceEmail, EmailName>;

/** Returns the tasks that send e-mails about payments, and messages of the contact form. */
export function paymentTasks(deps: MailDeps, { contactTo, seller, taxBp, timeZone }: PaymentSettings) {
  const { db, mailer, productName: product } = deps;

  /** The specification and the drawings of what an invoice of an order is for. */
  async function annexOf({ order_id: orderId }: InvoiceRow): Promise<EnclosedFile[]> {
    const order = orderId === null ? undefined : await orderById(db, orderId);
    if (order === undefined || order.quote === null) return [];
    const bytes = await quoteDocument(db, { ...order, quote: order.quote }, { seller, taxBp, timeZone });
    return [{ name: `${order.number}.pdf`, mime: 'application/pdf', bytes }];
  }

  return {
    send_invoice: async (payload: unknown) => {
      const { letter: emailName, invoiceId, to } = payload as { letter: InvoiceEmail; invoiceId: string; to?: string };
      const invoice = await invoiceById(db, invoiceId);
      // The order was canceled before the e-mail was sent.
      if (invoice === undefined || !isIssued(invoice) || (emailName === 'invoice' && invoice.status !== 'open')) return;
      const { buyer, number, order_id: orderId } = invoice;
      const name = orderId === null ? emailName : aboutOrder[emailName];
      const language = await languageOf(db, invoice.user_id);
      const reader = { email: to ?? buyer.email, name: buyer.name, language };
      const about = { number, due: day(invoice.due_at, invoice.seller.timeZone), orderId: orderId ?? '' };
      await sendEmail(deps, name, reader, about, [
        { name: `${number}.pdf`, mime: 'application/pdf', bytes: await invoiceDocument(db, invoice) },
        ...(emailName === 'invoice' ? await annexOf(invoice) : []),
      ]);
    },
    send_seller_missing: async () => {
      for (const reader of await administrators(db)) await sendEmail(deps, 'sellerMissing', reader, {});
    },
    send_mismatch: async (payload: unknown) => {
      const { subscriptionId, event, type, differs } = payload as Mismatch;
      const subject = 'A payment is not what was ordered';
      const paragraphs = [
        `The payment provider reports ${type} (${event}) for the subscription ${subscriptionId}. It is not what was ordered:`,
        ...differs,
        'No rights were given for it. Look at it at the provider: refund it, or set the plan right by hand.',
      ];
      await mailer.send(layOut(contactTo, product, { lang: 'en', subject, paragraphs }));
    },
    send_contact: async (payload: unknown) => {
      const said = await contactById(db, (payload as { messageId: string }).messageId);
      if (said === undefined) return;
      const { name, email, company, message } = said;
      const from = [name, company, email].filter(Boolean).join(', ');
      await mailer.send({
        ...layOut(contactTo, product, { lang: 'en', subject: `Contact form: ${from}`, paragraphs: [from, message] }),
        replyTo: email,
      });
    },
  };
}
