import type { Server } from 'socket.io';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { MB } from '#domain/ground/units.ts';
import {
  cutSlowReaders,
  slowReaderCheckMs,
  slowReaderChecks,
  standingUnsentBytes,
} from '../../../../server/spine/sockets/slow-readers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A connected client, of which this many bytes wait for the network, that has accepted this many. */
function reader(unsent: number) {
  const raw = {
    bufferedAmount: unsent,
    accepted: 0,
    isCut: false,
    terminate: () => undefined,
    get _socket() {
      return { bytesWritten: this.accepted + this.bufferedAmount, writableLength: this.bufferedAmount };
    },
  };
  const conn = { writeBuffer: [], transport: { socket: raw } };
  const socket = { id: 'a', conn, emit: () => true, disconnect: () => void (raw.isCut = true) };
  return { raw, socket };
}

function watch(...readers: ReturnType<typeof reader>[]) {
  const sockets = new Map(readers.map(({ socket }, i) => [String(i), socket]));
  let cuts = 0;
  const io = { of: () => ({ sockets }) } as unknown as Pick<Server, 'of'>;
  onTestFinished(cutSlowReaders(io, 4 * MB, { info: () => undefined }, () => cuts++));
  return { cuts: () => cuts, check: (times: number) => vi.advanceTimersByTime(times * slowReaderCheckMs) };
}

const much = standingUnsentBytes + 1;

test('a reader whose network accepts nothing of what waits is cut and counted, although less waits than a connection may have', () => {
  const stuck = reader(much);
  const { cuts, check } = watch(stuck);
  check(slowReaderChecks);
  expect(cuts()).toBe(0);
  check(1);
  expect([cuts(), stuck.raw.isCut]).toEqual([1, true]);
  check(slowReaderChecks);
  expect(cuts()).toBe(1);
});

test('a slow network that accepts a little at each check is not cut, nor one with little to send', () => {
  const [slow, quiet] = [reader(much), reader(1_000)];
  const { cuts, check } = watch(slow, quiet);
  for (let i = 0; i < 3 * slowReaderChecks; i++) {
    slow.raw.accepted += 100;
    check(1);
  }
  expect(cuts()).toBe(0);
});

test('a reader with more waiting than a connection may have is cut at once', () => {
  const { cuts, check } = watch(reader(4 * MB + 1));
  check(1);
  expect(cuts()).toBe(1);
});
