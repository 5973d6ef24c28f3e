import type { Message, Room, Side } from '#domain/chat.ts';
import { previewOf } from '#domain/chat.ts';
import { answerIdOf, commandTable, type CommandArgs, type CommandType } from '#domain/commands.ts';
import {
  foldFeedback,
  foldOrder,
  foldRoom,
  is,
  messageIn,
  type Event,
  type EventData,
  type EventType,
} from '#domain/events.ts';
import { canonicalJson } from '#domain/json.ts';
import { versionKeyOf } from '#domain/order/version-key.ts';
import type { Order } from '#domain/order/order.ts';
import { docHashOf } from '#domain/order/doc-hash.ts';
import {
  comparePlaces,
  type Cursor,
  type PullReply,
  type PushBody,
  type PushCommand,
  type PushResult,
  type SnapshotLine,
  type WireEvent,
} from '#domain/protocol/sync.ts';
import type { Me } from '#domain/users.ts';

/**
 * The server as the sync layer's design describes it, in memory: one transaction per push with its streams locked first,
 * a position of transaction id and sequence, visibility by the oldest open transaction, results kept under the
 * command's id, rows folded by the domain's own folds.
 */
export interface Rows {
  rooms: Map<string, Room>;
  messages: Map<string, Message[]>;
  orders: Map<string, Order>;
  usage: Map<string, number>;
}

interface Logged extends Event {
  xid: number;
  seq: number;
}

export type Commit = { results: PushResult[] };

export class ModelServer {
  epoch = 'e1';
  rows: Rows = emptyRows();
  log: Logged[] = [];
  /** How often a command's handler has run to its end and was committed. */
  effects = new Map<string, number>();
  /** Answers kept under a command's id. */
  #kept = new Map<string, { hash: string; result: PushResult }>();
  #aliases = new Map<string, string>();
  #places = new Map<string, number>();
  #open = new Set<number>();
  #locked = new Set<string>();
  #nextXid = 100;
  #nextSeq = 1;
  readonly #people: Map<string, Me>;
  /** Small, so that pages end in the middle of transactions. */
  readonly #pageSize: number;

  constructor(people: Me[], pageSize: number) {
    this.#people = new Map(people.map((me) => [me.id, me]));
    this.#pageSize = pageSize;
  }

