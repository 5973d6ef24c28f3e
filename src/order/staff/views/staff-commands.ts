import { groupBy, outboxStateOf, type CommandState } from '../../../db/outbox-state.ts';
import { isStaffEntry, type StaffType } from '../../views/project-order.ts';
import type { OutboxEntry, UserDb } from '../../../db/schema.ts';
import type { Reason } from '../../../db/view-types.ts';

/** Commands of staff about orders that are not settled: steps, notes, and who is in charge. */

export interface OpenCommand<T extends StaffType = StaffType> {
  entry: OutboxEntry<T>;
  state: CommandState;
  /** Reason of the server's refusal; null unless it has refused the command. */
  reason: Reason | null;
}

/** Returns the open commands by order, oldest first. */
export async function openStaffCommands(db: UserDb): Promise<ReadonlyMap<string, OpenCommand[]>> {
  const outbox = await outboxStateOf(db);
  const all: { entry: OutboxEntry; state: CommandState; reason: Reason | null }[] = [
    ...outbox.refused.map(({ entry, ...reason }) => ({ entry, state: 'refused' as const, reason })),
    ...outbox.pending.entries.map((entry) => ({ entry, state: outbox.stateOf(entry), reason: null })),
  ];
  const open = all.filter(isOfStaff).sort((a, b) => a.entry.n - b.entry.n);
  return groupBy(open, ({ entry }) => entry.args.orderId);
}

function isOfStaff(command: { entry: OutboxEntry }): command is OpenCommand {
  return isStaffEntry(command.entry);
}

/** Returns the commands of one type. */
export function openOf<T extends StaffType>(commands: readonly OpenCommand[], type: T): OpenCommand<T>[] {
  return commands.filter((command): command is OpenCommand<T> => command.entry.type === type);
}
