import { failedCalls, type FailedCall } from '#domain/spine/retry-policy.ts';
import { isQuotaExceeded } from '../db/free-space.ts';
import { Refused, SignedOut, Unreachable, isCaptive, isWithoutReply } from '../net/errors.ts';
import { Fenced } from './fence.ts';
import type { EngineReport } from './world.ts';

/** An error as reader and writer see it. */
export interface Failure {
  call: FailedCall;
  error: unknown;
  message: string;
  /** The server's Retry-After in ms, or 0. */
  retryAfterMs: number;
  /** Whether no complete reply came. */
  isWithoutReply: boolean;
  /** Whether the server found the call invalid. */
  isInvalid: boolean;
  /** Whether the server replied with 5xx. */
  isServerFailing: boolean;
}

/** Returns what an error means for the sync. */
export function syncFailureOf(error: unknown): Failure {
  const lost = error instanceof Unreachable ? error : undefined;
  return {
    call: failedCallOf(error),
    error,
    message: error instanceof Error ? error.message : '',
    retryAfterMs: lost?.retryAfterMs ?? 0,
    isWithoutReply: isWithoutReply(error),
    isInvalid: error instanceof Refused && error.status === 400,
    isServerFailing: (lost?.status ?? 0) >= 500,
  };
}

/** Returns the row of `failedCalls` that an error belongs to. */
export function failedCallOf(error: unknown): FailedCall {
  if (error instanceof Fenced) return 'fenced';
  if (error instanceof SignedOut) return 'signedOut';
  if (error instanceof Unreachable) return 'unreachable';
  if (!(error instanceof Refused)) return 'fault';
  if (error.code === 'ACTOR_MISMATCH') return 'signedOut';
  if (error.status === 426) return 'outdated';
  return error.status === 400 || error.status === 413 ? 'invalidFrame' : 'fault';
}

/** Whether a failed call is tried again after a pause. */
export function isTriedAgain({ call }: Failure): boolean {
  return failedCalls[call] === 'backOff' || failedCalls[call] === 'halve';
}

/** Returns the effects of a failed call that is tried again: a fault of ours is noted, a lost network is reported. */
export function effectsOf(
  { call, error }: Failure,
  retryInMs: number,
): ({ do: 'noteFault'; error: unknown } | { do: 'report'; report: EngineReport })[] {
  const report: EngineReport = { type: 'transport.failed', retryInMs, isCaptive: isCaptive(error) };
  return [
    ...(call === 'unreachable' ? [] : [{ do: 'noteFault', error } as const]),
    // A full disk is no lost network: the server did reply.
    ...(isQuotaExceeded(error) ? [] : [{ do: 'report', report } as const]),
  ];
}
