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

/** What is waited for at the reader: a message that can be read from its database, or that its page shows. */
export type Arrival = 'stored' | 'shown';

/** Times of arrivals by the message's `t`, in ms since 1970. */
export type Arrivals = Record<Arrival, Map<number, number>>;
