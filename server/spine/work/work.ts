import type { Message, Room } from '#domain/chat/chat.ts';
import type { Side } from '#domain/account/room-types.ts';
import { type Event, type EventData, type EventType, is } from '#domain/spine/events.ts';
import { orderFolding } from '#domain/spine/fold-order.ts';
import { foldFeedback, foldRedaction, foldRoom, messageIn } from '#domain/spine/fold-room.ts';
import type { Order } from '#domain/order/data/order.ts';
import type { NumberedRateCard } from '#domain/order/data/rate-card.ts';
import type { CommandType } from '#domain/spine/wire/commands.ts';
import { sideInRoom } from '#domain/account/permissions.ts';
import type { Quota } from '#domain/account/quotas.ts';
import { requireFound } from '#domain/ground/errors.ts';
import type { DeskWrite } from '../../order/store/order-desk.ts';
import type { OrderInvoice } from '../../payment/store/order-invoices.ts';
import type { AddedReport, NewReport } from '../../order/store/order-reports.ts';
import type { LoadedRows } from '../log/load-work.ts';
import { textOf } from '../log/save-work.ts';
import type { Actor } from '../../session/users.ts';
import { type AskedModel, emptyStep, type NewAttachment, type PendingEvent, type Step } from './decisions.ts';
import type { Given } from './given.ts';
import { LockMissing } from './lock-missing.ts';
import { OrderSize } from './order-size.ts';
import { type Spent, Spending } from './spending.ts';

/** Rows that a frame may change, read under the locks of their streams. */
export interface Loaded extends Omit<LoadedRows, 'actor' | 'known' | 'logNow'> {
  actor: Actor;
}

/**
 * The unit of work of one transaction: loaded rows, to which each accepted command's events are applied with the folds
 * that devices use too. A refused command leaves at most its receipt. `saveWork` writes the result.
 */
export class Work {
  readonly actor: Actor;
  readonly given: Given;
  readonly rooms: Map<string, Room>;
  readonly orders: Map<string, Order>;
  readonly messages: Map<string, Message>;
  readonly reports: Map<string, AddedReport>;
  /** Other active users whom the command asked for. */
  readonly users: Map<string, Actor>;
  readonly changedRooms = new Set<string>();
  readonly changedOrders = new Set<string>();
  readonly changedMessages = new Set<string>();
  readonly newMembers: { roomId: string; userId: string; side: Side }[] = [];
  readonly removedMembers: { roomId: string; userId: string }[] = [];
  /** Messages whose content must be deleted everywhere. */
  readonly redactions: Message[] = [];
  readonly events: PendingEvent[] = [];
  readonly attachments: NewAttachment[] = [];
  readonly invoices: OrderInvoice[] = [];
  readonly deskWrites: DeskWrite[] = [];
  readonly newReports: NewReport[] = [];
  readonly askedModel: AskedModel[] = [];
  readonly newAliases: { alias: string; roomId: string }[] = [];
  countedQuestions = 0;
  readonly #at: string;
  readonly #openCredit: Set<number>;
  readonly #invoiceStatuses: ReadonlyMap<string, 'draft' | 'open' | 'paid'>;
  readonly #rateCard: NumberedRateCard | null;
  readonly #inCharge: Map<string, string | null>;
  readonly #staffMembers: ReadonlySet<string>;
  readonly #spending: Spending;
  readonly #members = new Map<string, Map<string, Side>>();
  readonly #aliases: Map<string, string>;
  readonly #files: Map<string, Loaded['files'][number]>;
  readonly #boundAttachments: Set<string>;
  readonly #positions: Map<string, number>;
  readonly #orderNumbers: Map<string, string>;
  readonly #locked: Set<string>;
  /** Sizes of orders that were measured, by id. */
  readonly #sizes = new Map<string, OrderSize>();
  readonly #foldOrder = orderFolding();
  #step: Step = emptyStep();

