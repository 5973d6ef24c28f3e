import { assign, fromCallback, sendTo, setup } from 'xstate';
import { reconnectDelayMs, socketConnectTimeoutMs } from '#domain/ground/reconnect.ts';
import { SECOND } from '#domain/ground/units.ts';

/** A socket that does not confirm a close within this time is abandoned. */
export const socketCloseTimeoutMs = 2 * SECOND;

/**
 * State of the WebSocket. It carries only hints and repeatable pushes, so losing it loses nothing.
 *
 *              wanted, network                 opened
 *   closed.idle ────────────> opening ───────────────────> open
 *      ^   closed.waiting <──failed──┘  ^                    │ failed
 *      │        └──────after delay──────┘                    v
 *      │                                            closed.waiting
 *   unwanted while connected: closing ──closed, or after a while──> closed.idle; wanted again meanwhile ──> opening
 *   unwanted while closed: closed.idle
 *   network lost: closed.offline ──found──> opening
 *   refused by code: closed.unauthorized, closed.outdated (until a new session or a new version)
 *
 * socket.io-client does not reconnect after the server has closed or refused the connection, so this machine does.
 */
type SocketEvent =
  | { type: 'socket.wanted' }
  | { type: 'socket.unwanted' }
  | { type: 'socket.opened' }
  | { type: 'socket.failed'; retryAfterMs?: number | undefined; isOneTooMany?: boolean | undefined }
  | { type: 'socket.refused'; code: string }
  | { type: 'socket.closed' }
  | { type: 'network.lost' }
  | { type: 'network.found' };

/** Events the machine sends to its connection. */
export type SocketSignal = { type: 'close' };

export interface SocketContext {
  attempts: number;
  retryAfterMs: number | null;
  /** The user has reached the limit of connections: this tab waits until another closes. */
  isOneTooMany: boolean;
  random: () => number;
}

export const socketMachine = setup({
  types: {
    context: {} as SocketContext,
    events: {} as SocketEvent,
    input: {} as { random: () => number } | undefined,
  },
  actors: {
    /** Connects on start and reports `socket.*` events; closes on `close` and reports that; disconnects on stop. */
    connection: fromCallback<SocketSignal>(() => undefined),
  },
  guards: {
    isOutdated: ({ event }) => event.type === 'socket.refused' && event.code === 'OUTDATED',
    isOnline: () => typeof navigator === 'undefined' || navigator.onLine,
  },
  actions: {
    countAttempt: assign(({ context, event }) => ({
      attempts: context.attempts + 1,
      retryAfterMs: 'retryAfterMs' in event ? (event.retryAfterMs ?? null) : null,
      isOneTooMany: event.type === 'socket.failed' && event.isOneTooMany === true,
    })),
    forgetAttempts: assign({ attempts: 0, retryAfterMs: null, isOneTooMany: false }),
  },
  delays: {
    beforeRetry: ({ context }) => context.retryAfterMs ?? reconnectDelayMs(context.attempts, context.random()),
    openTimeout: socketConnectTimeoutMs,
    closeTimeout: socketCloseTimeoutMs,
  },
}).createMachine({
  id: 'socket',
  context: ({ input }) => ({
    attempts: 0,
    retryAfterMs: null,
    isOneTooMany: false,
    random: input?.random ?? Math.random,
  }),
  initial: 'closed',
  on: { 'socket.unwanted': '.closed.idle' },
  states: {
    closed: {
      initial: 'idle',
      states: {
        idle: {
          on: { 'socket.wanted': [{ guard: 'isOnline', target: '#socket.connected' }, { target: 'offline' }] },
        },
        waiting: {
          after: { beforeRetry: '#socket.connected' },
          on: { 'network.lost': 'offline', 'network.found': '#socket.connected' },
        },
        offline: { on: { 'network.found': '#socket.connected' } },
        unauthorized: {},
        outdated: {},
      },
    },
    connected: {
      initial: 'opening',
      invoke: { src: 'connection', id: 'connection' },
      on: {
        'socket.failed': { target: 'closed.waiting', actions: 'countAttempt' },
        'socket.refused': [{ guard: 'isOutdated', target: 'closed.outdated' }, { target: 'closed.unauthorized' }],
        'network.lost': 'closed.offline',
        'socket.unwanted': '.closing',
      },
      states: {
        opening: {
          after: { openTimeout: { target: '#socket.closed.waiting', actions: 'countAttempt' } },
          on: { 'socket.opened': 'open' },
        },
        open: { entry: 'forgetAttempts' },
        closing: {
          entry: sendTo('connection', { type: 'close' }),
          after: { closeTimeout: '#socket.closed.idle' },
          on: {
            'socket.closed': '#socket.closed.idle',
            'socket.failed': '#socket.closed.idle',
            'socket.refused': '#socket.closed.idle',
            'network.lost': '#socket.closed.idle',
            'socket.wanted': { target: '#socket.connected', reenter: true },
            // Closing is in progress.
            'socket.unwanted': {},
          },
        },
      },
    },
  },
});
