import { sql } from 'kysely';
import { recordedDevice } from '#domain/order/life/record.ts';

/** Returns the statement that stores the device of commands and the time of their arrival, for the records of their orders. */
export function keepingOrderCommands(actorId: string, ids: readonly string[], { device, receivedAt }: Origin) {
  return sql`insert into order_commands (cmd_id, actor, device, received_at)
    select id, ${actorId}::uuid, ${device === null ? null : recordedDevice(device)}, ${receivedAt}::timestamptz
      from unnest(${ids}::uuid[]) as c (id)
    on conflict (cmd_id) do nothing`;
}

interface Origin {
  device: string | null;
  receivedAt: string;
}
