import { setTimeout } from 'node:timers/promises';
import {
  type Cursor,
  type PullReply,
  type WireEvent,
  comparePositions,
  laterPosition,
  pullEvents,
} from '#domain/spine/wire/sync.ts';
import { rightsKeyOf } from '#domain/account/rights-key.ts';
import type { User } from '#domain/account/users.ts';
import { renewEpochIfBehind } from '../../database/epoch.ts';
import { handedOut, noteHandedOut } from './handed-out.ts';
import type { Db } from '../../database/db.ts';
import { type Asker, type PageRow, readPages } from './pages.ts';
import { noteSight, pictureOf, sightOf } from './sight.ts';

/** Maximum number of events of a page that is sent to a device that stands; with more to say, it gets a hint and pulls. */
export const standingEvents = 200;

/**
 * The next page of the log, for a device that asks and for devices that stand at the end of the log; or what the device
 * must do instead:
 *
 *   the server runs on an older database than one whose positions it has handed out: a new epoch, for all devices
 *   the cursor is of another epoch, or ahead of the log: `epochChanged`, for this device alone
 *   the cursor is before the first event of the log, or of a time when the user could see less or more:
 *     `snapshotRequired`
 */

/** A page of the log, with its events already as JSON text. */
export interface Page {
  events: string;
  next: Cursor;
  more: boolean;
  /** The key of the user's rights, as `rights-key.ts` makes it. */
  standing: string;
}

/** A page, or what the device must do instead. */
export type Pulled = Page | Exclude<PullReply, { events: WireEvent[] }>;

/** Returns the JSON text of a `PullReply`. */
export function pullText(pulled: Pulled): string {
  if (!('events' in pulled)) return JSON.stringify(pulled);
  const { events, next, more, standing } = pulled;
  return `{"events":[${events}],"next":${JSON.stringify(next)},"more":${more},"standing":${JSON.stringify(standing)}}`;
}

/**
 * Returns the next page of events that this user may see, or what the device must do instead.
 * @param limit maximum number of events
 */
export async function pull(db: Db, user: User, cursor: Cursor, limit: number): Promise<Pulled> {
  // Positions handed out before the page's snapshot was taken lie within that snapshot, unless an older database was
  // restored.
  const before = handedOut(db);
  const row = await pageInSight(db, { user, cursor }, Math.min(limit, pullEvents));
  const { epoch } = row;
  if (isBehind(row, before) && (await renewEpochIfBehind(db, before))) return { epochChanged: true, epoch };
  return pulledOf(db, row, { user, cursor }, limit);
}

/**
 * Returns the next page of each asker. Undefined where there is more to say than a page of fewer than
 * `standingEvents` events: the device must pull.
 */
export async function pullAtEnd(db: Db, askers: readonly Asker[]): Promise<(Page | undefined)[]> {
  const before = handedOut(db);
  const rows = await readPages(db, askers, standingEvents);
  return askers.map((asker, i) => {
    const row = rows[i];
    if (row === undefined || row.sight !== sightOf(asker.user) || isBehind(row, before)) return undefined;
    const pulled = pulledOf(db, row, asker, standingEvents);
    return 'events' in pulled && !pulled.more && pictureOf(row, asker.cursor) === 'present' ? pulled : undefined;
  });
}

/** Whether the database lies before a position that was handed out, because an older one was restored. */
function isBehind({ epoch, xmax }: PageRow, before: Cursor | undefined): before is Cursor {
  return before?.epoch === epoch && comparePositions(before, endOf(epoch, xmax)) > 0;
}

function endOf(epoch: string, xmax: string): Cursor {
  return { epoch, xid: xmax, seq: Number.MAX_SAFE_INTEGER };
}

function pulledOf(db: Db, page: PageRow, { user, cursor }: Asker, limit: number): Pulled {
  const { epoch, xmin, xmax, size } = page;
  // Only this device gets a new epoch: a cursor ahead of the log is the device's claim and has no effect on others.
  if (cursor.epoch !== epoch || comparePositions(cursor, endOf(epoch, xmax)) > 0) return { epochChanged: true, epoch };
  noteHandedOut(db, { epoch, xid: xmin, seq: 0 });
  const floor = { epoch, xid: page.floor_xid, seq: page.floor_seq };
  if (comparePositions(cursor, floor) < 0) return { snapshotRequired: true, floor };
  const last = page.xid === null ? undefined : { epoch, xid: page.xid, seq: page.seq };
  if (pictureOf(page, cursor) === 'old')
    return { snapshotRequired: true, floor: { epoch, xid: page.sight_xid ?? xmin, seq: 0 } };
  const more = size >= limit && last !== undefined;
  // A page that is not full covers everything before xmin. An empty one never moves the cursor back.
  const next = more ? last : laterPosition(cursor, { epoch, xid: xmin, seq: 0 });
  return { events: page.events ?? '', next, more, standing: rightsKeyOf(user) };
}

/** Returns the page, after recording what this user can see. */
async function pageInSight(db: Db, asker: Asker, limit: number): Promise<PageRow> {
  let page = await readPage(db, asker, limit);
  if (page.sight !== sightOf(asker.user)) {
    await noteSight(db, asker.user);
    page = await readPage(db, asker, limit);
  }
  for (let waitMs = 10; waitMs < 200 && pictureOf(page, asker.cursor) === 'changing'; waitMs *= 2) {
    await setTimeout(waitMs);
    page = await readPage(db, asker, limit);
  }
  return page;
}

async function readPage(db: Db, asker: Asker, limit: number): Promise<PageRow> {
  const [page] = await readPages(db, [asker], limit);
  if (page === undefined) throw new Error('the statement has left out the asker');
  return page;
}
