import type { EventData, EventType, Event } from '#domain/spine/events.ts';
import type { CommandType } from '#domain/spine/wire/commands.ts';
import { sharesOf } from '#domain/account/quotas.ts';
import type { OrderRole } from '#domain/order/life/status.ts';
import type { DayCount } from '../../session/quotas.ts';
import type { Actor } from '../../session/users.ts';
import type { Batch } from '../log/batch.ts';
import { textOf } from '../log/saving.ts';
import type { NewJob } from '../../jobs/queue-job.ts';
import { LockMissing } from './lock-missing.ts';
import type { AnyPart, Audience, CommandRecord, LogEvent, OpenPart, Origin, PartRecord } from './part.ts';
import type { CommandRules } from './rules.ts';
import { type Spent, Spending } from './spending.ts';

/** Facts that a frame has read, besides the rows of its parts. */
export interface FrameFacts {
  actor: Actor;
  /** Returns the server's time of this transaction, ISO 8601; in the demo, that of the present command. */
  at: () => string;
  /** Positions of the newest events of the locked streams. */
  positions: ReadonlyMap<string, number>;
  /** Used amounts of the daily quotas of the actor and the actor's company. */
  used: readonly DayCount[];
  quotaFactor: number;
  origin: Origin | undefined;
  as: OrderRole | undefined;
}

interface PendingWrite {
  part: OpenPart<unknown, never>;
  row: never;
  /** Data that it stores in no event. */
  unlogged: object | undefined;
}

/**
 * The unit of work of one transaction: the open parts, to which each accepted command's events and writes are applied
 * with the folds that devices use too. A refused command leaves at most its receipt.
 */
export class FrameWork {
  /** Events of accepted commands. */
  readonly events: LogEvent[] = [];
  readonly #facts: FrameFacts;
  readonly #positions: Map<string, number>;
  readonly #spending: Spending;
  readonly #parts = new Map<AnyPart, OpenPart<unknown, never>>();
  readonly #jobs: NewJob[] = [];
  /** Id of the command that is being decided. */
  #cmdId = '';
  /** Decisions of that command, until it is accepted or refused. */
  #step: { events: LogEvent[]; writes: PendingWrite[]; jobs: NewJob[] } = { events: [], writes: [], jobs: [] };

