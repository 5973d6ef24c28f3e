import type { Message, Room, Side } from '#domain/chat.ts';
import {
  type Event,
  type EventData,
  type EventType,
  foldFeedback,
  foldIntoOwnOrder,
  foldOrder,
  foldRedaction,
  foldRoom,
  is,
  messageIn,
} from '#domain/events.ts';
import type { Order } from '#domain/order/order.ts';
import type { CommandType } from '#domain/commands.ts';
import { sideInRoom } from '#domain/permissions.ts';
import type { Quota } from '#domain/quotas.ts';
import { Refusal } from '#domain/errors.ts';
import type { Retrieval } from '#domain/retrieval/retrieve.ts';
import type { LoadedRows } from '../../store/sync/load-work.ts';
import { textOf } from '../../store/sync/save-work.ts';
import type { Actor } from '../../store/people/people.ts';
import { LockMissing } from './lock-missing.ts';
import { OrderSize } from './order-size.ts';
import { type Spent, Spending } from './spending.ts';

/** The rows a frame of commands may touch, read under the locks of their streams. */
export interface Loaded extends Omit<LoadedRows, 'actor' | 'known' | 'present'> {
  actor: Actor;
}

export interface PendingEvent extends Event {
  staff: boolean;
  /** What is stored of it. */
  text: string;
}

export interface NewAttachment {
  id: string;
  fileId: string;
  messageId: string;
  roomId: string;
  name: string;
}

/** What a frame is decided with beside its rows. */
export interface Given {
  /** What was looked up for its questions, by the question's id. */
  retrievals: Map<string, Retrieval>;
  /** The name the assistant answers under. */
  assistantName: string;
  /** What every quota is multiplied by. */
  quotaFactor: number;
}

/** What one command has decided, until it is known to succeed. */
interface Step {
  events: PendingEvent[];
  attachments: NewAttachment[];
  aliases: { alias: string; roomId: string }[];
}

/**
 * One transaction's work in memory: rows as loaded, folded forward by each accepted command with the same folds the
 * devices use. A refused command leaves its answer alone. `bus.ts` writes the outcome, set-wise.
 */
export class Work {
  readonly actor: Actor;
  /** The server's time of this transaction. */
  readonly at: string;
  readonly given: Given;
  readonly rooms: Map<string, Room>;
  readonly orders: Map<string, Order>;
  readonly messages: Map<string, Message>;
  readonly changedRooms = new Set<string>();
  readonly changedOrders = new Set<string>();
  readonly changedMessages = new Set<string>();
  readonly newMembers: { roomId: string; userId: string; side: Side }[] = [];
  readonly goneMembers: { roomId: string; userId: string }[] = [];
  /** Messages whose content must go wherever it is stored. */
  readonly redactions: Message[] = [];
  readonly events: PendingEvent[] = [];
  readonly attachments: NewAttachment[] = [];
  readonly newAliases: { alias: string; roomId: string }[] = [];
  countedQuestions = 0;
  readonly #spending: Spending;
  readonly #members = new Map<string, Map<string, Side>>();
  readonly #aliases: Map<string, string>;
  readonly #files: Map<string, Loaded['files'][number]>;
  readonly #boundAttachments: Set<string>;
  readonly #places: Map<string, number>;
  readonly #orderNumbers: Map<string, string>;
  readonly #locked: Set<string>;
  /** By order, of those whose size was asked for. */
  readonly #sizes = new Map<string, OrderSize>();
  /** Orders whose documents the first patch has copied: the next ones are written into the copies. */
  readonly #copied = new Set<string>();
  #step: Step = emptyStep();

