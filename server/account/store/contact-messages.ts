import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { networkHashOf } from '../../ground/network.ts';
import { type Db, firstRow, type Tx } from '../../database/db.ts';

const contactEmails = 5; // per network and hour

/** A message of the contact form. */
export interface ContactMessage {
  id: string;
  name: string;
  email: string;
  company: string | null;
  message: string;
}

/** Stores a message, unless too many came from this network within the hour. @returns its id, or how long to wait */
export async function keepContact(
  tx: Tx,
  said: Omit<ContactMessage, 'id'> & { userId: string | null; address: string },
): Promise<{ id: string } | { waitMs: number }> {
  const place = networkHashOf(said.address);
  await sql`select pg_advisory_xact_lock(hashtextextended(encode(${place}, 'hex'), 5))`.execute(tx);
  const row = await firstRow<{ count: number; waitMs: number }>(tx)`
    select count(*)::int as count,
           coalesce(ceil(extract(epoch from min(created_at) + interval '1 hour' - now()) * 1000), 0)::int as "waitMs"
      from contact_messages where place = ${place} and created_at > now() - interval '1 hour'`;
  const { count = 0, waitMs = 0 } = row ?? {};
  if (count >= contactEmails) return { waitMs };
  const id = randomUUID();
  await sql`insert into contact_messages (id, name, email, company, message, user_id, place)
    values (${id}, ${said.name}, ${said.email}, ${said.company}, ${said.message}, ${said.userId}, ${place})`.execute(
    tx,
  );
  return { id };
}

export async function contactById(db: Db, id: string): Promise<ContactMessage | undefined> {
  return await firstRow<ContactMessage>(db)`
    select id, name, email, company, message from contact_messages where id = ${id}`;
}
