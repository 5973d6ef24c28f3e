import type { SnapshotLine } from '#domain/spine/wire/sync.ts';
import type { User } from '#domain/account/users.ts';
import { noteHandedOut } from './handed-out.ts';
import { type Db, firstRow, type Tx } from '../../database/db.ts';

/** Reads the projections as of one position of the log, for a device that starts or was away for too long. */

/** A device's request. */
export interface SnapshotAsked {
  /** Names of streams; undefined for everything that the user can see. */
  streams?: readonly string[] | undefined;
  /** `apart`: the device asks for the knowledge base separately. */
  knowledge?: 'included' | 'apart';
}

/** The rows of one stream. */
type StreamLine = Extract<SnapshotLine, { stream: string }>;

/** Reads the streams of one kind that a user can see, and that were asked for. */
export type SnapshotReader = (tx: Tx, user: User, asked: SnapshotAsked) => Promise<StreamLine[]>;

/** @returns the lines in order: the position, each stream's rows, removed streams, the end marker */
export async function readSnapshot(
  db: Db,
  user: User,
  asked: SnapshotAsked,
  readers: readonly SnapshotReader[],
): Promise<SnapshotLine[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const begin = await firstRow<{ epoch: string; xid: string }>(tx)`
        select name as epoch, pg_snapshot_xmin(pg_current_snapshot())::text as xid from epoch`;
      if (begin === undefined) throw new Error('the epoch row is missing');
      const lines: StreamLine[] = [];
      for (const read of readers) lines.push(...(await read(tx, user, asked)));
      const found = new Set(lines.map((line) => line.stream));
      const gone = (asked.streams ?? []).filter((stream) => !found.has(stream)).map((stream) => ({ gone: stream }));
      const pos = { ...begin, seq: 0 };
      noteHandedOut(db, pos);
      return [{ pos }, ...lines, ...gone, { end: true }];
    });
}

/** Whether a stream was asked for. */
export function isAsked({ streams }: SnapshotAsked, stream: string): boolean {
  return streams === undefined || streams.includes(stream);
}

/** Returns the ids of the streams of one kind that were asked for; null when all are. */
export function idsAsked({ streams }: SnapshotAsked, kind: string): string[] | null {
  if (streams === undefined) return null;
  return streams.filter((stream) => stream.startsWith(kind)).map((stream) => stream.slice(kind.length));
}
