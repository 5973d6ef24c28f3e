import type { ReactNode } from 'react';
import type { RoomView } from '../views/view-types.ts';

/** Parts that a page of staff adds to the list of rooms. */
export interface ListParts {
  /** Controls below the search. */
  controls: ReactNode;
  /** Whether the controls leave this room in the list. */
  fits: (room: RoomView) => boolean;
  /** Shown where they leave none. */
  noneFits: ReactNode;
  /** Further words by which a search finds a room. */
  wordsOf: (room: RoomView) => string;
  /** Last line of a room's row. */
  noteOf: (room: RoomView) => ReactNode;
}
