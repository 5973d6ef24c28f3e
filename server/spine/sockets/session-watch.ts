import type { Namespace, Socket } from 'socket.io';
import { errors, type ErrorCode, Refusal } from '#domain/ground/errors.ts';
import { isStaff } from '#domain/account/permissions.ts';
import { rightsKeyOf } from '#domain/account/rights-key.ts';
import type { User } from '#domain/account/users.ts';
import type { Deps } from '../routes/deps.ts';
import type { RightsWatch, Watched } from '../feed/rights-watch.ts';
import { sessionOf } from '../../session/sessions.ts';
import { refusalWithin, Turns } from '../../limits/turns.ts';
import type { ConnectionLog } from './connection-log.ts';
import type { Connections } from './connections.ts';
import { ConnectionLimit } from './connection-limit.ts';
import { SECOND } from '#domain/ground/units.ts';

/** Connections that have joined no namespace yet. Above it, the networks with the most give way to others. */
export const handshakesAtOnce = 1_000;
export const handshakeBackWithinMs = 5 * SECOND;
const admissionsAtOnce = 8;
const socketsBackMs = 60 * SECOND;

/** A namespace's index of who may see what. */
export interface Visibility {
  /** Sends nothing to the socket until `setUser` is called. */
  hold(socket: Socket): void;
  setUser(socket: Socket, user: User): void;
}

interface WatchDeps extends Pick<Deps, 'db' | 'log'> {
  rights: RightsWatch;
  connections: Connections;
  /** Log of refused joins. */
  refusals?: Pick<ConnectionLog, 'refused'>;
}

/** Users who may join a namespace, and what the namespace keeps of its sockets. */
type JoinRules = Pick<WatchedSocket, 'mayJoin' | 'visibility'>;

/**
 * Keeps the user of each socket current: checked at the handshake, for each event, and whenever `rights-watch.ts` finds
 * a change. A socket whose session or right has ended is closed.
 */
export class SessionWatch {
  readonly #deps: WatchDeps;
  /** Admitted sockets that have not disconnected. */
  readonly #watchedSockets = new Map<Socket, WatchedSocket>();
  readonly #connectionLimit = new ConnectionLimit();
  /** Many clients that reconnect at once are admitted a few at a time. */
  readonly #turns = new Turns(admissionsAtOnce, handshakesAtOnce, () => refusalWithin(handshakeBackWithinMs));

  constructor(deps: WatchDeps) {
    this.#deps = deps;
  }

  /** Admits only users who `mayJoin`. Only staff may join as back office. */
  admit(namespace: Namespace, mayJoin: (user: User) => boolean, visibility?: Visibility): void {
    namespace.use((socket, next) => void this.#letIn(socket, { mayJoin, visibility }, next));
  }

  /** An admitted socket has joined: from now on its namespace gets its current user. */
  joined(socket: Socket): void {
    this.#connectionLimit.joined(socket);
    const watched = this.#watchedSockets.get(socket);
    if (watched === undefined) return;
    this.#deps.connections.joined(socket.conn, watched.userId);
    watched.join();
  }

  /** Returns the current user of an admitted socket; undefined when it is being closed. */
  async userOf(socket: Socket): Promise<User | undefined> {
    const watched = this.#watchedSockets.get(socket);
    if (watched === undefined) return undefined;
    const user = await this.#deps.rights.userOf(watched);
    return watched.endIfOver(user) ? undefined : user;
  }

  async #letIn(socket: Socket, rules: JoinRules, next: (refusal?: Error) => void): Promise<void> {
    const readSince = performance.now();
    const waitMs = this.#deps.connections.waitOf(socket.conn);
    const watched = waitMs === undefined ? await this.#lookUpInTurn(socket, rules) : 'RATE_LIMITED';
    if (typeof watched === 'string') {
      this.#deps.refusals?.refused(`${watched} ${socket.nsp.name}`);
      next(refused(watched, waitMs));
      this.#deps.connections.refused(socket.conn);
      return;
    }
    // A socket that was closed during the look-up must not be added: it would never be removed.
    if (socket.conn.readyState === 'open') this.#add(socket, watched, readSince);
    next();
  }

