import { sql } from 'kysely';
import type { ParcelEntry } from '#domain/order/data/goods.ts';
import type { OrderHistoryEntry } from '#domain/order/data/order.ts';
import { type OrderMailChoice, parcelMails } from '#domain/order/life/step-mails.ts';
import type { Reader } from '../../mail/send-email.ts';
import { isActive } from '../../session/active-users.ts';
import { type Db, firstRow, firstValue, type Tx } from '../../database/db.ts';

/** E-mails to customers about the steps of their orders, and which ones each of them wants. */

/** A step of an order or of its parcels: its position in the order's stream. */
export interface NamedStep {
  orderId: string;
  sseq: number;
}

/** Returns the step if an e-mail is about it: one that a user other than the order's owner has taken. */
export function mailedStep(
  step: NamedStep,
  entry: Entry & { by: string },
  owner: string | undefined,
): NamedStep | undefined {
  return entry.by !== owner && eventOf(entry) !== undefined ? step : undefined;
}

type Entry = Pick<OrderHistoryEntry, 'event'> | Pick<ParcelEntry, 'step'>;

/** Returns the event that an e-mail may be about; undefined for a step of a parcel that is never mailed. */
function eventOf(entry: Entry): string | undefined {
  return 'event' in entry ? entry.event : parcelMails[entry.step];
}

/** The recipient of the e-mail about a step, and what it says. */
export interface StepMail extends Reader {
  choice: OrderMailChoice;
  number: string;
  step: { event: string } & Pick<OrderHistoryEntry, 'bill'> & { reason?: string | null };
}

/** Returns the content of the e-mail about a step; undefined when the customer's account is gone. */
export async function stepMailFor(db: Db, { orderId, sseq }: NamedStep): Promise<StepMail | undefined> {
  const mail = await firstRow<Omit<StepMail, 'step'> & { step: OrderHistoryEntry | ParcelEntry }>(db)`
    select u.email, u.display_name as name, u.language, u.order_mails as choice, o.data ->> 'number' as number, step
      from orders o
      join users u on u.id = o.owner_id and ${isActive('u')}
      cross join lateral jsonb_array_elements((o.data -> 'history') || coalesce(o.data -> 'parcels', '[]')) step
     where o.id = ${orderId} and (step ->> 'sseq')::integer = ${sseq}`;
  const event = mail === undefined ? undefined : eventOf(mail.step);
  return mail === undefined || event === undefined ? undefined : { ...mail, step: { ...mail.step, event } };
}

/** Returns which e-mails about their orders a user wants. */
export async function orderMailsOf(db: Db | Tx, userId: string): Promise<OrderMailChoice> {
  const value = await firstValue<OrderMailChoice>(db)`
    select order_mails as choice from users where id = ${userId}`;
  return value ?? 'none';
}

/** Stores which e-mails about their orders a user wants. */
export async function chooseOrderMails(tx: Tx, userId: string, choice: OrderMailChoice): Promise<void> {
  await sql`update users set order_mails = ${choice} where id = ${userId}`.execute(tx);
}
