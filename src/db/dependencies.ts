import { isEntry } from './project-room.ts';
import type { OutboxEntry } from './schema.ts';

/** What a command needs to be done first: what it names, and the command that makes the room it speaks in. */

/** Answers for any of these commands (waiting or refused) what it depends on. */
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

/** The room that exists once this command is done. */
function roomMadeBy(entry: OutboxEntry): string | undefined {
  if (isEntry(entry, 'room.open')) return entry.args.roomId;
  return isEntry(entry, 'handoff.request') ? entry.args.expertRoomId : undefined;
}