  /** Locks the streams of a push and takes a transaction id; undefined when another transaction holds one of them. */
  begin(body: PushBody): { xid: number; streams: string[] } | undefined {
    const streams = [...new Set(body.commands.flatMap((command) => this.#streamsOf(command, body.actor)))];
    if (streams.some((stream) => this.#locked.has(stream))) return undefined;
    for (const stream of streams) this.#locked.add(stream);
    const xid = this.#nextXid++;
    this.#open.add(xid);
    return { xid, streams };
  }

  /** Ends a transaction without a trace. */
  rollback({ xid, streams }: { xid: number; streams: string[] }): void {
    this.#open.delete(xid);
    for (const stream of streams) this.#locked.delete(stream);
  }

  /** Does the commands and commits; `retryAt` makes the command at that place answer "later" once. */
  commit(transaction: { xid: number; streams: string[] }, body: PushBody, retryAt: number): Commit {
    const blockedLanes = new Map<string, string>();
    const results = body.commands.map((command, i): PushResult => {
      const lane = commandTable[command.type as CommandType].lane(command.args as never);
      const by = blockedLanes.get(lane);
      if (by !== undefined) return { cmdId: command.cmdId, s: 'blocked', by };
      const result: PushResult =
        i === retryAt
          ? { cmdId: command.cmdId, s: 'retry', afterMs: 1500 }
          : this.#once(command, body.actor, transaction.xid);
      if (result.s === 'retry' || (result.s === 'rejected' && lane.startsWith('order:')))
        blockedLanes.set(lane, command.cmdId);
      return result;
    });
    this.rollback(transaction);
    return { results };
  }

  #streamsOf(command: PushCommand, actor: string): string[] {
    return commandTable[command.type as CommandType]
      .streams(command.args as never, actor)
      .map((stream) => {
        const [kind, id] = stream.split(':');
        return kind === 'room' ? `room:${this.#aliases.get(id ?? '') ?? id}` : stream;
      })
      .concat(command.type === 'room.open' || command.type === 'handoff.request' ? [`key:${actor}`] : []);
  }

  #once(command: PushCommand, actor: string, xid: number): PushResult {
    const hash = canonicalJson({ type: command.type, v: command.v, args: command.args });
    const kept = this.#kept.get(command.cmdId);
    if (kept !== undefined) {
      if (kept.hash !== hash)
        return { cmdId: command.cmdId, s: 'rejected', code: 'IDEMPOTENCY_CONFLICT', message: 'used' };
      return kept.result.s === 'ok'
        ? { ...kept.result, pos: { ...kept.result.pos, epoch: this.epoch }, s: 'duplicate' }
        : kept.result;
    }
    const before = this.#nextSeq;
    const outcome = this.#handle(command, actor, xid);
    const refusal = typeof outcome['code'] === 'string' ? outcome['code'] : undefined;
    const result: PushResult =
      refusal !== undefined
        ? { cmdId: command.cmdId, s: 'rejected', code: refusal, message: refusal }
        : {
            cmdId: command.cmdId,
            s: 'ok',
            pos: { epoch: this.epoch, xid: String(xid), seq: this.#nextSeq === before ? 0 : this.#nextSeq - 1 },
            out: outcome,
          };
    this.#kept.set(command.cmdId, { hash, result });
    if (refusal === undefined) this.effects.set(command.cmdId, (this.effects.get(command.cmdId) ?? 0) + 1);
    return result;
  }

  /** What the server answered to a command, if it has answered. */
  answerTo(cmdId: string): PushResult | undefined {
    return this.#kept.get(cmdId)?.result;
  }

  #append<T extends EventType>(xid: number, stream: string, type: T, data: EventData[T], cmdId: string): Logged {
    const sseq = (this.#places.get(stream) ?? 0) + 1;
    this.#places.set(stream, sseq);
    const event: Logged = { xid, seq: this.#nextSeq++, stream, sseq, type, v: 1, data, cmdId };
    this.log.push(event);
    foldInto(this.rows, event);
    return event;
  }

  #handle(command: PushCommand, actor: string, xid: number): Record<string, unknown> {
    const me = this.#people.get(actor) as Me;
    const { cmdId } = command;
    switch (command.type as CommandType) {
      case 'room.open': {
        const args = command.args as CommandArgs<'room.open'>;
        return this.#openRoom(xid, cmdId, me, args.roomId, args.type);
      }
      case 'chat.send': {
        const args = command.args as CommandArgs<'chat.send'>;
        const room = this.#room(args.roomId);
        if (room === undefined) return { code: 'NOT_FOUND' };
        if (args.content.startsWith('refuse')) return { code: 'TOO_LONG' };
        this.#say(xid, cmdId, room, me, { id: cmdId, content: args.content });
        return {};
      }
      case 'read.mark': {
        const args = command.args as CommandArgs<'read.mark'>;
        const room = this.#room(args.roomId);
        if (room === undefined) return { code: 'NOT_FOUND' };
        const side = sideOf(room, me);
        if (room.marks[side] < args.upTo) {
          this.#append(
            xid,
            `room:${room.id}`,
            'read.marked',
            { roomId: room.id, side, upTo: args.upTo, by: actor },
            cmdId,
          );
        }
        return {};
      }
      case 'question.ask': {
        const args = command.args as CommandArgs<'question.ask'>;
        const room = this.#room(args.roomId);
        if (room === undefined) return { code: 'NOT_FOUND' };
        this.#say(xid, cmdId, room, me, { id: cmdId, content: args.text });
        const answerId = answerIdOf(cmdId);
        const stream = `room:${room.id}`;
        this.#append(xid, stream, 'answer.started', { roomId: room.id, answerId, questionId: cmdId }, cmdId);
        const message = messageOf(room, {
          id: answerId,
          content: `About ${args.text}`,
          side: 'support',
          author: 'assistant',
          kind: 'assistant',
          at: xid,
        });
        this.#append(xid, stream, 'answer.finished', { message }, cmdId);
        const usage = (this.rows.usage.get(actor) ?? 0) + 1;
        this.#append(xid, `user:${actor}`, 'usage.counted', { question_usage: usage }, cmdId);
        return {};
      }
      case 'feedback.give': {
        const args = command.args as CommandArgs<'feedback.give'>;
        const room = this.#room(args.roomId);
        if (room === undefined) return { code: 'NOT_FOUND' };
        const { answerId, rating } = args;
        this.#append(
          xid,
          `room:${room.id}`,
          'feedback.given',
          { roomId: room.id, answerId, by: actor, rating, comment: args.comment ?? null },
          cmdId,
        );
        return {};
      }
      case 'handoff.request': {
        const args = command.args as CommandArgs<'handoff.request'>;
        if (this.#room(args.roomId) === undefined) return { code: 'NOT_FOUND' };
        const opened = this.#openRoom(xid, cmdId, me, args.expertRoomId, 5);
        const room = this.#room(args.expertRoomId) as Room;
        this.#say(xid, cmdId, room, me, { id: answerIdOf(`handoff/${cmdId}`), content: 'Please help' });
        return opened;
      }
      case 'order.patch':
        return this.#patch(xid, cmdId, me, command.args as CommandArgs<'order.patch'>);
      case 'order.place': {
        const args = command.args as CommandArgs<'order.place'>;
        const order = this.rows.orders.get(args.orderId);
        if (order === undefined) return { code: 'NOT_FOUND' };
        if (order.status !== 'draft') return { code: 'ILLEGAL_TRANSITION' };
        if (docHashOf(order.doc) !== args.docHash) return { code: 'ORDER_CHANGED' };
        const entry = {
          from: order.status,
          to: 'submitted' as const,
          event: 'PLACE',
          by: actor,
          byName: me.display_name,
          at: timeOf(xid),
          reason: null,
        };
        this.#append(
          xid,
          `order:${order.id}`,
          'order.status_changed',
          { orderId: order.id, entry, quote: null },
          cmdId,
        );
        return {};
      }
      case 'order.transition':
        break;
    }
    return { code: 'ILLEGAL_TRANSITION' };
  }

  #room(roomId: string): Room | undefined {
    return this.rows.rooms.get(this.#aliases.get(roomId) ?? roomId);
  }

  /** One expert room per customer: a second one turns out to be the first. */
  #openRoom(xid: number, cmdId: string, me: Me, roomId: string, type: Room['type']): Record<string, unknown> {
    const known =
      type === 5
        ? [...this.rows.rooms.values()].find((room) => room.type === 5 && room.customerId === me.id)
        : undefined;
    if (known !== undefined) {
      this.#aliases.set(roomId, known.id);
      return { canonicalRoomId: known.id };
    }
    const room: Room = {
      id: roomId,
      type,
      name: '',
      createdAt: timeOf(xid),
      customerId: me.id,
      customerName: me.display_name,
      companyName: null,
      orderId: null,
      resultName: null,
      status: 'open',
      assigneeId: null,
      sseq: 0,
      last: null,
      marks: { user: 0, support: 0 },
      unread: { user: [], support: [] },
    };
    this.#append(xid, `room:${roomId}`, 'room.opened', { room }, cmdId);
    this.#append(xid, `user:${me.id}`, 'member.added', { roomId, userId: me.id, side: 'user' }, cmdId);
    return {};
  }

  #say(xid: number, cmdId: string, room: Room, me: Me, said: { id: string; content: string }): void {
    const side = sideOf(room, me);
    const kind = side === 'user' ? ('user' as const) : ('expert' as const);
    const message = messageOf(room, { ...said, side, author: me.id, kind, at: xid });
    this.#append(xid, `room:${room.id}`, 'message.sent', { message }, cmdId);
  }

