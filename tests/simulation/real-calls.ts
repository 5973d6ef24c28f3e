import { AsyncLocalStorage } from 'node:async_hooks';
import type { Client } from 'pg';
import type { RealWork } from './real-work.ts';
import type { Timeline } from './timeline.ts';

/** What becomes of one call inside the server, statement by statement, as the seed has it. */
export interface Course {
  /** How long it waits in simulated time before its statement of this number, counted from 1. */
  pauseMs: (statement: number) => number;
  /** Its connection to the database breaks: before the statement of this number, or on either side of its commit. */
  breaks?: number | 'before commit' | 'after commit';
  /** So often the database says that its lock could not be had. */
  clashes?: number;
  /** The server ends where the connection breaks. */
  ends?: () => void;
}

/** A call that is being carried out. */
export class Call {
  statements = 0;
  isDead = false;
  isBroken = false;
  /** Resolves when its last statement is on its way: a connection's statements never overtake. */
  turn: Promise<void> = Promise.resolve();
  /** The connection it has at the moment. */
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
  /** Ends a connection from the side of the database, and waits until it is gone. */
  terminate: (backend: number) => Promise<void>;
}

type Query = (...args: unknown[]) => Promise<unknown>;

/** The calls under way in the server, and all they say to the database. */
export class Calls {
  readonly #parts: Parts;
  readonly #current = new AsyncLocalStorage<Call>();
  readonly #open = new Set<Call>();
  /** Those held back between two statements; one that has answered may still be among them, for what it does behind. */
  readonly #parked = new Set<Call>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The call that is being carried out here, if any. */
  get current(): Call | undefined {
    return this.#current.getStore();
  }

  /** Carries out a call; rejects as soon as the server has ended, whatever comes of it. */
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

  /** Lets a call say something to the database, if its course allows it, behind what it has said before. */
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

  /** The server has ended: nothing of what it was about happens any more. */
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

/** From now on every statement on this connection is one of the call that says it, among the present calls. */
export function watched(client: Client, calls: () => Calls | undefined): void {
  const query = client.query.bind(client) as Query;
  const say = (...args: unknown[]) => calls()?.say(client, query, args) ?? query(...args);
  Object.assign(client, { query: say });
}

/** The process that would answer has ended. */
export class Gone extends Error {
  override name = 'Gone';

  constructor() {
    super('Connection terminated');
  }
}

/** The lock cannot be had, as often as the course has it. */
function clash(course: Course): void {
  const left = course.clashes ?? 0;
  course.clashes = left - 1;
  if (left > 0) throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
}

function backendOf(client: Client): number | undefined {
  return (client as unknown as { processID?: number }).processID;
}
