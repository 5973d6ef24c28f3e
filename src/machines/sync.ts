import { assign, fromCallback, sendTo, setup } from 'xstate';

/**
 * The sync state that screens show. The `engine` actor does the work, in every state.
 *
 *   connecting ──pull.started──> catchingUp ──pull.caughtUp──> live
 *       ^  ^─────────transport.failed──┴──────────────────────────┤
 *       │                                                          │
 *    offline <──network.lost── (any)        pull.advanced: live -> catchingUp when more is left
 *   (any) ──session.refused──> signedOut    (any) ──client.refused──> outdated
 *
 * Every report contains the whole state rather than a change, so a lost report cannot leave the shown state wrong.
 */
export type SyncReport =
  | { type: 'network.lost' }
  | { type: 'network.found' }
  | { type: 'pull.started' }
  | { type: 'pull.advanced'; pulled: number }
  | { type: 'pull.caughtUp'; at: number }
  | { type: 'transport.failed'; retryInMs: number; isCaptive: boolean }
  | { type: 'push.ended'; failed: boolean }
  /** `reason`: the server's message. */
  | { type: 'session.refused'; reason: string }
  | { type: 'client.refused' }
  | { type: 'storage.checked'; protected: boolean }
  /** A write has failed because the disk is full, or has succeeded again. */
  | { type: 'storage.filled'; isFull: boolean };

export interface SyncContext {
  phase: 'offline' | 'connecting' | 'catchingUp' | 'live' | 'signedOut' | 'outdated';
  /** Events received so far while catching up. */
  pulled: number;
  lastSyncedAt: number | null;
  retryInMs: number | null;
  /** A captive portal replied to the last call. */
  isCaptive: boolean;
  protectedStorage: boolean | null;
  /** The disk is full: what is written now is not kept, and what is new is not stored. */
  isFull: boolean;
  /** The server replied 5xx to the last push. */
  isServerFailing: boolean;
  /** The server's reason for ending the session. */
  refusal: string | null;
}

/** Event that asks the engine to pull and push now. */
export type EngineSignal = { type: 'look' };

export const syncMachine = setup({
  types: {
    context: {} as SyncContext,
    events: {} as SyncReport | EngineSignal,
    input: {} as { online: boolean; lastSyncedAt?: number | null },
  },
  actors: { engine: fromCallback<EngineSignal>(() => undefined) },
  guards: { isOffline: ({ context }) => context.phase === 'offline' },
}).createMachine({
  id: 'sync',
  context: ({ input }) => ({
    phase: input.online ? 'connecting' : 'offline',
    pulled: 0,
    lastSyncedAt: input.lastSyncedAt ?? null,
    retryInMs: null,
    isCaptive: false,
    protectedStorage: null,
    isFull: false,
    isServerFailing: false,
    refusal: null,
  }),
  invoke: { src: 'engine', id: 'engine' },
  initial: 'starting',
  on: {
    'network.lost': '.offline',
    'session.refused': '.signedOut',
    'client.refused': '.outdated',
    'storage.checked': { actions: assign({ protectedStorage: ({ event }) => event.protected }) },
    'storage.filled': { actions: assign({ isFull: ({ event }) => event.isFull }) },
    'push.ended': { actions: assign({ isServerFailing: ({ event }) => event.failed }) },
    look: { actions: sendTo('engine', { type: 'look' }) },
  },
  states: {
    starting: { always: [{ guard: 'isOffline', target: 'offline' }, { target: 'connecting' }] },
    offline: {
      entry: assign({ phase: 'offline', pulled: 0, retryInMs: null }),
      on: { 'network.found': 'connecting', 'pull.caughtUp': 'live', 'pull.advanced': 'catchingUp' },
    },
    connecting: {
      entry: assign({ phase: 'connecting', pulled: 0 }),
      on: {
        'pull.advanced': 'catchingUp',
        'pull.caughtUp': 'live',
        'transport.failed': { actions: assign(({ event: { retryInMs, isCaptive } }) => ({ retryInMs, isCaptive })) },
      },
    },
    catchingUp: {
      entry: assign(({ event }) => ({
        phase: 'catchingUp' as const,
        retryInMs: null,
        pulled: event.type === 'pull.advanced' ? event.pulled : 0,
      })),
      on: {
        'pull.advanced': { actions: assign({ pulled: ({ event }) => event.pulled }) },
        'pull.caughtUp': 'live',
        'transport.failed': 'failed',
      },
    },
    live: {
      entry: assign(({ context, event }) => ({
        phase: 'live' as const,
        pulled: 0,
        retryInMs: null,
        lastSyncedAt: event.type === 'pull.caughtUp' ? event.at : context.lastSyncedAt,
      })),
      on: {
        'pull.caughtUp': { actions: assign({ lastSyncedAt: ({ event }) => event.at }) },
        'pull.advanced': 'catchingUp',
        'transport.failed': 'failed',
      },
    },
    failed: {
      entry: assign(({ event }) =>
        event.type === 'transport.failed' ? { retryInMs: event.retryInMs, isCaptive: event.isCaptive } : {},
      ),
      always: 'connecting',
    },
    signedOut: {
      type: 'final',
      entry: assign(({ event }) => ({
        phase: 'signedOut' as const,
        refusal: event.type === 'session.refused' ? event.reason : null,
      })),
    },
    outdated: { entry: assign({ phase: 'outdated' }) },
  },
});
