import type { Namespace, Server, Socket } from 'socket.io';
import { Refusal } from '#domain/errors.ts';
import { limits } from '#domain/limits.ts';
import { hasNavigatorPass, isStaff } from '#domain/permissions.ts';
import { type SyncClientEvents, type SyncServerEvents, namespaces } from '#domain/protocol/sockets.ts';
import { type Cursor, type PushBody, type WireEvent, comparePlaces, pushBody } from '#domain/protocol/sync.ts';
import type { Person } from '#domain/users.ts';
import type { Allowance } from '../allowance.ts';
import type { Deps } from '../deps.ts';
import type { Delivered, Hint, HintedStream } from '../store/hint.ts';
import { detailsOf, readerOf } from '../shapes.ts';
import { syncDoor } from '../sync-door.ts';
import { answer, limitEvents, refuseUnknown } from './events.ts';
import { type SessionWatch, roomOfPerson, roomOfStaff } from './session-watch.ts';

/** The namespace every signed-in page joins: hints of what may be pulled, and push on the same connection. */
export function syncNamespace(io: Server, deps: Deps & { watch: SessionWatch; people: Allowance }): () => void {
  const namespace: Namespace<SyncClientEvents, SyncServerEvents> = io.of(namespaces.sync);
  const { watch, hints, log, people } = deps;
  const door = syncDoor(deps);
  const listeners = new Map<Socket, Listener>();

  async function caller(socket: Socket): Promise<Person> {
    const person = await watch.personOf(socket);
    if (person === undefined) throw new Refusal('UNAUTHORIZED');
    listeners.get(socket)?.meet(person);
    return person;
  }

  watch.admit(namespace, () => true);
  namespace.on('connection', (socket) => {
    const listener = new Listener((hint) => socket.emit('sync:hint', hint));
    listeners.set(socket, listener);
    socket.once('disconnect', () => {
      listener.stop();
      listeners.delete(socket);
    });
    caller(socket).catch(() => undefined);
    limitEvents(socket);
    refuseUnknown(socket, ['sync:push']);
    answer(socket, 'sync:push', log, async (body) => {
      const person = await caller(socket);
      const { isAllowed, resetMs } = people.take(person.id);
      if (!isAllowed) throw new Refusal('RATE_LIMITED', { retryAfterMs: resetMs });
      return { reply: await door.push(person, asPush(body)) };
    });
  });

  function tellDelivered({ roomId, side, upTo, members }: Delivered): void {
    const mark = { roomId, side, upTo };
    if (side === 'support') for (const id of members) namespace.to(roomOfPerson(id)).emit('sync:delivered', mark);
    else namespace.to(roomOfStaff).emit('sync:delivered', mark);
  }

  door.onDelivered((mark) => {
    tellDelivered(mark);
    // Who wrote the message may be connected to another process.
    hints.delivered([mark]);
  });
  return hints.subscribe((hint) => {
    for (const mark of hint.delivered ?? []) tellDelivered(mark);
    if (hint.missed === true) for (const listener of listeners.values()) listener.lookSoon(hint.pos, listeners.size);
    const sizes = new Map<WireEvent, number>();
    for (const listener of listeners.values()) listener.hear(hint, sizes);
  });
}

const readPush = readerOf(pushBody);

function asPush(body: unknown): PushBody {
  const read = readPush(body);
  if ('value' in read) return read.value;
  throw new Refusal('VALIDATION', detailsOf(read.problems));
}

/** A pull takes the server about this long, so that nobody is told later than need be. */
const spreadPerSocketMs = 2;

/** One socket's ear: the first hints go out at once, those that follow close behind are gathered for a moment. */
class Listener {
  #person: Person | undefined;
  #pos: Cursor | undefined;
  #events: WireEvent[] = [];
  #bytes = 0;
  #left: number = limits.hintsPerInterval;
  #timer: NodeJS.Timeout | undefined;
  #look: NodeJS.Timeout | undefined;
  readonly #send: (hint: { pos: Cursor; events?: WireEvent[] }) => void;

  constructor(send: (hint: { pos: Cursor; events?: WireEvent[] }) => void) {
    this.#send = send;
  }

  /** Who is behind the socket as of now. */
  meet(person: Person): void {
    this.#person = person;
  }

  hear(hint: Hint, sizes: Map<WireEvent, number>): void {
    const person = this.#person;
    if (person === undefined) return;
    const streams = new Set(hint.streams.filter((stream) => maySee(person, stream)).map(({ stream }) => stream));
    if (streams.size === 0) return;
    this.#pos = this.#pos === undefined || comparePlaces(hint.pos, this.#pos) > 0 ? hint.pos : this.#pos;
    // A hint without events, from another process or too large, is a picture with a hole: better none.
    if (hint.events.length === 0) this.#bytes = Infinity;
    for (const event of hint.events) {
      if (this.#bytes > limits.hintBytes) break;
      if (!streams.has(event.stream)) continue;
      this.#bytes += sizeOf(event, sizes);
      this.#events.push(event);
    }
    if (this.#left > 0) this.#flush();
  }

  /** Something may have been missed: everybody looks, but a crowd not all at once. */
  lookSoon(pos: Cursor, crowd: number): void {
    clearTimeout(this.#look);
    const withinMs = Math.min(limits.pullSpreadMs, crowd * spreadPerSocketMs);
    this.#look = setTimeout(() => this.#send({ pos }), Math.random() * withinMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#look);
    this.#person = undefined;
  }

  #flush(): void {
    const pos = this.#pos;
    if (pos === undefined) return;
    const isWhole = this.#bytes <= limits.hintBytes && this.#events.length > 0;
    this.#send(isWhole ? { pos, events: this.#events } : { pos });
    this.#pos = undefined;
    this.#events = [];
    this.#bytes = 0;
    this.#left--;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#left = limits.hintsPerInterval;
      this.#flush();
    }, limits.hintIntervalMs);
  }
}

function maySee(person: Person, { members, staff, companyId }: HintedStream): boolean {
  if (members.includes(person.id) || (staff && isStaff(person))) return true;
  return companyId !== null && companyId === person.company_id && hasNavigatorPass(person);
}

function sizeOf(event: WireEvent, sizes: Map<WireEvent, number>): number {
  const known = sizes.get(event);
  if (known !== undefined) return known;
  const size = Buffer.byteLength(JSON.stringify(event));
  sizes.set(event, size);
  return size;
}
