import { type Cursor, hasPassed, isSamePosition, laterPosition } from '#domain/spine/wire/sync.ts';
import type { User } from '#domain/account/users.ts';
import type { Asker } from '../log/pages.ts';
import type { Page } from '../log/pull.ts';
import { SECOND } from '#domain/ground/units.ts';

/** Devices that one statement reads pages for, and such statements at once. */
export const standingPerStatement = 50;
export const standingStatements = 2;
/** A device that was sent a page and does not stand again within this time is hinted as one that never stood. */
export const standingAgainMs = 1 * SECOND;
/** First pause before another look for a commit that an older transaction hides. It doubles, up to 64 times this. */
export const standingLagMs = 20;

export interface StandingParts<S> {
  /** Reads the next page of each asker; undefined where the device must pull. */
  read: (askers: readonly Asker[]) => Promise<(Page | undefined)[]>;
  /** Sends a page that begins at `from` to these sockets. */
  send: (sockets: S[], from: Cursor, page: Page) => void;
  /** Sends a hint, after which the device pulls. */
  hint: (socket: S, pos: Cursor) => void;
  /** Whether so much is unsent that the socket gets no page. */
  isSlow: (socket: S) => boolean;
  /** Runs something after this many milliseconds. */
  later: (ms: number, run: () => void) => void;
}

/** Position at which a device stands, or at which the page that was sent to it ends. */
interface Place {
  user: User;
  cursor: Cursor;
  /** Whether a page is under way: the device stands again once it has stored it. */
  isAway: boolean;
  /** Whether the commits of before the stand were looked for. */
  isChecked: boolean;
  /** The furthest hinted position that no page has passed yet. */
  target: Cursor | undefined;
  /** Looks in a row that found a hinted commit still hidden by an older transaction. */
  lag: number;
}

/**
 * Devices that stand at the end of the log: a device that has pulled everything sends its position. Each commit that
 * it may see then makes the server read its next page, by the statement of a pull, and send it. With a page the stand
 * ends, and the device stands again once it has stored it: so one page is under way to a device, and a slow one delays
 * only itself. A hint instead of a page ends the stand too: then the device pulls.
 *
 *   nowhere --stand--> stands --page--> away --stand--> stands
 *      ^------hint, end---+--------------+
 */
export class Standing<S extends object> {
  readonly #parts: StandingParts<S>;
  readonly #places = new Map<S, Place>();
  /** Sockets whose next page is to be read. */
  readonly #due = new Set<S>();
  #isGathering = false;
  #statements = 0;

  constructor(parts: StandingParts<S>) {
    this.#parts = parts;
  }

  /**
   * The device stands at this position. Earlier commits are looked for, unless its last page ended there.
   * @param hinted the furthest position of any hint so far: an older transaction may still hide what it announced
   */
  stand(socket: S, user: User, cursor: Cursor, hinted: Cursor): void {
    const before = this.#places.get(socket);
    const isChecked = before?.isChecked === true && isSamePosition(before.cursor, cursor);
    const target = isChecked ? before.target : laterPosition(before?.target, hinted);
    this.#places.set(socket, { user, cursor, isAway: false, isChecked, target, lag: 0 });
    if (!isChecked || target !== undefined) this.#look([socket]);
  }

  /** A commit that the socket may see was hinted. @returns false when it does not stand, so that it needs a hint */
  hinted(socket: S, pos: Cursor): boolean {
    const place = this.#places.get(socket);
    if (place === undefined) return false;
    const isFirst = place.target === undefined;
    place.target = laterPosition(place.target, pos);
    if (!place.isAway) this.#look([socket]);
    else if (isFirst) this.#expectAgain(socket, place);
    return true;
  }

  /** Forgets where the socket stands, with what is being read for it. */
  end(socket: S): void {
    this.#places.delete(socket);
    this.#due.delete(socket);
  }

  /** A device that has not stood again may be busy or frozen: it is hinted as if it had never stood. */
  #expectAgain(socket: S, place: Place): void {
    this.#parts.later(standingAgainMs, () => {
      if (this.#places.get(socket) === place && place.target !== undefined) this.#hint(socket, place);
    });
  }

  #hint(socket: S, { target, cursor }: Place): void {
    this.end(socket);
    this.#parts.hint(socket, target ?? cursor);
  }

  /** Reads the pages of these sockets soon, together with those of all others that are hinted of the same commit. */
  #look(sockets: Iterable<S>): void {
    for (const socket of sockets) this.#due.add(socket);
    if (this.#isGathering) return;
    this.#isGathering = true;
    queueMicrotask(() => {
      this.#isGathering = false;
      this.#readDue();
    });
  }

  #readDue(): void {
    while (this.#due.size > 0 && this.#statements < standingStatements) {
      const some = [...this.#due].slice(0, standingPerStatement);
      for (const socket of some) this.#due.delete(socket);
      this.#statements++;
      void this.#read(some).finally(() => {
        this.#statements--;
        this.#readDue();
      });
    }
  }

  async #read(sockets: readonly S[]): Promise<void> {
    const asked: { socket: S; place: Place; from: Cursor }[] = [];
    for (const socket of sockets) {
      const place = this.#places.get(socket);
      if (place?.isAway === false) asked.push({ socket, place, from: place.cursor });
    }
    if (asked.length === 0) return;
    const askers = asked.map(({ place: { user }, from }) => ({ user, cursor: from }));
    // A device whose page cannot be read pulls, and hears why.
    const pages = await this.#parts.read(askers).catch(() => []);
    const found = new Map<string, { sockets: S[]; from: Cursor; page: Page }>();
    const hidden = new Map<number, S[]>();
    for (const [i, { socket, place, from }] of asked.entries()) {
      // The device may have moved on meanwhile, or have been sent another page: then this one is of no use.
      if (this.#places.get(socket) !== place || place.isAway) continue;
      const page = pages[i];
      if (page === undefined || this.#parts.isSlow(socket)) {
        this.#hint(socket, place);
        continue;
      }
      this.#arrive(place, page);
      if (place.isAway) {
        const key = `${from.xid} ${from.seq} ${page.standing} ${page.next.xid} ${page.next.seq} ${page.events}`;
        const same = found.get(key);
        if (same === undefined) found.set(key, { sockets: [socket], from, page });
        else same.sockets.push(socket);
        if (place.target !== undefined) this.#expectAgain(socket, place);
      } else if (place.target !== undefined) {
        const pauseMs = standingLagMs * 2 ** Math.min(place.lag++, 6);
        hidden.set(pauseMs, [...(hidden.get(pauseMs) ?? []), socket]);
      }
    }
    for (const { sockets: receivers, from, page } of found.values()) this.#parts.send(receivers, from, page);
    for (const [pauseMs, waiting] of hidden) this.#parts.later(pauseMs, () => this.#look(waiting));
  }

  /** Notes how far a page goes; with events, the page is under way. */
  #arrive(place: Place, { events, next }: Page): void {
    place.isChecked = true;
    const { target } = place;
    if (target !== undefined && (target.epoch !== next.epoch || hasPassed(next, target))) {
      place.target = undefined;
      place.lag = 0;
    }
    if (events === '') return;
    place.isAway = true;
    place.cursor = next;
  }
}
