import type { Room } from '#domain/chat.ts';
import { commandTable, type CommandType } from '#domain/commands.ts';
import type { Event, EventData, EventType } from '#domain/events.ts';
import { canonicalJson } from '#domain/json.ts';
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
import { handle, type Act } from './model-commands.ts';
import { emptyRows, foldInto, type Rows } from './model-rows.ts';

interface Logged extends Event {
  xid: number;
  seq: number;
}

/**
 * The server as the sync layer's design describes it, in memory: one transaction per push with its streams locked first,
 * a position of transaction id and sequence, visibility by the oldest open transaction, results kept under the
 * command's id, rows folded by the domain's own folds.
 */
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
  commit(transaction: { xid: number; streams: string[] }, body: PushBody, retryAt: number): { results: PushResult[] } {
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
    const outcome = handle(this.#act(command, actor, xid), command.type as CommandType, command.args as object);
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

  #act({ cmdId }: PushCommand, actor: string, xid: number): Act {
    return {
      me: this.#people.get(actor) as Me,
      cmdId,
      xid,
      rows: this.rows,
      room: (roomId) => this.#room(roomId),
      alias: (roomId, canonical) => this.#aliases.set(roomId, canonical),
      append: (stream, type, data) => this.#append(xid, stream, type, data, cmdId),
    };
  }

  #append<T extends EventType>(xid: number, stream: string, type: T, data: EventData[T], cmdId: string): void {
    const sseq = (this.#places.get(stream) ?? 0) + 1;
    this.#places.set(stream, sseq);
    const event: Logged = { xid, seq: this.#nextSeq++, stream, sseq, type, v: 1, data, cmdId };
    this.log.push(event);
    foldInto(this.rows, event);
  }

  #room(roomId: string): Room | undefined {
    return this.rows.rooms.get(this.#aliases.get(roomId) ?? roomId);
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

function wire({ xid: _xid, seq: _seq, ...event }: Logged): Event {
  return event;
}
