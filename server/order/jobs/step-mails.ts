import type { WorkBill } from '#domain/order/data/order.ts';
import { isMailed } from '#domain/order/life/step-mails.ts';
import { type Tax, taxText } from '#domain/payment/tax-text.ts';
import type { MailDeps } from '../../mail/mailer.ts';
import { sendEmail } from '../../mail/send-email.ts';
import { stepTextOf } from './step-texts.ts';
import { wordsOf } from '../../documents/words.ts';
import { type NamedStep, stepMailFor } from '../store/step-mails.ts';

/** Returns the task that sends e-mails about steps of orders. The customer's choice at the time of sending counts. */
export function stepTasks(deps: MailDeps, tax: Tax) {
  return {
    send_order_step: async (payload: unknown) => {
      const named = payload as NamedStep;
      const mail = await stepMailFor(deps.db, named);
      if (mail === undefined || !isMailed(mail.step.event, mail.choice)) return;
      const { language, number, step } = mail;
      const about = stepTextOf(step.event, language);
      if (about === undefined) return;
      const reason = step.reason ?? '';
      const bill = step.bill === undefined ? '' : billTextOf(step.bill, language, tax);
      await sendEmail(deps, 'orderStep', mail, { number, orderId: named.orderId, ...about, bill, reason });
    },
  };
}

/** Returns what is billed of an order that has ended, and what becomes of what was paid. */
function billTextOf({ total, currency, settlement }: WorkBill, language: string, tax: Tax): string {
  const { say, t, money, figure } = wordsOf(language);
  const work = say('bill.work', { amount: money(total, currency), tax: taxText(t, tax, figure) });
  return `${work} ${say(`bill.${settlement}`, {})}`.trim();
}
