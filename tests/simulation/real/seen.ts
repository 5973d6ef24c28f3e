import type { Event } from '#domain/spine/events.ts';
import type { Room } from '#domain/chat/chat.ts';
import type { Order } from '#domain/order/data/order.ts';
import { hasNavigatorPass } from '#domain/account/permissions.ts';
import type { Cursor, PushResult } from '#domain/spine/wire/sync.ts';
import type { Me } from '#domain/account/users.ts';
import type { RealDatabase } from './database.ts';
import type { Logged } from '../model/database.ts';
import { copyOf, emptyRows, foldInto, idOf } from '../model/rows.ts';
import type { Seen } from '../server.ts';

/**
 * The committed state of the real server: its tables, read again after every commit while simulated time stands still.
 */
export class RealSeen implements Seen {
  epoch = '';
  rows = emptyRows();
  log: Logged[] = [];
  became = new Map<string, Map<number, unknown>>();
  readonly conflicts = new Set<string>();
  readonly #database: RealDatabase;
  #folded = emptyRows();
  #answers = new Map<string, Answer>();
  #transactions = new Map<string, Set<number>>();
  /** Every transaction before this one has been read. */
  #from = '0';
  /** The name of each epoch. */
  readonly #epochs = new Map<number, string>();

  constructor(database: RealDatabase) {
    this.#database = database;
  }

  get effects(): ReadonlyMap<string, number> {
    return new Map([...this.#transactions].map(([cmdId, xids]) => [cmdId, xids.size]));
  }

  answerTo(cmdId: string): PushResult | undefined {
    const answer = this.#answers.get(cmdId);
    if (answer === undefined) return undefined;
    const { result, xid, seq, generation } = answer;
    if (result.s !== 'ok') return { cmdId, ...result };
    const epoch = this.#epochs.get(generation) ?? 'an older history';
    return { cmdId, s: 'ok', pos: { epoch, xid, seq } };
  }

  hasAnswered(): ReadonlySet<string> {
    return new Set(this.#answers.keys());
  }

  /** Visibility as decided by pull and snapshot. */
  sees(me: Me, stream: string): boolean {
    const id = idOf(stream);
    if (stream.startsWith('user:')) return id === me.id;
    if (stream.startsWith('order:')) {
      const order = this.rows.orders.get(id);
      if (order === undefined) return false;
      return order.ownerId === me.id || (hasNavigatorPass(me) && (me.role === 'EXPERT' || isOf(me, order)));
    }
    const room = this.rows.rooms.get(id);
    if (room === undefined) return false;
    return this.rows.members.get(id)?.includes(me.id) === true || (me.role === 'EXPERT' && room.type >= 5);
  }

  /** Reads what has been committed since the last call. @returns the new events in the order of the log */
  async read(): Promise<Logged[]> {
    const { rows } = await this.#database.aside.query<News>(newsText, [this.#from]);
    const [news] = rows as [News];
    this.epoch = news.epoch;
    this.#epochs.set(news.generation, news.epoch);
    this.#from = news.xmin;
    for (const answer of news.answers ?? []) this.#answers.set(answer.key, answer);
    const known = new Set(this.log.map(({ seq }) => seq));
    const fresh = (news.events ?? []).filter(({ seq }) => !known.has(seq));
    for (const event of fresh) this.#note(event);
    if (fresh.length === 0) return [];
    this.log = [...this.log, ...fresh].sort((a, b) => a.xid - b.xid || a.seq - b.seq);
    await this.#readRows(fresh);
    return fresh;
  }

  #note(event: Logged): void {
    const { stream, sseq, cmdId, xid } = event;
    foldInto(this.#folded, event);
    const steps = this.became.get(stream) ?? new Map<number, unknown>();
    const id = idOf(stream);
    const row = stream.startsWith('order:') ? this.#folded.orders.get(id) : this.#folded.rooms.get(id);
    this.became.set(stream, steps.set(sseq, row));
    if (cmdId === null) return;
    this.#transactions.set(cmdId, (this.#transactions.get(cmdId) ?? new Set()).add(xid));
  }

  /** Reads the tables themselves instead of folding the log, because their agreement is checked. */
  async #readRows(events: readonly Event[]): Promise<void> {
    const ids = [
      ...new Set(events.flatMap(({ stream, data }) => [idOf(stream), (data as { roomId?: string }).roomId])),
    ];
    const { rows } = await this.#database.aside.query<Tables>(rowsText, [ids.filter((id) => id !== undefined)]);
    const [tables] = rows as [Tables];
    for (const { id, data, messages, members } of tables.rooms ?? []) {
      this.rows.rooms.set(id, data);
      this.rows.messages.set(id, messages ?? []);
      this.rows.members.set(id, members ?? []);
    }
    for (const { id, data } of tables.orders ?? []) this.rows.orders.set(id, data);
  }

  /** Saves its state, to restore it together with the database. */
  keep(): () => Promise<void> {
    const [rows, folded] = [copyOf(this.rows), copyOf(this.#folded)];
    const log = [...this.log];
    const became = new Map([...this.became].map(([stream, steps]) => [stream, new Map(steps)]));
    const answers = new Map(this.#answers);
    const transactions = new Map([...this.#transactions].map(([cmdId, xids]) => [cmdId, new Set(xids)]));
    return async () => {
      this.rows = rows;
      this.#folded = folded;
      this.log = log;
      this.became = became;
      this.#answers = answers;
      this.#transactions = transactions;
      await this.read();
    };
  }
}

function isOf(me: Me, { companyId }: Order): boolean {
  return companyId !== null && companyId === me.company_id;
}

interface Answer {
  key: string;
  result: { s: 'ok' } | { s: 'rejected'; code: string; message: string };
  xid: string;
  seq: number;
  generation: number;
}

interface News {
  xmin: Cursor['xid'];
  epoch: string;
  generation: number;
  events: Logged[] | null;
  answers: Answer[] | null;
}

interface Tables {
  rooms: { id: string; data: Room; messages: never[] | null; members: string[] | null }[] | null;
  orders: { id: string; data: Order }[] | null;
}

const newsText = `
  select pg_snapshot_xmin(pg_current_snapshot())::text as xmin, name as epoch, generation,
    (select json_agg(json_build_object('xid', xid::text::bigint, 'seq', seq, 'stream', stream, 'sseq', sseq, 'type', type,
        'v', v, 'data', data, 'cmdId', cmd_id) order by xid, seq) from events where xid >= $1::xid8) as events,
    (select json_agg(json_build_object('key', key, 'result', result, 'xid', xid::text, 'seq', seq,
        'generation', generation)) from idempotency where xid >= $1::xid8) as answers
  from epoch`;

const rowsText = `
  select
    (select json_agg(json_build_object('id', id, 'data', data,
        'messages', (select json_agg(m.data order by m.sseq) from messages m where m.room_id = rooms.id),
        'members', (select json_agg(m.user_id) from room_members m where m.room_id = rooms.id)))
      from rooms where id = any($1::uuid[])) as rooms,
    (select json_agg(json_build_object('id', id, 'data', data)) from orders where id = any($1::uuid[])) as orders`;
