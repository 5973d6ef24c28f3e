import type { PushResult } from '#domain/protocol/sync.ts';
import type { RetrievalIndex } from '#domain/retrieval/retrieve.ts';
import type { Db } from './store/database.ts';
import type { Hints } from './store/hint.ts';
import type { Log } from './store/log.ts';

/** A wish as it arrives; `args` may be anything until they are checked. */
export interface IncomingCommand {
  cmdId: string;
  type: string;
  v: number;
  args: unknown;
  deps?: string[] | undefined;
}

export interface Bus {
  /**
   * Carries out commands of one person, in order.
   * @returns one result per command, in the same order; it throws only when the whole call must be sent again
   */
  executeBatch(actorId: string, commands: IncomingCommand[]): Promise<PushResult[]>;
}

export interface BusDeps {
  db: Db;
  log: Log;
  hints: Hints;
  /** The knowledge base as it stands now. */
  knowledge: () => RetrievalIndex;
}

/** Makes the one door through which anything changes. */
export function createBus(deps: BusDeps): Bus {
  return {
    executeBatch(_actorId, commands) {
      deps.log.info('not ready');
      return Promise.resolve(commands.map(({ cmdId }) => ({ cmdId, s: 'retry', afterMs: 1000 })));
    },
  };
}
