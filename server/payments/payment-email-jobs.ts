import { invoiceDocument } from './invoice-document.ts';
import { type EmailName, emailOf } from '../mail/email-templates.ts';
import { layOut } from '../mail/layout.ts';
import { contactById } from '../store/users/contact-messages.ts';
import { invoiceById } from '../store/payments/invoices.ts';
import { languageOf } from '../store/users/users.ts';
import type { MailDeps } from '../mail/email-jobs.ts';
import type { InvoiceEmail } from '../store/payments/invoice-emails.ts';
import type { Mismatch } from './payment-emails.ts';

/** The e-mails about invoices of orders; others are about a plan. */
const aboutOrder = {
  invoice: 'orderInvoice',
  invoicePaid: 'orderInvoicePaid',
  creditNote: 'creditNote',
  creditNotePaid: 'creditNotePaid',
} as const satisfies Record<InvoiceEmail, EmailName>;

/** Returns the tasks that send e-mails about payments, and messages of the contact form. */
export function paymentTasks({ db, mailer, productName: product, publicUrl }: MailDeps, contactTo: string) {
  return {
    send_invoice: async (payload: unknown) => {
      const { letter: emailName, invoiceId, to } = payload as { letter: InvoiceEmail; invoiceId: string; to?: string };
      const invoice = await invoiceById(db, invoiceId);
      // The order was canceled before the e-mail was sent.
      if (invoice === undefined || (emailName === 'invoice' && invoice.status !== 'open')) return;
      const { buyer, number, due_at: due } = invoice;
      const language = await languageOf(db, invoice.user_id);
      const facts = {
        product,
        publicUrl,
        name: buyer.name,
        number,
        due: due.toISOString().slice(0, 10),
        orderId: invoice.order_id ?? '',
      };
      const name = invoice.order_id === null ? emailName : aboutOrder[emailName];
      const bytes = await invoiceDocument(db, invoice);
      await mailer.send({
        ...layOut(to ?? buyer.email, product, emailOf(name, language, facts)),
        enclosed: [{ name: `${number}.pdf`, mime: 'application/pdf', bytes }],
      });
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