  #patch(xid: number, cmdId: string, me: Me, args: CommandArgs<'order.patch'>): Record<string, unknown> {
    const stream = `order:${args.orderId}`;
    const known = this.rows.orders.get(args.orderId);
    if (known !== undefined && known.status !== 'draft') return { code: 'ILLEGAL_TRANSITION' };
    if (known === undefined) {
      this.#append(xid, stream, 'order.created', { order: emptyOrder(args.orderId, me, xid) }, cmdId);
    }
    const order = this.rows.orders.get(args.orderId) as Order;
    // All versions as they were before this patch: its own changes do not stand in each other's way.
    const changes = args.changes as { path: string; value: string; base: string | null }[];
    const fits = changes.filter(({ path, base }) => (order.vers[versionKeyOf(path)] ?? null) === base);
    const misfits = changes.filter((change) => !fits.includes(change));
    const at = timeOf(xid);
    if (fits.length > 0) {
      const written = fits.map(({ path, value }) => ({ path, value, ver: cmdId }));
      this.#append(xid, stream, 'order.patched', { orderId: order.id, by: me.id, at, changes: written }, cmdId);
    }
    if (misfits.length > 0) {
      const conflicts = misfits.map(({ path, value }) => ({
        path,
        mine: value,
        theirs: order.doc[path] ?? null,
        by: me.id,
      }));
      this.#append(xid, stream, 'order.field_conflict', { orderId: order.id, at, conflicts }, cmdId);
    }
    return {};
  }

  /** Whether this person is told of a stream's events. */
  sees(me: Me, stream: string): boolean {
    const id = stream.slice(stream.indexOf(':') + 1);
    if (stream.startsWith('user:')) return id === me.id;
    if (stream.startsWith('room:')) {
      const room = this.rows.rooms.get(id);
      return room !== undefined && (room.customerId === me.id || (me.role === 'EXPERT' && room.type >= 5));
    }
    const order = this.rows.orders.get(id);
    return order !== undefined && (order.ownerId === me.id || me.role === 'EXPERT');
  }

  pull(me: Me, cursor: Cursor, limit: number): PullReply {
    if (cursor.epoch !== this.epoch) return { epochChanged: true, epoch: this.epoch };
    const xmin = this.#xmin();
    const size = Math.min(limit, this.#pageSize);
    const found = this.log
      .filter((event) => event.xid < xmin && this.sees(me, event.stream))
      .map((event): WireEvent => ({ ...wire(event), pos: this.#place(event.xid, event.seq) }))
      .filter((event) => comparePlaces(event.pos, cursor) > 0)
      .sort((a, b) => comparePlaces(a.pos, b.pos));
    const events = structuredClone(found.slice(0, size));
    const more = events.length === size;
    return { events, next: more ? (events.at(-1) as WireEvent).pos : this.#place(xmin, 0), more };
  }

  snapshot(me: Me, streams: readonly string[] | undefined): SnapshotLine[] {
    const all = [...this.rows.rooms.keys()]
      .map((id) => `room:${id}`)
      .concat([...this.rows.orders.keys()].map((id) => `order:${id}`));
    const asked = streams ?? [`user:${me.id}`, ...all.filter((stream) => this.sees(me, stream))];
    const lines: SnapshotLine[] = [{ pos: this.#place(this.#xmin(), 0) }];
    for (const stream of asked) {
      if (!this.sees(me, stream)) lines.push({ gone: stream });
      else lines.push({ stream, rows: this.#rowsOf(me, stream) });
    }
    return structuredClone([...lines, { end: true }]);
  }

  #rowsOf(me: Me, stream: string) {
    const id = stream.slice(stream.indexOf(':') + 1);
    if (stream.startsWith('user:')) return { me: { ...me, question_usage: this.rows.usage.get(me.id) ?? 0 } };
    if (stream.startsWith('order:')) return { order: this.rows.orders.get(id) };
    return { room: this.rows.rooms.get(id), messages: (this.rows.messages.get(id) ?? []).slice(-50) };
  }

  #xmin(): number {
    return Math.min(this.#nextXid, ...this.#open);
  }

  #place(xid: number, seq: number): Cursor {
    return { epoch: this.epoch, xid: String(xid), seq };
  }
}

export function emptyRows(): Rows {
  return { rooms: new Map(), messages: new Map(), orders: new Map(), usage: new Map() };
}

/** Folds one event into rows: used for the projection and for folding the whole log anew. */
export function foldInto(rows: Rows, event: Event): void {
  const id = event.stream.slice(event.stream.indexOf(':') + 1);
  if (event.stream.startsWith('order:')) {
    const order = foldOrder(rows.orders.get(id), event);
    if (order !== undefined) rows.orders.set(id, order);
  }
  if (is(event, 'usage.counted')) rows.usage.set(id, Math.max(rows.usage.get(id) ?? 0, event.data.question_usage));
  if (!event.stream.startsWith('room:')) return;
  const room = foldRoom(rows.rooms.get(id), event);
  if (room !== undefined) rows.rooms.set(id, room);
  const messages = rows.messages.get(id) ?? [];
  const message = messageIn(event);
  if (message !== undefined) messages.push(message);
  if (is(event, 'feedback.given')) {
    const at = messages.findIndex((row) => row.id === event.data.answerId);
    if (at >= 0) messages[at] = foldFeedback(messages[at] as Message, event);
  }
  rows.messages.set(id, messages);
}

function wire({ xid: _xid, seq: _seq, ...event }: Logged): Event {
  return event;
}

function sideOf(room: Room, me: Me): Side {
  return room.customerId === me.id ? 'user' : 'support';
}

function timeOf(xid: number): string {
  return new Date(1_800_000_000_000 + xid * 1000).toISOString();
}

function messageOf(
  room: Room,
  about: { id: string; content: string; side: Side; author: string; kind: Message['author']['kind']; at: number },
): Message {
  const message = {
    id: about.id,
    roomId: room.id,
    sseq: 0,
    content: about.content,
    senderType: about.side === 'user' ? ('USER' as const) : ('SUPPORT' as const),
    author: { id: about.author, name: about.author, kind: about.kind },
    files: [],
    replyTo: null,
    createdAt: timeOf(about.at),
  };
  return { ...message, content: previewOf(message) };
}

function emptyOrder(id: string, me: Me, xid: number): Order {
  return {
    id,
    number: `PO-${xid}`,
    ownerId: me.id,
    ownerName: me.display_name,
    companyId: me.company_id,
    status: 'draft',
    doc: {},
    vers: {},
    conflicts: [],
    quote: null,
    history: [],
    createdAt: timeOf(xid),
    updatedAt: timeOf(xid),
    at: {},
    sseq: 0,
  };
}
