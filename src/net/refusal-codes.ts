import { Refused } from './errors.ts';

/** Returns the codes of a refusal's field problems; none for any other error. */
export function codesIn(error: unknown): ReadonlySet<unknown> {
  const details: unknown = error instanceof Refused ? error.details : undefined;
  return new Set(Array.isArray(details) ? details.map(codeIn) : []);
}

function codeIn(detail: unknown): unknown {
  return typeof detail === 'object' && detail !== null && 'code' in detail ? detail.code : undefined;
}
