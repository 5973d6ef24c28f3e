import { sql } from 'kysely';
import type { RoomType } from '#domain/chat.ts';
import { isStaff, mayRead } from '#domain/permissions.ts';
import type { Person } from '#domain/users.ts';
import type { Db } from './database.ts';

export interface Attachment {
  name: string;
  mime: string;
  size: number;
  path: string;
}

/** An attachment of a message in a room the person sees and their plan still opens; nothing for anybody else's. */
export async function attachmentSeenBy(db: Db, person: Person, attachmentId: string): Promise<Attachment | undefined> {
  const { rows } = await sql<Attachment & { type: RoomType }>`
    select r.type, a.name, f.mime, f.size, f.path
      from attachments a
      join files f on f.id = a.file_id
      join rooms r on r.id = a.room_id
     where a.id = ${attachmentId}
       and (exists (select from room_members m where m.room_id = r.id and m.user_id = ${person.id})
            or (${isStaff(person)} and r.type >= 5))`.execute(db);
  const [found] = rows;
  return found !== undefined && mayRead(person, found.type) ? found : undefined;
}
