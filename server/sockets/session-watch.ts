import type { Namespace, Socket } from 'socket.io';
import { errors, type ErrorCode, Refusal } from '#domain/errors.ts';
import { serverLimits } from '#domain/server-limits.ts';
import { isStaff } from '#domain/permissions.ts';
import { rightsKeyOf } from '#domain/rights-key.ts';
import type { Person } from '#domain/users.ts';
import type { Deps } from '../http/deps.ts';
import type { RightsWatch, Seat } from '../accounts/rights-watch.ts';
import { sessionOf } from '../accounts/sessions.ts';
import { comeBackWithin, Turns } from '../limits/turns.ts';
import type { ConnectionLog } from './connection-log.ts';
import { Places } from './places.ts';

/**
 * Who is behind each socket: asked at the handshake, asked again for each event, and met whenever `rights-watch.ts` has
 * looked. A socket whose session or right is gone ends.
 */
export interface SessionWatch {
  /** Lets only people in who `mayJoin`; staff alone may say that they come from the back office. */
  admit(namespace: Namespace, mayJoin: (person: Person) => boolean, visibility?: Visibility): void;
  /** An admitted socket has joined: from now on its namespace is told who is behind it. */
  joined(socket: Socket): void;
  /** The person behind an admitted socket as of now; undefined when it is being ended. */
  personOf(socket: Socket): Promise<Person | undefined>;
}

/** What a namespace keeps about who may hear what. */
export interface Visibility {
  /** Until the socket is met nobody knows who may hear it. */
  hold(socket: Socket): void;
  meet(socket: Socket, person: Person): void;
}

/** @param connections where refused handshakes are logged */
export function createSessionWatch({
  db,
  log,
  rights,
  connections,
}: Pick<Deps, 'db' | 'log'> & { rights: RightsWatch; connections?: Pick<ConnectionLog, 'refused'> }): SessionWatch {
  const seats = new Map<Socket, SocketSeat>();
  const places = new Places();
  const turns = new Turns(serverLimits.admissionsAtOnce, serverLimits.handshakesAtOnce, () =>
    comeBackWithin(serverLimits.handshakeBackWithinMs),
  );

  async function letIn(
    socket: Socket,
    about: Pick<SocketSeat, 'mayJoin' | 'visibility'>,
    next: (refusal?: Error) => void,
  ): Promise<void> {
    const since = performance.now();
    let seat: SocketSeat | ErrorCode = 'UNAVAILABLE';
    try {
      seat = await turns.run(() => seatOf(socket, about));
    } catch (error) {
      // A crowd that comes back at once is let in a few at a time; the rest comes again.
      if (!(error instanceof Refusal)) log.warn({ err: error }, 'a socket could not be admitted');
    }
    if (typeof seat === 'string') {
      connections?.refused(`${seat} ${socket.nsp.name}`);
      next(refused(seat));
      return;
    }
    // Closed while it was being looked at, it joins nothing, and nothing tells later that it has left.
    if (socket.conn.readyState === 'open') {
      seats.set(socket, seat);
      const leave = rights.sit(seat, since);
      socket.once('disconnect', () => {
        seats.delete(socket);
        leave();
      });
    }
    next();
  }

  async function seatOf(
    socket: Socket,
    { mayJoin, visibility }: Pick<SocketSeat, 'mayJoin' | 'visibility'>,
  ): Promise<SocketSeat | ErrorCode> {
    const { token, platform }: { token?: unknown; platform?: unknown } = socket.handshake.auth;
    const session = typeof token === 'string' ? await sessionOf(db, token) : undefined;
    if (session === undefined) return 'UNAUTHORIZED';
    const { person, sessionId } = session;
    if (platform === 'backend' && !isStaff(person)) return 'FORBIDDEN';
    if (!mayJoin(person)) return 'FORBIDDEN';
    if (!places.take(person.id, socket)) return 'TOO_MANY_CONNECTIONS';
    await socket.join(isStaff(person) ? [roomOfPerson(person.id), roomOfStaff] : roomOfPerson(person.id));
    const isBackend = platform === 'backend';
    return new SocketSeat(socket, visibility, sessionId, person, (now) => {
      return mayJoin(now) && (!isBackend || isStaff(now)) && isStaff(now) === isStaff(person);
    });
  }

  return {
    admit(namespace, mayJoin, visibility) {
      namespace.use((socket, next) => void letIn(socket, { mayJoin, visibility }, next));
    },
    joined(socket) {
      places.joined(socket);
      seats.get(socket)?.join();
    },
    async personOf(socket) {
      const seat = seats.get(socket);
      if (seat === undefined) return undefined;
      const person = await rights.personOf(seat);
      return seat.endIfOver(person) ? undefined : person;
    },
  };
}

