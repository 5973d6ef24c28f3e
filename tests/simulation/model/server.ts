import type { Room } from '#domain/chat/chat.ts';
import { commandTable } from '#domain/spine/commands.ts';
import type { CommandType } from '#domain/spine/wire/commands.ts';
import type { Event, EventData, EventType } from '#domain/spine/events.ts';
import { canonicalJson } from '#domain/ground/json.ts';
import {
  laterPosition,
  type Cursor,
  type PullReply,
  type PushBody,
  type PushCommand,
  type PushResult,
  type SnapshotLine,
  type WireEvent,
} from '#domain/spine/wire/sync.ts';
import type { Me } from '#domain/account/users.ts';
import { Lanes } from '../../../server/spine/bus/lanes.ts';
import { handle } from './commands.ts';
import { ModelDatabase, type Logged, type Transaction } from './database.ts';
import { idOf, type Kept, type StoredRows } from './rows.ts';
import type { Seen } from '../server.ts';

/**
 * The server as described in the design of the sync layer, on an in-memory database with concurrent transactions: a
 * push is `begin`, `lock` until it returns true, `decide`, `append`, `commit`, and time may pass between any two of
 * them.
 */
export class ModelServer implements Seen {
  readonly db = new ModelDatabase();
  readonly conflicts = new Set<string>();
  readonly #people: Map<string, Me>;
  readonly #pageSize: number;

  constructor(users: Me[], pageSize: number) {
    this.#people = new Map(users.map((me) => [me.id, me]));
    this.#pageSize = pageSize;
  }

  get epoch(): string {
    return this.db.epoch;
  }

  get rows(): StoredRows {
    return this.db.rows;
  }

  get log(): readonly Logged[] {
    return this.db.log;
  }

  get became() {
    return this.db.became;
  }

  get effects() {
    return this.db.effects;
  }

  begin(): Transaction {
    return this.db.begin();
  }

  /**
   * The first statement: locks the streams named by the commands, by their real ids; returns false while another
   * transaction holds one.
   */
  lock(tx: Transaction, body: PushBody): boolean {
    return this.db.lock(
      tx,
      body.commands.flatMap((command) => this.#streamsOf(command, body.actor)),
    );
  }

  /**
   * Looks up every idempotency key and executes the new commands. Receipts are the first rows written, so the
   * transaction id is assigned here.
   */
  decide(tx: Transaction, body: PushBody, retryAt: number): void {
    this.db.takeXid(tx);
    const lanes = new Lanes();
    tx.results = body.commands.map((command, i): PushResult => {
      const { cmdId } = command;
      const lane = commandTable[command.type as CommandType].lane(command.args as never);
      const by = lanes.blockerOf(lane, command.deps ?? []);
      const result: PushResult =
        by !== undefined
          ? { cmdId, s: 'blocked', by }
          : i === retryAt
            ? { cmdId, s: 'retry', afterMs: 1500 }
            : this.#once(tx, command, body.actor);
      lanes.note(lane, result);
      return result;
    });
  }

  #once(tx: Transaction, command: PushCommand, actor: string): PushResult {
    const { cmdId } = command;
    const hash = canonicalJson({ type: command.type, v: command.v, args: command.args });
    const kept = tx.rows.answers.get(cmdId);
    if (kept !== undefined) {
      if (kept.hash !== hash || kept.actor !== actor) {
        this.conflicts.add(cmdId);
        return { cmdId, s: 'rejected', code: 'IDEMPOTENCY_CONFLICT', message: 'used' };
      }
      return kept.result.s === 'ok' ? { ...kept.result, pos: this.#placeOf(kept), s: 'duplicate' } : kept.result;
    }
    const before = tx.events.length;
    const outcome = handle(
      {
        me: this.#people.get(actor) as Me,
        cmdId,
        xid: tx.xid as number,
        rows: tx.rows,
        room: (roomId) => this.#roomFor(actor, tx, roomId),
        append: (stream, type, data) => this.db.append(tx, stream, type, data, cmdId),
      },
      command.type as CommandType,
      command.args as object,
    );
    const refusal = typeof outcome['code'] === 'string' ? outcome['code'] : undefined;
    const result: Kept['result'] =
      refusal !== undefined
        ? { cmdId, s: 'rejected', code: refusal, message: refusal }
        : { cmdId, s: 'ok', pos: this.db.place(tx.xid as number, 0), out: outcome };
    const row = { hash, actor, result, generation: this.db.generation };
    tx.rows.answers.set(cmdId, row);
    tx.fresh.push({ row, events: tx.events.slice(before) });
    return result;
  }

  /** Returns the room with this id or alias, if this user is in it. */
  #roomFor(actor: string, { rows }: Transaction, roomId: string): Room | undefined {
    const room = rows.rooms.get(rows.aliases.get(roomId) ?? roomId);
    const me = this.#people.get(actor) as Me;
    return room !== undefined && isIn(me, room, rows.members.get(room.id)) ? room : undefined;
  }

