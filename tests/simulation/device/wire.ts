import type { Cursor, PullBody, PullReply, PushBody, PushReply, SnapshotLine } from '#domain/spine/wire/sync.ts';
import { laterPosition } from '#domain/spine/wire/sync.ts';
import { Refused, SignedOut, Unreachable } from '../../../src/net/errors.ts';
import type { UploadApi } from '../../../src/net/uploads.ts';
import type { Caller } from './caller.ts';
import type { Faults } from '../faults.ts';
import { Random } from '../random.ts';
import type { Arrived, Server } from '../server.ts';
import { Sockets } from './sockets.ts';
import type { Timeline } from '../timeline.ts';
import { UploadStore } from './upload-door.ts';
import { syncTimeoutMs } from '../../../src/net/deadlines.ts';

/** Time after which a page gives up a stalled upload. */
const stallMs = 60_000;

/** The network between devices and the server: every request and every reply can fail. */
export class Wire {
  /** The position handed out to each device in the current epoch. */
  readonly handedOut = new Map<string, Cursor>();
  /** Older clients are refused until they are updated. */
  minVersion = 1;
  readonly #timeline: Timeline;
  readonly #server: Server;
  readonly #faults: Faults;
  readonly #seed: number;
  #down = false;
  /** The sockets of all tabs. */
  readonly sockets: Sockets;
  readonly #latest = new Map<string, number>();
  readonly #asked = new Map<string, number>();
  readonly #uploads: UploadStore;
  /** Time until which uploads are blocked, by device. */
  readonly stalled = new Map<string, number>();
  #sent = 0;

  constructor(parts: { timeline: Timeline; server: Server; faults: Faults; seed: number }) {
    this.#timeline = parts.timeline;
    this.#server = parts.server;
    this.#faults = parts.faults;
    this.#seed = parts.seed;
    this.#uploads = new UploadStore((me, file) => parts.server.keepFile(me, file));
    this.sockets = new Sockets({
      ...parts,
      isUp: () => !this.#down,
      handOut: (caller, place) => this.#handOut(caller, place),
    });
  }

  /**
   * Sends one request of a device: `arrive` runs at the server, possibly twice, and its reply goes back, possibly
   * never.
   */
  #call<T>(caller: Caller, what: string, arrive: (request: Arrived<T>) => void): Promise<T> {
    const count = (this.#asked.get(caller.name + what) ?? 0) + 1;
    this.#asked.set(caller.name + what, count);
    const name = `${what} ${count} of ${caller.name}`;
    const timeline = this.#timeline;
    const faults = this.#faults;
    const random = Random.of(this.#seed, 'delays', name);
    return new Promise<T>((resolve, reject) => {
      timeline.at(syncTimeoutMs, () => reject(new Unreachable('timeout')));
      if (this.#down || !caller.isOnline()) return timeline.at(50, () => reject(new Unreachable('down')));
      if (faults.strikes('request dropped', name)) return;
      const number = this.#sent++;
      const back = (way: string, run: () => void) => {
        if (!faults.strikes('reply dropped', `${way} ${name}`))
          timeline.at(this.#delay(random, name + way), () => caller.isOnline() && run());
      };
      const deliver = (way: string) => {
        if (this.#down) return reject(new Unreachable('down'));
        if ((this.#latest.get(caller.name) ?? -1) > number) faults.happened('reordered');
        this.#latest.set(caller.name, Math.max(this.#latest.get(caller.name) ?? -1, number));
        const fail = (error: Error) => back(way, () => reject(error));
        if (!caller.isSignedIn()) return fail(new SignedOut());
        if (caller.version < this.minVersion) return fail(new Refused(426, 'CLIENT_TOO_OLD', 'Update.'));
        arrive({
          name: `${way} ${name}`,
          random,
          answer: (value) => back(way, () => resolve(value)),
          fail,
          told: (place) => this.#handOut(caller, place),
          crash: (downMs) => this.crash(downMs),
        });
      };
      timeline.at(this.#delay(random, name), () => deliver('first'));
      if (faults.strikes('duplicated', name, 0.5)) timeline.at(random.between(20, 2000), () => deliver('second'));
    });
  }

  #delay(random: Random, name: string): number {
    const usual = random.between(5, 60);
    return this.#faults.strikes('delayed', name, 0.5) ? usual + random.between(300, 25_000) : usual;
  }

  push(caller: Caller, body: PushBody): Promise<PushReply> {
    return this.#call<PushReply>(caller, 'push', (request) => {
      if (body.commands.length > 1 && this.#faults.strikes('frame too large', request.name, 0.3))
        return request.fail(new Refused(413, 'TOO_LARGE', 'Too large.'));
      this.#server.push(caller.me, body, request);
    });
  }

  pull(caller: Caller, body: PullBody): Promise<PullReply> {
    return this.#call<PullReply>(caller, 'pull', (request) => this.#server.pull(caller.me, body, request));
  }

  snapshot(caller: Caller, streams?: readonly string[]): Promise<SnapshotLine[]> {
    return this.#call<SnapshotLine[]>(caller, 'snapshot', (request) => {
      // Cut off: the received part is void.
      const isCut = this.#faults.strikes('reply dropped', `the end of ${request.name}`, 0.5);
      const answer = (lines: SnapshotLine[]) => request.answer(isCut ? lines.slice(0, -1) : lines);
      this.#server.snapshot(caller.me, streams, { ...request, answer });
    });
  }

  /** Returns a tab's upload API. */
  uploadDoor(caller: Caller): UploadApi {
    return this.#uploads.doorOf(caller.me, (arrive) => {
      if ((this.stalled.get(caller.device) ?? 0) > this.#timeline.now)
        return new Promise((_, reject) => this.#timeline.at(stallMs, () => reject(new Unreachable('stalled'))));
      return this.#call(caller, 'upload', arrive);
    });
  }

  #handOut({ device }: Caller, place: Cursor): void {
    this.handedOut.set(device, laterPosition(this.handedOut.get(device), place));
  }

  /** Stops the server for a while, with everything it had open. */
  crash(downMs: number): void {
    this.#server.drop();
    this.sockets.drop();
    // Complete uploads are files; nothing may be left of incomplete ones.
    if (Random.of(this.#seed, 'uploads', this.#timeline.now).chance(0.3)) this.#uploads.forget();
    this.#down = true;
    this.#timeline.at(downMs, () => (this.#down = false));
  }
}
