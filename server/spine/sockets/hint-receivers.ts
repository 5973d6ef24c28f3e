import { hasNavigatorPass, isStaff } from '#domain/account/permissions.ts';
import type { SentPage, SyncServerEvents } from '#domain/spine/wire/sockets.ts';
import { type Cursor, type WireEvent, comparePositions, laterPosition } from '#domain/spine/wire/sync.ts';
import type { User } from '#domain/account/users.ts';
import { type Hint, type HintedStream, nowhere } from '../../ground/hint.ts';
import { Standing, type StandingParts } from './standing.ts';
import { KB } from '#domain/ground/units.ts';
import { pullSpreadMs } from '../feed/sync-service.ts';

const hintBytes = 8 * KB;
/** Hints sent to a socket immediately per interval; further ones are merged and sent when the interval ends. */
export const hintsPerInterval = 5;
export const hintIntervalMs = 50;

/** Payload of a hint: the position, and the events if they are small. */
type HintPayload = Parameters<SyncServerEvents['sync:hint']>[0];

/** The part of a socket that is used here. */
interface ReceivingSocket {
  id: string;
  once(name: 'disconnect', fn: () => void): unknown;
}

/** Sends one payload to many sockets. */
type SendHint = (sockets: string[], payload: HintPayload) => void;

/** Parts that serve devices that stand, besides hints; see `standing.ts`. */
interface Pages<S> extends Pick<StandingParts<S>, 'read' | 'isSlow'> {
  /** Sends one page to many sockets. */
  send: (sockets: string[], page: SentPage) => void;
}

/**
 * Sends hints to the sockets that may see them, and pages to those that stand at the end of the log. Sockets are indexed
 * by the streams they may see, so the cost of a hint depends on its receivers, not on all sockets. A payload for many is
 * built once.
 */
export class HintReceivers<S extends ReceivingSocket = ReceivingSocket> {
  readonly #all = new Map<S, HintReceiver<S>>();
  readonly #byGroup = new Map<string, Set<HintReceiver<S>>>();
  readonly #send: SendHint;
  readonly #standing: Standing<HintReceiver<S>>;
  #last: Cursor = nowhere;

