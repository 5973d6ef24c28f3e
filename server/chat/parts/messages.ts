import { sql } from 'kysely';
import type { Message } from '#domain/chat/chat.ts';
import { is } from '#domain/spine/events.ts';
import { foldFeedback, foldRedaction, messageIn } from '#domain/spine/fold-room.ts';
import { erasingContent } from '../store/erase-content.ts';
import type { Part } from '../../spine/work/part.ts';

interface MessagesView {
  get(id: string): Message | undefined;
}

/** Messages, by id. The log stores new ones with their events; the part stores what has changed since. */
export const messages: Part<string, MessagesView, Message[] | null> = {
  name: 'chat.messages',
  load: (ids) => sql`(select json_agg(data) from messages where id = any(${ids}::uuid[]))`,
  open(rows) {
    const byId = new Map(rows?.map((message) => [message.id, message]));
    const changed = new Set<string>();
    /** Messages whose content must be deleted everywhere. */
    const redactions: Message[] = [];
    return {
      view: { get: (id) => byId.get(id) },
      fold(event) {
        const message = messageIn(event);
        if (message !== undefined) byId.set(message.id, message);
        if (is(event, 'message.redacted')) {
          const left = foldRedaction(byId.get(event.data.message.id), event);
          byId.set(left.id, left);
          changed.add(left.id);
          redactions.push(event.data.message);
        }
        if (is(event, 'feedback.given')) {
          const answer = byId.get(event.data.answerId);
          if (answer !== undefined) byId.set(answer.id, foldFeedback(answer, event));
          changed.add(event.data.answerId);
        }
      },
      save(batch) {
        const saved = [...changed].flatMap((id) => byId.get(id) ?? []).map((data) => ({ id: data.id, data }));
        if (saved.length > 0)
          batch.add(sql`update messages set data = r.data
            from json_to_recordset(${JSON.stringify(saved)}::json) as r (id uuid, data json)
            where messages.id = r.id`);
        if (redactions.length > 0) for (const statement of erasingContent(redactions)) batch.add(statement);
      },
    };
  },
};
