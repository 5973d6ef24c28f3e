import { sql } from 'kysely';
import type { Message } from '#domain/chat/chat.ts';
import { isActive } from '../../session/active-users.ts';
import { asWire } from '../../database/moments.ts';
import { type Db, firstRow, firstValue, hasRow, type Tx } from '../../database/db.ts';

/** Experts' replies that were made into drafts of Q&As. */
export interface ApprovedReply {
  qnaId: string;
  approvedAt: string;
  /** Name of who approved it; empty for an account that is gone. */
  approvedBy: string;
}

/** Returns what was made of a reply; undefined when nothing was. */
export async function approvedReply(db: Db | Tx, messageId: string): Promise<ApprovedReply | undefined> {
  return await firstRow<ApprovedReply>(db)`
    select a.qna_id as "qnaId", ${asWire('a.approved_at')} as "approvedAt", coalesce(u.display_name, '') as "approvedBy"
      from approved_replies a left join users u on u.id = a.approved_by where a.message_id = ${messageId}`;
}

/** Whether there is an expert besides this user, who could approve what the user wrote. */
export async function hasOtherExpert(tx: Tx, userId: string): Promise<boolean> {
  return await hasRow(tx)`select from users u
    where u.role = 'EXPERT' and u.id <> ${userId} and ${isActive('u')} limit 1`;
}

/** Lets one transaction at a time approve this reply. */
export async function lockReply(tx: Tx, messageId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('vfp approved reply ' || ${messageId}, 0))`.execute(tx);
}

export async function keepApproved(
  tx: Tx,
  { messageId, qnaId, by }: { messageId: string; qnaId: string; by: string },
): Promise<void> {
  await sql`insert into approved_replies (message_id, qna_id, approved_by)
    values (${messageId}, ${qnaId}, ${by})`.execute(tx);
}

/** Returns the customer's last message before a reply that has a text; undefined when there is none. */
export async function questionBefore(
  db: Db | Tx,
  { roomId, sseq }: Pick<Message, 'roomId' | 'sseq'>,
): Promise<Message | undefined> {
  return await firstValue<Message>(db)`
    select m.data from messages m cross join lateral (select readable(m.data) as said) s
     where m.room_id = ${roomId} and m.sseq < ${sseq} and s.said ->> 'senderType' = 'USER'
       and btrim(s.said ->> 'content') <> '' order by m.sseq desc limit 1`;
}