  constructor(loaded: Loaded, context: { at: string; locked: Set<string>; given: Given }) {
    this.actor = loaded.actor;
    this.at = context.at;
    this.given = context.given;
    this.#locked = context.locked;
    this.rooms = new Map(loaded.rooms.map((room) => [room.id, room]));
    this.orders = new Map(loaded.orders.map((order) => [order.id, order]));
    this.messages = new Map(loaded.messages.map((message) => [message.id, message]));
    for (const member of loaded.members) this.#addMember(member);
    this.#aliases = new Map(loaded.aliases.map(({ alias, roomId }) => [alias, roomId]));
    this.#files = new Map(loaded.files.map((file) => [file.sha256, file]));
    this.#boundAttachments = new Set(loaded.attachments);
    this.#places = new Map(loaded.streams.map(({ stream, sseq }) => [stream, sseq]));
    this.#spending = new Spending(loaded.used, {
      actor: loaded.actor,
      factor: context.given.quotaFactor,
      locked: context.locked,
    });
    this.#orderNumbers = new Map(loaded.orderNumbers.map(({ orderId, number }) => [orderId, number]));
  }

  /** The room this id names, also as its other name. */
  room(id: string): Room | undefined {
    return this.rooms.get(this.#aliases.get(id) ?? id);
  }

  /** The room and the actor's side in it; for strangers it does not exist. */
  ownRoom(id: string): { room: Room; side: Side } {
    const room = this.room(id);
    if (room === undefined) throw new Refusal('NOT_FOUND');
    const side = sideInRoom(this.actor, room.type, this.#members.get(room.id)?.get(this.actor.id));
    if (side === undefined) throw new Refusal('NOT_FOUND');
    return { room, side };
  }

  membersOf(roomId: string): string[] {
    return [...(this.#members.get(roomId)?.keys() ?? [])];
  }

  /** How large an order is: counted once, then kept while its changes are accepted. */
  sizeOf(order: Order): OrderSize {
    const known = this.#sizes.get(order.id);
    if (known !== undefined) return known;
    const size = new OrderSize(order);
    if (this.orders.get(order.id) === order) this.#sizes.set(order.id, size);
    return size;
  }

  /** A stored file of the actor's own. */
  file(sha256: string): Loaded['files'][number] | undefined {
    return this.#files.get(sha256);
  }

  isBound(attachmentId: string): boolean {
    return this.#boundAttachments.has(attachmentId);
  }

  numberFor(orderId: string): string {
    const number = this.#orderNumbers.get(orderId);
    if (number === undefined) throw new Error(`no number was drawn for order ${orderId}`);
    return number;
  }

  /** The place the next event of this stream will have. */
  nextPlace(stream: string): number {
    const inStep = this.#step.events.reduce((count, event) => (event.stream === stream ? count + 1 : count), 0);
    return (this.#places.get(stream) ?? 0) + inStep + 1;
  }

  /** Decides that this happens, if the command succeeds. */
  append<T extends EventType>(stream: string, type: T, data: EventData[T], cmdId: string, staff = false): void {
    if (!this.#locked.has(stream)) throw new LockMissing(stream);
    const event: Event<T> & Pick<PendingEvent, 'staff' | 'text'> = {
      stream,
      sseq: this.nextPlace(stream),
      type,
      v: 1,
      data,
      cmdId,
      staff,
      text: textOf({ type, data }),
    };
    this.#step.events.push(event);
  }

  bind(attachment: NewAttachment): void {
    this.#step.attachments.push(attachment);
  }

  addAlias(alias: string, roomId: string): void {
    this.#step.aliases.push({ alias, roomId });
  }

  /** What the command under way has decided so far. */
  get decided(): readonly EventData[EventType][] {
    return this.#step.events.map(({ data }) => data);
  }

  /** Takes so much more of a quota, if the command succeeds: see `Spending.take`. */
  spend(quota: Quota, n = 1): void {
    this.#spending.take(quota, n);
  }

  /** Takes the bytes that the command under way writes: see `Spending.takeBytes`. */
  spendBytes(type: CommandType): void {
    const bytes = this.#step.events.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
    this.#spending.takeBytes(type, bytes);
  }

  /** What the accepted commands add to the counts of the day. */
  get spent(): readonly Spent[] {
    return this.#spending.ofToday;
  }

  /**
   * The command was refused: nothing it decided happens, and the row that would keep the answer takes its bytes of the day.
   * @returns whether there is room for it; if not, the answer is kept nowhere, and the same id is looked at anew
   */
  refuse(answer: object): boolean {
    this.discard();
    try {
      this.#spending.takeRefusal(Buffer.byteLength(JSON.stringify(answer)));
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
    this.#spending.accept();
    return true;
  }

  /** The command succeeded: folds what it decided into the rows. */
  accept(): void {
    for (const event of this.#step.events) {
      this.#places.set(event.stream, event.sseq);
      this.#fold(event);
      this.events.push(event);
    }
    for (const attachment of this.#step.attachments) {
      this.#boundAttachments.add(attachment.id);
      this.attachments.push(attachment);
    }
    for (const { alias, roomId } of this.#step.aliases) {
      this.#aliases.set(alias, roomId);
      this.newAliases.push({ alias, roomId });
    }
    this.#spending.accept();
    this.discard();
  }

  /** Nothing that the command under way has decided happens. */
  discard(): void {
    this.#step = emptyStep();
    this.#spending.discard();
  }

  #fold(event: PendingEvent): void {
    if (is(event, 'member.added')) {
      this.#addMember(event.data);
      this.newMembers.push(event.data);
    } else if (is(event, 'member.removed')) {
      this.#members.get(event.data.roomId)?.delete(event.data.userId);
      this.goneMembers.push(event.data);
    } else if (is(event, 'usage.counted')) {
      this.countedQuestions += 1;
      this.actor.question_usage = event.data.question_usage;
    } else if (event.stream.startsWith('room:')) {
      this.#foldIntoRoom(event);
    } else if (event.stream.startsWith('order:')) {
      const id = event.stream.slice('order:'.length);
      this.#foldIntoOrder(id, event);
      this.changedOrders.add(id);
    }
  }

  #foldIntoOrder(id: string, event: PendingEvent): void {
    const before = this.orders.get(id);
    const size = this.#sizes.get(id);
    const changes = is(event, 'order.patched') ? event.data.changes : [];
    const isOwn = this.#copied.has(id);
    const fold = () =>
      before !== undefined && isOwn && is(event, 'order.patched')
        ? foldIntoOwnOrder(before, event)
        : foldOrder(before, event);
    const order =
      before === undefined || size === undefined ? fold() : size.following(before, changes, () => fold() ?? before);
    if (order !== undefined) this.orders.set(id, order);
    if (is(event, 'order.patched')) this.#copied.add(id);
  }

  #foldIntoRoom(event: PendingEvent): void {
    const id = event.stream.slice('room:'.length);
    const room = foldRoom(this.rooms.get(id), event);
    if (room !== undefined) this.rooms.set(id, room);
    this.changedRooms.add(id);
    const message = messageIn(event);
    if (message !== undefined) this.messages.set(message.id, message);
    if (is(event, 'message.redacted')) {
      const left = foldRedaction(this.messages.get(event.data.message.id), event);
      this.messages.set(left.id, left);
      this.changedMessages.add(left.id);
      this.redactions.push(event.data.message);
    }
    if (is(event, 'feedback.given')) {
      const answer = this.messages.get(event.data.answerId);
      if (answer !== undefined) this.messages.set(answer.id, foldFeedback(answer, event));
      this.changedMessages.add(event.data.answerId);
    }
  }

  #addMember({ roomId, userId, side }: { roomId: string; userId: string; side: Side }): void {
    const members = this.#members.get(roomId) ?? new Map<string, Side>();
    this.#members.set(roomId, members.set(userId, side));
  }
}

function emptyStep(): Step {
  return { events: [], attachments: [], aliases: [] };
}
