import type { Cursor, PullBody, PullReply, PushBody, PushReply, SnapshotLine } from '#domain/spine/wire/sync.ts';
import type { Me } from '#domain/account/users.ts';
import { Refused, Unreachable } from '../../../src/net/errors.ts';
import type { Asker } from '../../../server/spine/log/pages.ts';
import type { Page } from '../../../server/spine/log/pull.ts';
import type { Faults } from '../faults.ts';
import { is } from '#domain/spine/events.ts';
import { ModelAnswers } from './answers.ts';
import type { Transaction } from './database.ts';
import { ModelServer } from './server.ts';
import { Random } from '../random.ts';
import type { Arrived, Backup, Server, Brought } from '../server.ts';
import type { Timeline } from '../timeline.ts';

/** A page limit that `ModelServer` lowers to its own. */
const pageAtMost = 1000;

function pageOf(reply: PullReply): Page | undefined {
  if (!('events' in reply) || reply.more) return undefined;
  const { events, next, more } = reply;
  return { events: events.map((event) => JSON.stringify(event)).join(), next, more, standing: '' };
}

/** The model server in operation: simulated time passes between any two of its steps. */
export class ModelDoor implements Server {
  committed: Server['committed'] = () => undefined;
  wrote: Server['wrote'] = () => undefined;
  readonly fields = ['notes', 'title', 'contact', 'reference'];
  readonly faults: string[] = [];
  readonly seen: ModelServer;
  readonly #timeline: Timeline;
  readonly #faults: Faults;
  readonly #seed: number;
  readonly #answers: ModelAnswers;

  constructor(parts: { timeline: Timeline; faults: Faults; seed: number; users: Me[]; pageSize: number }) {
    this.seen = new ModelServer(parts.users, parts.pageSize);
    this.#timeline = parts.timeline;
    this.#faults = parts.faults;
    this.#seed = parts.seed;
    this.#answers = new ModelAnswers({
      db: this.seen.db,
      timeline: parts.timeline,
      faults: parts.faults,
      seed: parts.seed,
      transact: (name, streams, write) =>
        this.#transact(name, write, streams, Random.of(parts.seed, name).between(1, 200)),
      wrote: (name, delta) => this.wrote(name, delta),
    });
  }

  /**
   * Handles a push step by step, with time for others between. A crash before the commit leaves nothing; one after it
   * loses the reply.
   */
  push(me: Me, body: PushBody, request: Arrived<PushReply>): void {
    if (body.actor !== me.id) return request.fail(new Refused(409, 'ACTOR_MISMATCH', 'Not yours.'));
    const { name, random, answer } = request;
    const server = this.seen;
    const faults = this.#faults;
    const tx = server.begin();
    const reset = () => request.fail(new Unreachable('connection reset'));
    const retryAt = faults.strikes('asked to wait', name, 0.4) ? random.below(body.commands.length) : -1;
    this.#steps(tx, random, reset, [
      () => server.lock(tx, body),
      () => (server.decide(tx, body, retryAt), true),
      () => (server.append(tx), true),
      () => {
        if (faults.strikes('server crashed before commit', name, 0.4)) return request.crash(random.between(100, 3000));
        const results = server.commit(tx);
        this.#hint(name, tx);
        for (const event of tx.events) if (is(event, 'answer.started')) this.#answers.begin(event.data.answerId);
        if (faults.strikes('server crashed after commit', name, 0.4)) {
          request.crash(random.between(100, 3000));
          return reset();
        }
        answer({ results, cursorHint: null });
      },
    ]);
  }

  /** Runs statements of a transaction in order; one that returns false is repeated. */
  #steps(tx: Transaction, random: Random, reset: () => void, steps: (() => unknown)[]): void {
    const [step, ...later] = steps;
    if (step === undefined) return;
    this.#timeline.at(random.chance(0.2) ? random.between(50, 300) : random.between(1, 30), () => {
      if (!tx.isOpen) return reset();
      if (step() === false) this.#steps(tx, random, reset, steps);
      else if (tx.isOpen || later.length > 0) this.#steps(tx, random, reset, later);
    });
  }

  /** Runs a transaction of the server without a request. */
  #transact(name: string, write: (tx: Transaction) => void, streams: readonly string[], openMs: number): void {
    const { db } = this.seen;
    const tx = db.begin();
    const random = Random.of(this.#seed, name);
    this.#steps(tx, random, () => undefined, [
      () => db.lock(tx, streams),
      () => {
        db.takeXid(tx);
        write(tx);
        db.number(tx);
        this.#timeline.at(openMs, () => {
          if (!tx.isOpen) return;
          db.commit(tx);
          this.#hint(name, tx);
        });
      },
    ]);
  }

  #hint(name: string, { events }: Transaction): void {
    const last = events.at(-1);
    if (last === undefined) return;
    const streams = new Set(events.map(({ stream }) => stream));
    this.committed(name, this.seen.db.place(last.xid, last.seq), [...streams]);
  }

  stopAnswer(answerId: string): void {
    this.#answers.stop(answerId);
  }

  drop(): void {
    this.#answers.crash();
    this.seen.db.endAll();
  }

  pull(me: Me, body: PullBody, { answer, random, told }: Arrived<PullReply>): void {
    const finish = this.seen.pull(me, body.cursor, body.limit);
    const page = finish();
    if ('next' in page) told(page.next);
    this.#timeline.at(random.between(0, 40), () => {
      answer(finish());
    });
  }

  pagesFor(name: string, askers: readonly Asker[]): Promise<(Page | undefined)[]> {
    const random = Random.of(this.#seed, name);
    return new Promise((resolve) => {
      this.#timeline.at(random.between(0, 10), () => {
        const replies = askers.map(({ user, cursor }) => this.seen.pull(user as Me, cursor, pageAtMost));
        this.#timeline.at(random.between(0, 40), () => resolve(replies.map((finish) => pageOf(finish()))));
      });
    });
  }

  snapshot(me: Me, streams: readonly string[] | undefined, { answer, random, told }: Arrived<SnapshotLine[]>): void {
    const lines = this.seen.snapshot(me, streams)();
    if (streams === undefined) told((lines[0] as { pos: Cursor }).pos);
    this.#timeline.at(random.between(0, 15), () => {
      answer(lines);
    });
  }

  holdOpen(name: string, openMs: number): void {
    this.#transact(name, () => undefined, [], openMs);
  }

  join(name: string, roomId: string, userId: string, openMs: number): void {
    const { db } = this.seen;
    this.#transact(
      name,
      (tx) => {
        tx.rows.members.set(roomId, [...(tx.rows.members.get(roomId) ?? []), userId]);
        db.append(tx, `user:${userId}`, 'member.added', { roomId, userId, side: 'support' }, null);
      },
      [`room:${roomId}`, `user:${userId}`],
      openMs,
    );
  }

  keepFile({ id }: Me, { sha256 }: Brought): void {
    this.seen.db.rows.files.set(`${id}/${sha256}`, true);
  }

  backup(then: (backup: Backup) => void): void {
    const { db } = this.seen;
    const stored = db.backup();
    then({ has: (cmdId) => stored.rows.answers.has(cmdId), restore: () => db.restore(stored) });
  }
}
