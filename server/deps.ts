import type { Bus } from './bus.ts';
import type { Config } from './config.ts';
import type { Hints } from './hints.ts';
import type { Db } from './store/database.ts';
import type { Log } from './store/log.ts';

/** What every route and socket may use. */
export interface Deps {
  config: Config;
  db: Db;
  bus: Bus;
  hints: Hints;
  log: Log;
  /** The built app; none in tests of the API alone. */
  distDir?: string;
  /** What one address may do; tests make it smaller. */
  allowance?: Partial<Allowance>;
}

interface Allowance {
  requestsPerMinute: number;
  handshakesPerMinute: number;
}
