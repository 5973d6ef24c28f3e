import { type RawBuilder, sql } from 'kysely';
import type { Message } from '#domain/chat/chat.ts';

/**
 * Returns the statements that erase the content of these messages from the log and from receipts, and free their files.
 * Author and time are kept, and the fact that there was content.
 * @param left the messages in their redacted form
 */
export function erasingContent(left: readonly Message[]): RawBuilder<unknown>[] {
  const ids = left.map(({ id }) => id);
  const rows = JSON.stringify(
    left.map((message) => ({ stream: `room:${message.roomId}`, sseq: message.sseq, message })),
  );
  const inLogs = [sql.table('events'), sql.table('archived_events')].flatMap((log) => [
    sql`update ${log} e set data = json_build_object('message', r.message)
      from json_to_recordset(${rows}::json) as r (stream text, sseq int, message json)
      where e.stream = r.stream and e.sseq = r.sseq`,
    // The claims of a message's files quote the files.
    sql`update ${log} e set data = jsonb_set(readable(e.data), '{files}', '[]')::json
      from json_to_recordset(${rows}::json) as r (stream text, message json)
      where e.stream = r.stream and e.type = 'claims.found'
        and readable(e.data) ->> 'messageId' = r.message ->> 'id'`,
  ]);
  return [
    ...inLogs,
    sql`with freed as (
      delete from attachments where message_id = any(${ids}::uuid[]) returning file_id
    )
    insert into freed_files (file_id) select distinct file_id from freed on conflict do nothing`,
    // The receipt of a question has the answer, with what it quotes.
    sql`update idempotency set result = (result::jsonb #- '{out,answer}')::json
    where key = any(${ids}::uuid[]) and result #> '{out,answer}' is not null`,
  ];
}
