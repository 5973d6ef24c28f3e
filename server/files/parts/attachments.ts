import { sql } from 'kysely';
import type { FileRef } from '#domain/chat/chat.ts';
import type { Part } from '../../spine/work/part.ts';

interface StoredFile {
  id: string;
  sha256: string;
  size: number;
  mime: string;
}

interface Attachment {
  id: string;
  fileId: string;
  messageId: string;
  roomId: string;
  name: string;
}

interface AttachmentsView {
  /** Returns a file that the actor has uploaded. */
  stored(sha256: string): StoredFile | undefined;
  /** Whether an attachment id is in use. */
  isUsed(id: string): boolean;
  /** Attaches a stored file to a message: users who see the message may then download it. */
  attach(attachment: Attachment): void;
}

/** Files that the actor has uploaded, and their use in messages. */
export const attachments: Part<
  Pick<FileRef, 'id' | 'sha256'>,
  AttachmentsView,
  { files: StoredFile[] | null; used: string[] | null },
  Attachment
> = {
  name: 'files.attachments',
  load: (needs, actorId) => sql`(select json_build_object(
    'files', (select json_agg(json_build_object('id', id, 'sha256', sha256, 'size', size, 'mime', mime))
      from files where uploader = ${actorId} and sha256 = any(${needs.map(({ sha256 }) => sha256)}::text[])),
    'used', (select json_agg(id) from attachments where id = any(${needs.map(({ id }) => id)}::uuid[]))))`,
  open(rows, { actor, write }) {
    const byHash = new Map(rows.files?.map((file) => [file.sha256, file]));
    const used = new Set(rows.used);
    const added: Attachment[] = [];
    return {
      view: { stored: (sha256) => byHash.get(sha256), isUsed: (id) => used.has(id), attach: write },
      apply(attachment) {
        used.add(attachment.id);
        added.push(attachment);
      },
      save(batch) {
        if (added.length > 0)
          batch.add(sql`insert into attachments (id, file_id, message_id, room_id, bound_by, name)
            select id, "fileId", "messageId", "roomId", ${actor.id}::uuid, name
            from json_to_recordset(${JSON.stringify(added)}::json)
              as a (id uuid, "fileId" uuid, "messageId" uuid, "roomId" uuid, name text)`);
      },
    };
  },
};
