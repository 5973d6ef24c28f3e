import { Refusal } from '#domain/errors.ts';

/** The device's fingerprint: 64 hex digits or nothing. Never a proof of anything. */
export function deviceOf(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header !== 'string' || !/^[0-9a-f]{64}$/i.test(header)) {
    throw new Refusal('VALIDATION', [{ path: 'x-device-id', code: 'pattern' }]);
  }
  return header.toLowerCase();
}

/** The same, where there is none without it. @throws VALIDATION when it is missing */
export function requiredDeviceOf(header: string | string[] | undefined): string {
  const device = deviceOf(header);
  if (device === null) throw new Refusal('VALIDATION', [{ path: 'x-device-id', code: 'required' }]);
  return device;
}
