import type { Cursor } from '#domain/spine/wire/sync.ts';
import { wantedStreams } from '../../db/confirmed.ts';
import { withFreedSpace } from '../../db/free-space.ts';
import type { UserDb } from '../../db/schema.ts';
import { applyStreams, snapshotOf, startOver } from '../../db/snapshot.ts';
import { Unreachable } from '../../net/errors.ts';
import type { World } from '../world.ts';

/** Snapshots that a pull takes instead of pages, or beside them. They throw what the call throws. */

/** Largest number of streams in one snapshot request, because their names must fit into the URL. */
const streamsPerSnapshot = 40;

/**
 * Replaces all confirmed rows by a snapshot. Pending commands stay.
 * @returns whether accepted commands must be sent again
 */
export async function replaceAll(db: UserDb, world: World, from: Cursor | undefined): Promise<boolean> {
  const snapshot = await fetchSnapshot(world);
  return await withFreedSpace(db, () => startOver(db, snapshot, from));
}

/** Fetches snapshots of wanted streams. @returns whether another page should be pulled */
export async function fetchWanted(db: UserDb, world: World): Promise<boolean> {
  const wanted = [...(await wantedStreams(db)).keys()].slice(0, streamsPerSnapshot);
  if (wanted.length === 0) return false;
  const snapshot = await fetchSnapshot(world, wanted);
  // The snapshot is of another epoch. The next page reports that, and the pull starts over.
  if (!(await withFreedSpace(db, () => applyStreams(db, snapshot)))) return true;
  const left = await wantedStreams(db);
  // A snapshot may lag behind the feed and lack the stream; a later pull fetches it.
  return wanted.some((stream) => !left.has(stream));
}

async function fetchSnapshot(
  world: World,
  streams?: readonly string[],
): Promise<NonNullable<ReturnType<typeof snapshotOf>>> {
  const snapshot = snapshotOf(await world.snapshot(streams));
  if (snapshot === undefined) throw new Unreachable('The snapshot was cut off.');
  return snapshot;
}
