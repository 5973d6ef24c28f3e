import type { HTMLAttributes } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';

/**
 * The chosen room of a messenger, and how to choose another: in the URL of a page, or in the state of the floating box.
 */
export interface RoomChoice {
  /** Undefined: the list. */
  roomId: string | undefined;
  show: (roomId: string | undefined) => void;
  /** Returns the URL of a room, where the choice is in the URL. */
  hrefOf?: (roomId: string | undefined) => string;
}

/** Keeps the choice in the URL, `?room=`. */
export function useRoomInAddress(): RoomChoice {
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const hrefOf = (roomId: string | undefined) => (roomId === undefined ? pathname : `${pathname}?room=${roomId}`);
  return {
    roomId: params.get('room') ?? undefined,
    show: (roomId) => void navigate(hrefOf(roomId)),
    hrefOf,
  };
}

interface RoomLinkProps extends HTMLAttributes<HTMLElement> {
  choice: RoomChoice;
  /** Target; undefined: the list. */
  roomId: string | undefined;
}

/** A link to a room, or a button where rooms have no URL. */
export function RoomLink({ choice: { show, hrefOf }, roomId, ...rest }: RoomLinkProps) {
  if (hrefOf !== undefined) return <Link to={hrefOf(roomId)} {...rest} />;
  return <button type="button" {...rest} onClick={() => show(roomId)} />;
}