  constructor(loaded: Loaded, context: { at: string; locked: Set<string>; given: Given }) {
    this.actor = loaded.actor;
    this.#at = context.at;
    this.given = context.given;
    this.#locked = context.locked;
    this.rooms = new Map(loaded.rooms.map((room) => [room.id, room]));
    this.orders = new Map(loaded.orders.map((order) => [order.id, order]));
    this.messages = new Map(loaded.messages.map((message) => [message.id, message]));
    this.reports = new Map(loaded.reports.map((report) => [report.id, report]));
    this.users = new Map(loaded.users.map((user) => [user.id, user]));
    for (const member of loaded.members) this.#addMember(member);
    this.#aliases = new Map(loaded.aliases.map(({ alias, roomId }) => [alias, roomId]));
    this.#files = new Map(loaded.files.map((file) => [file.sha256, file]));
    this.#boundAttachments = new Set(loaded.attachments);
    this.#positions = new Map(loaded.streams.map(({ stream, sseq }) => [stream, sseq]));
    this.#spending = new Spending(loaded.used, {
      actor: loaded.actor,
      factor: context.given.quotaFactor,
      isFree: context.given.as === 'system',
      locked: context.locked,
    });
    this.#openCredit = new Set(loaded.openCredit);
    this.#invoiceStatuses = new Map(loaded.invoices.map(({ orderId, status }) => [orderId, status]));
    this.#rateCard = loaded.rateCard;
    this.#inCharge = new Map(loaded.desks.map(({ orderId, expert }) => [orderId, expert]));
    this.#staffMembers = new Set(loaded.staffMembers);
    this.#orderNumbers = new Map(loaded.orderNumbers.map(({ orderId, number }) => [orderId, number]));
  }

  /** The server's time of this transaction, ISO 8601. */
  get at(): string {
    return this.given.clock?.().toISOString() ?? this.#at;
  }

  /** Returns the room with this id or alias. */
  room(id: string): Room | undefined {
    return this.rooms.get(this.#aliases.get(id) ?? id);
  }

  /** Returns the room and the actor's side. @throws Refusal NOT_FOUND when the actor may not see it */
  visibleRoom(id: string): { room: Room; side: Side } {
    const room = requireFound(this.room(id));
    const side = requireFound(sideInRoom(this.actor, room.type, this.#members.get(room.id)?.get(this.actor.id)));
    return { room, side };
  }

  membersOf(roomId: string): string[] {
    return [...(this.#members.get(roomId)?.keys() ?? [])];
  }

  /** Returns the size of an order: measured once, then updated by accepted changes. */
  sizeOf(order: Order): OrderSize {
    const known = this.#sizes.get(order.id);
    if (known !== undefined) return known;
    const size = new OrderSize(order);
    if (this.orders.get(order.id) === order) this.#sizes.set(order.id, size);
    return size;
  }

  /** Returns a file the actor has uploaded. */
  file(sha256: string): Loaded['files'][number] | undefined {
    return this.#files.get(sha256);
  }

  /** Whether the company of this order pays after the work. */
  hasOpenCredit({ companyId }: Order): boolean {
    return companyId !== null && this.#openCredit.has(companyId);
  }

  /** Returns the status of the invoice over the price of an order; undefined where it has none, or a void one. */
  invoiceOf(orderId: string): 'draft' | 'open' | 'paid' | undefined {
    return this.#invoiceStatuses.get(orderId);
  }

  /** The rate card that prices are computed from. @throws Error when the command did not ask for it */
  get rateCard(): NumberedRateCard {
    if (this.#rateCard === null) throw new Error('no rate card was loaded');
    return this.#rateCard;
  }

  isBound(attachmentId: string): boolean {
    return this.#boundAttachments.has(attachmentId);
  }

  numberFor(orderId: string): string {
    const number = this.#orderNumbers.get(orderId);
    if (number === undefined) throw new Error(`no number was drawn for order ${orderId}`);
    return number;
  }

  /** Returns the position of the next event of the stream. */
  nextPosition(stream: string): number {
    const inStep = this.#step.events.reduce((count, event) => (event.stream === stream ? count + 1 : count), 0);
    return (this.#positions.get(stream) ?? 0) + inStep + 1;
  }

  /** Adds an event, which is written if the command is accepted. */
  append<T extends EventType>(stream: string, type: T, data: EventData[T], cmdId: string, staff = false): void {
    if (!this.#locked.has(stream)) throw new LockMissing(stream);
    const event: Event<T> & Pick<PendingEvent, 'staff' | 'text'> = {
      stream,
      sseq: this.nextPosition(stream),
      type,
      v: 1,
      data,
      cmdId,
      staff,
      text: textOf({ type, data }),
    };
    this.#step.events.push(event);
  }

  /** Attaches a stored file to a message, if the command is accepted. */
  bind(attachment: NewAttachment): void {
    this.#step.attachments.push(attachment);
  }

  /** Writes or closes the invoice of an order, if the command is accepted. */
  changeInvoice(invoice: OrderInvoice): void {
    this.#step.invoices.push(invoice);
  }

  /** Returns the expert in charge of an order, which the command must have asked for; null for none. */
  inCharge(orderId: string): string | null {
    return this.#inCharge.get(orderId) ?? null;
  }

  /** Whether a user, whom the command must have asked for, is an active member of staff. */
  isStaffMember(userId: string): boolean {
    return this.#staffMembers.has(userId);
  }

  /** Writes for staff about an order, if the command is accepted. */
  writeAtDesk(write: DeskWrite): void {
    this.#step.deskWrites.push(write);
  }

  /** Adds a report of a stored file to an order, if the command is accepted. */
  addReport(
    about: Omit<NewReport, 'author' | 'fileId' | 'fileName'>,
    { id: fileId, ...file }: AddedReport['file'] & { id: string },
  ): void {
    const { id, name } = this.actor;
    this.#step.reports.push({
      row: { ...about, author: id, fileId, fileName: file.name },
      report: { ...about, author: name, file, at: this.at },
    });
  }

  /** Has a language model answer after the commit, if the command is accepted. */
  askModel(asked: AskedModel): void {
    this.#step.asked.push(asked);
  }

  addAlias(alias: string, roomId: string): void {
    this.#step.aliases.push({ alias, roomId });
  }

  /** Data that the current command has decided to store in no event: for staff, and answers without a model. */
  get #besideLog(): readonly object[] {
    const instead = this.#step.asked.map((asked) => asked.instead);
    return [...this.#step.deskWrites, ...this.#step.reports.map(({ row }) => row), ...instead];
  }

  /** Data that the current command has decided to store so far. */
  get decidedData(): readonly object[] {
    return [...this.#step.events.map(({ data }) => data), ...this.#besideLog];
  }

  /** Uses `n` of a quota if the command is accepted: see `Spending.take`. */
  spend(quota: Quota, n = 1): void {
    this.#spending.take(quota, n);
  }

  /** Charges the bytes that the current command adds to a draft: see `Spending.takeDraftBytes`. */
  spendDraftBytes({ ownerId }: Pick<Order, 'ownerId'>, bytes: number): void {
    this.#spending.takeDraftBytes(bytes, ownerId === this.actor.id);
  }

  /** Charges the bytes that the current command writes to the daily quota, and returns: see `Spending.takeBytes`. */
  spendBytes(type: CommandType): boolean {
    const texts = [
      ...this.#step.events.map(({ text }) => text),
      ...this.#besideLog.map((write) => JSON.stringify(write)),
    ];
    const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    return this.#spending.takeBytes(type, bytes);
  }

  /** Additions of accepted commands to the daily counts. */
  get spent(): readonly Spent[] {
    return this.#spending.ofToday;
  }

  /**
   * Refuses the current command: its events are dropped, and the bytes of its receipt are charged to the daily quota.
   * @returns false when the quota has no space: then there is no receipt, and a repeat is decided again
   */
  refuse(receipt: object): boolean {
    this.discard();
    if (!this.#spending.takeReceipt(Buffer.byteLength(JSON.stringify(receipt)))) return false;
    this.#spending.accept();
    return true;
  }

  /** Accepts the current command: folds its events into the rows. */
  accept(): void {
    for (const event of this.#step.events) {
      this.#positions.set(event.stream, event.sseq);
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
    this.invoices.push(...this.#step.invoices);
    this.askedModel.push(...this.#step.asked);
    for (const write of this.#step.deskWrites) {
      if (write.kind === 'expert') this.#inCharge.set(write.orderId, write.expert);
      if (write.kind === 'charge') this.#inCharge.set(write.orderId, this.inCharge(write.orderId) ?? write.author);
      this.deskWrites.push(write);
    }
    for (const { row, report } of this.#step.reports) {
      this.reports.set(report.id, report);
      this.newReports.push(row);
    }
    this.#spending.accept();
    this.discard();
  }

  /** Drops the events of the current command. */
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
      this.removedMembers.push(event.data);
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
    const order =
      before === undefined || size === undefined
        ? this.#foldOrder(before, event)
        : size.foldAndMeasure(before, changes, () => this.#foldOrder(before, event) ?? before);
    if (order !== undefined) this.orders.set(id, order);
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
