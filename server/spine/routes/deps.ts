import type { SnapshotLine } from '#domain/spine/wire/sync.ts';
import type { User } from '#domain/account/users.ts';
import type { Delivered } from '../../ground/hint.ts';
import type { SnapshotAsked } from '../log/snapshot.ts';
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
  /** Reads what a user can see, for a device that starts. */
  snapshotOf: (db: Db, user: User, asked: SnapshotAsked) => Promise<SnapshotLine[]>;
  /** Stores up to where messages have reached devices. */
  saveDelivered: (db: Db, marks: readonly Delivered[]) => Promise<void>;
  /** Folder of the built app; undefined in tests of the API. */
  distDir?: string;
}
