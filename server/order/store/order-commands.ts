import { sql } from 'kysely';
import { recordedDevice } from '#domain/order/life/record.ts';
import type { Tx } from '../../database/db.ts';

/** Commands about orders that one call has brought. */
export interface NewOrderCommands {
  ids: string[];
  origin: { device: string | null; receivedAt: string };
}

/** Keeps from which device commands came and when, for the records of their orders. */
export async function keepOrderCommands(tx: Tx, actorId: string, { ids, origin }: NewOrderCommands): Promise<void> {
  const device = origin.device === null ? null : recordedDevice(origin.device);
  await sql`insert into order_commands (cmd_id, actor, device, received_at)
    select id, ${actorId}::uuid, ${device}, ${origin.receivedAt}::timestamptz from unnest(${ids}::uuid[]) as c (id)
    on conflict (cmd_id) do nothing`.execute(tx);
}
