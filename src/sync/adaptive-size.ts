/**
 * The size of calls, adapted to the network: larger after quick replies, smaller after slow or missing ones. A call
 * that is too large for its time-out would be retried for ever, and nothing would arrive.
 */
export interface AdaptiveSize {
  /** Largest size of the next call. All sizes are in one unit of the caller's choice, such as bytes or events. */
  readonly now: number;
  readonly first: number;
  readonly least: number;
  readonly most: number;
}

/** Returns the size to begin with. */
export function firstSize(range: { first: number; least: number; most: number }): AdaptiveSize {
  return { ...range, now: range.first };
}

/** Returns the size after a call of this size that got its reply after `ms` milliseconds. */
export function afterReply(size: AdaptiveSize, called: number, ms: number): AdaptiveSize {
  if (ms < roomToGrowMs) return { ...size, now: Math.max(size.now, Math.min(size.most, called * 2)) };
  // A call of less than half the present size was not slow because of its size.
  return ms > slowMs && called * 2 > size.now ? shrinkTo(size, called / 2) : size;
}

/**
 * Returns the size after a call of up to this size that had no reply after `ms` milliseconds. One that fails within
 * `atOnceMs` says nothing about the size.
 */
export function afterSilence(size: AdaptiveSize, called: number, ms: number): AdaptiveSize {
  return ms > atOnceMs ? shrinkTo(size, called / 4) : size;
}

/** Returns the size after the server has refused a call as invalid: an older server may have lower limits. */
export function afterRefusal(size: AdaptiveSize): AdaptiveSize {
  return { ...size, most: size.first, now: Math.min(size.now, size.first) };
}

/** Returns the size after a call of this size was too large for the server, or for what is in between. */
export function afterTooLarge(size: AdaptiveSize, called: number): AdaptiveSize {
  const most = Math.max(size.least, Math.min(size.most, Math.floor(called / 2)));
  return { ...size, most, now: Math.min(size.now, most) };
}

function shrinkTo(size: AdaptiveSize, to: number): AdaptiveSize {
  return { ...size, now: Math.min(size.now, Math.max(size.least, Math.floor(to))) };
}

/** A call that fails sooner has not met a slow network: there is none, or it was refused. */
const atOnceMs = 1000;
/** Below this, a call of twice the size is still far from `slowMs`. */
const roomToGrowMs = 3000;
/** Well below the time-out of a call, `syncTimeoutMs`. */
const slowMs = 8000;