  /** A position of an older epoch has no meaning now; by then every current one has been passed. */
  #placeOf({ result, generation }: Kept): Cursor {
    const isPresent = generation === this.db.generation && result.s === 'ok';
    return isPresent ? result.pos : this.db.place(this.db.snapshot().xmin, 0);
  }

  /** Writes the events. They get their numbers after the transaction got its id. */
  append(tx: Transaction): void {
    this.db.number(tx);
    for (const { row, events } of tx.fresh) {
      const last = events.at(-1);
      if (row.result.s === 'ok' && last !== undefined) row.result.pos = this.db.place(tx.xid as number, last.seq);
    }
  }

  commit(tx: Transaction): PushResult[] {
    this.db.commit(tx);
    return tx.results;
  }

  #streamsOf(command: PushCommand, actor: string): string[] {
    const aliases = this.db.rows.aliases;
    return commandTable[command.type as CommandType]
      .streams(command.args as never, actor)
      .map((stream) => (stream.startsWith('room:') ? `room:${aliases.get(idOf(stream)) ?? idOf(stream)}` : stream))
      .concat(this.#expertRoomOf(command, actor));
  }

  /** A room found by an alias is locked before it is read. */
  #expertRoomOf({ type }: PushCommand, actor: string): string[] {
    const known = this.db.rows.expertRooms.get(actor);
    return known !== undefined && (type === 'room.open' || type === 'handoff.request') ? [`room:${known}`] : [];
  }

  answerTo(cmdId: string): PushResult | undefined {
    return this.db.rows.answers.get(cmdId)?.result;
  }

  sees(me: Me, stream: string): boolean {
    const id = idOf(stream);
    if (stream.startsWith('user:')) return id === me.id;
    if (stream.startsWith('order:')) {
      const order = this.db.rows.orders.get(id);
      return order !== undefined && (order.ownerId === me.id || me.role === 'EXPERT');
    }
    const room = this.db.rows.rooms.get(id);
    return room !== undefined && isIn(me, room, this.db.rows.members.get(id));
  }

  /** Reads page and visibility in one statement; the reply is assembled a little later. */
  pull(me: Me, cursor: Cursor, limit: number): () => PullReply {
    const { epoch } = this.db;
    if (cursor.epoch !== epoch) return () => ({ epochChanged: true, epoch });
    const size = Math.min(limit, this.#pageSize);
    const { xmin } = this.db.snapshot();
    const end = this.db.place(xmin, 0);
    const page: WireEvent[] = [];
    for (const event of this.db.after(cursor)) {
      if (event.xid >= xmin || page.length === size) break;
      if (this.sees(me, event.stream)) page.push(wire(event, this.db.place(event.xid, event.seq)));
    }
    return () => {
      const last = page.at(-1);
      const more = page.length === size && last !== undefined;
      return { events: page, next: more ? last.pos : laterPosition(cursor, end), more };
    };
  }

  /** Reads the rows and their position in one read-only transaction. */
  snapshot(me: Me, streams: readonly string[] | undefined): () => SnapshotLine[] {
    const { rows } = this.db;
    const all = [...rooms(rows.rooms.keys()), ...orders(rows.orders.keys())];
    const asked = streams ?? [`user:${me.id}`, ...all.filter((stream) => this.sees(me, stream))];
    const lines = asked.map((stream): SnapshotLine =>
      this.sees(me, stream) ? { stream, rows: this.#rowsOf(me, stream) } : { gone: stream },
    );
    const { xmin } = this.db.snapshot();
    const pos = this.db.place(xmin, 0);
    return () => [{ pos }, ...lines, { end: true }];
  }

  #rowsOf(me: Me, stream: string) {
    const { rows } = this.db;
    const id = idOf(stream);
    if (stream.startsWith('user:')) return { me: { ...me, question_usage: rows.usage.get(me.id) ?? 0 } };
    if (stream.startsWith('order:')) return { order: rows.orders.get(id) };
    return { room: rows.rooms.get(id), messages: (rows.messages.get(id) ?? []).slice(-50) };
  }
}

function isIn(me: Me, room: Room, members: readonly string[] = []): boolean {
  return room.customerId === me.id || members.includes(me.id) || (me.role === 'EXPERT' && room.type >= 5);
}

function* rooms(ids: Iterable<string>) {
  for (const id of ids) yield `room:${id}`;
}

function* orders(ids: Iterable<string>) {
  for (const id of ids) yield `order:${id}`;
}

function wire<T extends EventType>(
  { stream, sseq, type, v, data, cmdId }: Event<T> & { data: EventData[T] },
  pos: Cursor,
): WireEvent {
  return { pos, stream, sseq, type, v, data, cmdId };
}
