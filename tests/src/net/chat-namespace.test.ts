import { EventEmitter } from 'node:events';
import type { Manager } from 'socket.io-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chatNamespace, type ChatNamespace } from '../../../src/net/chat-namespace.ts';

/** A fake socket whose connection the test accepts or refuses; it records joins and leaves. */
class Door extends EventEmitter {
  asked: string[] = [];
  connect(): void {
    this.asked.push('join');
  }
  disconnect(): void {
    this.asked.push('leave');
    this.emit('disconnect', 'io client disconnect');
  }
  lets(): void {
    this.emit('connect');
  }
  refuses(code: string): void {
    this.emit('connect_error', Object.assign(new Error(code), { data: { code } }));
  }
  ends(): void {
    this.emit('disconnect', 'io server disconnect');
  }
}

let door: Door;
let chat: ChatNamespace;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  door = new Door();
  chat = chatNamespace({ socket: () => door } as unknown as Manager, '/po-chat', () => 'secret', {});
  chat.join('own');
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test.each(['UNAVAILABLE', 'RATE_LIMITED', 'websocket error'])(
  'refused with %s, it is joined again after pauses that grow from one to five seconds',
  (code) => {
    for (const [tries, pause] of [1000, 2000, 4000, 5000, 5000].entries()) {
      door.refuses(code);
      vi.advanceTimersByTime(pause - 1);
      expect(door.asked).toHaveLength(tries + 1);
      vi.advanceTimersByTime(1);
      expect(door.asked).toHaveLength(tries + 2);
    }
    door.lets();
    vi.advanceTimersByTime(60_000);
    expect(new Set(door.asked)).toEqual(new Set(['join']));
  },
);

test('once let in, the next pause is a short one again', () => {
  for (const pause of [1000, 2000]) {
    door.refuses('UNAVAILABLE');
    vi.advanceTimersByTime(pause);
  }
  door.lets();
  door.ends();
  vi.advanceTimersByTime(1000);
  expect(door.asked).toEqual(['join', 'join', 'join', 'join']);
});

test('the pauses are spread, so that a crowd does not return at once', () => {
  vi.mocked(Math.random).mockReturnValue(0);
  door.refuses('UNAVAILABLE');
  vi.advanceTimersByTime(500);
  expect(door.asked).toHaveLength(2);
});

test.each(['UNAUTHORIZED', 'FORBIDDEN', 'OUTDATED'])('refused with %s it does not come back by itself', (code) => {
  door.refuses(code);
  vi.advanceTimersByTime(60_000);
  expect(door.asked).toEqual(['join']);
});

test('left during the pause, it stays left', () => {
  door.refuses('UNAVAILABLE');
  chat.join(undefined);
  vi.advanceTimersByTime(60_000);
  expect(door.asked).toEqual(['join']);
});

test('closed during the pause, or lost with the whole connection, nothing is joined from here', () => {
  door.lets();
  door.emit('disconnect', 'transport close');
  vi.advanceTimersByTime(60_000);
  expect(door.asked).toEqual(['join']);
  door.ends();
  chat.close();
  vi.advanceTimersByTime(60_000);
  expect(door.asked).toEqual(['join', 'leave']);
});
