import { Refusal } from '#domain/ground/errors.ts';

/** Returns the device's fingerprint, 64 hex digits, or null. It proves nothing. */
export function deviceOf(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header !== 'string' || !/^[0-9a-f]{64}$/i.test(header)) {
    throw new Refusal('VALIDATION', [{ path: 'x-device-id', code: 'pattern' }]);
  }
  return header.toLowerCase();
}

/** Returns the device's fingerprint. @throws VALIDATION when it is missing */
export function requiredDeviceOf(header: string | string[] | undefined): string {
  const device = deviceOf(header);
  if (device === null) throw new Refusal('VALIDATION', [{ path: 'x-device-id', code: 'required' }]);
  return device;
}
