import { serverLimits } from '#domain/server-limits.ts';
import { hasNavigatorPass, isStaff } from '#domain/permissions.ts';
import type { SyncServerEvents } from '#domain/protocol/sockets.ts';
import { type Cursor, type WireEvent, comparePositions, laterPosition } from '#domain/protocol/sync.ts';
import type { User } from '#domain/users.ts';
import { type Hint, type HintedStream, nowhere } from '../hint.ts';

/** Payload of a hint: the position, and the events if they are small. */
type HintPayload = Parameters<SyncServerEvents['sync:hint']>[0];

/** The part of a socket that is used here. */
interface ListeningSocket {
  id: string;
  once(name: 'disconnect', fn: () => void): unknown;
}

/** Sends one payload to many sockets. */
type SendHint = (sockets: string[], told: HintPayload) => void;

/**
 * Sends hints to the sockets that may see them. Sockets are indexed by the streams they may see, so the cost of a hint
 * depends on its receivers, not on all sockets. A payload for many is built once.
 */
export class Listeners {
  readonly #all = new Map<ListeningSocket, Listener>();
  readonly #byGroup = new Map<string, Set<Listener>>();
  readonly #tell: SendHint;
  #last: Cursor = nowhere;

  constructor(tell: SendHint) {
    this.#tell = tell;
  }

  add(socket: ListeningSocket): void {
    const listener = new Listener(socket.id, this.#tell);
    this.#all.set(socket, listener);
    socket.once('disconnect', () => {
      listener.stop();
      this.#all.delete(socket);
      this.#move(listener, []);
    });
  }

  /** Sets the current user of the socket, and ends a hold. */
  meet(socket: ListeningSocket, user: User): void {
    const listener = this.#all.get(socket);
    if (listener === undefined) return;
    this.#move(listener, groupsOf(user));
    if (!listener.isHeld) return;
    listener.isHeld = false;
    listener.lookSoon(this.#last, this.#spreadMs());
  }

  /** Sends nothing more to the socket, and drops what was gathered for it, until `meet` is called. */
  hold(socket: ListeningSocket): void {
    const listener = this.#all.get(socket);
    if (listener === undefined) return;
    this.#move(listener, []);
    listener.forget();
    listener.isHeld = true;
  }

  #move(listener: Listener, groups: readonly string[]): void {
    if (groups.length === listener.groups.length && groups.every((name, i) => name === listener.groups[i])) return;
    for (const name of listener.groups) {
      const group = this.#byGroup.get(name);
      group?.delete(listener);
      if (group?.size === 0) this.#byGroup.delete(name);
    }
    listener.groups = groups;
    for (const name of groups) {
      const group = this.#byGroup.get(name);
      if (group === undefined) this.#byGroup.set(name, new Set([listener]));
      else group.add(listener);
    }
  }

  hear(hint: Hint): void {
    if (hint.streams.length > 0) this.#last = laterPosition(this.#last, hint.pos);
    const heardBy = new Map<Listener, string[]>();
    for (const stream of hint.streams) {
      for (const listener of this.#hearersOf(stream)) {
        const heard = heardBy.get(listener);
        if (heard === undefined) heardBy.set(listener, [stream.stream]);
        else if (heard.at(-1) !== stream.stream) heard.push(stream.stream);
      }
    }
    const sizes = new Map<WireEvent, number>();
    const atOnce = new Map<string, { picture: VisibleHint; sockets: string[] }>();
    for (const [listener, streams] of heardBy) {
      const key = streams.length === 1 ? (streams[0] ?? '') : streams.join();
      const known = atOnce.get(key);
      const picture = known?.picture ?? pictureOf(hint, streams, sizes);
      if (known === undefined) atOnce.set(key, { picture, sockets: [] });
      if (listener.mayHearAtOnce()) atOnce.get(key)?.sockets.push(listener.socketId);
      else listener.gather(picture);
    }
    for (const { picture, sockets } of atOnce.values()) if (sockets.length > 0) this.#tell(sockets, toldOf(picture));
  }

  *#hearersOf({ members, staff, companyId }: HintedStream): Iterable<Listener> {
    for (const id of members) yield* this.#byGroup.get(`user:${id}`) ?? [];
    if (staff) yield* this.#byGroup.get('staff') ?? [];
    if (companyId !== null) yield* this.#byGroup.get(`company:${companyId}`) ?? [];
  }

