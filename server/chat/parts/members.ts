import { sql } from 'kysely';
import { type Event, is } from '#domain/spine/events.ts';
import type { Side } from '#domain/account/room-types.ts';
import type { Batch } from '../../spine/log/batch.ts';
import { endingMemberships } from '../../session/rights.ts';

export interface Member {
  roomId: string;
  userId: string;
  side: Side;
}

/** Members of the rooms of a frame. */
export class Members {
  readonly #sides = new Map<string, Map<string, Side>>();
  readonly #added: Member[] = [];
  readonly #removed: Pick<Member, 'roomId' | 'userId'>[] = [];

  constructor(rows: readonly Member[]) {
    for (const row of rows) this.#add(row);
  }

  /** Returns the ids of a room's members. */
  of(roomId: string): string[] {
    return [...(this.#sides.get(roomId)?.keys() ?? [])];
  }

  /** Returns the side on which a user is a member of a room; undefined for others. */
  sideOf(roomId: string, userId: string): Side | undefined {
    return this.#sides.get(roomId)?.get(userId);
  }

  /** Applies an accepted event, if it is about members. */
  fold(event: Event): void {
    if (is(event, 'member.added')) {
      this.#add(event.data);
      this.#added.push(event.data);
    } else if (is(event, 'member.removed')) {
      this.#sides.get(event.data.roomId)?.delete(event.data.userId);
      this.#removed.push(event.data);
    }
  }

  /** Adds the statements that store what has changed. */
  save(batch: Batch): void {
    if (this.#added.length > 0)
      batch.add(sql`insert into room_members (room_id, user_id, side)
        select "roomId", "userId", side
        from json_to_recordset(${JSON.stringify(this.#added)}::json) as m ("roomId" uuid, "userId" uuid, side text)
        on conflict do nothing`);
    if (this.#removed.length > 0) batch.add(endingMemberships(this.#removed));
  }

  #add({ roomId, userId, side }: Member): void {
    this.#sides.set(roomId, (this.#sides.get(roomId) ?? new Map<string, Side>()).set(userId, side));
  }
}
