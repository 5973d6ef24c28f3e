import type { Reader } from '../../mail/send-email.ts';
import { isActive } from '../../session/active-users.ts';
import { countWritten, type Db, firstRow, type Tx } from '../../database/db.ts';

/** A price of an order: another one has another hash. */
export interface NamedPrice {
  orderId: string;
  quoteHash: string;
}

/** Records the e-mail about a price. @returns false if it was recorded already, by whichever process */
export async function notePriceReminder(tx: Tx, { orderId, quoteHash }: NamedPrice): Promise<boolean> {
  return (
    (await countWritten(tx)`
    insert into price_reminders (order_id, quote_hash) values (${orderId}, ${quoteHash})
    on conflict do nothing`) === 1
  );
}

/** The recipient of the e-mail about a price, and what it says. */
export interface PriceReminder extends Reader {
  number: string;
  validUntil: string;
}

/**
 * Returns the content of the e-mail about a price; undefined when the customer has accepted or declined it, or it has
 * changed, or the account is gone.
 */
export async function priceReminderFor(db: Db, { orderId, quoteHash }: NamedPrice): Promise<PriceReminder | undefined> {
  return await firstRow<PriceReminder>(db)`
    select u.email, u.display_name as name, u.language, o.data ->> 'number' as number,
           o.data #>> '{quote,validUntil}' as "validUntil"
      from orders o join users u on u.id = o.owner_id and ${isActive('u')}
     where o.id = ${orderId} and o.status = 'reviewed' and o.data #>> '{quote,hash}' = ${quoteHash}`;
}
