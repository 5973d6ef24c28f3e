import { useState, useSyncExternalStore } from 'react';
import type { RoomView } from '../../db/view-types.ts';

/** Where list and room are side by side. */
const wide = matchMedia('(width >= 48rem)');

function subscribe(listener: () => void): () => void {
  wide.addEventListener('change', listener);
  return () => wide.removeEventListener('change', listener);
}

/**
 * Returns the id of the only room of a list, which is open without being chosen, as there is nothing to choose. It stays
 * open when another room arrives, because the user may be writing in it. Undefined on phones: a room that is not seen
 * must not be marked as read.
 */
export function useOnlyRoom(rooms: readonly RoomView[] | undefined): string | undefined {
  const isWide = useSyncExternalStore(subscribe, () => wide.matches);
  const [opened, setOpened] = useState<string>();
  const only = rooms?.length === 1 ? rooms[0]?.id : undefined;
  if (only !== undefined && only !== opened) setOpened(only);
  return isWide && rooms?.some(({ id }) => id === opened) === true ? opened : undefined;
}