  /** Hints may have been lost: all sockets are told to pull, spread over time when they are many. */
  lookSoon(pos: Cursor): void {
    const withinMs = this.#spreadMs();
    for (const listener of this.#all.values()) listener.lookSoon(pos, withinMs);
  }

  #spreadMs(): number {
    return Math.min(serverLimits.pullSpreadMs, this.#all.size * spreadPerSocketMs);
  }
}

/** Spread per socket: about the duration of a pull on the server. */
const spreadPerSocketMs = 2;

/** Returns the groups whose streams this user may see. */
function groupsOf(user: User): string[] {
  const groups = [`user:${user.id}`];
  if (isStaff(user)) groups.push('staff');
  if (user.company_id !== null && hasNavigatorPass(user)) groups.push(`company:${user.company_id}`);
  return groups;
}

/** The visible part of one or several hints. */
interface VisibleHint {
  pos: Cursor;
  events: readonly WireEvent[];
  /** Size of the events; infinite when some are missing. */
  bytes: number;
}

function pictureOf(hint: Hint, streams: readonly string[], sizes: Map<WireEvent, number>): VisibleHint {
  // A hint without events comes from another process or was too large. An incomplete payload is sent without any
  // events.
  let bytes = hint.events.length === 0 ? Infinity : 0;
  const events: WireEvent[] = [];
  for (const event of hint.events) {
    if (bytes > serverLimits.hintBytes) break;
    if (!streams.includes(event.stream)) continue;
    bytes += sizeOf(event, sizes);
    events.push(event);
  }
  return { pos: hint.pos, events, bytes };
}

function both(first: VisibleHint | undefined, second: VisibleHint): VisibleHint {
  if (first === undefined) return second;
  const bytes = first.bytes + second.bytes;
  return {
    pos: comparePositions(second.pos, first.pos) > 0 ? second.pos : first.pos,
    events: bytes > serverLimits.hintBytes ? [] : [...first.events, ...second.events],
    bytes,
  };
}

function toldOf({ pos, events, bytes }: VisibleHint): HintPayload {
  return bytes <= serverLimits.hintBytes && events.length > 0 ? { pos, events: [...events] } : { pos };
}

/** Hints of one socket: the first ones are sent at once, the next ones in the interval are gathered. */
class Listener {
  readonly socketId: string;
  groups: readonly string[] = [];
  isHeld = false;
  #gathered: VisibleHint | undefined;
  #left: number = serverLimits.hintsPerInterval;
  #timer: NodeJS.Timeout | undefined;
  #look: NodeJS.Timeout | undefined;
  readonly #tell: SendHint;

  constructor(socketId: string, tell: SendHint) {
    this.socketId = socketId;
    this.#tell = tell;
  }

  /** Whether a hint may be sent at once; counts it. */
  mayHearAtOnce(): boolean {
    if (this.#left === 0) return false;
    this.#left--;
    this.#timer ??= setTimeout(() => this.#nextInterval(), serverLimits.hintIntervalMs);
    return true;
  }

  gather(picture: VisibleHint): void {
    this.#gathered = both(this.#gathered, picture);
  }

  forget(): void {
    this.#gathered = undefined;
  }

  #nextInterval(): void {
    this.#timer = undefined;
    this.#left = serverLimits.hintsPerInterval;
    const gathered = this.#gathered;
    if (gathered === undefined) return;
    this.#gathered = undefined;
    if (this.mayHearAtOnce()) this.#tell([this.socketId], toldOf(gathered));
  }

  lookSoon(pos: Cursor, withinMs: number): void {
    clearTimeout(this.#look);
    this.#look = setTimeout(() => this.#tell([this.socketId], { pos }), Math.random() * withinMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#look);
  }
}

function sizeOf(event: WireEvent, sizes: Map<WireEvent, number>): number {
  const known = sizes.get(event);
  if (known !== undefined) return known;
  const size = Buffer.byteLength(JSON.stringify(event));
  sizes.set(event, size);
  return size;
}
