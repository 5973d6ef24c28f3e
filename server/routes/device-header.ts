import { Refusal } from '#domain/errors.ts';

/** The device's fingerprint: 64 hex digits or nothing. Never a proof of anything. */
export function deviceOf(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header !== 'string' || !/^[0-9a-f]{64}$/i.test(header)) {
    throw new Refusal('VALIDATION', [{ path: 'x-device-id', code: 'pattern' }]);
  }
  return header.toLowerCase();
}