  /** @param parts the parts of the frame, in the order of the list; @param rows their rows, by name */
  constructor(facts: FrameFacts, parts: readonly AnyPart[], rows: ReadonlyMap<string, unknown>) {
    this.#facts = facts;
    this.#positions = new Map(facts.positions);
    this.#spending = new Spending(facts.used, {
      actor: facts.actor,
      factor: facts.quotaFactor,
      isFree: facts.as === 'system',
      locked: facts.positions,
    });
    for (const part of parts) this.#parts.set(part, this.#openedFrom(part, rows.get(part.name) ?? null));
  }

  get actor(): Actor {
    return this.#facts.actor;
  }

  #openedFrom(part: AnyPart, rows: unknown): OpenPart<unknown, never> {
    const { actor, at, origin } = this.#facts;
    const record: PartRecord<never> = {
      actor,
      now: at,
      origin,
      require: (stream) => this.#require(stream),
      count: (used) => this.#spending.count(used),
      write: (row) => {
        const open = this.#openPart(part);
        this.#step.writes.push({ part: open, row, unlogged: open.unlogged?.(row) });
      },
    };
    return part.open(rows as never, record);
  }

  #openPart(part: AnyPart): OpenPart<unknown, never> {
    const open = this.#parts.get(part);
    if (open === undefined) throw new Error(`${part.name} is not in the list of parts`);
    return open;
  }

  /** Begins to decide a command. @returns what its rules see */
  begin(cmdId: string, { uses }: CommandRules): object {
    this.#cmdId = cmdId;
    const { actor, at, as, quotaFactor } = this.#facts;
    const record: CommandRecord = {
      actor,
      at: at(),
      as,
      cmdId,
      next: (stream) => this.#next(stream),
      append: (stream, type, data, staff) => this.#append(stream, type, data, staff),
      job: (task, payload) => this.#step.jobs.push({ task, payload }),
      spend: (quota, n) => this.#spending.take(quota, n),
      spendDraftBytes: (bytes, isOwn) => this.#spending.takeDraftBytes(bytes, isOwn),
      shares: (quota) => sharesOf(quota, actor, quotaFactor),
    };
    const views = Object.entries(uses).map(([name, part]) => [name, this.#openPart(part).view]);
    return Object.assign(record, Object.fromEntries(views));
  }

  #require(stream: string): void {
    if (!this.#positions.has(stream)) throw new LockMissing(stream);
  }

  #next(stream: string): number {
    const inStep = this.#step.events.reduce((count, event) => (event.stream === stream ? count + 1 : count), 0);
    return (this.#positions.get(stream) ?? 0) + inStep + 1;
  }

  #append<T extends EventType>(stream: string, type: T, data: EventData[T], staff = false): void {
    this.#require(stream);
    const event: Event<T> & Pick<LogEvent, 'staff' | 'text'> = {
      stream,
      sseq: this.#next(stream),
      type,
      v: 1,
      data,
      cmdId: this.#cmdId,
      staff,
      text: textOf({ type, data }),
    };
    this.#step.events.push(event);
  }

  /** Data that the current command has decided to store so far, in events and in none. */
  get decidedData(): readonly object[] {
    return [...this.#step.events.map(({ data }) => data), ...this.#unlogged];
  }

  get #unlogged(): readonly object[] {
    return this.#step.writes.flatMap(({ unlogged }) => unlogged ?? []);
  }

  /**
   * Accepts the current command: charges the bytes that it writes to the daily quota, and applies its events and writes.
   * @returns false when it changes nothing and the quota has no space for its receipt
   * @throws QUOTA_EXCEEDED; the command must then be refused
   */
  accept(type: CommandType): boolean {
    const texts = [...this.#step.events.map(({ text }) => text), ...this.#unlogged.map((data) => JSON.stringify(data))];
    const isKept = this.#spending.takeBytes(
      type,
      texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
    );
    const { events, writes, jobs } = this.#step;
    for (const event of events) {
      this.#positions.set(event.stream, event.sseq);
      for (const open of this.#parts.values()) open.fold?.(event);
      this.events.push(event);
    }
    for (const { part, row } of writes) part.apply?.(row);
    this.#jobs.push(...jobs);
    this.#spending.accept();
    this.#drop();
    return isKept;
  }

  /**
   * Refuses the current command: its events are dropped, and the bytes of its receipt are charged to the daily quota.
   * @returns false when the quota has no space: then there is no receipt, and a repeat is decided again
   */
  refuse(receipt: object): boolean {
    this.#drop();
    if (!this.#spending.takeReceipt(Buffer.byteLength(JSON.stringify(receipt)))) return false;
    this.#spending.accept();
    return true;
  }

  #drop(): void {
    this.#step = { events: [], writes: [], jobs: [] };
    this.#spending.discard();
  }

  /** Additions of accepted commands to the daily counts. */
  get spent(): readonly Spent[] {
    return this.#spending.ofToday;
  }

  /** Adds the statements that store what accepted commands have changed besides the log. */
  save(batch: Batch): void {
    for (const open of this.#parts.values()) open.save?.(batch);
    for (const { task, payload } of this.#jobs) batch.job(task, payload);
  }

  /** Returns the users who may see a stream. @throws Error if no open part keeps it, because a command does not use that part */
  audience(stream: string): Audience {
    const [kind, id = ''] = stream.split(':');
    if (kind === 'user') return { members: [id], companyId: null };
    for (const open of this.#parts.values()) {
      const found = open.audience?.(stream);
      if (found !== undefined) return found;
    }
    throw new Error(`no part of the frame keeps ${stream}`);
  }

  /** Calls the parts after the commit. */
  committed(): void {
    for (const open of this.#parts.values()) open.committed?.();
  }
}
