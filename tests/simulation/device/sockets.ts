import type { SentPage } from '#domain/spine/wire/sockets.ts';
import type { Cursor, WireEvent } from '#domain/spine/wire/sync.ts';
import { laterPosition } from '#domain/spine/wire/sync.ts';
import { nowhere } from '../../../server/ground/hint.ts';
import { Standing } from '../../../server/spine/sockets/standing.ts';
import type { Faults } from '../faults.ts';
import { Random } from '../random.ts';
import type { Server } from '../server.ts';
import type { Timeline } from '../timeline.ts';
import type { Caller } from './caller.ts';

/** A tab as its socket sees it. */
export interface Listener {
  caller: Caller;
  /** The server has sent it a hint. */
  hinted(place?: Cursor): void;
  /** A chat event has arrived, which repeats what a page or a hint brings. */
  repeated(): void;
  /** The server has sent it a page. */
  sent(page: SentPage): void;
  /** Its socket has opened. */
  opened(): void;
}

/** One connection of a tab; another one follows when it breaks. */
interface Line {
  tab: Listener;
  isOpen: boolean;
}

interface Parts {
  timeline: Timeline;
  faults: Faults;
  seed: number;
  server: Pick<Server, 'pagesFor' | 'seen'>;
  /** Called with the end of each page that leaves the server. */
  handOut: (caller: Caller, place: Cursor) => void;
  /** Whether the server takes connections. */
  isUp: () => boolean;
}

/**
 * The sockets of all tabs, and what the server does about them: hints, and pages for tabs that stand, by the server's own
 * code. Everything sent can be late, lost or doubled, and any connection can break.
 */
export class Sockets {
  readonly #parts: Parts;
  readonly #lines = new Map<Listener, Line>();
  #standing!: Standing<Line>;
  /** The furthest position that was hinted. */
  #last: Cursor = nowhere;
  #count = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#start();
  }

  /** Starts a process without any memory of the previous one. */
  #start(): void {
    const { timeline, server } = this.#parts;
    const standing: Standing<Line> = new Standing({
      read: (askers) => server.pagesFor(`look ${this.#count++}`, askers),
      send: (lines, from, { events, next, standing: rights }) => {
        if (standing !== this.#standing) return;
        for (const line of lines) {
          const page = { from, events: JSON.parse(`[${events}]`) as WireEvent[], next, rights };
          this.#send(line, page);
        }
      },
      hint: (line, pos) => standing === this.#standing && this.#hint(line, pos, `instead of a page ${this.#count++}`),
      isSlow: (line) => this.#strikes('slow reader', line, 0.3),
      later: (ms, run) => timeline.at(ms, run),
    });
    this.#standing = standing;
    this.#last = nowhere;
  }

  /** The server's process has ended, with all connections. */
  drop(): void {
    const lines = [...this.#lines.values()];
    this.#start();
    for (const line of lines) this.#break(line);
  }

  /** A tab opens its socket. */
  open(tab: Listener): void {
    const line = { tab, isOpen: false };
    this.#lines.set(tab, line);
    this.#connect(line);
  }

  close(tab: Listener): void {
    const line = this.#lines.get(tab);
    if (line === undefined) return;
    line.isOpen = false;
    this.#standing.end(line);
    this.#lines.delete(tab);
  }

  /** Connects after a while; without a network, tries again. */
  #connect(line: Line): void {
    const { timeline, isUp } = this.#parts;
    timeline.at(this.#random(line).between(50, 3000), () => {
      if (this.#lines.get(line.tab) !== line) return;
      if (!isUp() || !line.tab.caller.isOnline() || !line.tab.caller.isSignedIn()) return this.#connect(line);
      line.isOpen = true;
      line.tab.opened();
    });
  }

  #break(line: Line): void {
    this.close(line.tab);
    this.open(line.tab);
  }

  /** The tab says where it stands. @returns whether its socket is open */
  stand(tab: Listener, at: Cursor): boolean {
    const line = this.#lines.get(tab);
    if (line?.isOpen !== true) return false;
    if (!tab.caller.isOnline() || this.#strikes('socket broken', line, 0.3)) {
      this.#break(line);
      return true;
    }
    this.#parts.timeline.at(this.#random(line).between(2, 60), () => {
      if (line.isOpen) this.#standing.stand(line, tab.caller.me, at, this.#last);
    });
    return true;
  }

  /** A commit is announced, as by the process that made it or, a little later, by another one. */
  committed(name: string, place: Cursor, streams: readonly string[]): void {
    const { timeline, seed, server } = this.#parts;
    const random = Random.of(seed, 'announced', name);
    timeline.at(random.chance(0.5) ? 0 : random.between(1, 60), () => {
      this.#last = laterPosition(this.#last, place);
      for (const line of this.#lines.values()) {
        const { caller } = line.tab;
        if (!line.isOpen || !streams.some((stream) => server.seen.sees(caller.me, stream))) continue;
        this.#repeat(line, `${name} to ${caller.name}`);
        if (this.#standing.hinted(line, place)) continue;
        this.#hint(line, random.chance(0.5) ? place : undefined, `${name} to ${caller.name}`);
      }
    });
  }

  /** Sends a chat event: before or after the page or the hint. */
  #repeat({ tab }: Line, where: string): void {
    const { timeline, seed } = this.#parts;
    timeline.at(Random.of(seed, 'chat event', where).between(1, 400), () => tab.caller.isOnline() && tab.repeated());
  }

  /** Sends a hint, possibly late or never. */
  #hint(line: Line, place: Cursor | undefined, where: string): void {
    const { timeline, faults, seed } = this.#parts;
    if (faults.strikes('hint lost', where, 3)) return;
    const { tab } = line;
    timeline.at(Random.of(seed, 'hint', where).between(1, 400), () => tab.caller.isOnline() && tab.hinted(place));
  }

  /** Sends a page: late, twice or never; and the connection may break behind it. */
  #send(line: Line, page: SentPage): void {
    const { timeline, handOut } = this.#parts;
    const { tab } = line;
    const random = this.#random(line);
    handOut(tab.caller, page.next);
    const arrive = () => tab.caller.isOnline() && tab.sent(page);
    const isLost = this.#strikes('page lost', line);
    const delayMs = this.#strikes('page late', line) ? random.between(500, 20_000) : random.between(2, 60);
    if (!isLost) timeline.at(delayMs, arrive);
    if (this.#strikes('page doubled', line)) timeline.at(random.between(2, 5000), arrive);
    if (this.#strikes('socket broken', line, 0.3)) this.#break(line);
  }

  #strikes(kind: Parameters<Faults['strikes']>[0], { tab }: Line, weight = 1): boolean {
    return this.#parts.faults.strikes(kind, `${this.#count++} ${tab.caller.name}`, weight);
  }

  #random({ tab }: Line): Random {
    return Random.of(this.#parts.seed, 'socket', `${this.#count++} ${tab.caller.name}`);
  }
}
