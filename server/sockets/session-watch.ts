import type { Namespace, Socket } from 'socket.io';
import { errors, type ErrorCode, Refusal } from '#domain/errors.ts';
import { limits } from '#domain/limits.ts';
import { isStaff } from '#domain/permissions.ts';
import type { Person } from '#domain/users.ts';
import type { Deps } from '../deps.ts';
import { liveSessions, sessionOf } from '../sessions.ts';
import { comeBackWithin, Turns } from '../turns.ts';
import type { ConnectionLog } from './connection-log.ts';

/**
 * Who is behind each socket, asked at the handshake, asked again for each event (an answer is good for two seconds), and
 * watched in between: a revoked session or a lost right ends its sockets within five.
 */
export interface SessionWatch {
  /** Lets only people in who `mayJoin`; staff alone may say that they come from the back office. */
  admit(namespace: Namespace, mayJoin: (person: Person) => boolean): void;
  /** The person behind an admitted socket as of now; undefined when it is being ended. */
  personOf(socket: Socket): Promise<Person | undefined>;
  stop(): void;
}

/** What an admitted socket remembers. */
interface Seat {
  sessionId: string;
  mayJoin: (person: Person) => boolean;
}

const freshMs = 2000;
const lookedAtOnce = 500;

/** @param connections where refused handshakes are logged */
export function createSessionWatch({
  db,
  log,
  connections,
}: Pick<Deps, 'db' | 'log'> & { connections?: Pick<ConnectionLog, 'refused'> }): SessionWatch {
  const seats = new Map<Socket, Seat>();
  const known = new Map<string, { person: Person | undefined; at: number }>();
  const turns = new Turns(limits.admissionsAtOnce, limits.handshakesAtOnce, () =>
    comeBackWithin(limits.handshakeBackWithinMs),
  );
  let isLooking = false;

  async function look(sessionIds: string[]): Promise<void> {
    const live = await liveSessions(db, sessionIds);
    for (const sessionId of sessionIds) known.set(sessionId, { person: live.get(sessionId), at: performance.now() });
  }

  /** Ends every socket whose session or right is gone. */
  async function sweep(): Promise<void> {
    if (isLooking || seats.size === 0) return;
    isLooking = true;
    try {
      // Who comes in meanwhile was asked at the door, and is looked at the next time.
      const looked = [...seats];
      const ids = new Set(looked.map(([, { sessionId }]) => sessionId));
      // A few at a time: the answer about thousands would hold up everybody while it is read.
      for (const some of inParts([...ids], lookedAtOnce)) await look(some);
      for (const [socket, seat] of looked) {
        if (seats.has(socket)) endIfOver(socket, seat, known.get(seat.sessionId)?.person);
      }
      const seated = new Set([...seats.values()].map(({ sessionId }) => sessionId));
      for (const sessionId of known.keys()) if (!seated.has(sessionId)) known.delete(sessionId);
    } catch (error) {
      // Not knowing is no reason to throw everybody out; the next look is in two seconds.
      log.warn({ err: error }, 'sessions of sockets could not be checked');
    } finally {
      isLooking = false;
    }
  }

  const timer = setInterval(() => void sweep(), freshMs);
  timer.unref();

  return {
    admit(namespace, mayJoin) {
      namespace.use((socket, next) => void letIn(socket, mayJoin, next));
    },
    async personOf(socket) {
      const seat = seats.get(socket);
      if (seat === undefined) return undefined;
      const cached = known.get(seat.sessionId);
      if (cached === undefined || cached.at < performance.now() - freshMs) await look([seat.sessionId]);
      const person = known.get(seat.sessionId)?.person;
      return endIfOver(socket, seat, person) ? undefined : person;
    },
    stop: () => clearInterval(timer),
  };

  async function letIn(socket: Socket, mayJoin: Seat['mayJoin'], next: (refusal?: Error) => void): Promise<void> {
    let seat: Seat | ErrorCode = 'UNAVAILABLE';
    try {
      seat = await turns.run(() => seatOf(socket, mayJoin));
    } catch (error) {
      // A crowd that comes back at once is let in a few at a time; the rest comes again.
      if (!(error instanceof Refusal)) log.warn({ err: error }, 'a socket could not be admitted');
    }
    if (typeof seat === 'string') {
      connections?.refused(`${seat} ${socket.nsp.name}`);
      next(refused(seat));
      return;
    }
    seats.set(socket, seat);
    socket.once('disconnect', () => seats.delete(socket));
    next();
  }

  async function seatOf(socket: Socket, mayJoin: Seat['mayJoin']): Promise<Seat | ErrorCode> {
    const { token, platform }: { token?: unknown; platform?: unknown } = socket.handshake.auth;
    const session = typeof token === 'string' ? await sessionOf(db, token) : undefined;
    if (session === undefined) return 'UNAUTHORIZED';
    if (platform === 'backend' && !isStaff(session.person)) return 'FORBIDDEN';
    if (!mayJoin(session.person)) return 'FORBIDDEN';
    const open = socket.nsp.adapter.rooms.get(roomOfPerson(session.person.id))?.size ?? 0;
    if (open >= limits.socketsPerPerson) return 'TOO_MANY_CONNECTIONS';
    known.set(session.sessionId, { person: session.person, at: performance.now() });
    const { id } = session.person;
    await socket.join(isStaff(session.person) ? [roomOfPerson(id), roomOfStaff] : roomOfPerson(id));
    const isBackend = platform === 'backend';
    return {
      sessionId: session.sessionId,
      mayJoin: (person) =>
        mayJoin(person) && (!isBackend || isStaff(person)) && isStaff(person) === isStaff(session.person),
    };
  }

  function endIfOver(socket: Socket, seat: Seat, person: Person | undefined): boolean {
    if (person !== undefined && seat.mayJoin(person)) return false;
    const code = person === undefined ? 'UNAUTHORIZED' : 'FORBIDDEN';
    const [, message] = errors[code];
    if (socket.nsp.name === '/sync') socket.emit('session.ended', { code, message });
    else socket.emit('error', { message });
    // Without a session everything on this connection ends; without a right, only what it opened.
    socket.disconnect(person === undefined);
    return true;
  }
}

function inParts<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));
}

/** The socket.io room of all of one person's sockets in a namespace. */
export function roomOfPerson(id: string): string {
  return `person:${id}`;
}

export const roomOfStaff = 'staff';

/** What the client is told by `connect_error`: the code as its message, and both in its data. */
function refused(code: ErrorCode): Error {
  const later = code === 'TOO_MANY_CONNECTIONS' ? { retryAfterMs: limits.socketsBackMs } : {};
  return Object.assign(new Error(code), { data: { code, message: errors[code][1], ...later } });
}
