import type { CommandType } from '#domain/spine/wire/commands.ts';
import { Refusal } from '#domain/ground/errors.ts';
import { refuseBeyond } from '#domain/account/quota-refusal.ts';
import { userOwner, type Quota, quotas, type Share, sharesOf } from '#domain/account/quotas.ts';
import { KB } from '#domain/ground/units.ts';
import type { DayCount } from '../../session/quotas.ts';
import type { Actor } from '../../session/users.ts';
import { LockMissing } from './lock-missing.ts';

/** Use of a quota: amount, owner and limit. */
export interface Spent {
  owner: string;
  quota: Quota;
  n: number;
  limit: number;
}

/**
 * Tracks how much the commands of a frame use of the quotas of the actor and the actor's company: `count` notes what was
 * used before; each `take` is for the current command; `accept` or `discard` ends it.
 */
export class Spending {
  /** Additions of accepted commands to the daily counts. */
  readonly ofToday: Spent[] = [];
  readonly #actor: Actor;
  readonly #factor: number;
  readonly #isFree: boolean;
  readonly #locked: Pick<ReadonlySet<string>, 'has'>;
  /** Used amounts, by owner and quota. */
  readonly #used = new Map<string, number>();
  /** Used amounts before the frame. */
  readonly #usedBefore = new Map<string, number>();
  /** Use by the current command, until it is accepted. */
  #step: Spent[] = [];

  constructor(
    used: readonly DayCount[],
    of: { actor: Actor; factor: number; isFree: boolean; locked: Pick<ReadonlySet<string>, 'has'> },
  ) {
    this.#actor = of.actor;
    this.#factor = of.factor;
    this.#isFree = of.isFree;
    this.#locked = of.locked;
    this.count(used);
  }

  /** Notes used amounts that were read. */
  count(used: readonly DayCount[]): void {
    for (const { owner, quota, used: n } of used) {
      this.#usedBefore.set(`${owner} ${quota}`, n);
      this.#used.set(`${owner} ${quota}`, n);
    }
  }

  /**
   * Uses `n` of a quota if the command is accepted; what the server does by itself uses none. Quotas of existing things
   * are exact, because they are counted under the owner's lock. Daily quotas are exact for a user; for a company,
   * concurrent transactions of other users are not seen.
   * @param n a count, or bytes
   * @throws QUOTA_EXCEEDED
   */
  take(quota: Quota, n = 1): void {
    for (const share of sharesOf(quota, this.#actor, this.#factor)) this.#takeShare(quota, share, n);
  }

  /**
   * Uses the bytes that a command adds to a draft. Those of a colleague's draft use the company's share only.
   * @throws QUOTA_EXCEEDED
   */
  takeDraftBytes(bytes: number, isOwn: boolean): void {
    for (const share of sharesOf('draftBytes', this.#actor, this.#factor))
      if (isOwn || share.of === 'company') this.#takeShare('draftBytes', share, bytes);
  }

  #takeShare(quota: Quota, share: Share, n: number): void {
    if (this.#isFree) return;
    const { owner, limit } = share;
    const key = `${owner} ${quota}`;
    const inStep = this.#step.filter((each) => each.owner === owner && each.quota === quota);
    const used = inStep.reduce((sum, each) => sum + each.n, this.#used.get(key) ?? 0);
    // See `typedBytes`.
    const isTyping = quota === 'draftBytes' && used + n - (this.#usedBefore.get(key) ?? 0) <= typedBytes;
    const needsLock = quotas[quota].per === 'total' && !(isTyping && used + n <= limit / 2);
    if (needsLock && !this.#locked.has(owner)) throw new LockMissing(owner);
    refuseBeyond(quota, share, used, n);
    this.#step.push({ owner, quota, n, limit });
  }

  /**
   * Uses the bytes that a command writes. Deletions and read marks that change something are always allowed, because
   * they are small and their number is bounded.
   * @param bytes size of its events
   * @returns false when it changes nothing and the quota has no space for its receipt: it is accepted without one
   * @throws QUOTA_EXCEEDED
   */
  takeBytes(type: CommandType, bytes: number): boolean {
    if (!alwaysFits.has(type)) this.take('writtenBytesPerDay', bytes + bytesOfRows);
    else if (bytes === 0) return this.takeReceipt(0);
    return true;
  }

  /**
   * Uses the bytes of the receipt of a command that changes nothing: it was refused, or there was nothing to change.
   * @param bytes size of its result
   * @returns false when the quota has no space
   */
  takeReceipt(bytes: number): boolean {
    this.discard();
    try {
      this.take('writtenBytesPerDay', bytes + bytesOfRows);
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.discard();
      return false;
    }
  }

  /** Accepts the current command and its use. */
  accept(): void {
    for (const each of this.#step) {
      const key = `${each.owner} ${each.quota}`;
      this.#used.set(key, (this.#used.get(key) ?? 0) + each.n);
      // Daily use is stored per user; a company's use is the sum over its users.
      if (quotas[each.quota].per === 'day' && each.owner === userOwner(this.#actor.id)) this.ofToday.push(each);
    }
    this.discard();
  }

  /** Drops the use of the current command. */
  discard(): void {
    this.#step = [];
  }
}

/** Frames that add fewer bytes to drafts take no lock far below the limit, so that colleagues who type do not wait for each other. */
const typedBytes = 4 * KB;

/** Approximate bytes of a command's rows besides its events, mainly its receipt. */
const bytesOfRows = 200;

const alwaysFits: ReadonlySet<CommandType> = new Set(['message.redact', 'member.remove', 'read.mark']);
