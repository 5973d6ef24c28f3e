import { type OutboxEntry, isEntry } from './schema.ts';

/** Dependencies of a command: those it names, and the command that opens its room. */

/** Returns a function that gives the dependencies of any of these commands, pending or refused. */
export function dependenciesIn(entries: readonly OutboxEntry[]): (entry: OutboxEntry) => string[] {
  const makers = new Map<string, OutboxEntry>();
  for (const entry of entries) {
    const roomId = roomMadeBy(entry);
    if (roomId !== undefined && !makers.has(roomId)) makers.set(roomId, entry);
  }
  if (makers.size === 0) return (entry) => entry.deps;
  return (entry) => {
    const maker = entry.lane.startsWith('room:') ? makers.get(entry.lane.slice('room:'.length)) : undefined;
    return maker === undefined || maker.n >= entry.n ? entry.deps : [...entry.deps, maker.cmdId];
  };
}

/** Returns the id of the room that this command opens. */
function roomMadeBy(entry: OutboxEntry): string | undefined {
  if (isEntry(entry, 'room.open')) return entry.args.roomId;
  return isEntry(entry, 'handoff.request') ? entry.args.expertRoomId : undefined;
}
