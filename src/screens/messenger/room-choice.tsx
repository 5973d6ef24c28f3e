import type { HTMLAttributes } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';

/** Which room a messenger shows, and the ways to another: in the address of a page, or in a box that floats over one. */
export interface RoomChoice {
  /** undefined shows the list. */
  roomId: string | undefined;
  show: (roomId: string | undefined) => void;
  /** Where the choice stands in the address: so that rooms are links. */
  hrefOf?: (roomId: string | undefined) => string;
}

/** The choice that stands in the address, `?room=`. */
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
  /** Where it leads; undefined for the list. */
  roomId: string | undefined;
}

/** A link to a room, or a button where rooms have no address. */
export function RoomLink({ choice: { show, hrefOf }, roomId, ...rest }: RoomLinkProps) {
  if (hrefOf !== undefined) return <Link to={hrefOf(roomId)} {...rest} />;
  return <button type="button" {...rest} onClick={() => show(roomId)} />;
}
