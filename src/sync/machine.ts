import { WakeUp, type World } from './world.ts';

/**
 * A state machine as a table of pure cells, and the loop that runs it. For each event the table has a cell for each
 * state, and the type checker proves that none is missing.
 */

interface MachineState {
  is: string;
}

interface MachineEvent {
  type: string;
}

/** The state after an event, and the effects to carry out, in this order. `S`: state, `X`: effect. */
export type Next<S, X> = readonly [state: S, ...effects: X[]];

/**
 * Returns the next state. It neither changes its arguments nor reads anything else. `S`: state, `K`: the states it
 * stands for, `E`: event, `F`: facts, `X`: effect.
 */
export type MachineCell<S, K extends S, E, F, X> = (state: K, facts: F, event: E) => Next<S, X>;

/** The cell of an event that cannot happen in a state. In production it is logged as a fault and ignored. */
export const impossible = '-';

/** The cells of one event, or of several that have them in common. `C`: content of a cell besides a function. */
export type MachineRow<S extends MachineState, E, F, X, C = never> = {
  readonly [K in S['is']]: MachineCell<S, Extract<S, { is: K }>, E, F, X> | C;
};

export type Table<S extends MachineState, E extends MachineEvent, F, X> = {
  readonly [T in E['type']]: MachineRow<S, Extract<E, { type: T }>, F, X, typeof impossible>;
};

/** Returns a row with the same cell for all these states. */
export function inEach<K extends string, const C>(states: readonly K[], cell: C): Record<K, C> {
  return Object.fromEntries(states.map((is) => [is, cell])) as Record<K, C>;
}

/** Applies the cell of the present state. @returns the next state with its effects, or the content that is no function */
export function applyRow<S extends MachineState, E, F, X, C = never>(
  row: MachineRow<S, E, F, X, C>,
  state: S,
  facts: F,
  event: E,
): Next<S, X> | C {
  const cell = row[state.is as S['is']] as MachineCell<S, S, E, F, X> | C;
  return typeof cell === 'function' ? (cell as MachineCell<S, S, E, F, X>)(state, facts, event) : cell;
}

/** Applies the cell of a state and an event. @returns the next state with its effects, or `impossible` */
export function nextIn<S extends MachineState, E extends MachineEvent, F, X>(
  table: Table<S, E, F, X>,
  state: S,
  facts: F,
  event: E,
): Next<S, X> | typeof impossible {
  const row = table[event.type as E['type']] as MachineRow<S, E, F, X, typeof impossible>;
  return applyRow(row, state, facts, event);
}

/** One step of a machine, for tests and for the coverage of the simulation. */
export interface MachineStep {
  machine: string;
  is: string;
  event: string;
  isImpossible: boolean;
}

interface Effect {
  do: string;
}

/** Work for the loop of a machine, which does one at a time. */
type LongWork = () => Promise<void>;

/**
 * Carries out each effect while its event is handled. Long work is returned, or started and not awaited. A
 * transaction that is opened here needs the mode `r!` or `rw!`: else Dexie lets it join the sender's.
 */
export type Effects<X extends Effect> = { readonly [K in X['do']]: (effect: Extract<X, { do: K }>) => LongWork | void };

export interface MachineParts<S, E, F, X extends Effect> {
  name: string;
  next: (state: S, facts: F, event: E) => Next<S, X> | typeof impossible;
  state: S;
  world: Pick<World, 'sleep'>;
  /** Reads what the cells may know besides the state, once for each event. */
  facts: () => F;
  effects: Effects<X>;
  /** Milliseconds until the event `timer` while the loop has no work. */
  waitMs: (state: S, facts: F) => number;
  /** Called before each step. */
  watch?: ((step: MachineStep) => void) | undefined;
  /** Called when a cell or an effect throws, or an event comes in a state in which it cannot happen. */
  failed: (error: unknown) => void;
  /** Returns the event that ends the work under way when its result could not be handled; undefined without one. */
  recover: (state: S, error: unknown) => E | undefined;
}

/** Runs one machine: gives it its events one at a time, carries out the effects, and sends `timer` when it is due. */
export class Machine<S extends MachineState, E extends MachineEvent, F, X extends Effect> {
  readonly #parts: MachineParts<S, E, F, X>;
  readonly #wakeUp = new WakeUp();
  readonly #events: E[] = [];
  readonly #work: LongWork[] = [];
  #state: S;
  #isStepping = false;

  constructor(parts: MachineParts<S, E, F, X>) {
    this.#parts = parts;
    this.#state = parts.state;
  }

  get state(): S {
    return this.#state;
  }

  /** Handles an event. One that is sent during a step is handled after it. */
  send(event: E): void {
    this.#handle(event);
    this.#wakeUp.set();
  }

  /**
   * Handles an event from inside a transaction. Its cell must have no effects, and the loop stays asleep: both would go
   * on inside that transaction.
   */
  sendWithin(event: E): void {
    this.#handle(event);
  }

  #handle(event: E): void {
    this.#events.push(event);
    if (this.#isStepping) return;
    this.#isStepping = true;
    for (let next = this.#events.shift(); next !== undefined; next = this.#events.shift()) this.#step(next);
    this.#isStepping = false;
  }

  #step(event: E): void {
    const { name, facts, watch, failed, recover } = this.#parts;
    const { is } = this.#state;
    let effects: X[] = [];
    try {
      const next = this.#parts.next(this.#state, facts(), event);
      watch?.({ machine: name, is, event: event.type, isImpossible: next === impossible });
      if (next === impossible) return failed(new Error(`${event.type} cannot happen in ${is}.`));
      [this.#state, ...effects] = next;
    } catch (error) {
      failed(error);
      const instead = recover(this.#state, error);
      if (instead !== undefined && instead.type !== event.type) this.#events.push(instead);
    }
    for (const effect of effects) this.#carryOut(effect);
  }

  #carryOut(effect: X): void {
    const { effects, failed } = this.#parts;
    const carryOut = effects[effect.do as X['do']] as (effect: X) => LongWork | void;
    try {
      const work = carryOut(effect);
      if (typeof work === 'function') this.#work.push(work);
    } catch (error) {
      failed(error);
    }
  }

  /** Does the work, and sends `timer` when it is due, until the machine is `ended`. An aborted signal sends `stop`. */
  async run(signal: AbortSignal, timer: E, stop: E): Promise<void> {
    const end = (): void => this.send(stop);
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
    while (this.#state.is !== 'ended') {
      const work = this.#work.shift();
      if (work !== undefined) await work();
      else {
        const wasWoken = await this.#wait(signal);
        // An event may have come after the time was over, and before this goes on.
        const isStale = this.#work.length > 0 || this.#state.is === 'ended';
        if (!wasWoken && !isStale) this.send(signal.aborted ? stop : timer);
      }
    }
    signal.removeEventListener('abort', end);
  }

  #wait(signal: AbortSignal): Promise<boolean> {
    const { facts, waitMs, world } = this.#parts;
    return this.#wakeUp.wait(world, signal, waitMs(this.#state, facts()));
  }
}
