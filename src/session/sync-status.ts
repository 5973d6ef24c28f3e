import type { EngineReport } from '../sync/world.ts';

/** The sync of this tab as screens show it, by what reader, writer, network and storage report. */
export interface SyncState {
  phase: 'offline' | 'connecting' | 'catchingUp' | 'live' | 'signedOut' | 'outdated';
  /** Events received so far while catching up. */
  pulled: number;
  lastSyncedAt: number | null;
  retryInMs: number | null;
  /** A captive portal replied to the last call. */
  isCaptive: boolean;
  protectedStorage: boolean | null;
  /** The disk is full: new text is not kept, and new data is not stored. */
  isFull: boolean;
  /** The server replied 5xx to the last push. */
  isServerFailing: boolean;
  /** The server's reason for ending the session. */
  refusal: string | null;
}

export type SyncReport =
  | EngineReport
  | { type: 'network.lost' }
  | { type: 'network.found' }
  | { type: 'storage.checked'; protected: boolean }
  /** A write has failed because the disk is full, or has succeeded again. */
  | { type: 'storage.filled'; isFull: boolean };

type SyncStateChange = Partial<SyncState>;

/**
 * Changes that each report makes. Every report contains a whole state rather than a step, so a lost one cannot leave
 * the shown state wrong.
 */
const changes: {
  [T in SyncReport['type']]: (report: Extract<SyncReport, { type: T }>, state: SyncState) => SyncStateChange;
} = {
  'pull.started': () => ({}),
  'pull.advanced': ({ pulled }) => ({ phase: 'catchingUp', pulled, retryInMs: null }),
  'pull.caughtUp': ({ at }) => ({ phase: 'live', pulled: 0, retryInMs: null, lastSyncedAt: at }),
  'transport.failed': ({ retryInMs, isCaptive }, { phase }) =>
    phase === 'offline' ? {} : { phase: 'connecting', pulled: 0, retryInMs, isCaptive },
  'push.ended': ({ failed }) => ({ isServerFailing: failed }),
  'session.refused': ({ reason }) => ({ phase: 'signedOut', refusal: reason }),
  'client.refused': () => ({ phase: 'outdated' }),
  'network.lost': () => ({ phase: 'offline', pulled: 0, retryInMs: null }),
  'network.found': (_report, { phase }) => (phase === 'offline' ? { phase: 'connecting', pulled: 0 } : {}),
  'storage.checked': ({ protected: isProtected }) => ({ protectedStorage: isProtected }),
  'storage.filled': ({ isFull }) => ({ isFull }),
};

/** Reports that say nothing once the server has refused this version of the app. */
const ofCalls: ReadonlySet<SyncReport['type']> = new Set(['pull.advanced', 'pull.caughtUp', 'transport.failed']);

/** Returns the state after a report. After the end of the session nothing changes any more. */
function afterReport(state: SyncState, report: SyncReport): SyncState {
  if (state.phase === 'signedOut' || (state.phase === 'outdated' && ofCalls.has(report.type))) return state;
  const change = (changes[report.type] as (report: SyncReport, state: SyncState) => SyncStateChange)(report, state);
  // The same object while nothing has changed, so that screens do not render again with each push.
  const isNews = Object.entries(change).some(([key, value]) => state[key as keyof SyncState] !== value);
  return isNews ? { ...state, ...change } : state;
}

/** Holds the state for those who show it. */
export class SyncStatus {
  #state: SyncState;
  readonly #listeners = new Set<() => void>();

  /** @param lastSyncedAt end of the last complete pull of earlier pages, by the device's clock in ms since 1970 */
  constructor({ isOnline, lastSyncedAt }: { isOnline: boolean; lastSyncedAt?: number | undefined }) {
    this.#state = {
      phase: isOnline ? 'connecting' : 'offline',
      pulled: 0,
      lastSyncedAt: lastSyncedAt ?? null,
      retryInMs: null,
      isCaptive: false,
      protectedStorage: null,
      isFull: false,
      isServerFailing: false,
      refusal: null,
    };
  }

  get state(): SyncState {
    return this.#state;
  }

  readonly report = (report: SyncReport): void => {
    this.#state = afterReport(this.#state, report);
    for (const listener of this.#listeners) listener();
  };

  /** Calls the listener after each report. @returns a function that ends it */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
}
