import type { Claim } from '../order/data/claim.ts';
import { type RoomType, roomTypes } from '../account/room-types.ts';

/** Longest quotation of what a file claims. */
export const claimQuoteChars = 80;

/**
 * Claims about cells and tests in the files of an order's room. The server reads the files once and writes the claims
 * into the log of the room, so every user who may open the files gets the claims too. They are untrusted: they are
 * compared and shown, and change no value.
 */

/** A claim, with where it stands. */
export interface FileClaim extends Claim {
  /** A page or slide number, or a sheet with its rows: see `TextPage`. */
  page: number | string;
  /** The words around it, at most `claimQuoteChars`. */
  quote: string;
  /** Chemistries that the same sentence names. */
  chemistries: string[];
}

/** The claims of one file; none where it has no text, for the `problem` named in `file-text.ts` or by a newer server. */
export interface FileClaims {
  /** Id and name of the attachment. */
  id: string;
  name: string;
  claims: FileClaim[];
  problem?: string;
}

/** Claims of the files of each message, by its id; null once the message is taken back. */
export type RoomClaims = Record<string, FileClaims[] | null>;

interface RoomWithClaims {
  type: RoomType;
  fileClaims?: RoomClaims;
}

/** Notes the claims of a message's files, or with null that it is taken back, whichever comes first. */
export function withClaims<R extends RoomWithClaims>(room: R, messageId: string, files: FileClaims[] | null): R {
  const known = room.fileClaims?.[messageId];
  if (room.type !== roomTypes.order || known === null || (known !== undefined && files !== null)) return room;
  return { ...room, fileClaims: { ...room.fileClaims, [messageId]: files } };
}

/** Returns the files of a room that have been read, with their claims. */
export function filesRead(room: Pick<RoomWithClaims, 'fileClaims'> | undefined): FileClaims[] {
  return Object.values(room?.fileClaims ?? {}).flatMap((files) => files ?? []);
}
