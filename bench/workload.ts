/** The workload is the same for all: 200-character messages, spread over 20 rooms. */
export interface BenchMessage {
  id: string;
  room: string;
  t: number;
  body: string;
}

export const rooms = 20;

export function messages(count: number, from = 0): BenchMessage[] {
  return Array.from({ length: count }, (_, i) => message(from + i));
}

export function message(t: number): BenchMessage {
  return { id: crypto.randomUUID(), room: `room-${t % rooms}`, t, body: `${t} `.padEnd(200, 'abcdefghij ') };
}

/** Way in which a message arrives at the reader: it can be read from its database, or its page shows it. */
export type Arrival = 'stored' | 'shown';

/** The arrivals at a page. */
export class Arrivals {
  readonly #times = new Map<string, number>();
  #onArrival: () => void = () => {};

  /** Records that message `t` has arrived now, unless it has before. */
  note(how: Arrival, t: number): void {
    if (this.#times.has(`${how} ${t}`)) return;
    this.#times.set(`${how} ${t}`, performance.timeOrigin + performance.now());
    this.#onArrival();
  }

  /** The time when message `t` arrived, ms since 1970; waits for it. */
  async of(how: Arrival, t: number): Promise<number> {
    for (;;) {
      const at = this.#times.get(`${how} ${t}`);
      if (at !== undefined) return at;
      await new Promise<void>((resolve) => (this.#onArrival = resolve));
    }
  }
}
