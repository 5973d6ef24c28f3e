import { expect, test, vi } from 'vitest';
import { createActor, fromCallback, SimulatedClock } from 'xstate';
import { reconnectDelayMs } from '#domain/ground/reconnect.ts';
import { socketMachine, type SocketSignal, socketCloseTimeoutMs } from '../../../src/machines/socket.ts';

function socketActor() {
  const clock = new SimulatedClock();
  const open = vi.fn<() => void>();
  const close = vi.fn<() => void>();
  const asked = vi.fn<(signal: SocketSignal) => void>();
  const machine = socketMachine.provide({
    actors: {
      connection: fromCallback<SocketSignal>(({ receive }) => {
        receive(asked);
        open();
        return close;
      }),
    },
    guards: { isOnline: () => true },
  });
  return { actor: createActor(machine, { clock, input: { random: () => 0.5 } }).start(), clock, open, close, asked };
}

test('a socket that is lost is opened again after a pause that grows from one to five seconds', () => {
  const { actor, clock, open } = socketActor();
  actor.send({ type: 'socket.wanted' });
  const pauses = [1000, 2000, 4000, 5000, 5000];
  for (const [i, pause] of pauses.entries()) {
    actor.send({ type: 'socket.failed' });
    expect(actor.getSnapshot().matches({ closed: 'waiting' })).toBe(true);
    clock.increment(pause - 1);
    expect(open).toHaveBeenCalledTimes(i + 1);
    clock.increment(1);
    expect(open).toHaveBeenCalledTimes(i + 2);
  }
  actor.send({ type: 'socket.opened' });
  expect(actor.getSnapshot().matches({ connected: 'open' })).toBe(true);
  expect([reconnectDelayMs(1, 0), reconnectDelayMs(1, 1), reconnectDelayMs(9, 1)]).toEqual([500, 1500, 7500]);
});

test('a stopping server tells the socket when to reconnect', () => {
  const { actor, clock, open } = socketActor();
  actor.send({ type: 'socket.wanted' });
  actor.send({ type: 'socket.opened' });
  actor.send({ type: 'socket.failed', retryAfterMs: 7000 });
  clock.increment(6999);
  expect(open).toHaveBeenCalledTimes(1);
  clock.increment(1);
  expect(open).toHaveBeenCalledTimes(2);
});

test.each([
  ['UNAUTHORIZED', 'unauthorized'],
  ['FORBIDDEN', 'unauthorized'],
  ['OUTDATED', 'outdated'],
] as const)('refused with %s it does not come back by itself', (code, state) => {
  const { actor, clock, open } = socketActor();
  actor.send({ type: 'socket.wanted' });
  actor.send({ type: 'socket.refused', code });
  clock.increment(60_000);
  expect(actor.getSnapshot().matches({ closed: state })).toBe(true);
  expect(open).toHaveBeenCalledTimes(1);
});

test('without a network it waits for one, and unwanted it closes', () => {
  const { actor, open, close, asked } = socketActor();
  actor.send({ type: 'socket.wanted' });
  actor.send({ type: 'network.lost' });
  expect(actor.getSnapshot().matches({ closed: 'offline' })).toBe(true);
  actor.send({ type: 'network.found' });
  expect(open).toHaveBeenCalledTimes(2);
  actor.send({ type: 'socket.unwanted' });
  actor.send({ type: 'socket.unwanted' });
  expect(asked.mock.calls).toEqual([[{ type: 'close' }]]);
  expect(actor.getSnapshot().matches({ connected: 'closing' })).toBe(true);
  expect(close).toHaveBeenCalledTimes(1);
  actor.send({ type: 'socket.closed' });
  expect(actor.getSnapshot().matches({ closed: 'idle' })).toBe(true);
  expect(close).toHaveBeenCalledTimes(2);
});

test('a socket that does not confirm its close is abandoned after a while', () => {
  const { actor, clock, open, close } = socketActor();
  actor.send({ type: 'socket.wanted' });
  actor.send({ type: 'socket.opened' });
  actor.send({ type: 'socket.unwanted' });
  clock.increment(socketCloseTimeoutMs - 1);
  expect(actor.getSnapshot().matches({ connected: 'closing' })).toBe(true);
  expect(close).not.toHaveBeenCalled();
  clock.increment(1);
  expect(actor.getSnapshot().matches({ closed: 'idle' })).toBe(true);
  expect(close).toHaveBeenCalledOnce();
  expect(open).toHaveBeenCalledOnce();
});

test.each(['socket.failed', 'network.lost'] as const)(
  'a socket that is closing does not come back after %s',
  (type) => {
    const { actor, clock, open } = socketActor();
    actor.send({ type: 'socket.wanted' });
    actor.send({ type: 'socket.unwanted' });
    actor.send({ type });
    actor.send({ type: 'network.found' });
    clock.increment(60_000);
    expect(actor.getSnapshot().matches({ closed: 'idle' })).toBe(true);
    expect(open).toHaveBeenCalledOnce();
  },
);

test('if needed again while it closes, a socket is opened again', () => {
  const { actor, open, close } = socketActor();
  actor.send({ type: 'socket.wanted' });
  actor.send({ type: 'socket.unwanted' });
  actor.send({ type: 'socket.wanted' });
  expect(actor.getSnapshot().matches({ connected: 'opening' })).toBe(true);
  expect([open.mock.calls.length, close.mock.calls.length]).toEqual([2, 1]);
});

test('a tab over the limit says so while it retries, until it is accepted or fails for another reason', () => {
  const { actor, clock, open } = socketActor();
  const isOneTooMany = () => actor.getSnapshot().context.isOneTooMany;
  const refuse = () => actor.send({ type: 'socket.failed', retryAfterMs: 60_000, isOneTooMany: true });
  actor.send({ type: 'socket.wanted' });
  refuse();
  expect(isOneTooMany()).toBe(true);
  clock.increment(59_999);
  expect(open).toHaveBeenCalledTimes(1);
  clock.increment(1);
  expect([open.mock.calls.length, isOneTooMany()]).toEqual([2, true]);
  actor.send({ type: 'socket.opened' });
  expect(isOneTooMany()).toBe(false);
  refuse();
  clock.increment(60_000);
  actor.send({ type: 'socket.failed' });
  expect(isOneTooMany()).toBe(false);
});