  /** Looks the socket's user up when it is its turn. @returns why it is refused, if it is */
  async #lookUpInTurn(socket: Socket, rules: JoinRules): Promise<WatchedSocket | ErrorCode> {
    const { connections, log } = this.#deps;
    try {
      return await this.#turns.run(() => this.#lookUp(socket, rules), connections.networksOf(socket.conn));
    } catch (error) {
      // If too many sockets wait for their turn, the others try again.
      if (!(error instanceof Refusal)) log.warn({ err: error }, 'a socket could not be admitted');
      return 'UNAVAILABLE';
    }
  }

  async #lookUp(socket: Socket, { mayJoin, visibility }: JoinRules): Promise<WatchedSocket | ErrorCode> {
    const { token, platform }: { token?: unknown; platform?: unknown } = socket.handshake.auth;
    const session = typeof token === 'string' ? await sessionOf(this.#deps.db, token) : undefined;
    if (session === undefined) return 'UNAUTHORIZED';
    const { user, sessionId } = session;
    if (platform === 'backend' && !isStaff(user)) return 'FORBIDDEN';
    if (!mayJoin(user)) return 'FORBIDDEN';
    if (!this.#connectionLimit.take(user.id, socket)) return 'TOO_MANY_CONNECTIONS';
    await socket.join(isStaff(user) ? [roomOfUser(user.id), roomOfStaff] : roomOfUser(user.id));
    // The user is not captured: it would be kept as long as the socket. Only staff have got this far as back office.
    const joinsAsStaff = isStaff(user);
    return new WatchedSocket(socket, visibility, sessionId, user, (now) => {
      return mayJoin(now) && isStaff(now) === joinsAsStaff;
    });
  }

  #add(socket: Socket, watched: WatchedSocket, readSince: number): void {
    this.#watchedSockets.set(socket, watched);
    const stopWatching = this.#deps.rights.watch(watched, readSince);
    socket.once('disconnect', () => {
      this.#watchedSockets.delete(socket);
      stopWatching();
    });
  }
}

/** An admitted socket. While it is held it is in no socket.io room, so nothing sent to users or staff reaches it. */
class WatchedSocket implements Watched {
  readonly sessionId: string;
  readonly userId: string;
  readonly mayJoin: (user: User) => boolean;
  readonly visibility: Visibility | undefined;
  readonly #socket: Socket;
  #user: User;
  #hasJoined = false;
  #left: string[] | undefined;

  constructor(
    socket: Socket,
    visibility: Visibility | undefined,
    sessionId: string,
    user: User,
    mayJoin: (user: User) => boolean,
  ) {
    this.#socket = socket;
    this.#user = user;
    this.visibility = visibility;
    this.sessionId = sessionId;
    this.userId = user.id;
    this.mayJoin = mayJoin;
  }

  join(): void {
    this.#hasJoined = true;
    if (this.#left === undefined) this.visibility?.setUser(this.#socket, this.#user);
  }

  hold(): void {
    const rooms = [...this.#socket.rooms];
    this.#left = [...(this.#left ?? []), ...rooms];
    for (const room of rooms) void this.#socket.leave(room);
    this.visibility?.hold(this.#socket);
  }

  setUser(user: User | undefined): void {
    if (this.endIfOver(user) || user === undefined) return;
    // Rights that end by time are not announced, so this makes the client pull.
    if (this.#left === undefined && rightsKeyOf(user) !== rightsKeyOf(this.#user)) this.hold();
    this.#user = user;
    if (this.#left !== undefined) void this.#socket.join(this.#left);
    this.#left = undefined;
    if (this.#hasJoined) this.visibility?.setUser(this.#socket, user);
  }

  /** Closes the socket when its user may no longer be here, or the session has ended. */
  endIfOver(user: User | undefined): boolean {
    if (user !== undefined && this.mayJoin(user)) return false;
    const code = user === undefined ? 'UNAUTHORIZED' : 'FORBIDDEN';
    const [, message] = errors[code];
    if (this.#socket.nsp.name === '/sync') this.#socket.emit('session.ended', { code, message });
    else this.#socket.emit('error', { code, message });
    // Without a session the whole connection ends; without a right, only this namespace.
    this.#socket.disconnect(user === undefined);
    return true;
  }
}

/** Name of the socket.io room with all sockets of a user in a namespace. */
export function roomOfUser(id: string): string {
  return `user:${id}`;
}

export const roomOfStaff = 'staff';

/** Yields the ids of staff with a socket in a namespace, once per socket. */
export function* staffIn(namespace: Namespace): Generator<string> {
  const prefix = roomOfUser('');
  for (const socketId of namespace.adapter.rooms.get(roomOfStaff) ?? []) {
    const rooms = [...(namespace.sockets.get(socketId)?.rooms ?? [])];
    const own = rooms.find((room) => room.startsWith(prefix));
    if (own !== undefined) yield own.slice(prefix.length);
  }
}

/** Returns the error of `connect_error`: the code as message, code and text in its data. */
function refused(code: ErrorCode, waitMs?: number): Error {
  const retryAfterMs = code === 'TOO_MANY_CONNECTIONS' ? socketsBackMs : waitMs;
  const later = retryAfterMs === undefined ? {} : { retryAfterMs };
  return Object.assign(new Error(code), { data: { code, message: errors[code][1], ...later } });
}
