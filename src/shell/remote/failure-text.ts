import type { TFunction } from 'i18next';
import { MINUTE } from '#domain/ground/units.ts';
import { Unreachable } from '../../net/errors.ts';
import { remoteFailureOf } from './remote.ts';

/** Returns why a change was not made. After more of them than are allowed, with the minutes until the next. */
export function failureText(t: TFunction<'company'>, error: unknown): string {
  const isLimited = error instanceof Unreachable && error.status === 429;
  const waitMs = isLimited ? (error.retryAfterMs ?? 0) : 0;
  // A server that is busy for seconds needs no time named.
  if (waitMs < MINUTE) return t(`remote.${remoteFailureOf(error).kind}`);
  return t('remote.limited', { count: Math.ceil(waitMs / MINUTE) });
}
