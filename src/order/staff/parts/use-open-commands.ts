import { useLiveQuery } from 'dexie-react-hooks';
import { openStaffCommands, type OpenCommand } from '../views/staff-commands.ts';
import { useSession } from '../../../session/session-context.tsx';

const none: ReadonlyMap<string, OpenCommand[]> = new Map();

/** Returns the commands of staff on this device that are not settled, by order. Live. */
export function useOpenCommands(): ReadonlyMap<string, OpenCommand[]> {
  const { db } = useSession();
  return useLiveQuery(() => openStaffCommands(db), [db]) ?? none;
}