  constructor(send: SendHint, pages: Pages<S>) {
    this.#send = send;
    this.#standing = new Standing({
      read: pages.read,
      send: (receivers, from, { events, next, standing }) => {
        const page = { from, events: JSON.parse(`[${events}]`) as WireEvent[], next, rights: standing };
        pages.send(
          receivers.map(({ socketId }) => socketId),
          page,
        );
      },
      hint: (receiver, pos) => send([receiver.socketId], { pos }),
      isSlow: ({ socket }) => pages.isSlow(socket),
      later: (ms, run) => void setTimeout(run, ms).unref(),
    });
  }

  add(socket: S): void {
    const receiver = new HintReceiver(socket, this.#send);
    this.#all.set(socket, receiver);
    socket.once('disconnect', () => {
      receiver.stop();
      this.#standing.end(receiver);
      this.#all.delete(socket);
      this.#move(receiver, []);
    });
  }

  /** Sets the current user of the socket, and ends a hold. */
  setUser(socket: S, user: User): void {
    const receiver = this.#all.get(socket);
    if (receiver === undefined) return;
    receiver.user = user;
    this.#move(receiver, groupsOf(user));
    if (!receiver.isHeld) return;
    receiver.isHeld = false;
    receiver.hintSoon(this.#last, this.#spreadMs());
  }

  /** Sends nothing more to the socket, and drops what was gathered for it, until `setUser` is called. */
  hold(socket: S): void {
    const receiver = this.#all.get(socket);
    if (receiver === undefined) return;
    this.#move(receiver, []);
    this.#standing.end(receiver);
    receiver.forget();
    receiver.isHeld = true;
  }

  /** The socket's device has pulled everything up to this position. While it is held, it stands nowhere. */
  stand(socket: S, cursor: Cursor): void {
    const receiver = this.#all.get(socket);
    if (receiver?.user === undefined || receiver.isHeld) return;
    this.#standing.stand(receiver, receiver.user, cursor, this.#last);
  }

  /** Hints the socket within this time: its device may not stand now. */
  hintWithin(socket: S, withinMs: number): void {
    this.#all.get(socket)?.hintSoon(this.#last, withinMs);
  }

  #move(receiver: HintReceiver<S>, groups: readonly string[]): void {
    if (groups.length === receiver.groups.length && groups.every((name, i) => name === receiver.groups[i])) return;
    for (const name of receiver.groups) {
      const group = this.#byGroup.get(name);
      group?.delete(receiver);
      if (group?.size === 0) this.#byGroup.delete(name);
    }
    receiver.groups = groups;
    for (const name of groups) {
      const group = this.#byGroup.get(name);
      if (group === undefined) this.#byGroup.set(name, new Set([receiver]));
      else group.add(receiver);
    }
  }

  /** Sends a hint to the sockets that may see its streams, at once or gathered. */
  send(hint: Hint): void {
    if (hint.streams.length > 0) this.#last = laterPosition(this.#last, hint.pos);
    const streamsOf = new Map<HintReceiver<S>, string[]>();
    for (const stream of hint.streams) {
      for (const receiver of this.#receiversOf(stream)) {
        if (this.#standing.hinted(receiver, hint.pos)) continue;
        const seen = streamsOf.get(receiver);
        if (seen === undefined) streamsOf.set(receiver, [stream.stream]);
        else if (seen.at(-1) !== stream.stream) seen.push(stream.stream);
      }
    }
    const sizes = new Map<WireEvent, number>();
    const atOnce = new Map<string, { visible: VisibleHint; sockets: string[] }>();
    for (const [receiver, streams] of streamsOf) {
      const key = streams.length === 1 ? (streams[0] ?? '') : streams.join();
      const known = atOnce.get(key);
      const visible = known?.visible ?? visibleIn(hint, streams, sizes);
      if (known === undefined) atOnce.set(key, { visible, sockets: [] });
      if (receiver.maySendAtOnce()) atOnce.get(key)?.sockets.push(receiver.socketId);
      else receiver.gather(visible);
    }
    for (const { visible, sockets } of atOnce.values()) if (sockets.length > 0) this.#send(sockets, payloadOf(visible));
  }

  *#receiversOf({ members, staff, companyId }: HintedStream): Iterable<HintReceiver<S>> {
    for (const id of members) yield* this.#byGroup.get(`user:${id}`) ?? [];
    if (staff) yield* this.#byGroup.get('staff') ?? [];
    if (companyId !== null) yield* this.#byGroup.get(`company:${companyId}`) ?? [];
  }

  /** Hints may have been lost: hints all sockets to pull, spread over time when they are many. */
  hintSoon(pos: Cursor): void {
    const withinMs = this.#spreadMs();
    for (const receiver of this.#all.values()) {
      this.#standing.end(receiver);
      receiver.hintSoon(pos, withinMs);
    }
  }

  #spreadMs(): number {
    return Math.min(pullSpreadMs, this.#all.size * spreadPerSocketMs);
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

function visibleIn(hint: Hint, streams: readonly string[], sizes: Map<WireEvent, number>): VisibleHint {
  // A hint without events comes from another process or was too large. An incomplete payload is sent without any
  // events.
  let bytes = hint.events.length === 0 ? Infinity : 0;
  const events: WireEvent[] = [];
  for (const event of hint.events) {
    if (bytes > hintBytes) break;
    if (!streams.includes(event.stream)) continue;
    bytes += sizeOf(event, sizes);
    events.push(event);
  }
  return { pos: hint.pos, events, bytes };
}

function merged(first: VisibleHint | undefined, second: VisibleHint): VisibleHint {
  if (first === undefined) return second;
  const bytes = first.bytes + second.bytes;
  return {
    pos: comparePositions(second.pos, first.pos) > 0 ? second.pos : first.pos,
    events: bytes > hintBytes ? [] : [...first.events, ...second.events],
    bytes,
  };
}

function payloadOf({ pos, events, bytes }: VisibleHint): HintPayload {
  return bytes <= hintBytes && events.length > 0 ? { pos, events: [...events] } : { pos };
}

/** Hints of one socket: the first ones are sent at once, the next ones in the interval are gathered. */
class HintReceiver<S extends ReceivingSocket> {
  readonly socket: S;
  /** The current user of the socket; undefined until the first one is set. */
  user: User | undefined;
  groups: readonly string[] = [];
  isHeld = false;
  #gathered: VisibleHint | undefined;
  #left: number = hintsPerInterval;
  #timer: NodeJS.Timeout | undefined;
  #pullTimer: NodeJS.Timeout | undefined;
  readonly #send: SendHint;

  constructor(socket: S, send: SendHint) {
    this.socket = socket;
    this.#send = send;
  }

  get socketId(): string {
    return this.socket.id;
  }

  /** Whether a hint may be sent at once; counts it. */
  maySendAtOnce(): boolean {
    if (this.#left === 0) return false;
    this.#left--;
    this.#timer ??= setTimeout(() => this.#nextInterval(), hintIntervalMs);
    return true;
  }

  gather(visible: VisibleHint): void {
    this.#gathered = merged(this.#gathered, visible);
  }

  forget(): void {
    this.#gathered = undefined;
  }

  #nextInterval(): void {
    this.#timer = undefined;
    this.#left = hintsPerInterval;
    const gathered = this.#gathered;
    if (gathered === undefined) return;
    this.#gathered = undefined;
    if (this.maySendAtOnce()) this.#send([this.socketId], payloadOf(gathered));
  }

  hintSoon(pos: Cursor, withinMs: number): void {
    clearTimeout(this.#pullTimer);
    this.#pullTimer = setTimeout(() => this.#send([this.socketId], { pos }), Math.random() * withinMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#pullTimer);
  }
}

function sizeOf(event: WireEvent, sizes: Map<WireEvent, number>): number {
  const known = sizes.get(event);
  if (known !== undefined) return known;
  const size = Buffer.byteLength(JSON.stringify(event));
  sizes.set(event, size);
  return size;
}
