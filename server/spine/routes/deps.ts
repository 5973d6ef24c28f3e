import type { Bus } from '../bus/push.ts';
import type { Config } from '../../ground/config.ts';
import type { OpenHints } from '../feed/hints.ts';
import type { Log } from '../../ground/log.ts';
import type { Db } from '../../database/db.ts';

/** Dependencies of routes and sockets. */
export interface Deps {
  config: Config;
  db: Db;
  bus: Bus;
  hints: OpenHints;
  log: Log;
  /** Folder of the built app; undefined in tests of the API. */
  distDir?: string;
}
