import { AsyncLocalStorage } from 'node:async_hooks';
import type { Client } from 'pg';
import type { RealWork } from './work.ts';
import type { Timeline } from '../timeline.ts';

/** The course of one call inside the server, statement by statement, as drawn from the seed. */
export interface Course {
  /** Pause in simulated time before the statement with this number, counted from 1. */
  pauseMs: (statement: number) => number;
  /** Where its database connection breaks: before the statement with this number, or on either side of its commit. */
  breaks?: number | 'before commit' | 'after commit';
  /** How often the database reports that its lock is not available. */
  clashes?: number;
  /** Ends the server where the connection breaks. */
  ends?: () => void;
}

/** A call in progress. */
export class Call {
  statements = 0;
  isDead = false;
  isBroken = false;
  /** Resolves when its last statement has been sent: statements of a connection stay in order. */
  turn: Promise<void> = Promise.resolve();
  /** Its current connection. */
  backend: number | undefined;
  goOn: (() => void) | undefined;
  readonly course: Course;

  constructor(course: Course) {
    this.course = course;
  }
}

interface Parts {
  timeline: Timeline;
  work: RealWork;
  /** Terminates a connection from the database's side, and waits until it is gone. */
  terminate: (backend: number) => Promise<void>;
}

type Query = (...args: unknown[]) => Promise<unknown>;

/** The calls in progress in the server, and all their statements. */
export class Calls {
  readonly #parts: Parts;
  readonly #current = new AsyncLocalStorage<Call>();
  readonly #open = new Set<Call>();
  /**
   * Calls held back between two statements. A call that has replied may still be among them, for its work after the
   * reply.
   */
  readonly #parked = new Set<Call>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The call of the current async context, if any. */
  get current(): Call | undefined {
    return this.#current.getStore();
  }

  /** Runs a call. Rejects as soon as the server has ended, whatever its result. */
  async run<T>(course: Course, work: () => Promise<T>): Promise<T> {
    const call = new Call(course);
    this.#open.add(call);
    try {
      const result = await this.#parts.work.during(() => this.#current.run(call, work));
      if (call.isDead) throw new Gone();
      return result;
    } finally {
      this.#open.delete(call);
    }
  }

  /** Sends a statement of a call to the database, after its earlier ones, if its course permits it. */
  async say(client: Client, query: Query, args: unknown[]): Promise<unknown> {
    const call = this.#current.getStore();
    if (call === undefined) return await query(...args);
    const { course, turn } = call;
    const number = ++call.statements;
    const { promise, resolve: said } = Promise.withResolvers<void>();
    call.turn = promise;
    await turn;
    const isCommit = args[0] === 'commit';
    let answer: Promise<unknown>;
    try {
      call.backend = backendOf(client);
      const pauseMs = course.pauseMs(number);
      if (pauseMs > 0 && !call.isDead) await this.#park(call, pauseMs);
      if (call.isDead) throw new Gone();
      if (String(args[0]).includes('pg_advisory_xact_lock')) clash(course);
      if (!call.isBroken && (course.breaks === number || (isCommit && course.breaks === 'before commit')))
        await this.#break(call);
      answer = query(...args);
    } finally {
      said();
    }
    const result = await answer;
    if (!call.isBroken && isCommit && course.breaks === 'after commit') {
      await this.#break(call);
      throw new Gone();
    }
    if (isCommit) call.backend = undefined;
    return result;
  }

  async #park(call: Call, ms: number): Promise<void> {
    const { timeline, work } = this.#parts;
    this.#parked.add(call);
    await work.parked((goOn) => {
      call.goOn = () => {
        call.goOn = undefined;
        this.#parked.delete(call);
        goOn();
      };
      timeline.at(ms, () => call.goOn?.());
    });
  }

  async #break(call: Call): Promise<void> {
    const { backend } = call;
    call.isBroken = true;
    call.isDead = call.course.ends !== undefined;
    if (backend !== undefined) await this.#parts.terminate(backend);
    call.course.ends?.();
    if (call.isDead) throw new Gone();
  }

  /** Drops all calls, because the server has ended. */
  dropAll(): void {
    for (const call of new Set([...this.#open, ...this.#parked])) {
      if (call.isDead) continue;
      call.isDead = true;
      const { backend } = call;
      void this.#parts.work.during(async () => {
        if (backend !== undefined) await this.#parts.terminate(backend);
        call.goOn?.();
      });
    }
  }
}

/** Assigns every statement on this connection to the call that sends it, among the current calls. */
export function watched(client: Client, calls: () => Calls | undefined): void {
  const query = client.query.bind(client) as Query;
  const say = (...args: unknown[]) => calls()?.say(client, query, args) ?? query(...args);
  Object.assign(client, { query: say });
}

/** The process that should reply has ended. */
export class Gone extends Error {
  override name = 'Gone';

  constructor() {
    super('Connection terminated');
  }
}

/** Fails with an unavailable lock, as often as the course says. */
function clash(course: Course): void {
  const left = course.clashes ?? 0;
  course.clashes = left - 1;
  if (left > 0) throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
}

function backendOf(client: Client): number | undefined {
  return (client as unknown as { processID?: number }).processID;
}
