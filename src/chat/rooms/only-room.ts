import { useState } from 'react';
import type { RoomView } from '../views/view-types.ts';

/**
 * Returns the id of the only room of a list, which is open without being chosen, as there is nothing to choose. It stays
 * open when another room arrives, because the user may be writing in it. Undefined where list and room are not side by
 * side: a room that is not seen must not be marked as read.
 */
export function useOnlyRoom(rooms: readonly RoomView[] | undefined, isBeside: boolean): string | undefined {
  const [opened, setOpened] = useState<string>();
  const only = rooms?.length === 1 ? rooms[0]?.id : undefined;
  if (only !== undefined && only !== opened) setOpened(only);
  return isBeside && rooms?.some(({ id }) => id === opened) === true ? opened : undefined;
}
