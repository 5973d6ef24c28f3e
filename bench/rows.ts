/** Kind of figure that `npm run bench` reports. */
export interface RowKind {
  what: string;
  unit: Unit;
  wanted?: Wanted;
}

/** The highest ratio to the ceiling, or the highest figure, that is good enough. */
export type Wanted = { ratio: number } | { figure: number };

type Unit = 'ms' | 'bytes' | 'KB';

/** Kinds of figures, in the order of the report. */
export const rows = {
  'append.p50': { what: 'append, p50 (beside: a Dexie write, strict)', unit: 'ms', wanted: { ratio: 1.1 } },
  'append.p99': { what: 'append, p99 (beside: the same)', unit: 'ms', wanted: { figure: 5 } },
  'append.relaxed.p50': { what: 'append, p50 (beside: a Dexie write, relaxed)', unit: 'ms' },
  'append.burst': { what: 'append 10,000 at once (beside: one bulkAdd)', unit: 'ms', wanted: { ratio: 0.25 } },
  'live.each.p50': { what: 'live, one after the other, until readable, p50', unit: 'ms', wanted: { ratio: 3 } },
  'live.each.p99': { what: 'the same, p99', unit: 'ms', wanted: { ratio: 5 } },
  'live.each.cpu': { what: 'the same, processor time per message', unit: 'ms', wanted: { figure: 25 } },
  'live.each.writerUp': { what: "the same, writer's bytes up", unit: 'bytes', wanted: { ratio: 1.5 } },
  'live.each.writerDown': { what: "the same, writer's bytes down", unit: 'bytes', wanted: { ratio: 1.5 } },
  'live.each.readerDown': { what: "the same, reader's bytes down", unit: 'bytes', wanted: { ratio: 1.5 } },
  'live.paused.p50': { what: 'live, 150 ms apart, until readable, p50', unit: 'ms', wanted: { ratio: 2 } },
  'live.paused.p99': { what: 'the same, p99', unit: 'ms', wanted: { ratio: 5 } },
  'live.shown.p50': { what: 'live, one after the other, until shown, p50', unit: 'ms' },
  'drain.1000.took': { what: 'drain 1,000 written one by one', unit: 'ms', wanted: { ratio: 2.5 } },
  'drain.10000.took': { what: 'drain 10,000 written at once', unit: 'ms', wanted: { ratio: 1 } },
  'drain.10000.readerDown': { what: "the same, reader's bytes down", unit: 'bytes' },
  'drain.10000.gzipped': { what: 'the same (beside: the frame, gzipped)', unit: 'bytes', wanted: { ratio: 1 } },
  'drain.10000.writerDown': { what: "the same, writer's bytes down", unit: 'bytes', wanted: { ratio: 0.4 } },
  'open.5000': { what: 'newest 50 of 5,000 (beside: a bare query)', unit: 'ms' },
  'open.100000': { what: 'newest 50 of 100,000 (beside: a bare query)', unit: 'ms', wanted: { ratio: 1.5 } },
  'open.session': { what: 'cold start, 100,000 local, whole session', unit: 'ms', wanted: { ratio: 1.3 } },
  'ready.first': { what: 'first start ever (beside: a bare server)', unit: 'ms', wanted: { figure: 2500 } },
  'ready.again': { what: 'start on existing data (beside: a bare server)', unit: 'ms', wanted: { figure: 500 } },
  'idle.memory': { what: 'idle socket, memory (beside: a bare socket)', unit: 'KB', wanted: { figure: 15 } },
  'room.200.p50': { what: '200 in a room, 20 messages/s, until readable, p50', unit: 'ms' },
  'room.200.p99': { what: 'the same, p99', unit: 'ms' },
  'room.200.cpu': { what: 'the same, processor time of the server per delivery', unit: 'ms' },
} satisfies Record<string, RowKind>;

export type RowName = keyof typeof rows;

/** Work whose costs are measured. */
export type WorkName = 'live.each' | 'live.paused' | 'live.shown' | 'drain.1000' | 'drain.10000';

/** Costs of one message: processor time of all processes, and what each browser sends and receives. */
export interface Costs {
  cpu: number;
  writerUp: number;
  writerDown: number;
  readerDown: number;
}