/** One admitted socket. While it is held it is in no room, so nothing that is sent to people or to staff reaches it. */
class SocketSeat implements Seat {
  readonly sessionId: string;
  readonly personId: string;
  readonly mayJoin: (person: Person) => boolean;
  readonly visibility: Visibility | undefined;
  readonly #socket: Socket;
  #person: Person;
  #hasJoined = false;
  #left: string[] | undefined;

  constructor(
    socket: Socket,
    visibility: Visibility | undefined,
    sessionId: string,
    person: Person,
    mayJoin: (person: Person) => boolean,
  ) {
    this.#socket = socket;
    this.#person = person;
    this.visibility = visibility;
    this.sessionId = sessionId;
    this.personId = person.id;
    this.mayJoin = mayJoin;
  }

  join(): void {
    this.#hasJoined = true;
    if (this.#left === undefined) this.visibility?.meet(this.#socket, this.#person);
  }

  hold(): void {
    const rooms = [...this.#socket.rooms];
    this.#left = [...(this.#left ?? []), ...rooms];
    for (const room of rooms) void this.#socket.leave(room);
    this.visibility?.hold(this.#socket);
  }

  meet(person: Person | undefined): void {
    if (this.endIfOver(person) || person === undefined) return;
    // What ends by the clock announces nothing: they are told to look all the same.
    if (this.#left === undefined && rightsKeyOf(person) !== rightsKeyOf(this.#person)) this.hold();
    this.#person = person;
    if (this.#left !== undefined) void this.#socket.join(this.#left);
    this.#left = undefined;
    if (this.#hasJoined) this.visibility?.meet(this.#socket, person);
  }

  /** Ends the socket when this person may not be here any more, or there is none. */
  endIfOver(person: Person | undefined): boolean {
    if (person !== undefined && this.mayJoin(person)) return false;
    const code = person === undefined ? 'UNAUTHORIZED' : 'FORBIDDEN';
    const [, message] = errors[code];
    if (this.#socket.nsp.name === '/sync') this.#socket.emit('session.ended', { code, message });
    else this.#socket.emit('error', { code, message });
    // Without a session everything on this connection ends; without a right, only what it opened.
    this.#socket.disconnect(person === undefined);
    return true;
  }
}

/** The socket.io room of all of one person's sockets in a namespace. */
export function roomOfPerson(id: string): string {
  return `person:${id}`;
}

export const roomOfStaff = 'staff';

/** The ids of the staff who have a socket in a namespace, once for each socket. */
export function* staffIn(namespace: Namespace): Generator<string> {
  const prefix = roomOfPerson('');
  for (const socketId of namespace.adapter.rooms.get(roomOfStaff) ?? []) {
    const rooms = [...(namespace.sockets.get(socketId)?.rooms ?? [])];
    const own = rooms.find((room) => room.startsWith(prefix));
    if (own !== undefined) yield own.slice(prefix.length);
  }
}

/** What the client is told by `connect_error`: the code as its message, and both in its data. */
function refused(code: ErrorCode): Error {
  const later = code === 'TOO_MANY_CONNECTIONS' ? { retryAfterMs: serverLimits.socketsBackMs } : {};
  return Object.assign(new Error(code), { data: { code, message: errors[code][1], ...later } });
}
