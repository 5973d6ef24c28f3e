import type { CommandType } from '#domain/commands.ts';
import { refuseBeyond } from '#domain/quota-refusal.ts';
import { personOwner, type Quota, quotas, sharesOf } from '#domain/quotas.ts';
import type { LoadedRows } from '../../store/sync/load-work.ts';
import type { Actor } from '../../store/people/people.ts';
import { LockMissing } from './lock-missing.ts';

/** So much more of a quota, for whom it counts, and how much of it they may have. */
export interface Spent {
  owner: string;
  quota: Quota;
  n: number;
  limit: number;
}

/** What the commands of one frame take of the quotas of their actor and the actor's company. */
export class Spending {
  /** What the accepted commands add to the counts of the day. */
  readonly ofToday: Spent[] = [];
  readonly #actor: Actor;
  readonly #factor: number;
  readonly #locked: ReadonlySet<string>;
  /** How much of which quota is used, by owner and quota. */
  readonly #used: Map<string, number>;
  /** What the command under way takes, until it is known to succeed. */
  #step: Spent[] = [];

  constructor(used: LoadedRows['used'], of: { actor: Actor; factor: number; locked: ReadonlySet<string> }) {
    this.#actor = of.actor;
    this.#factor = of.factor;
    this.#locked = of.locked;
    this.#used = new Map(used.map(({ owner, quota, used: n }) => [`${owner} ${quota}`, n]));
  }

  /**
   * Takes so much more of a quota, if the command succeeds. What is counted by what is there is counted under the lock of
   * whose it is, and what is counted by the day when it is written: a person's exactly, a company's without what others of
   * it write in the same moment.
   * @param n one, or bytes
   * @throws QUOTA_EXCEEDED
   */
  take(quota: Quota, n = 1): void {
    for (const share of sharesOf(quota, this.#actor, this.#factor)) {
      const { owner, limit } = share;
      if (quotas[quota].per === 'total' && !this.#locked.has(owner)) throw new LockMissing(owner);
      const inStep = this.#step.filter((each) => each.owner === owner && each.quota === quota);
      const used = inStep.reduce((sum, each) => sum + each.n, this.#used.get(`${owner} ${quota}`) ?? 0);
      refuseBeyond(quota, share, used, n);
      this.#step.push({ owner, quota, n, limit });
    }
  }

  /**
   * Takes the bytes that a command writes. What takes away or marks as read is never in the way: it is small, and there is
   * only so much of it to do.
   * @param bytes of the text of its events
   * @throws QUOTA_EXCEEDED
   */
  takeBytes(type: CommandType, bytes: number): void {
    if (!alwaysFits.has(type)) this.take('writtenBytesPerDay', bytes + bytesOfRows);
  }

  /**
   * Takes what the row of a refusal takes.
   * @param bytes of the answer
   * @throws QUOTA_EXCEEDED
   */
  takeRefusal(bytes: number): void {
    this.take('writtenBytesPerDay', bytes + bytesOfRows);
  }

  /** The command under way is written: what it takes is taken. */
  accept(): void {
    for (const each of this.#step) {
      const key = `${each.owner} ${each.quota}`;
      this.#used.set(key, (this.#used.get(key) ?? 0) + each.n);
      // What is counted by the day has one row, of the person; a company's share is the sum of its people's.
      if (quotas[each.quota].per === 'day' && each.owner === personOwner(this.#actor.id)) this.ofToday.push(each);
    }
    this.discard();
  }

  /** The command under way takes nothing. */
  discard(): void {
    this.#step = [];
  }
}

/** What the rows of a command take beside the text of its events, about: its key and answer above all. */
const bytesOfRows = 200;

const alwaysFits: ReadonlySet<CommandType> = new Set(['message.redact', 'member.remove', 'read.mark']);
