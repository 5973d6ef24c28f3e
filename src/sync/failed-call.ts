import type { FailedCall } from '#domain/spine/retry-policy.ts';
import { Refused, SignedOut, Unreachable } from '../net/errors.ts';
import { Fenced } from './fence.ts';

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
