import type { StaleQnaDetails } from '#domain/assistant/wire/qnas.ts';
import type { Refused } from '../../../net/errors.ts';

/** Returns what is stored when a write was refused because another user wrote first; undefined for other refusals. */
export function staleIn({ code, details }: Refused): StaleQnaDetails | undefined {
  return code === 'STALE' ? (details as StaleQnaDetails) : undefined;
}
