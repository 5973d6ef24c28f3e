import type { RetrievalIndex } from '#domain/retrieval/retrieve.ts';
import type { Bus } from '../bus/bus.ts';
import type { Config } from '../config.ts';
import type { OpenHints } from '../feed/hints.ts';
import type { Db } from '../store/system/database.ts';
import type { Log } from '../log.ts';

/** What every route and socket may use. */
export interface Deps {
  config: Config;
  db: Db;
  bus: Bus;
  /** The knowledge base as it stands now. */
  knowledge: () => RetrievalIndex;
  hints: OpenHints;
  log: Log;
  /** The built app; none in tests of the API alone. */
  distDir?: string;
}
